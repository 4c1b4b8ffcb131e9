// What a change costs the heatmap of 4096 x 4096 numbers: a row, a column or all of them uploaded,
// with and without what the next frame makes of it, and weights by their temperature.

#include <random>

#include <benchmark/benchmark.h>
#include <epoxy/gl.h>

#include "app/gl/framebuffer.h"
#include "app/gl/softmax_pixels.h"
#include "app/gl/surfaceless.h"
#include "engine/row_sums.h"

namespace {

using namespace attn;

constexpr Index kSize = 4096;
constexpr int kWindow = 640;

const Matrix& numbers() {
  static const Matrix matrix = [] {
    std::mt19937 random(1);
    std::normal_distribution<float> number(0, 2);
    Matrix made(kSize, kSize);
    for (float& one : made.reshaped()) one = number(random);
    return made;
  }();
  return matrix;
}

enum class What { kAll, kRow, kColumn, kNothing };

void change(gl::Heatmap& heatmap, What what, Index n) {
  if (what == What::kAll) heatmap.set(numbers());
  if (what == What::kRow) heatmap.set_row(numbers(), n % kSize);
  if (what == What::kColumn) heatmap.set_column(numbers(), n % kSize);
}

void upload(benchmark::State& state, What what) {
  const gl::SurfacelessContext context(3, 3);
  gl::Heatmap heatmap;
  heatmap.set(numbers());
  Index n = 0;
  for (auto _ : state) {
    change(heatmap, what, n++);
    glFinish();
  }
}

void draw(benchmark::State& state, What what) {
  const gl::SurfacelessContext context(3, 3);
  gl::Framebuffer framebuffer(kWindow, kWindow);
  gl::Heatmap heatmap;
  heatmap.set(numbers());
  gl::HeatmapStyle style;
  style.colormap = find_colormap("viridis");
  style.range = {-8, 8};
  style.rect = style.clip = {0, 0, kWindow, kWindow};
  Index n = 0;
  for (auto _ : state) {
    change(heatmap, what, n++);
    framebuffer.bind();
    heatmap.draw(style, kWindow, kWindow);
    glFinish();
  }
}

void row_sums(benchmark::State& state) {
  RowSums sums;
  compute_row_sums(numbers(), 1, false, sums);
  for (auto _ : state) compute_row_sums(numbers(), 0.7F, true, sums);
}

void softmax_pixels(benchmark::State& state) {
  const gl::PixelAxis axis = gl::pixel_axis(0, kWindow, kSize, {0, kWindow});
  const std::vector<gl::Heatmap::SoftmaxRow> rows(kSize, {8, -3});
  gl::SoftmaxPixels pixels;
  for (auto _ : state) pixels.compute(numbers(), 2, rows, axis, axis);
}

}  // namespace

BENCHMARK_CAPTURE(upload, all, What::kAll)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK_CAPTURE(upload, row, What::kRow)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK_CAPTURE(upload, column, What::kColumn)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK_CAPTURE(draw, unchanged, What::kNothing)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(draw, all, What::kAll)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(draw, row, What::kRow)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(draw, column, What::kColumn)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(row_sums)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(softmax_pixels)->Unit(benchmark::kMillisecond)->UseRealTime();

BENCHMARK_MAIN();
