#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/gl/base/numbers_in_buffer.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn::gl {

/// Components 0…1, sRGB as in image files, not premultiplied.
struct Color {
  float r = 0, g = 0, b = 0, a = 1;
};

/// Style of a drawn matrix. Lengths are in framebuffer pixels, y downwards from the top left.
struct HeatmapStyle {
  const Colormap* colormap = nullptr;  ///< required
  ColorRange range;
  /// Box of the matrix: x, y, width, height. May extend beyond the clip (zoom, pan). Column j
  /// covers width / columns from x + j · width / columns on, with half of the gap on either side;
  /// rows in the same way.
  std::array<float, 4> rect{};
  std::array<float, 4> clip{};          ///< x, y, width, height: nothing is drawn outside
  float gap = 2;                        ///< gap between cells; smaller for cells below 12 pixels
  float radius = 3;                     ///< corner radius of a cell; at most a sixth of the cell
  Color background;                     ///< shown between the cells
  Color hatch{0.72f, 0.74f, 0.81f, 1};  ///< lines over masked cells
  float hatch_spacing = 6;              ///< distance of lines
  float hatch_width = 1;                ///< width of a line
};

/// Matrix in one R32F texture, drawn as one quad whose shader maps numbers to colours: changing the
/// colour map or range uploads nothing. A pixel well inside a cell is exactly color_of its value; a
/// cell of -infinity is hatched instead. If cells are smaller than a pixel, each belongs to the
/// pixel that contains its centre, to a quarter of a pixel, and the strongest of them is shown: the
/// farthest from 0 for a diverging colour map, else the largest; masked only if all are. The cost
/// is about independent of the number of cells.
///
/// Needs a current OpenGL 3.3 core context throughout; all instances alive at a time share it.
class Heatmap {
 public:
  /// Throws std::runtime_error with the driver's log if it refuses the shaders.
  Heatmap();
  ~Heatmap();
  Heatmap(const Heatmap&) = delete;
  Heatmap& operator=(const Heatmap&) = delete;

  /// Uploads `matrix`, M x L, possibly without cells: then nothing is drawn. Reuses the storage if
  /// the shape is unchanged. Throws std::runtime_error if the driver cannot hold it; then the
  /// previous matrix stays.
  void set(const Matrix& matrix);

  /// Takes the matrix from a buffer of the driver, of this context or one that shares objects with
  /// it, without a copy to the CPU. The commands that wrote it must come before, see
  /// Fence::order().
  void set(const NumbersInBuffer& numbers);

  /// Gives back the memory of the matrix: without cells nothing is drawn.
  void release();

  /// Uploads one row, or one column, of `matrix`, which otherwise equals the last argument of set()
  /// or set_scores().
  void set_row(const Matrix& matrix, Index row);
  void set_column(const Matrix& matrix, Index column);

  /// Counter that changes with each upload of numbers; set_softmax() is not one.
  std::size_t changes() const;

  /// Uploads scores; the drawn weights follow from set_softmax(), so that another temperature
  /// uploads two numbers per row. The colour map must not be diverging.
  void set_scores(const Matrix& scores);

  /// Mapping of scores to weights: 2^(sharpness · (score - largest) + level), masked like the
  /// score. `sharpness` is log2(e) / temperature, > 0 and finite.
  struct SoftmaxRow {
    float largest = 0;  ///< largest score of the row
    float level = 0;    ///< log2 of its weight
  };
  void set_softmax(float sharpness, const std::vector<SoftmaxRow>& rows);

  /// Draws into the bound framebuffer of the given size, in pixels. Restores the GL state: program,
  /// vertex array, textures, framebuffer, viewport, scissor, blending and others.
  void draw(const HeatmapStyle& style, int framebuffer_width, int framebuffer_height);

  /// Hash of the drawn image, over all heatmaps: an equal value in the next frame means that it
  /// need not be drawn again. Ignores the clip.
  std::uint64_t image_hash(const HeatmapStyle& style) const;

 private:
  struct Gl;
  std::unique_ptr<Gl> gl_;
};

}  // namespace attn::gl
