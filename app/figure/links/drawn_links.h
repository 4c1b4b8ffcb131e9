#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/figure/numbers/strongest_keys.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// A weight as a link; `rank` is the index of its head among the shown heads.
struct HeadLink {
  std::size_t rank = 0;
  Cell cell;
  double weight = 0;
};

/// Range of tokens that are shown.
struct TokenSpan {
  Index first = 0, count = 0;

  bool has(Index token) const { return token >= first && token < first + count; }
  bool operator==(const TokenSpan&) const = default;
};

/// Maximum number of shown tokens, and of drawn links.
inline constexpr Index kMostLinkTokens = 64;
inline constexpr std::size_t kMostLinks = 12'000;

/// Links of a scene, selected by the view's options.
struct DrawnLinks {
  std::vector<Index> heads;         ///< shown heads, at most as many as there are colours
  std::vector<std::size_t> colors;  ///< colour of each: head_color()
  TokenSpan queries, keys;
  std::vector<HeadLink> links;  ///< the weakest first
  DrawnShare drawn;         ///< shown share of the weights of these heads, over the queries with
                            ///< links
  bool is_bounded = false;  ///< more than kMostLinks exist: these are the strongest
};

/// Shown heads among `head_count`: the chosen ones; without a choice all, or only the selected one
/// if there are more heads than colours.
std::vector<Index> link_heads(const ViewState& state, Index head_count);

/// Shows or hides the links of a head. If impossible, returns the reason in words: all colours are
/// used, or it is the only shown head.
std::string toggle_link_head(ViewState& state, Index head, Index head_count);

/// Shown range of `count` tokens: from the chosen one on, else around `pinned`.
TokenSpan link_tokens(const ViewOptions::TokenLinks& options, Index count, Index pinned);

/// Colour of the head with index `rank` among the shown heads.
Paint head_paint(const DrawnLinks& drawn, std::size_t rank);

/// Selects the weights drawn as links: nonzero, and by choice at least the threshold in size, or
/// among the strongest that hold the given share of their row. Masked pairs have none. Tokens
/// outside the shown range have no links, but their weights count as omitted.
DrawnLinks drawn_links(const ViewInput& input);

}  // namespace attn
