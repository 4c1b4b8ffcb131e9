#include "app/gl/heatmap/pyramid.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/gl/base/state_guard.h"
#include "engine/base/clamped.h"

namespace attn::gl {
namespace {

/// Number of halvings of `count`, rounding up, until it is 1.
int halvings(int count) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(count - 1)));
}

int blocks(int count, int each) { return (count + each - 1) / each; }

}  // namespace

const Pyramid::Level* Pyramid::level_for(const CellTexture& matrix, double columns, double rows,
                                         bool diverging, bool keeps_rows, const Reducers& reduce) {
  const double wide = std::max(1.0, columns / 2);
  const double high = keeps_rows ? 1 : std::max(1.0, rows / 2);
  if (wide < 2 && high < 2) return nullptr;
  const int stretch = keeps_rows ? halvings(matrix.columns())
                                 : clamped(static_cast<int>(std::lround(std::log2(columns / rows))),
                                           -halvings(matrix.rows()), halvings(matrix.columns()));
  if (rows_ != matrix.rows() || columns_ != matrix.columns() || key_.stretch != stretch) {
    shape_levels(matrix, stretch);
    valid_ = false;
  }
  if (key_ != LevelStyle{diverging, stretch}) invalidate();
  if (!valid_ || !touched_.empty()) {
    key_ = {diverging, stretch};
    fill_levels(matrix, reduce);
    valid_ = true;
    touched_.clear();
  }
  const Level* found = nullptr;
  for (const Level& level : levels_) {
    if (level.columns_each <= wide && level.rows_each <= high) found = &level;
  }
  return found;
}

void Pyramid::shape_levels(const CellTexture& matrix, int stretch) {
  levels_.clear();
  rows_ = columns_ = 0;
  int wide = 1, high = 1;  // block size
  for (int n = 0; wide < matrix.columns() || high < matrix.rows(); ++n) {
    if (wide < matrix.columns() && n >= -stretch) wide *= 2;
    if (high < matrix.rows() && n >= stretch) high *= 2;
    Level& level = levels_.emplace_back();
    level.rows_each = high;
    level.columns_each = wide;
    level.cells.resize(blocks(matrix.rows(), high), blocks(matrix.columns(), wide));
  }
  rows_ = matrix.rows();
  columns_ = matrix.columns();
  key_.stretch = stretch;
}

/// Redraws only touched blocks of a valid level.
void Pyramid::draw_level(const Level& level) const {
  if (!valid_ || level.cells.is_wrapped()) {
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    return;
  }
  glEnable(GL_SCISSOR_TEST);
  for (const TouchedLine& line : touched_) {
    if (line.row >= 0) {
      glScissor(0, line.row / level.rows_each, level.cells.columns(), 1);
    } else {
      glScissor(line.column / level.columns_each, 0, 1, level.cells.rows());
    }
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
  glDisable(GL_SCISSOR_TEST);
}

void Pyramid::fill_levels(const CellTexture& matrix, const Reducers& reducers) {
  const StateGuard guard;
  const FramebufferObject framebuffer = FramebufferObject::make();
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.id());
  const CellTexture* source = &matrix;
  int rows_each = 1, columns_each = 1;
  for (const Level& level : levels_) {
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           level.cells.texture(), 0);
    glViewport(0, 0, level.cells.line(), level.cells.lines());
    const Program& reduce =
        source->is_wrapped() || level.cells.is_wrapped() ? reducers.wrapped : reducers.straight;
    reduce.use();
    reduce.set("corners", std::array<float, 4>{-1, -1, 1, 1});
    reduce.set("diverging", key_.diverging ? 1 : 0);
    source->read_by(reduce);
    reduce.set("reduced_shape", level.cells.rows(), level.cells.columns());
    reduce.set("reduced_line", level.cells.line());
    reduce.set("factor", level.rows_each / rows_each, level.columns_each / columns_each);
    draw_level(level);
    source = &level.cells;
    rows_each = level.rows_each;
    columns_each = level.columns_each;
  }
}

}  // namespace attn::gl
