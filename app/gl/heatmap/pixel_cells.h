#pragma once

#include <array>
#include <cstddef>

#include "app/gl/heatmap/cell_texture.h"
#include "app/gl/heatmap/pixels.h"

namespace attn::gl {

/// Cache of the pooled pixels of a heatmap with cells smaller than a pixel: computed once per
/// change, so that a frame costs no more than one with few cells.
class PixelCells {
 public:
  /// Key of the cache.
  struct PixelSource {
    std::size_t changes = 0;    ///< of the matrix
    std::size_t softmaxes = 0;  ///< changes of the mapping of scores to weights
    std::array<float, 4> rect{};
    bool diverging = false;
    bool operator==(const PixelSource&) const = default;
  };

  /// Returns whether the pixels of these columns and rows are cached.
  bool has(const PixelSource& key, Span columns, Span rows) const;

  /// Allocates the pixels as a render target for shaders/pool.frag; they count as cached from now
  /// on. Changes the bound texture, the framebuffer and the viewport; throws as
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
