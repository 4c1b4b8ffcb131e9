#include "engine/reference/seen_pairs.h"

#include <algorithm>
#include <limits>
#include <set>

#include "engine/attention/mask.h"

namespace attn {
namespace {

constexpr Index kEndless = std::numeric_limits<Index>::max();
constexpr Index kFarthest = 1 << 20;

Index first_keys(const Mask& mask) {
  return mask.kind->first_keys ? mask.kind->first_keys(mask) : 0;
}

}  // namespace

SeenPairs::SeenPairs(const Attention& attention) {
  for (const Mask& mask : attention.masks) {
    if (mask.kind->shows_distance) {
      masks_.push_back(mask);
    } else {
      has_other_masks_ = true;
    }
  }
  std::set<Index> ends{kEndless};
  for (const Mask& mask : masks_) ends.insert(first_keys(mask));
  Index first = 0;
  for (const Index end : ends) {
    if (end == 0) continue;
    Segment segment{first, end, {}};
    for (const Mask& mask : masks_) {
      if (first_keys(mask) <= first) segment.masks.push_back(&mask);
    }
    segments_.push_back(std::move(segment));
    first = end;
  }
}

bool SeenPairs::Segment::shows_distance(Index steps) const {
  return std::ranges::all_of(
      masks, [&](const Mask* mask) { return mask->kind->shows_distance(*mask, steps); });
}

std::optional<Index> SeenPairs::Segment::reach() const {
  std::optional<Index> most;
  for (const Mask* mask : masks) {
    if (!mask->kind->reach) continue;
    most = std::min(most.value_or(kEndless), mask->kind->reach(*mask));
  }
  if (!most) return std::nullopt;
  Index steps = std::min(*most, kFarthest);
  while (steps >= 0 && !shows_distance(steps)) --steps;
  return steps;
}

bool SeenPairs::sees(Index query, Index key) const {
  const auto of_key =
      std::ranges::find_if(segments_, [&](const Segment& s) { return key < s.end; });
  return of_key->shows_distance(query - key);
}

double SeenPairs::count(Index queries, Index keys) const {
  if (masks_.empty()) return static_cast<double>(queries) * static_cast<double>(keys);
  double pairs = 0;
  for (const Segment& segment : segments_) {
    const Index end = std::min(segment.end, keys);
    for (Index steps = 1 - end; steps < queries - segment.first; ++steps) {
      // Keys with an existing query at this distance.
      const Index from = std::max(segment.first, -steps), to = std::min(end, queries - steps);
      if (from < to && segment.shows_distance(steps)) pairs += static_cast<double>(to - from);
    }
  }
  return pairs;
}

bool SeenPairs::is_seen_before(Index key) const {
  for (Index query = 0; query < key; ++query) {
    if (sees(query, key)) return true;
  }
  return false;
}

double SeenPairs::seen_from(Index next, Index keys) const {
  Index seen = 0;
  for (const Segment& segment : segments_) {
    const Index end = std::min(segment.end, keys);
    const auto reach = segment.reach();
    const Index first = reach ? std::max(segment.first, next - *reach) : segment.first;
    seen += std::max<Index>(0, end - first);
  }
  return static_cast<double>(seen);
}

std::optional<std::array<double, 3>> SeenPairs::polynomial() const {
  if (masks_.empty()) return std::array{1.0, 0.0, 0.0};
  // Number of tokens that contains all first keys and whole windows.
  Index start = 8;
  for (const Segment& segment : segments_) {
    start = std::max(start, segment.first + 2 * segment.reach().value_or(0) + 2);
  }
  constexpr Index kLongest = 1 << 16;
  if (start > kLongest) return std::nullopt;
  const auto at = [&](Index L) { return count(L, L); };
  const double one = at(start), two = at(start + 1), three = at(start + 2);
  const double a = (three - 2 * two + one) / 2;
  const auto L = static_cast<double>(start);
  const double b = two - one - a * (2 * L + 1);
  const double c = one - a * L * L - b * L;
  for (const Index other : {start + 64, 2 * start + 17, 3 * start + 101}) {
    const auto of = static_cast<double>(other);
    if (at(other) != a * of * of + b * of + c) return std::nullopt;
  }
  return std::array{a, b, c};
}

}  // namespace attn
