#pragma once

#include <algorithm>
#include <optional>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Places boxes side by side, in as many lines as needed.
class ControlFlow {
 public:
  /// Lines of height `line`, with `gap` between boxes and `below` between lines, all in pixels.
  ControlFlow(Pen& pen, float line, float gap, float below)
      : pen_(pen), height_(line), gap_(gap), below_(below) {}

  Box next(float width) {
    const bool is_full = line_ && x_ > line_->min.x && x_ + width > line_->max.x;
    if (!line_ || is_full) {
      if (line_) pen_.take(below_);
      line_ = pen_.take(height_);
      x_ = line_->min.x;
    }
    const Box box = line_->columns(x_, std::min(x_ + width, line_->max.x));
    x_ += width + gap_;
    return box;
  }

 private:
  Pen& pen_;
  float height_, gap_, below_, x_ = 0;
  std::optional<Box> line_{};
};

}  // namespace attn::ui
