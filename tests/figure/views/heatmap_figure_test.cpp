// The pixels of a figure of weights.
#include <cstdlib>
#include <set>
#include <string_view>
#include <tuple>

#include <gtest/gtest.h>

#include "app/figure/files/painted_figure.h"
#include "app/figure/text/figure_theme.h"
#include "app/figure/views/diagrams.h"
#include "tests/figure/recording_canvas.h"

namespace attn::heatmap_figure_test {
namespace {

using test::Example;
using test::example;
using test::Picture;
using test::Recorded;

const std::vector<std::string> kWords = {"one", "two", "three"};

struct Drawn {
  Recorded figure;
  Picture picture;
  Index rows, columns;
  Rect area = figure.matrix();

  Point pixel(Point at) const {
    const auto& [drawing, canvas] = figure;
    return {(at.x - drawing.corner.x) * drawing.scale, (at.y - drawing.corner.y) * drawing.scale};
  }
  /// The cells from one on.
  Rect cells(Index row, Index column, Index count = 1) const {
    const double width = area.width / static_cast<double>(columns);
    const double height = area.height / static_cast<double>(rows);
    return {area.x + static_cast<double>(column) * width,
            area.y + static_cast<double>(row) * height, width * static_cast<double>(count),
            height * static_cast<double>(count)};
  }
  // The pixel under the middle of a cell.
  const std::uint8_t* middle(Index row, Index column) const {
    const Rect cell = cells(row, column);
    const Point at = pixel({cell.middle_x(), cell.middle_y()});
    return picture.at(static_cast<int>(at.x), static_cast<int>(at.y));
  }
  // All colours well within a rectangle.
  std::set<std::tuple<int, int, int>> colors(const Rect& rect) const {
    std::set<std::tuple<int, int, int>> found;
    const Point from = pixel({rect.x + 3, rect.y + 3});
    const Point to = pixel({rect.right() - 3, rect.bottom() - 3});
    for (int y = static_cast<int>(from.y); y < to.y; ++y) {
      for (int x = static_cast<int>(from.x); x < to.x; ++x) {
        const std::uint8_t* p = picture.at(x, y);
        found.insert({p[0], p[1], p[2]});
      }
    }
    return found;
  }
};

Drawn draw(Example made, const FigureOptions& options) {
  const Index rows = made.scene.query_count(), columns = made.scene.key_count();
  const auto evaluation =
      std::make_shared<const Evaluation>(Evaluation{std::move(made.scene), std::move(made.trace)});
  Drawing drawing = draw_figure(evaluation, options);
  const Pixels pixels = pixels_of(drawing);
  Picture picture{pixels.width, pixels.height, {}};
  const auto bytes = 4 * static_cast<std::size_t>(pixels.width * pixels.height);
  picture.rgba.assign(pixels.rgba.get(), pixels.rgba.get() + bytes);
  return {Recorded(std::move(drawing)), std::move(picture), rows, columns};
}

void expect_color(const std::uint8_t* pixel, Rgb color, std::string_view map, Index i, Index j) {
  EXPECT_TRUE(std::abs(pixel[0] - color.r) <= 1 && std::abs(pixel[1] - color.g) <= 1 &&
              std::abs(pixel[2] - color.b) <= 1 && pixel[3] == 255)
      << map << " at " << i << ", " << j << ": " << +pixel[0] << " " << +pixel[1] << " "
      << +pixel[2] << ", expected " << +color.r << " " << +color.g << " " << +color.b;
}

void expect_data_colors(const Example& made, const FigureOptions& options) {
  const Drawn drawn = draw(made, options);
  const Matrix& weights = made.trace.heads[0].weights;
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      expect_color(drawn.middle(i, j), color_of(*options.colormap, {0, 1}, weights(i, j)),
                   options.colormap->id, i, j);
    }
  }
}

TEST(HeatmapFigure, NumbersMayBeOfTheLargestOfEachRow) {
  FigureOptions options{.numbers = Numbers::on, .numbers_of_largest = 2};
  Example few = example(3, 5, kWords);
  few.trace.heads[0].weights.row(1).setConstant(0.25F);
  const Recorded figure = test::recorded(few, options);
  std::ptrdiff_t numbers = 0, equal = 0;
  for (const auto& text : figure.canvas->texts) {
    numbers += text.text.starts_with("0.") && text.place.align == Align::center;
    equal += text.text == "0.25" && text.place.align == Align::center;
  }
  EXPECT_EQ(equal, 2) << "of equal numbers, the first";
  EXPECT_EQ(numbers, 6);
}

TEST(HeatmapFigure, GapsCanBeTurnedOff) {
  const auto covered = [](bool gaps) {
    const Recorded figure = test::recorded(example(4, 4, kWords), {.gaps = gaps});
    double area = 0;
    for (const Rect& cell : figure.canvas->matrices.at(0)) area += cell.width * cell.height;
    return area / (figure.matrix().width * figure.matrix().height);
  };
  EXPECT_NEAR(covered(false), 1, 1e-6);
  EXPECT_LT(covered(true), 0.98);
}

TEST(HeatmapFigure, CellsHaveTheirColourInEveryMap) {
  for (const Colormap& map : colormaps()) {
    expect_data_colors(example(12, 22, kWords), {.colormap = &map, .numbers = Numbers::off});
  }
}

