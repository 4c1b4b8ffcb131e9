// Sizes, words and themes, of every view.
#include "app/figure/files/view_figure.h"

#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/painted_figure.h"
#include "app/figure/text/figure_theme.h"
#include "assets/assets.h"
#include "engine/attention/position.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/figure_test.h"

namespace attn::view_figure_test {
namespace {

using test::example;

class ViewFigure : public testing::Test {
 protected:
  static std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
    return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  }
  std::shared_ptr<const Evaluation> child_ = evaluated(test::first_example());
};

TEST_F(ViewFigure, AHeatmapFillsItsPage) {
  const Drawing drawing = draw_figure(child_, {.scale = 1, .width = 700, .height = 900});
  const Drawing larger = draw_figure(child_, {.scale = 1, .width = 1400, .height = 1800});
  // The page is no picture that is scaled: its labels stay as they are.
  EXPECT_EQ(drawing.scale, 1);
  EXPECT_EQ(larger.scale, 1);
  const Pixels pixels = pixels_of(larger);
  int right = 0;
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x) {
      const unsigned char* p = pixels.rgba.get() + 4 * (y * pixels.width + x);
      if (p[0] != 255 || p[1] != 255 || p[2] != 255) right = std::max(right, x);
    }
  }
  EXPECT_GT(right, 1400 - 80);
}

TEST_F(ViewFigure, TitlesAndCaptionsStandInEveryView) {
  for (const std::string_view view : figure_views()) {
    if (!is_meaningful(*child_, view)) continue;
    const std::string plain = svg_figure(draw_figure(child_, {.view = std::string(view)}, 1));
    const std::string svg = svg_figure(draw_figure(
        child_, {.view = std::string(view), .title = "A title", .caption = "Some <words> below"},
        1));
    EXPECT_NE(svg.find(">A title</text>"), std::string::npos) << view;
    EXPECT_NE(svg.find(">Some &lt;words&gt; below</text>"), std::string::npos) << view;
    EXPECT_EQ(plain.find(">A title</text>"), std::string::npos) << view;
  }
  const std::string none = svg_figure(draw_figure(child_, {.title = ""}, 1));
  EXPECT_EQ(none.find(">The sleepy child reads a book</text>"), std::string::npos);
  EXPECT_EQ(none.find("T = 1</text>"), std::string::npos);
}

/// Area of a diagram's matrices, and number of legend bars.
struct Covered {
  double area = 0;
  int bars = 0;
};
Covered covered(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                bool legend, double height) {
  const FigureRuler ruler;
  const ViewState state = parse_view(evaluation->scene.view);
  const ViewInput input{.evaluation = evaluation,
                        .state = state,
                        .width = 700,
                        .height = height,
                        .shown = state.selection,
                        .legend = legend,
                        .ruler = ruler};
  const Diagram diagram = view.diagram(input);
  Covered covered;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (!matrix) continue;
    const bool is_bar =
        matrix->name.empty() && std::min(matrix->area.width, matrix->area.height) <= 12;
    covered.bars += is_bar;
    if (!is_bar) covered.area += matrix->area.width * matrix->area.height;
  }
  return covered;
}

TEST_F(ViewFigure, WithoutALegendTheRestTakesItsRoom) {
  const std::pair<const char*, std::vector<const char*>> examples[] = {
      {"07-multi-head",
       {"weights", "scores", "outputs", "heads", "head-outputs", "steps", "compare", "links"}},
      {"40-sinusoidal-positions", {"encoding", "similarity", "rotation", "binary"}},
      {"43-alibi", {"encoding"}},
      {"05-kernel-regression", {"curve"}},
      {"04-symmetry", {"symmetry"}}};
  std::set<std::string_view> seen;
  for (const auto& [example, views] : examples) {
    const auto evaluation =
        evaluated(parse_scene(asset("assets/examples/" + std::string(example) + ".attn.json")));
    for (const char* id : views) {
      SCOPED_TRACE(example + std::string(" ") + id);
      seen.insert(id);
      const FigureView& view = *find_figure_view(id);
      ASSERT_TRUE(view.has(Choice::legend));
      bool is_larger = false;
      for (const double height : {0.0, 420.0, 900.0}) {
        const Covered with = covered(view, evaluation, true, height);
        const Covered without = covered(view, evaluation, false, height);
        EXPECT_GT(with.bars, 0);
        EXPECT_EQ(without.bars, 0);
        EXPECT_GE(without.area, with.area);
        is_larger |= without.area > 1.02 * with.area;
      }
      const bool grows = view.id != "symmetry" && !evaluation->scene.position.kind->slope;
      EXPECT_TRUE(is_larger || !grows) << "the legend's room stays empty";
    }
  }
  for (const FigureView& view : figure_view_table()) {
    EXPECT_TRUE(!view.has(Choice::legend) || view.has(Choice::all_heads) || seen.contains(view.id))
        << view.id;
  }
}

