#include "app/gl/heatmap/pixel_cells.h"

namespace attn::gl {

bool PixelCells::has(const PixelSource& key, Span columns, Span rows) const {
  return !cells_.empty() && key == key_ && contains(columns_, columns) && contains(rows_, rows);
}

void PixelCells::begin(const PixelSource& key, Span columns, Span rows) {
  columns_ = rows_ = {};
  cells_.resize(rows.count(), columns.count());
  if (framebuffer_.id() == 0) framebuffer_ = FramebufferObject::make();
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, cells_.texture(),
                         0);
  glViewport(0, 0, columns.count(), rows.count());
  key_ = key;
  columns_ = columns;
  rows_ = rows;
}

}  // namespace attn::gl
