#pragma once

namespace attn {

/// In units of the figure, from its upper left corner.
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  double middle_x() const { return x + width / 2; }
  double middle_y() const { return y + height / 2; }
  bool operator==(const Rect&) const = default;
};

}  // namespace attn
