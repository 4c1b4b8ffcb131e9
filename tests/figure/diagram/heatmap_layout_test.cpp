// Tests the layout around a heatmap's cells for any number and length of labels.
#include "app/figure/diagram/heatmap_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/views/diagrams.h"
#include "tests/engine/scenes.h"
#include "tests/figure/recording_canvas.h"
#include "tests/support/test_cases.h"

namespace attn::heatmap_layout_test {
namespace {

using test::Example;
using test::example;
using test::recorded;
using test::Recorded;
using test::RecordingCanvas;

const std::vector<std::string> kShort = {"The", "Sleepy", "Child", "Reads", "A", "Book"};
const std::vector<std::string> kMixed = {"Donaudampfschifffahrtsgesellschaftskapitän",
                                         "a",
                                         "",
                                         "注意力机制",
                                         "الانتباه إلى كل الكلمات",
                                         "\n\n"};

/// Without the numbers, which stand in cells.
Recorded figure_of(const Example& example, FigureOptions options = {}) {
  if (options.numbers == Numbers::automatic) options.numbers = Numbers::off;
  return recorded(example, options);
}

using Corners = std::array<Point, 4>;

// The room of a text: its line's, or what it is clipped to.
Corners corners_of(const RecordingCanvas::Said& said) {
  const Canvas::TextSpot& placed = said.place;
  const double width = said.width;
  const double part = placed.align == Align::left ? 0 : placed.align == Align::center ? 0.5 : 1;
  const double left = -part * width;
  double top = -said.ascent;
  double bottom = top + said.height;
  if (placed.slot > 0) {
    top = std::max(top, -placed.middle - placed.slot / 2);
    bottom = std::min(bottom, -placed.middle + placed.slot / 2);
  }
  Corners corners{{{left, top}, {left + width, top}, {left + width, bottom}, {left, bottom}}};
  for (Point& p : corners) {
    p = {placed.x + p.x * std::cos(placed.angle) - p.y * std::sin(placed.angle),
         placed.y + p.x * std::sin(placed.angle) + p.y * std::cos(placed.angle)};
  }
  return corners;
}

Corners corners_of(const Rect& r) {
  return {{{r.x, r.y}, {r.right(), r.y}, {r.right(), r.bottom()}, {r.x, r.bottom()}}};
}

// Whether two rectangles, each turned in any way, share more than an edge: no line along a side of
// either parts them.
bool overlap(const Corners& a, const Corners& b) {
  for (const Corners* sides : {&a, &b}) {
    for (int side = 0; side < 2; ++side) {
      const Point p = (*sides)[static_cast<std::size_t>(side)];
      const Point q = (*sides)[static_cast<std::size_t>(side) + 1];
      const double length = std::hypot(q.x - p.x, q.y - p.y);
      const auto reach = [&](const Corners& corners) {
        double low = 1e9, high = -1e9;
        for (const Point c : corners) {
          const double along = (c.x * (q.x - p.x) + c.y * (q.y - p.y)) / length;
          low = std::min(low, along);
          high = std::max(high, along);
        }
        return std::pair{low, high};
      };
      const auto [a_low, a_high] = reach(a);
      const auto [b_low, b_high] = reach(b);
      constexpr double kTouch = 0.01;
      if (a_high <= b_low + kTouch || b_high <= a_low + kTouch) return false;
    }
  }
  return true;
}

void expect_tidy(const Recorded& figure, const std::string& what) {
  const auto& [drawing, canvas] = figure;
  std::vector<Corners> boxes;
  for (const auto& text : canvas->texts) boxes.push_back(corners_of(text));
  for (const Corners& box : boxes) {
    for (const Point p : box) {
      const double x = p.x - drawing.corner.x, y = p.y - drawing.corner.y;
      EXPECT_TRUE(x >= 0 && y >= 0 && x <= drawing.width && y <= drawing.height)
          << what << ": text at " << x << ", " << y << " of " << drawing.width << " x "
          << drawing.height;
    }
  }
  const std::size_t texts = boxes.size();
  boxes.push_back(corners_of(figure.matrix()));
  if (figure.bar().width > 0) boxes.push_back(corners_of(figure.bar()));
  for (std::size_t i = 0; i < texts; ++i) {
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      EXPECT_FALSE(overlap(boxes[i], boxes[j]))
          << what << ": \"" << canvas->texts[i].text << "\" and "
          << (j < texts ? "\"" + canvas->texts[j].text + "\"" : "the matrix or its legend");
    }
  }
}

TEST(HeatmapLayout, NothingIsCutOrOverlaps) {
  for (const auto& words : {kShort, kMixed}) {
    for (const auto& [rows, columns] : std::vector<std::pair<Index, Index>>{
             {1, 1},   {1, 2},     {2, 1},     {3, 3},   {6, 6},   {9, 9},     {12, 12},  {1, 40},
             {40, 1},  {24, 8},    {8, 24},    {20, 20}, {28, 31}, {33, 37},   {64, 64},  {65, 71},
             {90, 90}, {128, 128}, {129, 129}, {1, 500}, {500, 1}, {512, 512}, {1000, 30}}) {
      expect_tidy(figure_of(example(rows, columns, words)),
                  words[0] + " " + std::to_string(rows) + " x " + std::to_string(columns));
    }
  }
}

TEST(HeatmapLayout, LongTitlesAndManySettingsStayInside) {
  Example made = example(2, 2, kShort);
  for (int i = 0; i < 60; ++i) made.scene.title += " and a rather long title\n";
  made.scene.masks.resize(40);
  expect_tidy(figure_of(made), "long title");
  EXPECT_LT(figure_of(made).drawing.width, 700);
  made.scene.title.clear();
  made.scene.masks.clear();
  expect_tidy(figure_of(made), "no title");
}

TEST(HeatmapLayout, FiguresAreAboutAPageWide) {
  for (const Index size : {1, 6, 20, 64, 128, 512, 2000}) {
    const Drawing drawing = draw_figure(test::evaluation_of(example(size, size, kMixed)), {});
    EXPECT_LT(drawing.width, 1000) << size;
    EXPECT_LT(drawing.height, 1000) << size;
  }
}

TEST(HeatmapLayout, EveryRowAndColumnHasItsLabelWhileTheyFit) {
  const auto count = [](Index size) {
    return figure_of(example(size, size, kShort)).canvas->texts.size();
  };
  const std::size_t others = count(1) - 2;
  EXPECT_EQ(count(2), others + 4);
  EXPECT_EQ(count(60), others + 3 + 120);  // the longer legend has three numbers more
  EXPECT_LT(count(512), 120u);
}

/// The widths of what stands in the cells of a matrix of these numbers.
std::vector<double> widths_in_cells(const Matrix& values, double cell) {
  Diagram diagram{.width = 400, .height = 100};
  diagram.add(MatrixMark{
      .name = "m",
      .area = {0, 0, cell * static_cast<double>(values.cols()), 20},
      .values = std::make_shared<const Matrix>(values),
      .colormap = find_colormap("viridis"),
      .numbers = true,
  });
  const test::Recorded drawn(drawing_of(std::move(diagram), {}));
  std::vector<double> widths;
  for (const auto& said : drawn.canvas->texts) widths.push_back(said.width);
  return widths;
}

TEST(HeatmapLayout, DigitsInCellsStandBelowEachOther) {
  const auto widths = widths_in_cells(test::matrix({{0.11F, 0.44F, 0.17F}}), 40);
  ASSERT_EQ(widths.size(), 3U);
  EXPECT_EQ(widths[0], widths[1]);
  EXPECT_EQ(widths[0], widths[2]);
}

TEST(HeatmapLayout, NumbersHaveRoomInTheirCellsWhicheverTheyAre) {
  for (const float number : {0.11F, 0.44F, 0.88F}) {
    for (double cell = 20; cell < 40; cell += 0.25) {
      for (const double width : widths_in_cells(test::matrix({{number, number}}), cell)) {
        EXPECT_LE(width, cell - 2) << number;
      }
    }
  }
}

TEST(HeatmapLayout, NumbersWhereTheyFit) {
  // Their em; 0 where there is none.
  const auto size = [&](Index cells, Numbers numbers) {
    const Recorded figure = recorded(example(cells, cells, kShort), {.numbers = numbers});
    const auto is_number = [](const auto& said) { return said.text == "0.40"; };
    const auto found = std::ranges::find_if(figure.canvas->texts, is_number);
    return found == figure.canvas->texts.end() ? 0 : found->size;
  };
  EXPECT_EQ(size(6, Numbers::automatic), 14);
  EXPECT_GE(size(20, Numbers::automatic), 8.5);
  EXPECT_EQ(size(40, Numbers::automatic), 0);
  EXPECT_GT(size(40, Numbers::on), 3);
  EXPECT_THROW(size(200, Numbers::on), OptionError);
  EXPECT_EQ(size(6, Numbers::off), 0);
}

TEST(HeatmapLayout, ScoresHaveFewerDecimalsWhereTwoHaveNoRoom) {
  const FigureRuler ruler;
  const auto decimals = [&](float number, ColorRange range, double cell) {
    MatrixMark mark;
    mark.range = range;
    const auto fit = fitting_numbers(ruler, mark, cell, 40, test::matrix({{number, 2}}));
    return fit ? fit->decimals : -1;
  };
  const double whole = ruler.width("−00.00", Type::small) + 4;
  EXPECT_EQ(decimals(-22.5F, {-23, 23}, whole), 2);
  EXPECT_EQ(decimals(-22.5F, {-23, 23}, whole - 1), 1);
  EXPECT_EQ(decimals(-22.5F, {-23, 23}, whole / 2), -1) << "−23 it is not";
  EXPECT_EQ(decimals(-22, {-23, 23}, ruler.width("−00", Type::small) + 4), 0) << "all are whole";
  EXPECT_EQ(decimals(0.25F, {0, 1}, ruler.width("0.0", Type::small) + 4), -1) << "a weight";
  for (const char* zero : {"0.00", "−0.0", "0"}) EXPECT_TRUE(is_zero_as_written(zero));
  EXPECT_FALSE(is_zero_as_written("−0.01"));
}

TEST(HeatmapLayout, ARowThatSeesNoKeySaysSo) {
  Example roomy = example(6, 6, kShort);
  EXPECT_TRUE(figure_of(roomy).canvas->hatched.at(0).empty());
  const std::size_t texts = figure_of(roomy).canvas->texts.size();
  roomy.trace.heads[0].scores.row(2).setConstant(kMasked);
  const Recorded masked = figure_of(roomy);
  EXPECT_EQ(masked.canvas->filled.size(), 1u);
  EXPECT_EQ(masked.canvas->hatched.back().size(), 1u) << "the legend's";
  EXPECT_EQ(masked.canvas->texts.size(), texts + 2);  // and "masked"

  Example crowded = example(64, 64, kShort);
  crowded.trace.heads[0].scores(1, 1) = kMasked;
  const double height = figure_of(crowded).drawing.height;
  crowded.trace.heads[0].scores.row(2).setConstant(kMasked);
  EXPECT_TRUE(figure_of(crowded).canvas->filled.empty());
  EXPECT_GT(figure_of(crowded).drawing.height, height);
  crowded.trace.heads[0].scores.setConstant(kMasked);
  expect_tidy(figure_of(crowded), "all masked");
}

TEST(HeatmapLayout, AnImageIsHatchedOnlyWhereAPixelShowsIt) {
  Example large = example(512, 512, kShort);
  EXPECT_TRUE(figure_of(large).canvas->hatched.empty());
  large.trace.heads[0].scores.topRightCorner(100, 100).setConstant(kMasked);
  large.trace.heads[0].weights.topRightCorner(100, 100).setZero();
  EXPECT_EQ(figure_of(large).canvas->hatched.size(), 2u) << "and the legend's";
}

TEST(HeatmapLayout, IsTidyOnPagesOfAnySize) {
  int n = 0;
  const FigureRuler ruler;
  for (const auto& [rows, columns] :
       std::vector<std::pair<Index, Index>>{{1, 1}, {6, 9}, {40, 20}, {64, 64}, {300, 200}}) {
    const auto evaluation = test::evaluation_of(example(rows, columns, kMixed));
    for (const bool legend : {true, false}) {
      for (const auto& [width, height] : std::vector<std::pair<double, double>>{
               {300, 200}, {1200, 400}, {500, 900}, {300, 0}, {500, 0}, {1200, 0}}) {
        for (const double room : {0.5, 1.0, 2.0}) {
          if (!test::is_tried(n++)) continue;
          const std::string what = std::to_string(rows) + " x " + std::to_string(columns) + " on " +
                                   std::to_string(width) + " x " + std::to_string(height) + ", " +
                                   std::to_string(room);
          ViewState state;
          state.numbers = false;
          state.options.range = "-7:1e5";
          const double most = std::max(width, height);
          expect_tidy(Recorded(drawing_of(weights_diagram({.evaluation = evaluation,
                                                           .state = state,
                                                           .width = width / room,
                                                           .height = height / room,
                                                           .legend = legend,
                                                           .cells = {.side = most, .cell = most},
                                                           .scale = height > 0 ? 1.0 : 2.0,
                                                           .ruler = ruler}))),
                      what);
        }
      }
    }
  }
}

TEST(HeatmapLayout, TheLegendHasItsEndsAndRoundNumbers) {
  const auto numbers = [](const std::string& range) {
    const Recorded figure = figure_of(example(6, 6, kShort), {.range = range});
    std::vector<std::string> found;
    for (const auto& said : figure.canvas->texts) {
      const bool is_beside = std::abs(said.place.x - figure.bar().right() - 6) < 1e-6;
      if (is_beside && said.place.align == Align::left) found.push_back(said.text);
    }
    return found;
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(numbers("fixed"), (Words{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(numbers("-0.13:0.41"), (Words{"−0.13", "0", "0.2", "0.41"}));
  EXPECT_EQ(numbers("0:700"), (Words{"0", "200", "400", "600", "700"}));
}

TEST(HeatmapLayout, VeryLargeNumbersHaveRoomInCells) {
  const Matrix seen{{1.8e12F, -2.5F}, {0, 47752.5F}};
  const CellNumbers numbers(seen);
  EXPECT_EQ(numbers.text(1.8e12), "1.8e12");
  EXPECT_EQ(numbers.text(47752.5), "4.78e4");
  EXPECT_EQ(numbers.text(-2.5), "−2.50");
  MatrixMark mark;
  mark.range = {-1, 1};
  EXPECT_EQ(longest_number(mark, seen), "−0.00e00") << "as wide as any of them";
  const Matrix one_large{{282.8F, -0.7F}, {3.5F, 28.3F}};
  EXPECT_EQ(longest_number(mark, one_large, 1), "−000.0");
  mark.number = Type::cell;
  EXPECT_EQ(longest_number(mark, one_large, 1), "000.0") << "no large one is negative";
  EXPECT_EQ(longest_number(mark, -one_large, 1), "−000.0");
  EXPECT_EQ(CellNumbers(Matrix{{99999, 1}}).text(12345.678), "12345.68");
}

TEST(HeatmapLayout, TheMatrixStartsOnAWholePixel) {
  for (const double scale : {1.0, 1.25, 1.5, 2.0, 3.0}) {
    const Recorded figure = figure_of(example(200, 200, kMixed), {.scale = scale});
    const Rect area = figure.matrix();
    const Point corner = figure.drawing.corner;
    for (const double edge : {area.x - corner.x, area.y - corner.y, area.right() - corner.x,
                              area.bottom() - corner.y}) {
      EXPECT_NEAR(edge * scale, std::round(edge * scale), 1e-6) << scale;
    }
  }
}

}  // namespace
}  // namespace attn::heatmap_layout_test
