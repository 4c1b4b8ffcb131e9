// Tests the contents of files: the data's colours, and the picture equal in every format.
#include <cstdlib>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/painted_figure.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/page/figure_frame.h"
#include "assets/assets.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/figure_test.h"
#include "tests/support/test_cases.h"

namespace attn::formats_test {
namespace {

using test::bytes_of;
using test::load_png;
using test::Picture;
using test::TemporaryFolder;

std::shared_ptr<const Evaluation> evaluated(const std::string& example) {
  const Scene scene = parse_scene(asset("assets/examples/" + example + ".attn.json"));
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

/// Fails where a cell's middle has not the colour of its number.
void expect_cells(const MatrixMark& mark, const Pixels& pixels, double scale) {
  if (std::min(mark.cell_width(), mark.cell_height()) < 2) return;
  const Matrix& shades = mark.shades ? *mark.shades : *mark.values;
  for (Index i = 0; i < shades.rows(); ++i) {
    for (Index j = 0; j < shades.cols(); ++j) {
      if (mark.scores && (*mark.scores)(i, j) == kMasked) continue;
      const Rect cell = mark.cell(i, j);
      const auto x = static_cast<int>((cell.middle_x() + kFigureMargin) * scale);
      const auto y = static_cast<int>((cell.middle_y() + kFigureMargin) * scale);
      const Rgb c = color_of(*mark.colormap, mark.range, shades(i, j));
      const unsigned char* p = pixels.rgba.get() + 4 * (y * pixels.width + x);
      ASSERT_NEAR(p[0], c.r, 1) << mark.name << " at " << i << ", " << j;
      ASSERT_NEAR(p[1], c.g, 1) << mark.name << " at " << i << ", " << j;
      ASSERT_NEAR(p[2], c.b, 1) << mark.name << " at " << i << ", " << j;
    }
  }
}

TEST(Formats, EveryCellsMiddleHasTheColourOfItsNumber) {
  const FigureRuler ruler;
  const char* const ranges[] = {"fixed", "shared", "own", "row", "log", "-0.3:0.6"};
  std::size_t range = 0;
  int n = 0;
  for (const char* name : {"22-causal-padding", "40-sinusoidal-positions", "07-multi-head"}) {
    const auto evaluation = evaluated(name);
    for (const FigureView& view : figure_view_table()) {
      if (!view.diagram) continue;
      for (const Colormap& map : colormaps()) {
        if (!test::is_tried(n++)) continue;
        SCOPED_TRACE(std::string(name) + " " + std::string(view.id) + " " + std::string(map.id));
        ViewState state;
        state.colormap = map.id;
        state.numbers = false;
        state.options.range = ranges[range++ % std::size(ranges)];
        const Diagram diagram =
            view.diagram({.evaluation = evaluation, .state = state, .ruler = ruler});
        const auto matrices = test::named_matrices(diagram);
        Drawing drawing = drawing_of(diagram);
        drawing.scale = 2;
        const Pixels pixels = pixels_of(drawing);
        for (const MatrixMark& mark : matrices) expect_cells(mark, pixels, 2);
      }
    }
  }
}

bool has(const std::string& tool) {
  return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0;
}

/// The means of squares of so many pixels: where a letter's edge lies in a pixel doesn't show.
Picture coarse(const Picture& picture, int side) {
  Picture small{picture.width / side, picture.height / side, {}};
  for (int y = 0; y < small.height; ++y) {
    for (int x = 0; x < small.width; ++x) {
      for (int channel = 0; channel < 4; ++channel) {
        int sum = 0;
        for (int n = 0; n < side * side; ++n) {
          sum += picture.at(x * side + n % side, y * side + n / side)[channel];
        }
        small.rgba.push_back(static_cast<std::uint8_t>(sum / (side * side)));
      }
    }
  }
  return small;
}

class FormatsLookAlike : public testing::Test {
 protected:
  void write(const std::string& view, const std::string& ending) {
    write_figure(evaluation_, {.view = view, .scale = 1, .caption = "A caption", .state = state_},
                 folder_ / ("a" + ending));
  }
  void run(const std::string& command) {
    const std::string where = "cd '" + folder_.path().string() + "' && ";
    ASSERT_EQ(std::system((where + command).c_str()), 0) << command;
  }
  /// `other` is a.png as another program sees it.
  void expect_alike(const std::string& other, int max, double mean) {
    const Picture ours = load_png(folder_ / "a.png"), theirs = load_png(folder_ / other);
    ASSERT_EQ(theirs.width, ours.width);
    ASSERT_EQ(theirs.height, ours.height);
    const test::Difference apart = test::compare(coarse(ours, 8), coarse(theirs, 8));
    EXPECT_LE(apart.max, max);
    EXPECT_LE(apart.mean, mean);
  }

  TemporaryFolder folder_;
  std::shared_ptr<const Evaluation> evaluation_ = evaluated("22-causal-padding");
  ViewState state_{};
};

TEST_F(FormatsLookAlike, Svg) {
  if (!has("rsvg-convert") || !has("xmllint")) GTEST_SKIP() << "no librsvg, no libxml2";
  for (const std::string_view view : figure_views()) {
    if (!is_meaningful(*evaluation_, view)) continue;
    SCOPED_TRACE(view);
    write(std::string(view), ".png");
    write(std::string(view), ".svg");
    run("xmllint --noout a.svg && rsvg-convert a.svg -o svg.png");
    expect_alike("svg.png", 64, 1.0);
  }
}

TEST_F(FormatsLookAlike, Pdf) {
  if (!has("pdftoppm")) GTEST_SKIP() << "no poppler";
  for (const std::string_view view : figure_views()) {
    if (!is_meaningful(*evaluation_, view)) continue;
    SCOPED_TRACE(view);
    write(std::string(view), ".png");
    write(std::string(view), ".pdf");
    run("pdftoppm -png -r 96 -singlefile a.pdf pdf && pdftotext a.pdf a.txt");
    expect_alike("pdf.png", 64, 1.0);
    EXPECT_NE(bytes_of(folder_ / "a.txt").find("A caption"), std::string::npos);
  }
}

TEST_F(FormatsLookAlike, TheSameSceneGivesTheSameBytes) {
  for (const std::string_view view : figure_views()) {
    if (!is_meaningful(*evaluation_, view)) continue;
    for (const std::string_view ending : figure_endings()) {
      write(std::string(view), std::string(ending));
      const std::string once = bytes_of(folder_ / ("a" + std::string(ending)));
      write(std::string(view), std::string(ending));
      EXPECT_EQ(bytes_of(folder_ / ("a" + std::string(ending))), once) << view << ending;
    }
  }
}

}  // namespace
}  // namespace attn::formats_test
