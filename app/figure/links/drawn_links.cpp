#include "app/figure/links/drawn_links.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/figure/text/figure_theme.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

/// Keys of a row whose links are drawn.
std::vector<Index> linked_keys_of(const Matrix& weights, Index query,
                                  const ViewOptions::TokenLinks& options) {
  if (options.share) return strongest_keys(weights, query, {.share = *options.share}).keys;
  const auto least = static_cast<float>(options.threshold);
  std::vector<Index> keys;
  for (Index j = 0; j < weights.cols(); ++j) {
    const float size = std::abs(weights(query, j));
    if (size > 0 && size >= least) keys.push_back(j);
  }
  return keys;
}

/// Appends the links of a row to `made`.
void add_links_of_row(DrawnLinks& made, const Matrix& weights, std::size_t rank, Index query,
                      const ViewOptions::TokenLinks& options) {
  DrawnShare row;
  std::vector<bool> is_drawn(static_cast<std::size_t>(weights.cols()));
  for (const Index j : linked_keys_of(weights, query, options)) {
    if (!made.keys.has(j)) continue;
    is_drawn[static_cast<std::size_t>(j)] = true;
    made.links.push_back({rank, {query, j}, static_cast<double>(weights(query, j))});
  }
  for (Index j = 0; j < weights.cols(); ++j) {
    const double size = std::abs(static_cast<double>(weights(query, j)));
    if (std::isnan(size)) continue;  // not loaded yet
    row.all += size;
    row.has_below_0 |= weights(query, j) < 0;
    if (!is_drawn[static_cast<std::size_t>(j)]) {
      row.next = std::max(row.next, size);
      continue;
    }
    row.held += size;
    row.least = std::min(row.least, size);
  }
  made.drawn = made.drawn + row;
}

/// Removes the weakest links, which come first.
void bound_links(DrawnLinks& made) {
  made.is_bounded = made.links.size() > kMostLinks;
  if (!made.is_bounded) return;
  const auto kept = made.links.end() - static_cast<std::ptrdiff_t>(kMostLinks);
  for (auto link = made.links.begin(); link != kept; ++link) {
    made.drawn.held -= std::abs(link->weight);
  }
  made.drawn.next = std::max(made.drawn.next, std::abs(std::prev(kept)->weight));
  made.links.erase(made.links.begin(), kept);
}

/// Moves the range as far as needed to show `token`.
TokenSpan with_token(TokenSpan span, Index token) {
  span.first = clamped<Index>(span.first, token - span.count + 1, token);
  return span;
}

}  // namespace

std::vector<Index> link_heads(const ViewState& state, Index head_count) {
  const auto most = static_cast<Index>(kHeadColors);
  std::vector<Index> heads = state.options.links.heads.value_or(std::vector<Index>());
  std::erase_if(heads, [&](Index head) { return head >= head_count; });
  std::ranges::sort(heads);
  // Without std::ranges: clang 14 rejects its subranges.
  heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
  if (std::ssize(heads) > most) heads.resize(static_cast<std::size_t>(most));
  if (!heads.empty()) return heads;
  if (head_count > most) return {clamped<Index>(state.head, 0, head_count - 1)};
  heads.resize(static_cast<std::size_t>(head_count));
  std::iota(heads.begin(), heads.end(), Index{0});
  return heads;
}

std::string toggle_link_head(ViewState& state, Index head, Index head_count) {
  std::vector<Index> heads = link_heads(state, head_count);
  if (std::erase(heads, head) == 0) {
    if (heads.size() == kHeadColors) {
      return std::to_string(kHeadColors) + " heads are shown: hide one of them first";
    }
    heads.insert(std::ranges::upper_bound(heads, head), head);
  }
  if (heads.empty()) return "At least one head must be shown";
  const bool are_all = std::ssize(heads) == head_count;
  state.options.links.heads = are_all ? std::nullopt : std::optional(std::move(heads));
  return "";
}

TokenSpan link_tokens(const ViewOptions::TokenLinks& options, Index count, Index pinned) {
  const Index shown = std::min(count, kMostLinkTokens);
  const Index first = options.first.value_or(pinned - shown / 2);
  return {clamped<Index>(first, 0, count - shown), shown};
}

Paint head_paint(const DrawnLinks& drawn, std::size_t rank) { return {.head = drawn.colors[rank]}; }

DrawnLinks drawn_links(const ViewInput& input) {
  const ViewOptions::TokenLinks& options = input.state.options.links;
  const Scene& scene = input.scene();
  // Like input.query(), but without the token under the mouse: the range must not follow the mouse.
  const Index last = scene.query_count() - 1;
  Cell pinned = input.state.selection.value_or(Cell{last, 0});
  pinned.query = clamped<Index>(pinned.query, 0, last);
  DrawnLinks made;
  made.heads = link_heads(input.state, std::ssize(input.trace().heads));
  // A head keeps its colour regardless of the other shown heads, if there is one for each.
  const bool has_own = input.trace().heads.size() <= kHeadColors;
  for (std::size_t rank = 0; rank < made.heads.size(); ++rank) {
    made.colors.push_back(has_own ? static_cast<std::size_t>(made.heads[rank]) : rank);
  }
  made.queries = link_tokens(options, scene.query_count(), pinned.query);
  if (!options.of_all) made.queries = with_token(made.queries, pinned.query);
  // If queries are the tokens, both ranges are equal.
  made.keys = scene.queries ? link_tokens(options, scene.key_count(), pinned.key) : made.queries;
  const Index query = input.query();
  for (std::size_t rank = 0; rank < made.heads.size(); ++rank) {
    const Matrix& weights = input.trace().head(made.heads[rank]).weights;
    for (Index i = 0; i < weights.rows(); ++i) {
      if (!made.queries.has(i) || (!options.of_all && i != query)) continue;
      add_links_of_row(made, weights, rank, i, options);
    }
  }
  std::ranges::stable_sort(made.links, {},
                           [](const HeadLink& link) { return std::abs(link.weight); });
  bound_links(made);
  return made;
}

}  // namespace attn
