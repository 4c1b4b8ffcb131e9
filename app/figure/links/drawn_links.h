#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/figure/numbers/strongest_keys.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// One weight as a link, of the head that is `rank`-th among those that are shown.
struct HeadLink {
  std::size_t rank = 0;
  Cell cell;
  double weight = 0;
};

/// The tokens of a list that have a place: one after the other.
struct TokenSpan {
  Index first = 0, count = 0;

  bool has(Index token) const { return token >= first && token < first + count; }
  bool operator==(const TokenSpan&) const = default;
};

/// So many tokens have a place, and so many links are drawn at most.
inline constexpr Index kMostLinkTokens = 64;
inline constexpr std::size_t kMostLinks = 12'000;

/// The links of a scene as the view's options want them.
struct DrawnLinks {
  std::vector<Index> heads;         ///< those that are shown, no more than there are colours
  std::vector<std::size_t> colors;  ///< of each: head_color()
  TokenSpan queries, keys;
  std::vector<HeadLink> links;  ///< the weakest first
  DrawnShare drawn;         ///< of the weights of these heads, of the queries whose links they are
  bool is_bounded = false;  ///< they would be more than kMostLinks: those are the strongest
};

/// Of `head_count` heads those whose links are shown: the chosen ones; where none was chosen all,
/// or, of more than there are colours, the one that is looked at.
std::vector<Index> link_heads(const ViewState& state, Index head_count);

/// Shows the links of a head, or takes them away. Answers in words why not, where it can't: as many
/// are shown as there are colours, or no other is.
std::string toggle_link_head(ViewState& state, Index head, Index head_count);

/// The part of `count` tokens that has a place: from the chosen one on, else around `pinned`.
TokenSpan link_tokens(const ViewOptions::TokenLinks& options, Index count, Index pinned);

/// The same, moved as far as `token` needs to have a place.
TokenSpan with_token(TokenSpan span, Index token);

/// The colour of the head that is `rank`-th among those that are shown.
Paint head_paint(const DrawnLinks& drawn, std::size_t rank);

/// Each weight that is not 0 and, as it is chosen, is at least the threshold by its size, or one of
/// the strongest that hold the share of its row. A masked pair has none. Tokens that have no place
/// have no links, but their weights count in what is left out.
DrawnLinks drawn_links(const ViewInput& input);

}  // namespace attn
