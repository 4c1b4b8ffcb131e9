#include "app/document/edits/input_edits.h"

#include <utility>
#include <vector>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/origins.h"
#include "app/document/edits/tokens.h"
#include "app/document/edits/widths.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/shapes.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

std::vector<std::string>& tokens_of(Scene& scene, TokenList list) {
  return list == TokenList::kQueries ? scene.queries->tokens : scene.tokens;
}

Index count_of(Scene& scene, TokenList list) {
  return static_cast<Index>(tokens_of(scene, list).size());
}

/// Rearranges the tokens to `from`; new ones are named `text`.
void arrange(Scene& scene, TokenList list, const Origins& from, const std::string& text = {}) {
  if (from.empty()) {
    const bool is_queries = list == TokenList::kQueries;
    throw SceneError({is_queries ? "/queries/tokens" : "/tokens", "expected at least 1 token"});
  }
  std::vector<std::string> tokens;
  for (const Index origin : from) {
    tokens.push_back(origin == kNew ? text
                                    : tokens_of(scene, list)[static_cast<std::size_t>(origin)]);
  }
  edit_checked(scene, [&](Scene& changed) {
    const auto arrange_list = list == TokenList::kQueries ? arrange_query_tokens : arrange_tokens;
    arrange_list(changed, scene, from, std::move(tokens));
  });
}

/// Rearranges the columns of `input`: each new column comes from its origin in `origins`.
void rearrange(Scene& scene, Part input, const Origins& origins) {
  // Given scores may have no embeddings at all, but projections have at least one row.
  if (origins.empty()) {
    const bool is_of_queries = input == Part::query_embeddings;
    throw SceneError({is_of_queries           ? "/queries/embeddings"
                      : input == Part::values ? "/values"
                                              : "/embeddings",
                      "expected at least 1 number in a row"});
  }
  InputColumns columns;
  if (input == Part::values) {
    columns.values = origins;
  } else {
    const bool are_alike = scene.query_embeddings().cols() == scene.embeddings->cols();
    if (are_alike || input == Part::embeddings) columns.embeddings = origins;
    if (are_alike || input == Part::query_embeddings) columns.queries = origins;
  }
  edit_checked(scene, [&](Scene& changed) { rearrange_inputs(changed, columns); });
}

}  // namespace

void insert_dimension(Scene& scene, Part input, Index at) {
  rearrange(scene, input, inserted(shape_of(scene, {input}).cols.count, at));
}

void remove_dimension(Scene& scene, Part input, Index at) {
  rearrange(scene, input, removed(shape_of(scene, {input}).cols.count, at));
}

void use_own_queries(Scene& scene) {
  if (scene.queries) return;
  scene.queries = Queries{scene.tokens, scene.embeddings};
  for (Head& head : scene.heads) head.w_f.reset(), head.b_f.reset();
  for (Mask& mask : scene.masks) {
    if (takes(*mask.kind, "query_ids") && !mask.query_ids) mask.query_ids = mask.ids;
  }
}

void use_tokens_as_queries(Scene& scene) {
  if (!scene.queries) return;
  edit_checked(scene, [&](Scene& changed) {
    const Index Dq = changed.query_embeddings().cols();
    InputColumns columns;
    columns.queries = resized(Dq, changed.embeddings->cols());
    if (Dq != changed.embeddings->cols()) rearrange_inputs(changed, columns);
    const Scene wide = changed;
    arrange_query_tokens(changed, wide, resized(wide.query_count(), wide.key_count()), wide.tokens);
    changed.queries.reset();
  });
}

void use_own_values(Scene& scene) {
  if (!scene.values) scene.values = scene.embeddings;
}

void use_embeddings_as_values(Scene& scene) {
  if (!scene.values) return;
  edit_checked(scene, [&](Scene& changed) {
    InputColumns columns;
    columns.values = resized(value_width(changed), changed.embeddings->cols());
    rearrange_inputs(changed, columns);
    changed.values.reset();
  });
}

void rename_token(Scene& scene, TokenList list, Index at, std::string text) {
  tokens_of(scene, list)[static_cast<std::size_t>(at)] = std::move(text);
}

void insert_token(Scene& scene, TokenList list, Index at, const std::string& text) {
  arrange(scene, list, inserted(count_of(scene, list), at), text);
}

void remove_token(Scene& scene, TokenList list, Index at) {
  arrange(scene, list, removed(count_of(scene, list), at));
}

void move_token(Scene& scene, TokenList list, Index from, Index to) {
  arrange(scene, list, moved(count_of(scene, list), from, to));
}

void shuffle_tokens(Scene& scene, TokenList list, std::uint64_t seed) {
  arrange(scene, list, shuffled(count_of(scene, list), seed));
}

}  // namespace attn
