#pragma once

#include <algorithm>

#include "app/ui/theme/imgui.h"

namespace attn::ui {

/// Rectangle of the window in pixels.
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
  /// The box without a margin; with one if it is negative.
  Box within(float margin) const {
    return {{min.x + margin, min.y + margin}, {max.x - margin, max.y - margin}};
  }
  /// The part from `left` to `right`, or from one of them on.
  Box columns(float left, float right) const { return {{left, min.y}, {right, max.y}}; }
  Box right_of(float left) const { return columns(left, max.x); }
  Box left_of(float right) const { return columns(min.x, right); }
  /// The part from `top` to `bottom`, or from one of them on.
  Box rows(float top, float bottom) const { return {{min.x, top}, {max.x, bottom}}; }
  Box below(float top) const { return rows(top, max.y); }
  Box above(float bottom) const { return rows(min.y, bottom); }
  bool is_empty() const { return !(min.x < max.x && min.y < max.y); }
  /// Intersection with `other`; empty if they do not overlap.
  Box common(const Box& other) const {
    return {{std::max(min.x, other.min.x), std::max(min.y, other.min.y)},
            {std::min(max.x, other.max.x), std::min(max.y, other.max.y)}};
  }
};

inline void fill_box(const Box& box, ImU32 color, float radius = 0) {
  imgui::list()->AddRectFilled(box.min, box.max, color, radius);
}

inline void outline_box(const Box& box, ImU32 color, float radius, float thickness = 1) {
  imgui::stroke_rect(box.min, box.max, color, radius, thickness);
}

/// Clip rectangle of a command.
inline Box clip_of(const ImDrawCmd& command) {
  const ImVec4& clip = command.ClipRect;
  return {{clip.x, clip.y}, {clip.z, clip.w}};
}

}  // namespace attn::ui