// However little room there is: all has a size, and nothing goes wrong.
TEST_F(ViewFigure, MatricesHaveASizeInTheSmallestRoom) {
  for (const auto& [tokens, heads] :
       std::vector<std::pair<Index, std::size_t>>{{4, 1}, {5, 32}, {200, 2}}) {
    const auto evaluation = evaluated(test::scene_of_size(tokens, heads));
    const FigureRuler ruler;
    for (const FigureView& view : figure_view_table()) {
      for (const auto& [width, height] :
           std::vector<std::pair<double, double>>{{240, 120}, {350, 250}, {900, 120}, {240, 900}}) {
        SCOPED_TRACE(testing::Message() << view.id << " " << tokens << " tokens, " << heads
                                        << " heads in " << width << " x " << height);
        const ViewInput input{
            .evaluation = evaluation, .width = width, .height = height, .ruler = ruler};
        const Diagram diagram = view.diagram(input);
        for (const Mark& mark : diagram.marks) {
          const auto* matrix = std::get_if<MatrixMark>(&mark);
          if (!matrix) continue;
          EXPECT_GT(matrix->area.width, 0) << matrix->name;
          EXPECT_GT(matrix->area.height, 0) << matrix->name;
        }
      }
    }
  }
}

TEST_F(ViewFigure, LargerFontsMakeNoLargerCells) {
  const auto cells = [&](double font) {
    const Drawing drawing = draw_figure(child_, {.scale = 1, .font_size = font});
    return std::pair(drawing.pixel_width(), drawing.scale);
  };
  EXPECT_EQ(cells(14).second, 1);
  EXPECT_EQ(cells(28).second, 2);
  EXPECT_LT(cells(28).first, 1.5 * cells(14).first);
}

TEST_F(ViewFigure, ThemesChangeAllButTheData) {
  for (const FigureThemeRow& row : figure_themes()) {
    const Pixels pixels = pixels_of(draw_figure(child_, {.theme = row.theme}));
    const unsigned char* corner = pixels.rgba.get();
    const bool is_dark = row.id.ends_with("dark");
    EXPECT_EQ(row.theme->ground, is_dark ? Ground::dark : Ground::light) << row.id;
    EXPECT_EQ(text_color_on(row.theme->text), is_dark ? kInk : kPaper) << row.id << ": its words";
    EXPECT_EQ(corner[3], row.id.starts_with("transparent") ? 0 : 255);
    EXPECT_EQ(corner[0], row.theme->has_ground ? row.theme->panel.r : 0);
    const Pixels bare = pixels_of(draw_figure(child_, {.theme = row.theme, .bare_cell = 1}));
    const Rgb expected = color_of(on_ground(*find_colormap("indigo"), row.theme->ground), {0, 1},
                                  child_->trace.heads[0].weights(1, 2));
    const unsigned char* p = bare.rgba.get() + 4 * (1 * 6 + 2);
    EXPECT_EQ(std::tuple(p[0], p[1], p[2], p[3]),
              std::tuple(expected.r, expected.g, expected.b, 255));
  }
}

