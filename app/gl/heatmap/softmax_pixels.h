#pragma once

#include <vector>

#include "app/gl/heatmap/heatmap.h"
#include "app/gl/heatmap/pixels.h"
#include "engine/base/worker_pool.h"

namespace attn::gl {

/// Which cells of a line of them, each smaller than a pixel, show in which pixel. A cell belongs to
/// the pixel that holds its centre, as shaders/small_cells.glsl has it.
struct PixelAxis {
  struct Cells {
    int first = 0, last = 0;  ///< both included
    bool operator==(const Cells&) const = default;
  };

  int first_pixel = 0;
  std::vector<Cells> cells;  ///< of each pixel from there on
  bool operator==(const PixelAxis&) const = default;
};

/// Of `count` cells from `start` over `length` pixels, those in the pixels `shown`.
PixelAxis pixel_axis(float start, float length, int count, Span shown);

/// A heatmap of softmax weights that are many to a pixel, made of their scores: while the
/// temperature is dragged no matrix of weights is computed, read or uploaded. In a row the largest
/// score is the largest weight at any temperature, so each row's pixels are found once for all
/// temperatures.
class SoftmaxPixels {
 public:
  /// log2 of the strongest weight of each pixel of `rows` and `columns` (see Heatmap::set_softmax),
  /// kMasked where all its cells are masked. `scores` are those of the last call unless forget()
  /// was called since. Stays until the next call.
  const Matrix& compute(const Matrix& scores, float sharpness,
                        const std::vector<Heatmap::SoftmaxRow>& softmax, const PixelAxis& rows,
                        const PixelAxis& columns, WorkerPool& pool = WorkerPool::shared());

  /// The scores have changed since the last call.
  void forget() { known_ = PixelAxis(); }

 private:
  void find_largest(const Matrix& scores, const PixelAxis& columns, WorkerPool& pool);

  PixelAxis known_;  ///< that largest_ is for
  Matrix largest_;   ///< score of each row in each pixel
  Matrix pixels_;
};

}  // namespace attn::gl
