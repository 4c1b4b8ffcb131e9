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

/// Each part 0…1, sRGB as in a picture file, not premultiplied.
struct Color {
  float r = 0, g = 0, b = 0, a = 1;
};

/// How a matrix is drawn. Lengths are in framebuffer pixels, y downwards from the top left.
struct HeatmapStyle {
  const Colormap* colormap = nullptr;  ///< required
  ColorRange range;
  /// Where the matrix lies: x, y, width, height. May reach beyond the clip (zoom, pan). Column j
  /// takes width / columns from x + j · width / columns on, half of the gap on either side; rows
  /// likewise.
  std::array<float, 4> rect{};
  std::array<float, 4> clip{};  ///< x, y, width, height: nothing is drawn outside
  float gap = 2;                ///< between cells; thinner where they are less than 12 pixels
  float radius = 3;             ///< of a cell's corners; at most a sixth of the cell
  Color background;             ///< between the cells
  Color hatch{0.72f, 0.74f, 0.81f, 1};  ///< lines over masked cells
  float hatch_spacing = 6;              ///< from line to line
  float hatch_width = 1;                ///< of a line
};

/// One matrix as one R32F texture, drawn as one quad whose shader does the colours: a colour map
/// or range that changes uploads nothing. A pixel well inside of a cell is exactly color_of its
/// value; a cell of -infinity is hatched, not coloured. Where cells are smaller than a pixel, each
/// belongs to the pixel that holds its centre, to a quarter of a pixel, and the strongest of them
/// shows: the farthest from 0 in a diverging colour map, else the largest; a masked cell only where
/// all are. That takes about as long for any number of cells.
///
/// Needs a current OpenGL 3.3 core context throughout; all that live at a time share one.
class Heatmap {
 public:
  /// Throws std::runtime_error in the driver's words when it refuses the shaders.
  Heatmap();
  ~Heatmap();
  Heatmap(const Heatmap&) = delete;
  Heatmap& operator=(const Heatmap&) = delete;

  /// Uploads `matrix`, M x L, which may have no cells: then nothing is drawn. Keeps the storage
  /// where the shape is as before. Throws std::runtime_error when the driver can't hold it, and
  /// then draws what it did before.
  void set(const Matrix& matrix);

  /// The same of numbers that are in a buffer of the driver, of this context or one that shares
  /// with it: they never leave it. What wrote them must come before, see Fence::order().
  void set(const NumbersInBuffer& numbers);

  /// Uploads one row, or one column, of `matrix`, which else is what was set last, by set() or
  /// set_scores().
  void set_row(const Matrix& matrix, Index row);
  void set_column(const Matrix& matrix, Index column);

  /// Another number after each upload of numbers, which set_softmax() is not.
  std::size_t changes() const;

  /// Uploads scores, of which the weights are drawn that set_softmax() says, so that another
  /// temperature uploads two numbers for each row. The colour map is not to be a diverging one.
  void set_scores(const Matrix& scores);

  /// How scores become weights: 2^(sharpness · (score - largest) + level), masked where the score
  /// is. `sharpness` is log2(e) / temperature, > 0 and finite.
  struct SoftmaxRow {
    float largest = 0;  ///< score of the row
    float level = 0;    ///< log2 of its weight
  };
  void set_softmax(float sharpness, const std::vector<SoftmaxRow>& rows);

  /// Draws into the bound framebuffer of the given size, in pixels. GL state is as before: program,
  /// vertex array, textures, framebuffer, viewport, scissor, blend and the like.
  void draw(const HeatmapStyle& style, int framebuffer_width, int framebuffer_height);

  /// Another number where draw() would draw otherwise, of this heatmap or any other: what has the
  /// number of the frame before need not be drawn anew. The clip does not count.
  std::uint64_t look(const HeatmapStyle& style) const;

 private:
  struct Gl;
  std::unique_ptr<Gl> gl_;
};

}  // namespace attn::gl
