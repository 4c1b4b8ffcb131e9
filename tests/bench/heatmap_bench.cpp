// Measures updates of a heatmap of 4096 x 4096 numbers: upload of a row, a column or everything,
// with and without the next frame's work, and changes of temperature. For comparison, a heatmap of
// 64 x 64 and one rectangle per cell as plot libraries for Dear ImGui draw.

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <epoxy/gl.h>

#include "app/gl/base/framebuffer.h"
#include "app/gl/base/surfaceless.h"
#include "app/gl/heatmap/softmax_pixels.h"
#include "engine/base/huge_pages.h"
#include "engine/fast/weights.h"

namespace {

using namespace attn;

constexpr Index kSize = 4096;
constexpr int kWindow = 640;

const Matrix& numbers() {
  static const Matrix matrix = [] {
    std::mt19937 random(1);
    std::normal_distribution<float> number(0, 2);
    Matrix made(kSize, kSize);
    use_huge_pages(made.data(), static_cast<std::size_t>(made.size()) * sizeof(float));
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

void draw(benchmark::State& state, What what, Index size = kSize) {
  const gl::SurfacelessContext context(3, 3);
  gl::Framebuffer framebuffer(kWindow, kWindow);
  gl::Heatmap heatmap;
  heatmap.set(numbers().topLeftCorner(size, size));
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

/// Two triangles for each cell, made and sent anew in each frame, some rows at a time.
class Rectangles {
 public:
  Rectangles() {
    const GLuint vertex = compile(GL_VERTEX_SHADER,
                                  "#version 330 core\n"
                                  "layout(location = 0) in vec2 at; layout(location = 1) in vec4 c;"
                                  "out vec4 color; void main() { color = c;"
                                  "gl_Position = vec4(at * 2 - 1, 0, 1); }");
    const GLuint fragment =
        compile(GL_FRAGMENT_SHADER,
                "#version 330 core\n"
                "in vec4 color; out vec4 pixel; void main() { pixel = color; }");
    program_ = glCreateProgram();
    glAttachShader(program_, vertex);
    glAttachShader(program_, fragment);
    glLinkProgram(program_);
    glGenVertexArrays(1, &array_);
    glBindVertexArray(array_);
    glGenBuffers(2, buffers_);
    glBindBuffer(GL_ARRAY_BUFFER, buffers_[0]);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers_[1]);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), nullptr);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Vertex),
                          reinterpret_cast<const void*>(2 * sizeof(float)));
  }

  void draw(const Matrix& values, const Colormap& map, ColorRange range) {
    glUseProgram(program_);
    glBindVertexArray(array_);
    constexpr Index kRows = 16;
    for (Index first = 0; first < values.rows(); first += kRows) {
      vertices_.clear();
      indices_.clear();
      for (Index i = first; i < std::min(first + kRows, values.rows()); ++i) {
        for (Index j = 0; j < values.cols(); ++j) {
          add(i, j, values.rows(), color_of(map, range, values(i, j)));
        }
      }
      glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices_.size() * sizeof(Vertex)),
                   vertices_.data(), GL_STREAM_DRAW);
      glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                   static_cast<GLsizeiptr>(indices_.size() * sizeof(std::uint32_t)),
                   indices_.data(), GL_STREAM_DRAW);
      glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(indices_.size()), GL_UNSIGNED_INT, nullptr);
    }
  }

 private:
  struct Vertex {
    float x, y;
    Rgb color;
    std::uint8_t alpha;
  };

  static GLuint compile(GLenum kind, const char* source) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    return shader;
  }

  void add(Index i, Index j, Index size, Rgb color) {
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    const float step = 1 / static_cast<float>(size);
    for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
      vertices_.push_back(
          {static_cast<float>(j + x) * step, static_cast<float>(i + y) * step, color, 255});
    }
    for (const std::uint32_t n : {0u, 1u, 2u, 0u, 2u, 3u}) indices_.push_back(first + n);
  }

  GLuint program_ = 0, array_ = 0, buffers_[2] = {};
  std::vector<Vertex> vertices_;
  std::vector<std::uint32_t> indices_;
};

void rectangles(benchmark::State& state) {
  const gl::SurfacelessContext context(3, 3);
  gl::Framebuffer framebuffer(kWindow, kWindow);
  Rectangles rectangles;
  const Matrix cells = numbers().topLeftCorner(state.range(0), state.range(0));
  for (auto _ : state) {
    framebuffer.bind();
    rectangles.draw(cells, *find_colormap("viridis"), {-8, 8});
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
BENCHMARK_CAPTURE(draw, unchanged_of_64, What::kNothing, 64)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(rectangles)->Arg(64)->Arg(kSize)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(row_sums)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(softmax_pixels)->Unit(benchmark::kMillisecond)->UseRealTime();

BENCHMARK_MAIN();
