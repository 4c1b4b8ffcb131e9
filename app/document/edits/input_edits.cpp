#include "app/document/edits/input_edits.h"

#include <utility>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/tokens.h"
#include "app/document/edits/widths.h"
#include "engine/attention/shapes.h"

namespace attn {
namespace {

Index width_of(const Scene& scene, Input input) {
  if (input == Input::kQueries) return scene.query_embeddings().cols();
  return input == Input::kValues ? value_width(scene) : scene.embeddings->cols();
}

/// `origins` are the new columns of `input`.
void rearrange(Scene& scene, Input input, const Origins& origins) {
  InputColumns columns;
  if (input == Input::kValues) {
    columns.values = origins;
  } else {
    const bool are_alike = scene.query_embeddings().cols() == scene.embeddings->cols();
    if (are_alike || input == Input::kEmbeddings) columns.embeddings = origins;
    if (are_alike || input == Input::kQueries) columns.queries = origins;
  }
  edit_checked(scene, [&](Scene& changed) { rearrange_inputs(changed, columns); });
}

}  // namespace

void insert_dimension(Scene& scene, Input input, Index at) {
  rearrange(scene, input, inserted(width_of(scene, input), at));
}

void remove_dimension(Scene& scene, Input input, Index at) {
  rearrange(scene, input, removed(width_of(scene, input), at));
}

void use_own_queries(Scene& scene) {
  if (!scene.queries) scene.queries = Queries{scene.tokens, scene.embeddings};
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

}  // namespace attn
