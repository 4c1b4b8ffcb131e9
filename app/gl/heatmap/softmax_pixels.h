#pragma once

#include <vector>

#include "app/gl/heatmap/heatmap.h"
#include "app/gl/heatmap/pixels.h"
#include "engine/base/worker_pool.h"

namespace attn::gl {

/// Assignment of a line of cells, each smaller than a pixel, to pixels. A cell belongs to the pixel
/// that contains its centre, as in shaders/small_cells.glsl.
struct PixelAxis {
  struct Cells {
    int first = 0, last = 0;  ///< both included
    bool operator==(const Cells&) const = default;
  };

  int first_pixel = 0;
  std::vector<Cells> cells;  ///< one for each pixel from there on
  bool operator==(const PixelAxis&) const = default;
};

/// Assignment of `count` cells from `start` over `length` pixels, for the pixels `shown`.
PixelAxis pixel_axis(float start, float length, int count, Span shown);

/// Heatmap of softmax weights with many cells per pixel, computed from scores: dragging the
/// temperature computes, reads and uploads no matrix of weights. The largest score of a row is its
/// largest weight at any temperature, so each row's pixels are pooled once for all temperatures.
class SoftmaxPixels {
 public:
  /// log2 of the strongest weight of each pixel of `rows` and `columns` (see Heatmap::set_softmax),
  /// kMasked if all its cells are masked. `scores` must equal those of the last call unless
  /// forget() was called. Valid until the next call.
  const Matrix& compute(const Matrix& scores, float sharpness,
                        const std::vector<Heatmap::SoftmaxRow>& softmax, const PixelAxis& rows,
                        const PixelAxis& columns, WorkerPool& pool = WorkerPool::shared());

  /// Call after the scores have changed.
  void forget() { known_ = PixelAxis(); }

 private:
  void find_largest(const Matrix& scores, const PixelAxis& columns, WorkerPool& pool);

  PixelAxis known_;  ///< axis of largest_
  Matrix largest_;   ///< largest score of each row in each pixel
  Matrix pixels_;
};

}  // namespace attn::gl
