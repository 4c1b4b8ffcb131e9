#include "app/gl/heatmap/softmax_pixels.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn::gl {
namespace {

constexpr float kLeastLog = -1000;  // below any weight, above the masked value

/// Raises `pixels` to the logarithms of the weights of `scores`.
void raise_to(const float* scores, float sharpness, Heatmap::SoftmaxRow row, float* pixels,
              Index count) {
  for (Index x = 0; x < count; ++x) {
    const float least = scores[x] == kMasked ? kMasked : kLeastLog;
    const float level = sharpness * (scores[x] - row.largest) + row.level;
    const float shown = level > least ? level : least;
    pixels[x] = shown > pixels[x] ? shown : pixels[x];
  }
}

}  // namespace

PixelAxis pixel_axis(float start, float length, int count, Span shown) {
  PixelAxis axis{shown.first, {}};
  const float pitch = length / static_cast<float>(count);
  const auto first_from = [pitch](float at) {
    return static_cast<int>(std::ceil(at / pitch - 0.5F));
  };
  for (int pixel = shown.first; pixel < shown.last; ++pixel) {
    const float from = static_cast<float>(pixel) - start, to = from + 1;
    // The outermost pixels include cells beyond their outer edge.
    const int first = clamped(from < 0.5F ? 0 : first_from(from), 0, count - 1);
    const int last = to + 0.5F >= length ? count - 1 : first_from(to) - 1;
    axis.cells.push_back({first, clamped(last, first, count - 1)});
  }
  return axis;
}

void SoftmaxPixels::find_largest(const Matrix& scores, const PixelAxis& columns, WorkerPool& pool) {
  largest_.resize(scores.rows(), std::ssize(columns.cells));
  constexpr Index kRows = 32;
  pool.run((scores.rows() + kRows - 1) / kRows, [&](Index n, int) {
    for (Index i = n * kRows; i < std::min(scores.rows(), (n + 1) * kRows); ++i) {
      const float* row = scores.row(i).data();
      float* largest = largest_.row(i).data();
      for (const auto& [first, last] : columns.cells) {
        float most = row[first];
        for (int j = first + 1; j <= last; ++j) most = row[j] > most ? row[j] : most;
        *largest++ = most;
      }
    }
  });
  known_ = columns;
}

const Matrix& SoftmaxPixels::compute(const Matrix& scores, float sharpness,
                                     const std::vector<Heatmap::SoftmaxRow>& softmax,
                                     const PixelAxis& rows, const PixelAxis& columns,
                                     WorkerPool& pool) {
  if (known_ != columns || largest_.rows() != scores.rows()) find_largest(scores, columns, pool);
  const Index height = std::ssize(rows.cells), width = std::ssize(columns.cells);
  pixels_.resize(height, width);
  constexpr Index kRows = 16;
  pool.run((height + kRows - 1) / kRows, [&](Index n, int) {
    for (Index y = n * kRows; y < std::min(height, (n + 1) * kRows); ++y) {
      float* pixels = pixels_.row(y).data();
      std::fill_n(pixels, width, kMasked);
      const auto& [first, last] = rows.cells[static_cast<std::size_t>(y)];
      for (Index i = first; i <= last; ++i) {
        raise_to(largest_.row(i).data(), sharpness, softmax[static_cast<std::size_t>(i)], pixels,
                 width);
      }
    }
  });
  return pixels_;
}

}  // namespace attn::gl
