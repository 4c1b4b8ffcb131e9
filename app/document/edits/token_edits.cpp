#include "app/document/edits/token_edits.h"

#include <utility>
#include <vector>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/origins.h"
#include "app/document/edits/tokens.h"

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

}  // namespace

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
