#include "app/figure/heatmap/heatmap_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "app/figure/heatmap/pair_figure.h"
#include "tests/figure/figure_test.h"
#include "tests/support/sanitized.h"

namespace attn::heatmap_layout_test {
namespace {

using test::Example;
using test::example;

const std::vector<std::string> kShort = {"The", "Sleepy", "Child", "Reads", "A", "Book"};
const std::vector<std::string> kMixed = {"Donaudampfschifffahrtsgesellschaftskapitän",
                                         "a",
                                         "",
                                         "注意力机制",
                                         "الانتباه إلى كل الكلمات",
                                         "\n\n"};

HeatmapLayout layout_of(const Example& example, const FigureOptions& options = {}) {
  return lay_out(pair_heatmap(example.scene, example.trace, options), options.scale.value_or(2));
}

struct Point {
  double x, y;
};
using Corners = std::array<Point, 4>;

// The room of a text: its line's, or what it is clipped to.
Corners corners_of(const PlacedText& placed) {
  const double width = placed.text.width();
  const double part = placed.align == Align::left ? 0 : placed.align == Align::center ? 0.5 : 1;
  const double left = -part * width;
  double top = -placed.text.ascent();
  double bottom = top + placed.text.height();
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

void expect_tidy(const HeatmapLayout& layout, const std::string& what) {
  std::vector<Corners> boxes;
  for (const PlacedText& text : layout.texts) boxes.push_back(corners_of(text));
  for (const Corners& box : boxes) {
    for (const Point p : box) {
      EXPECT_TRUE(p.x >= 0 && p.y >= 0 && p.x <= layout.width && p.y <= layout.height)
          << what << ": text at " << p.x << ", " << p.y << " of " << layout.width << " x "
          << layout.height;
    }
  }
  const std::size_t texts = boxes.size();
  boxes.push_back(corners_of(layout.grid.area));
  if (layout.legend) boxes.push_back(corners_of(layout.legend->bar));
  for (std::size_t i = 0; i < texts; ++i) {
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      EXPECT_FALSE(overlap(boxes[i], boxes[j])) << what << ": texts " << i << " and " << j;
    }
  }
}

TEST(HeatmapLayout, NothingIsCutOrOverlaps) {
  for (const auto& words : {kShort, kMixed}) {
    for (const auto& [rows, columns] : std::vector<std::pair<Index, Index>>{
             {1, 1},   {1, 2},     {2, 1},     {3, 3},   {6, 6},   {9, 9},     {12, 12},  {1, 40},
             {40, 1},  {24, 8},    {8, 24},    {20, 20}, {28, 31}, {33, 37},   {64, 64},  {65, 71},
             {90, 90}, {128, 128}, {129, 129}, {1, 500}, {500, 1}, {512, 512}, {1000, 30}}) {
      expect_tidy(layout_of(example(rows, columns, words)),
                  words[0] + " " + std::to_string(rows) + " x " + std::to_string(columns));
    }
  }
}

TEST(HeatmapLayout, LongTitlesAndManySettingsStayInside) {
  Example made = example(2, 2, kShort);
  for (int i = 0; i < 60; ++i) made.scene.title += " and a rather long title\n";
  made.scene.masks.resize(40);
  expect_tidy(layout_of(made), "long title");
  EXPECT_LT(layout_of(made).width, 700);
  made.scene.title.clear();
  made.scene.masks.clear();
  expect_tidy(layout_of(made), "no title");
}

TEST(HeatmapLayout, FiguresAreAboutAPageWide) {
  for (const Index size : {1, 6, 20, 64, 128, 512, 2000}) {
    const HeatmapLayout layout = layout_of(example(size, size, kMixed));
    EXPECT_LT(layout.width, 1000) << size;
    EXPECT_LT(layout.height, 1000) << size;
  }
}

TEST(HeatmapLayout, EveryRowAndColumnHasItsLabelWhileTheyFit) {
  const auto count = [](Index size) { return layout_of(example(size, size, kShort)).texts.size(); };
  const std::size_t others = count(1) - 2;
  EXPECT_EQ(count(2), others + 4);
  EXPECT_EQ(count(60), others + 3 + 120);  // the longer legend has three numbers more
  EXPECT_LT(count(512), 120u);
}

TEST(HeatmapLayout, NumbersWhereTheyFit) {
  FigureOptions options;
  const auto size = [&](Index cells) {
    return layout_of(example(cells, cells, kShort), options).number_size;
  };
  EXPECT_EQ(size(6), 14);
  EXPECT_GE(size(20), 8.5);
  EXPECT_EQ(size(40), 0);
  options.numbers = Numbers::on;
  EXPECT_GT(size(40), 3);
  EXPECT_EQ(size(200), 0);
  options.numbers = Numbers::off;
  EXPECT_EQ(size(6), 0);
}

TEST(HeatmapLayout, ARowThatSeesNoKeySaysSo) {
  Example roomy = example(6, 6, kShort);
  EXPECT_FALSE(layout_of(roomy).masked_swatch);
  roomy.trace.heads[0].scores.row(2).setConstant(kMasked);
  const std::size_t texts = layout_of(example(6, 6, kShort)).texts.size();
  EXPECT_EQ(layout_of(roomy).pills.size(), 1u);
  EXPECT_TRUE(layout_of(roomy).masked_swatch);
  EXPECT_EQ(layout_of(roomy).texts.size(), texts + 2);  // and "masked"

  Example crowded = example(64, 64, kShort);
  crowded.trace.heads[0].scores(1, 1) = kMasked;
  const double height = layout_of(crowded).height;
  crowded.trace.heads[0].scores.row(2).setConstant(kMasked);
  EXPECT_TRUE(layout_of(crowded).pills.empty());
  EXPECT_GT(layout_of(crowded).height, height);
  crowded.trace.heads[0].scores.setConstant(kMasked);
  expect_tidy(layout_of(crowded), "all masked");
}

TEST(HeatmapLayout, IsTidyOnPagesOfAnySize) {
  int n = 0;
  for (const auto& [rows, columns] :
       std::vector<std::pair<Index, Index>>{{1, 1}, {6, 9}, {40, 20}, {64, 64}, {300, 200}}) {
    const Example made = example(rows, columns, kMixed);
    for (const bool legend : {true, false}) {
      const Heatmap heatmap =
          pair_heatmap(made.scene, made.trace, {.range = "-7:1e5", .legend = legend});
      for (const auto& [width, height] :
           std::vector<std::pair<double, double>>{{300, 200}, {1200, 400}, {500, 900}}) {
        for (const double room : {0.5, 1.0, 2.0}) {
          if (!test::is_taken(n++)) continue;
          const std::string what = std::to_string(rows) + " x " + std::to_string(columns) + " on " +
                                   std::to_string(width) + ", " + std::to_string(room);
          expect_tidy(lay_out(heatmap, {.scale = 1, .width = width, .room = room}), what);
          expect_tidy(lay_out(heatmap, {.scale = 2, .height = height, .room = room}), what);
          const HeatmapLayout both =
              lay_out(heatmap, {.scale = 1, .width = width, .height = height, .room = room});
          expect_tidy(both, what);
        }
      }
    }
  }
}

TEST(HeatmapLayout, TheLegendHasRoundNumbers) {
  const auto numbers = [](const std::string& range) {
    const HeatmapLayout layout = layout_of(example(6, 6, kShort), {.range = range});
    std::vector<std::string> found;
    for (const PlacedText& text : layout.texts) {
      if (text.x == layout.legend->bar.right() + 10 && text.align == Align::left) {
        found.push_back(text.text.text());
      }
    }
    return found;
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(numbers("fixed"), (Words{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(numbers("-0.13:0.41"), (Words{"0", "0.2", "0.4"}));
  EXPECT_EQ(numbers("0:700"), (Words{"0", "200", "400", "600"}));
}

TEST(HeatmapLayout, TheMatrixStartsOnAWholePixel) {
  for (const double scale : {1.0, 1.25, 1.5, 2.0, 3.0}) {
    FigureOptions options;
    options.scale = scale;
    const Rect area = layout_of(example(200, 200, kMixed), options).grid.area;
    for (const double edge : {area.x, area.y, area.right(), area.bottom()}) {
      EXPECT_NEAR(edge * scale, std::round(edge * scale), 1e-6) << scale;
    }
  }
}

}  // namespace
}  // namespace attn::heatmap_layout_test
