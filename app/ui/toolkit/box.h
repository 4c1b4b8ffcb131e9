#pragma once

#include "app/ui/theme/imgui.h"

namespace attn::ui {

/// A rectangle of the window, in pixels.
struct Box {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  bool contains(ImVec2 p) const {
    return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y;
  }
  bool overlaps(const Box& other) const {
    return min.x < other.max.x && other.min.x < max.x && min.y < other.max.y && other.min.y < max.y;
  }
};

}  // namespace attn::ui
