#pragma once

#include <array>
#include <memory>

#include "engine/colormap.h"
#include "engine/matrix.h"

namespace attn::gl {

struct Color {
  float r = 0, g = 0, b = 0, a = 1;
};

/// How a matrix is drawn. Lengths are in framebuffer pixels, y downwards from the top left.
struct HeatmapStyle {
  const Colormap* colormap = nullptr;  ///< required
  ColorRange range;
  std::array<float, 4> rect{};      ///< where column 0, row 0's corner lies, and the size drawn at:
                                    ///< x, y, width, height; may reach beyond the clip (zoom, pan)
  std::array<float, 4> clip{};      ///< x, y, width, height: nothing is drawn outside
  float gap = 2;                    ///< between cells; 0 where cells are small
  float radius = 3;                 ///< of a cell's corners
  Color background;                 ///< between the cells
  Color hatch{0.54f, 0.56f, 0.64f, 1};  ///< lines over masked cells
};

/// One matrix as one R32F texture, drawn as one quad whose shader does the colours: a colour map
/// or range that changes uploads nothing. Needs a current OpenGL 3.3 core context throughout.
class Heatmap {
 public:
  Heatmap();
  ~Heatmap();
  Heatmap(const Heatmap&) = delete;
  Heatmap& operator=(const Heatmap&) = delete;

  /// Uploads `matrix`; -infinity stands for a masked cell, which is hatched, not coloured.
  void set(const Matrix& matrix);

  /// Draws into the bound framebuffer of the given size. GL state that it changes (program, vertex
  /// array, textures, scissor, blend) is restored.
  void draw(const HeatmapStyle& style, int framebuffer_width, int framebuffer_height);

 private:
  struct Gl;
  std::unique_ptr<Gl> gl_;
};

}  // namespace attn::gl
