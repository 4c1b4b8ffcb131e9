#pragma once

#include <memory>

#include "app/figure/diagram/diagram.h"
#include "app/gl/base/gl_object.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Cells of a matrix over the picture behind it, whose texture is kept while its size on the screen
/// is the same.
class PictureCells {
 public:
  /// Draws the picture and the cells of `mark` in `area`, without numbers, which would hide it.
  void draw(Ui& ui, const Box& area, const MatrixMark& mark);

 private:
  std::shared_ptr<const PixelImage> picture_;
  int width_ = 0, height_ = 0;  // pixels on the screen
  gl::TextureObject texture_;
};

}  // namespace attn::ui