/// The pointed ends of a figure's legends: nothing else that is drawn has three corners.
std::ptrdiff_t pointed_ends(const std::string& svg) {
  static const std::regex kTriangle(R"re(<path d="M[^LZ"]+L[^LZ"]+L[^LZ"]+Z")re");
  return std::distance(std::sregex_iterator(svg.begin(), svg.end(), kTriangle), {});
}

// As many as its numbers go beyond ends of the range, and the range in its own words.
TEST_F(ViewFigure, ALegendSaysWhatLiesBeyondATypedRangeInEveryView) {
  const auto evaluation = evaluated(parse_scene(asset("assets/examples/07-multi-head.attn.json")));
  int figures = 0;
  for (const FigureView& view : figure_view_table()) {
    if (!view.has(Choice::range) || !view.has(Choice::legend)) continue;
    for (const bool all : {false, true}) {
      if (all && !view.has(Choice::all_heads)) continue;
      const auto svg_of = [&](const std::string& range) {
        return svg_figure(draw_figure(
            evaluation, {.view = std::string(view.id), .all_heads = all, .range = range}, 1));
      };
      const std::ptrdiff_t others = pointed_ends(svg_of("-1000:1000"));
      const auto expect_ends = [&](const std::string& range, const std::string& words, int ends) {
        SCOPED_TRACE(std::string(view.id) + (all ? " of all heads, " : ", ") + range);
        const std::string svg = svg_of(range);
        EXPECT_EQ(pointed_ends(svg) - others, ends);
        EXPECT_NE(svg.find(words), std::string::npos);
      };
      expect_ends("-1000:1000", "from −1000 to 1000", 0);
      expect_ends("0.2:0.21", "from 0.2 to 0.21", 2);
      expect_ends("-1000:0.21", "from −1000 to 0.21", 1);
      expect_ends("0.2:1000", "from 0.2 to 1000", 1);
      ++figures;
    }
  }
  EXPECT_GE(figures, 8);
}

TEST_F(ViewFigure, TheCenterOfADivergingMapIsAsAsked) {
  const auto middle = [&](const FigureOptions& options) {
    const auto diagram =
        view_diagram(*find_figure_view(options.view), child_, options, {0, 0, 600, 0}, {});
    float center = -1;
    for (const Mark& mark : diagram.marks) {
      const auto* matrix = std::get_if<MatrixMark>(&mark);
      if (matrix && matrix->is_pairs) center = matrix->range.center;
    }
    return center;
  };
  EXPECT_EQ(middle({.view = "scores", .range = "-1:2"}), 0);
  EXPECT_EQ(middle({.view = "scores", .range = "-1:2", .center = 0.5F}), 0.5F);
  const auto wrong = [&](const FigureOptions& options) {
    try {
      middle(options);
      return std::string();
    } catch (const OptionError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(wrong({.view = "weights", .range = "0:1", .center = 0.5F}),
            "--center: has no effect with the colour map indigo; expected a diverging one, as "
            "red-blue");
}

TEST_F(ViewFigure, SaysWhereCellsArePooled) {
  test::Example made = test::example(1200, 1200, {"a"});
  const auto large =
      std::make_shared<const Evaluation>(Evaluation{std::move(made.scene), std::move(made.trace)});
  const auto words_of = [&](const FigureOptions& options) {
    return svg_figure(draw_figure(large, options, 1));
  };
  constexpr const char* kPooled = "ach pixel the ";
  EXPECT_EQ(words_of({.width = 900}).find(kPooled), std::string::npos) << "300 dots an inch";
  EXPECT_NE(words_of({.width = 300}).find(kPooled), std::string::npos);
  EXPECT_NE(words_of({.title = "", .caption = "Words.", .width = 300}).find(" Each pixel"),
            std::string::npos);
}

TEST_F(ViewFigure, BareCellsAreSoManyPixelsAndNothingElse) {
  for (const auto& [rows, columns] : std::vector<std::pair<Index, Index>>{{5, 9}, {200, 130}}) {
    const test::Example made = example(rows, columns, {"a"});
    const auto evaluation = std::make_shared<const Evaluation>(Evaluation{made.scene, made.trace});
    for (const int cell : {1, 3, 8}) {
      const Pixels pixels = pixels_of(
          draw_figure(evaluation, {.colormap = find_colormap("magma"), .bare_cell = cell}));
      ASSERT_EQ(pixels.width, columns * cell);
      ASSERT_EQ(pixels.height, rows * cell);
      for (int y = 0; y < pixels.height; ++y) {
        for (int x = 0; x < pixels.width; ++x) {
          const Rgb c = color_of(*find_colormap("magma"), {0, 1},
                                 made.trace.heads[0].weights(y / cell, x / cell));
          const unsigned char* p = pixels.rgba.get() + 4 * (y * pixels.width + x);
          ASSERT_EQ(std::tuple(p[0], p[1], p[2], p[3]), std::tuple(c.r, c.g, c.b, 255));
        }
      }
    }
  }
  const test::Example wide = example(4, 300, {"a"});
  const auto evaluation = std::make_shared<const Evaluation>(Evaluation{wide.scene, wide.trace});
  EXPECT_THROW(draw_figure(evaluation, {.bare_cell = 55}), OptionError);
}

}  // namespace
}  // namespace attn::view_figure_test
