// Figures at the width of a paper's column: every view has type that can be read in print, or says
// what it needs.
#include "app/figure/page/paper_formats.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/svg_figure.h"
#include "assets/assets.h"
#include "engine/fast/evaluate.h"
#include "tests/support/sanitized.h"

namespace attn::paper_formats_test {
namespace {

FigureOptions made_for(const PaperFormat& format, std::string_view view) {
  return {.view = std::string(view),
          .width_inches = format.width,
          .height_inches = format.height,
          .dots_per_inch = format.dots_per_inch,
          .font_size = format.type * 96 / 72};
}

/// The number after `before` in `text`, from `from` on; that is moved behind it.
double number_after(const std::string& text, std::string_view before, std::size_t& from) {
  from = text.find(before, from);
  if (from == text.npos) return 0;
  from += before.size();
  return std::strtod(text.c_str() + from, nullptr);
}

/// The least type of a drawing, in points.
double least_type(const Drawing& drawing) {
  const std::string svg = svg_figure(drawing);
  double least = 1000;
  for (std::size_t at = 0;;) {
    const double size = number_after(svg, "font-size=\"", at);
    if (at == svg.npos) break;
    least = std::min(least, size);
  }
  return least * drawing.scale * 72 / 96;
}

TEST(PaperFormats, GiveEachViewTypeThatCanBeReadOrSayWhatItNeeds) {
  int drawn = 0, refused = 0, taken = 0, cases = 0;
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/") || taken++ % 6 != 0) continue;
    const Scene scene = parse_scene(one.bytes);
    const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
    for (const FigureView& view : figure_view_table()) {
      if (view.says_something && !view.says_something(*evaluation)) continue;
      for (const PaperFormat& format : paper_formats()) {
        if (!test::is_taken(cases++)) continue;
        SCOPED_TRACE(std::string(one.path) + " " + std::string(view.id) + " " +
                     std::string(format.id));
        try {
          const Drawing drawing = draw_figure(evaluation, made_for(format, view.id), 1);
          EXPECT_NEAR(drawing.pixel_width(), format.width * 96, 1);
          EXPECT_GE(least_type(drawing), 7);
          ++drawn;
        } catch (const OptionError& error) {
          const std::string words = error.what();
          EXPECT_NE(words.find("needs at least "), std::string::npos) << words;
          EXPECT_NE(words.find(" with type of "), std::string::npos) << words;
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(drawn, refused);
}

TEST(PaperFormats, AreAsWideAsTheySayInPixelsOfTheirFineness) {
  const Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  const Drawing column = draw_figure(evaluation, made_for(paper_formats()[0], "weights"), 2);
  EXPECT_EQ(column.pixel_width(), 990);
  FigureOptions wide = made_for(paper_formats()[0], "weights");
  wide.scale = 1;
  EXPECT_EQ(draw_figure(evaluation, wide, 2).pixel_width(), 317);
}

TEST(PaperFormats, LengthsAreReadWithTheirUnit) {
  EXPECT_DOUBLE_EQ(inches_in("3.3in").value(), 3.3);
  EXPECT_DOUBLE_EQ(inches_in("2.54 cm").value(), 1);
  EXPECT_DOUBLE_EQ(inches_in("25.4mm").value(), 1);
  EXPECT_DOUBLE_EQ(inches_in("72pt").value(), 1);
  for (const char* wrong :
       {"3.3", "3.3 inches", "in", "-1in", "0cm", "nanin", "infpt", "1e999in"}) {
    EXPECT_FALSE(inches_in(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace attn::paper_formats_test