TEST(HeatmapFigure, CellsHaveTheirColourAtEverySize) {
  for (const auto& [rows, columns] : std::vector<std::pair<Index, Index>>{
           {1, 1}, {1, 500}, {500, 1}, {64, 64}, {100, 90}, {128, 128}, {200, 150}, {512, 512}}) {
    for (const double scale : {1.0, 1.5, 2.0}) {
      if (static_cast<double>(std::max(rows, columns)) > 640 * scale) continue;
      expect_data_colors(
          example(rows, columns, kWords),
          {.colormap = find_colormap("viridis"), .scale = scale, .numbers = Numbers::off});
    }
  }
}

TEST(HeatmapFigure, MaskedCellsAreHatchedAndZerosAreNot) {
  for (const Index size : {6, 20, 40}) {
    Example made = example(size, size, kWords);
    HeadTrace& head = made.trace.heads[0];
    head.weights(1, 2) = 0;
    head.weights(2, 1) = 0;
    head.scores(1, 2) = kMasked;
    const Drawn drawn = draw(made, {.numbers = Numbers::off});
    EXPECT_GE(drawn.colors(drawn.cells(1, 2)).size(), 3u) << size;
    EXPECT_EQ(drawn.colors(drawn.cells(2, 1)).size(), 1u) << size;
  }
}

TEST(HeatmapFigure, MaskedPartsOfAnImageAreHatched) {
  Example made = example(300, 300, kWords);
  HeadTrace& head = made.trace.heads[0];
  head.weights.topRightCorner(100, 100).setZero();
  head.scores.topRightCorner(100, 100).setConstant(kMasked);
  head.weights.bottomLeftCorner(100, 100).setZero();
  const Drawn drawn = draw(made, {});
  EXPECT_GE(drawn.colors(drawn.cells(0, 200, 100)).size(), 3u);
  EXPECT_EQ(drawn.colors(drawn.cells(200, 0, 100)).size(), 1u);
}

TEST(HeatmapFigure, NumbersAreThereOrNotAsAsked) {
  Example made = example(6, 6, kWords);
  made.trace.heads[0].weights.setConstant(0.25f);
  const auto colors = [&](Numbers numbers) {
    const Drawn drawn = draw(made, {.numbers = numbers});
    return drawn.colors(drawn.cells(0, 0));
  };
  EXPECT_EQ(colors(Numbers::off).size(), 1u);
  EXPECT_EQ(colors(Numbers::automatic), colors(Numbers::on));
  EXPECT_TRUE(colors(Numbers::on).contains({kInk.r, kInk.g, kInk.b}));
  made.trace.heads[0].weights.setOnes();
  EXPECT_TRUE(colors(Numbers::on).contains({255, 255, 255}));
}

TEST(HeatmapFigure, TheLegendRunsThroughTheMap) {
  const Example made = example(6, 6, kWords);
  for (const Colormap& map : colormaps()) {
    const Drawn drawn = draw(made, {.colormap = &map});
    const Rect bar = drawn.figure.bar();
    for (const double part : {0.02, 0.25, 0.5, 0.75, 0.98}) {
      const Point at = drawn.pixel({bar.middle_x(), bar.bottom() - part * bar.height});
      const std::uint8_t* pixel = drawn.picture.at(static_cast<int>(at.x), static_cast<int>(at.y));
      const Rgb expected = color_of(map, {0, 1}, static_cast<float>(part));
      EXPECT_NEAR(pixel[0], expected.r, 5) << map.id;
      EXPECT_NEAR(pixel[1], expected.g, 5) << map.id;
      EXPECT_NEAR(pixel[2], expected.b, 5) << map.id;
    }
  }
}

TEST(HeatmapFigure, TheStrongestOfManyShows) {
  Example made = example(1, 1, kWords);
  made.scene.tokens.resize(4096, "t");
  made.scene.queries->tokens.resize(4096, "t");
  HeadTrace& head = made.trace.heads[0];
  head.weights = Matrix::Constant(4096, 4096, 1.0f / 4096);
  head.scores = Matrix::Zero(4096, 4096);
  head.weights(1234, 3210) = 0.9f;
  const Drawn drawn = draw(made, {});
  expect_color(drawn.middle(1234, 3210), color_of(*find_colormap("indigo"), {0, 1}, 0.9f), "indigo",
               1234, 3210);
  expect_color(drawn.middle(1200, 3210), color_of(*find_colormap("indigo"), {0, 1}, 0), "indigo",
               1200, 3210);
}

TEST(HeatmapFigure, AWholeUnseenMatrixIsDrawn) {
  Example made = example(4, 4, kWords);
  made.trace.heads[0].scores.setConstant(kMasked);
  made.trace.heads[0].weights.setZero();
  const Drawn drawn = draw(made, {});
  const std::vector<Rect>& pills = drawn.figure.canvas->filled;
  EXPECT_EQ(pills.size(), 4u);
  EXPECT_TRUE(drawn.colors(pills.at(0)).contains({255, 255, 255}));
}

}  // namespace
}  // namespace attn::heatmap_figure_test
