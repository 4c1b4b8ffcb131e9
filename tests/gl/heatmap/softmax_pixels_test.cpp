#include "app/gl/heatmap/softmax_pixels.h"

#include <cmath>
#include <numbers>

#include "tests/gl/gl_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::gl::softmax_pixels_test {
namespace {

/// Weights of more cells than pixels, pooled beside the shader.
class SoftmaxPixelsTest : public GlTest {};

struct Softmax {
  Matrix scores;
  float sharpness = 1;
  std::vector<Heatmap::SoftmaxRow> rows;
};

Softmax random_softmax(Index rows, Index columns, double temperature, unsigned seed) {
  test::Random random(seed);
  Softmax made;
  made.scores.resize(rows, columns);
  for (float& one : made.scores.reshaped()) {
    one = random.below(7) == 0 ? kMasked : random.number(2);
  }
  made.scores.middleRows(rows / 2, 4).setConstant(kMasked);
  made.scores.bottomRightCorner(rows / 4, columns / 4).setConstant(kMasked);
  made.sharpness = static_cast<float>(std::numbers::log2e / temperature);
  for (Index i = 0; i < rows; ++i) {
    const double largest = made.scores.row(i).maxCoeff();
    double sum = 0;
    for (const float one : made.scores.row(i)) sum += std::exp((one - largest) / temperature);
    made.rows.push_back(
        std::isfinite(largest)
            ? Heatmap::SoftmaxRow{static_cast<float>(largest), static_cast<float>(-std::log2(sum))}
            : Heatmap::SoftmaxRow{});
  }
  return made;
}

/// As the window draws it: the pixels of `style`'s rect that its clip leaves.
test::Picture draw_pixels(SoftmaxPixels& pixels, const Softmax& softmax, HeatmapStyle style,
                          int width, int height) {
  const auto [x, y, across, down] = style.rect;
  const auto [clip_x, clip_y, clip_across, clip_down] = style.clip;
  const PixelAxis columns = pixel_axis(x, across, static_cast<int>(softmax.scores.cols()),
                                       pixels_in(x, across, clip_x, clip_across, width));
  const PixelAxis rows = pixel_axis(y, down, static_cast<int>(softmax.scores.rows()),
                                    pixels_in(y, down, clip_y, clip_down, height));
  const Matrix& made =
      pixels.compute(softmax.scores, softmax.sharpness, softmax.rows, rows, columns);
  Heatmap heatmap;
  heatmap.set_scores(made);
  heatmap.set_softmax(1, std::vector<Heatmap::SoftmaxRow>(rows.cells.size()));
  style.rect = style.clip = {
      static_cast<float>(columns.first_pixel), static_cast<float>(rows.first_pixel),
      static_cast<float>(columns.cells.size()), static_cast<float>(rows.cells.size())};
  return draw(heatmap, style, width, height);
}

test::Picture draw_by_shader(const Softmax& softmax, const HeatmapStyle& style, int width,
                             int height) {
  Heatmap heatmap;
  heatmap.set_scores(softmax.scores);
  heatmap.set_softmax(softmax.sharpness, softmax.rows);
  return draw(heatmap, style, width, height);
}

TEST_F(SoftmaxPixelsTest, LooksAsTheShaderHasIt) {
  struct Shape {
    Index rows, columns;
  };
  for (const auto& [rows, columns] :
       {Shape{333, 517}, Shape{340, 330}, Shape{201, 321}, Shape{360, 600}}) {
    for (const double temperature : {1e-20, 0.01, 1.0, 1e6}) {
      SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + " at " +
                   std::to_string(temperature));
      const Softmax softmax =
          random_softmax(rows, columns, temperature, test::case_seed(rows, columns));
      const HeatmapStyle style = filling(320, 200, "indigo", {0, 0.3F});
      SoftmaxPixels pixels;
      const auto difference = compare(draw_pixels(pixels, softmax, style, 320, 200),
                                      draw_by_shader(softmax, style, 320, 200));
      EXPECT_LE(difference.max, 1) << "a rounding of the power";
    }
  }
}

TEST_F(SoftmaxPixelsTest, ShowsAPartAtAnyPlace) {
  const Softmax softmax = random_softmax(900, 700, 0.5, 5);
  SoftmaxPixels pixels;
  for (const float shift : {0.F, 0.25F, 0.5F, 0.8F}) {
    HeatmapStyle style = filling(320, 200, "viridis", {0, 0.02F});
    style.rect = {-60.3F + shift, -90.7F + shift, 480.6F, 420.2F};
    style.clip = {20.5F, 10, 250, 150.5F};
    style.hatch = style.background;  // its lines begin at another place
    const auto difference = compare(draw_pixels(pixels, softmax, style, 320, 200),
                                    draw_by_shader(softmax, style, 320, 200));
    EXPECT_LE(difference.mean, 0.01) << shift;
  }
}

TEST_F(SoftmaxPixelsTest, FollowsTemperatureAndScores) {
  const HeatmapStyle style = filling(100, 100, "viridis", {0, 0.2F});
  SoftmaxPixels pixels;
  Softmax softmax = random_softmax(250, 260, 1, 7);
  draw_pixels(pixels, softmax, style, 100, 100);
  softmax = random_softmax(250, 260, 0.1, 7);
  EXPECT_LE(compare(draw_pixels(pixels, softmax, style, 100, 100),
                    draw_by_shader(softmax, style, 100, 100))
                .max,
            1);
  softmax = random_softmax(250, 260, 0.1, 8);
  pixels.forget();
  EXPECT_LE(compare(draw_pixels(pixels, softmax, style, 100, 100),
                    draw_by_shader(softmax, style, 100, 100))
                .max,
            1);
}

TEST_F(SoftmaxPixelsTest, ComputesTheSameOnOneThread) {
  const Softmax softmax = random_softmax(400, 410, 0.3, 9);
  const PixelAxis axis = pixel_axis(0, 100, 400, {0, 100});
  const PixelAxis columns = pixel_axis(0, 100, 410, {0, 100});
  WorkerPool one(1), three(3);
  SoftmaxPixels alone, together;
  EXPECT_EQ(
      alone.compute(softmax.scores, softmax.sharpness, softmax.rows, axis, columns, one),
      together.compute(softmax.scores, softmax.sharpness, softmax.rows, axis, columns, three));
}

}  // namespace
}  // namespace attn::gl::softmax_pixels_test
