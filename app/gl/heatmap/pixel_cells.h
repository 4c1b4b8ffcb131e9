#pragma once

#include <array>
#include <cstddef>

#include "app/gl/heatmap/cell_texture.h"
#include "app/gl/heatmap/pixels.h"

namespace attn::gl {

/// What each pixel of a heatmap shows whose cells are smaller than a pixel: found once for each
/// change, so that a frame costs no more than one of few cells.
class PixelCells {
 public:
  /// What it depends on.
  struct PixelSource {
    std::size_t changes = 0;    ///< of the matrix
    std::size_t softmaxes = 0;  ///< changes of how scores become weights
    std::array<float, 4> rect{};
    bool diverging = false;
    bool operator==(const PixelSource&) const = default;
  };

  /// Whether the pixels of these columns and rows are there.
  bool has(const PixelSource& key, Span columns, Span rows) const;

  /// Makes room for them, to be drawn by shaders/pool.frag; they are taken to be there from now on.
  /// Changes the texture that is bound, the framebuffer and the viewport; throws as
  /// CellTexture::resize.
  void begin(const PixelSource& key, Span columns, Span rows);

  /// Sets the uniforms of shaders/pool.frag and pixel_cells.glsl.
  void place(const Program& program) const {
    program.set("first_pixel", columns_.first, rows_.first);
  }
  void read_by(const Program& program) const {
    cells_.read_by(program);
    place(program);
  }

 private:
  CellTexture cells_;
  FramebufferObject framebuffer_;
  PixelSource key_;
  Span columns_, rows_;
};

}  // namespace attn::gl
