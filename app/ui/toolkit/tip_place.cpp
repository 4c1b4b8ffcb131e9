#include "app/ui/toolkit/tip_place.h"

#include <algorithm>
#include <vector>

namespace attn::ui {
namespace {

/// Pixels between the two; less than 0 where they overlap.
float distance(const Box& a, const Box& b) {
  const float across = std::max(a.min.x - b.max.x, b.min.x - a.max.x);
  const float down = std::max(a.min.y - b.max.y, b.min.y - a.max.y);
  return std::max(across, down);
}

}  // namespace

std::optional<Box> tip_place(ImVec2 size, const Box& about, ImVec2 screen, float gap,
                             std::span<const Box> told) {
  // Somewhere it touches what it must keep clear of, or it could come nearer.
  std::vector<float> across{about.min.x, about.max.x + gap, about.min.x - gap - size.x};
  std::vector<float> down{about.max.y + gap, about.min.y - gap - size.y, about.min.y};
  for (const Box& one : told) {
    across.insert(across.end(), {one.max.x + gap, one.min.x - gap - size.x});
    down.insert(down.end(), {one.max.y + gap, one.min.y - gap - size.y});
  }
  std::optional<Box> best;
  float least = 0;
  for (const float x : across) {
    for (const float y : down) {
      const ImVec2 at(std::clamp(x, gap, std::max(gap, screen.x - size.x - gap)),
                      std::clamp(y, gap, std::max(gap, screen.y - size.y - gap)));
      const Box box{at, {at.x + size.x, at.y + size.y}};
      if (std::ranges::any_of(told, [&](const Box& one) { return box.overlaps(one); })) continue;
      const float away = distance(box, about);
      // Where nothing else is left it lies over what it is about.
      const float cost = away < 0 ? screen.x + screen.y - away : away;
      if (!best || cost < least) best = box, least = cost;
    }
  }
  return best;
}

}  // namespace attn::ui
