// Figures at the width of a paper's column: every view has type that can be read in print, or says
// what it needs.
#include <cstdlib>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/tensors/inflater.h"
#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/view_figure.h"
#include "app/figure/page/figure_page.h"
#include "assets/assets.h"
#include "engine/fast/evaluate.h"
#include "tests/figure/diagram_boxes.h"
#include "tests/figure/diagram_checks.h"
#include "tests/support/paths.h"
#include "tests/support/test_cases.h"

namespace attn::paper_formats_test {
namespace {

FigureOptions made_for(const PaperFormat& format, std::string_view view) {
  return on_paper(format, {.view = std::string(view)});
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
      if (view.traits.is_meaningful && !view.traits.is_meaningful(*evaluation, {})) continue;
      for (const PaperFormat& format : paper_formats()) {
        if (!test::is_tried(cases++)) continue;
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

/// A number of four bytes, the highest first, `offset` behind `name`.
double number_of_four_bytes(const std::string& bytes, std::string_view name, std::size_t offset) {
  const std::size_t at = bytes.find(name);
  if (at == bytes.npos) return 0;
  double number = 0;
  for (std::size_t n = 0; n < 4; ++n) {
    number = 256 * number + static_cast<unsigned char>(bytes.at(at + name.size() + offset + n));
  }
  return number;
}

/// A PDF file with the contents of its compressed streams: Cairo 1.18 writes pages in them.
std::string with_inflated_streams(const std::string& pdf) {
  constexpr std::string_view kBegin = "stream\n", kEnd = "\nendstream";
  constexpr std::size_t kZlibHeader = 2, kMost = 1 << 20;
  std::string text = pdf;
  const FileBytes file = FileBytes::held(pdf);
  for (std::size_t at = pdf.find(kBegin); at != pdf.npos; at = pdf.find(kBegin, at + 1)) {
    const std::size_t begin = at + kBegin.size() + kZlibHeader, end = pdf.find(kEnd, begin);
    if (end == pdf.npos || begin >= end) continue;
    std::string stream(kMost, '\0');
    try {
      Inflater inflater(file, begin, end - begin);  // without the header of zlib
      stream.resize(inflater.read_some(stream.data(), stream.size()));
      text += stream;
    } catch (const std::runtime_error&) {
      continue;  // it is not compressed
    }
  }
  return text;
}

/// Width of a figure's file, in inches.
double inches_of(const std::string& file, std::string_view ending) {
  std::size_t at = 0;
  const std::string bytes = ending == ".pdf" ? with_inflated_streams(file) : file;
  if (ending == ".svg") return number_after(bytes, " width=\"", at) / 96;
  if (ending == ".pdf") {
    const double width = number_after(bytes, "/MediaBox [ 0 0 ", at);
    at = 0;
    return (width > 0 ? width : number_after(bytes, "/MediaBox [0 0 ", at)) / 72;
  }
  const double per_metre = number_of_four_bytes(bytes, "pHYs", 0);
  return number_of_four_bytes(bytes, "IHDR", 0) / per_metre / 0.0254;
}

TEST(PaperFormats, AreAsWideInEveryFileAsTheyWereAskedFor) {
  const Scene scene = test::first_example();
  const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  for (const std::string path : {"a.png", "a.svg", "a.pdf"}) {
    const std::string ending = path.substr(1);
    const auto inches = [&](const FigureOptions& options) {
      return inches_of(
          figure_bytes([&](double usual) { return draw_figure(evaluation, options, usual); }, path),
          ending);
    };
    for (const PaperFormat& format : paper_formats()) {
      FigureOptions options = made_for(format, "weights");
      EXPECT_NEAR(inches(options), format.width, 0.005 * format.width) << format.id << ending;
      options.scale = 1.5;
      EXPECT_NEAR(inches(options), format.width, 0.005 * format.width) << format.id << ending;
    }
    FigureOptions column = made_for(paper_formats()[0], "weights");
    for (const double type : {6.0, 10.0}) {
      column.font_size = type * 96 / 72;
      EXPECT_NEAR(inches(column), 3.3, 0.0165) << type << ending;
    }
    const bool is_exact = ending == ".pdf", is_png = ending == ".png";
    EXPECT_NEAR(inches(column) * 72, 237.6, is_exact ? 0.01 : 0.5);
    // Without inches, in a PNG of scale 2, 192 pixels are an inch, whatever the type.
    EXPECT_NEAR(inches({.width = 1000}), is_png ? 1000 / 192. : 1000 / 96., 0.02);
    EXPECT_NEAR(inches({.width = 1000, .font_size = 20}), is_png ? 1000 / 192. : 1000 / 96., 0.02);
    EXPECT_NEAR(inches({.scale = is_png ? 1 : 2}), inches({}) * (is_png ? 1 : 2), 0.03);
  }
}

/// The least em of a formula as it is set in its room, in units; indices in it may be smaller.
double least_formula(const Diagram& diagram, const Ruler& ruler) {
  double least = 1000;
  for (const Mark& mark : diagram.marks) {
    const auto* formula = std::get_if<FormulaMark>(&mark);
    if (!formula) continue;
    FormulaMark natural = *formula;
    natural.room = 0;
    double size = style_of(natural).size;
    const double width = ruler.formula(natural).width;
    const bool is_one_line = !formula->breaks && formula->room > 0 && width > formula->room;
    if (is_one_line) size *= formula->room / width;
    least = std::min({least, size, style_of(*formula).size});
    EXPECT_TRUE(formula->room == 0 || ruler.formula(*formula).width <= formula->room + 1)
        << formula->tex;
  }
  return least;
}

/// Layout errors of a drawn figure: overlaps, or items outside the page.
std::string wrong_in(const Diagram& diagram, const Ruler& ruler) {
  std::vector<test::MarkBox> texts, matrices;
  for (test::MarkBox& box : test::boxes_of(diagram, ruler)) {
    const Rect& rect = box.rect;
    constexpr double kEdge = 3;  // of the margin, which is wider
    if (rect.x < -kEdge || rect.y < -kEdge || rect.right() > diagram.width + kEdge ||
        rect.bottom() > diagram.height + kEdge) {
      return "\"" + box.what + "\" is off the page";
    }
    (box.is_text ? texts : matrices).push_back(std::move(box));
  }
  for (std::size_t n = 0; n < texts.size(); ++n) {
    for (std::size_t other = 0; other < n; ++other) {
      if (test::overlap(texts[n].rect, texts[other].rect, 1)) {
        return "\"" + texts[n].what + "\" is over \"" + texts[other].what + "\"";
      }
    }
    for (const test::MarkBox& matrix : matrices) {
      const bool is_meant = texts[n].what == kSeesNoKey;  // in its row
      if (!is_meant && test::overlap(texts[n].rect, matrix.rect, 1)) {
        return "\"" + texts[n].what + "\" is over " + matrix.what;
      }
    }
  }
  return "";
}

/// The width that a refusal names, in inches; 0 where it names none.
double named_width(const std::string& words) {
  std::size_t at = 0;
  return number_after(words, "needs at least ", at);
}

FigureOptions made_so_wide(double inches, std::string_view view) {
  FigureOptions options = made_for(paper_formats()[0], view);
  options.width_inches = inches;
  return options;
}

// For common texts, points and graphs, each view fits the width of one and two columns, or its
// error message names what helps.
TEST(PaperFormats, LayOutEachViewForAColumnOrSayWhatHelps) {
  constexpr const char* kScenes[] = {"01-sleepy-child",
                                     "05-kernel-regression",
                                     "06-translation",
                                     "07-multi-head",
                                     "08-it",
                                     "22-causal-padding",
                                     "24-soft-sparse-hard",
                                     "40-sinusoidal-positions",
                                     "43-alibi",
                                     "60-plane",
                                     "70-molecule",
                                     "80-grouped-queries",
                                     "81-sinks-and-windows",
                                     "86-differential"};
  const FigureRuler ruler(/*is_fine=*/false);
  int drawn = 0, refused = 0, cases = 0;
  for (const char* name : kScenes) {
    const Scene scene = parse_scene(asset("assets/examples/" + std::string(name) + ".attn.json"));
    const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
    for (const FigureView& view : figure_view_table()) {
      if (view.traits.is_meaningful && !view.traits.is_meaningful(*evaluation, {})) continue;
      for (const double inches : {3.3, 6.75}) {
        if (!test::is_tried(cases++)) continue;
        SCOPED_TRACE(std::string(name) + " " + std::string(view.id) + " " + std::to_string(inches));
        const FigureOptions options = made_so_wide(inches, view.id);
        try {
          const Drawing drawing = draw_figure(evaluation, options, 1);
          EXPECT_NEAR(drawing.pixel_width(), inches * 96, 1);
          EXPECT_GE(least_type(drawing), 7);
          ++drawn;
        } catch (const OptionError& error) {
          const std::string words = error.what();
          EXPECT_EQ(words.find('\n'), words.npos);
          const double width = named_width(words);
          EXPECT_GT(width, inches) << words;
          EXPECT_NO_THROW(draw_figure(evaluation, made_so_wide(width, view.id), 1)) << words;
          ++refused;
          continue;
        }
        const FigureOptions sized = in_pixels(options, 1);
        const FigurePage page = page_of(sized, 1);
        const Rect room =
            room_on(page, {.title = "", .scale = page.scale, .margin = page.margin}, sized);
        const Diagram diagram = view_diagram(view, evaluation, sized, room, page);
        EXPECT_EQ(wrong_in(diagram, ruler), "");
        EXPECT_GE(least_formula(diagram, ruler) * page.scale * 72 / 96, 7);
      }
    }
  }
  EXPECT_GT(drawn, 8 * refused);
}

// Long sums and fractions go on in further lines; what then has no room says which width it needs.
TEST(PaperFormats, SetLongFormulasAsLargeAsTheyCanBeRead) {
  int drawn = 0;
  for (const char* name : {"additive-leaky", "gate", "everything", "differential"}) {
    const Scene scene = read_scene(test::data_path("golden2/" + std::string(name) + ".attn.json"));
    const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
    for (double inches : {3.3, 6.75}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(inches));
      try {
        draw_figure(evaluation, made_so_wide(inches, "inspector"), 1);
      } catch (const OptionError& error) {
        const double width = named_width(error.what());
        EXPECT_GT(width, inches) << error.what();
        EXPECT_NO_THROW(draw_figure(evaluation, made_so_wide(width, "inspector"), 1));
        inches = width;
      }
      const FigureOptions sized = in_pixels(made_so_wide(inches, "inspector"), 1);
      const FigurePage page = page_of(sized, 1);
      const Rect room =
          room_on(page, {.title = "", .scale = page.scale, .margin = page.margin}, sized);
      const FigureRuler ruler(/*is_fine=*/false);
      const FigureView& view = *find_figure_view("inspector");
      const Diagram diagram = view_diagram(view, evaluation, sized, room, page);
      EXPECT_GE(least_formula(diagram, ruler) * page.scale * 72 / 96, 7);
      EXPECT_EQ(wrong_in(diagram, ruler), "");
      drawn += inches < 6.8;
    }
  }
  EXPECT_GT(drawn, 4);
}

TEST(PaperFormats, SetFormulasOfOpenStepsAsLargeAsTheyCanBeRead) {
  int drawn = 0;
  for (const char* name : {"additive-leaky", "everything"}) {
    const Scene scene = read_scene(test::data_path("golden2/" + std::string(name) + ".attn.json"));
    const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
    for (const int step : {1, 3, 5}) {
      for (const double inches : {3.3, 6.75}) {
        FigureOptions options = made_so_wide(inches, "steps");
        options.state.options.steps.open = step;
        try {
          draw_figure(evaluation, options, 1);
        } catch (const OptionError& error) {
          EXPECT_GT(named_width(error.what()), inches) << error.what();
          continue;
        }
        ++drawn;
        const FigureOptions sized = in_pixels(options, 1);
        const FigurePage page = page_of(sized, 1);
        const Rect room =
            room_on(page, {.title = "", .scale = page.scale, .margin = page.margin}, sized);
        const FigureRuler ruler(/*is_fine=*/false);
        const FigureView& view = *find_figure_view("steps");
        const Diagram diagram = view_diagram(view, evaluation, sized, room, page);
        EXPECT_GE(least_formula(diagram, ruler) * page.scale * 72 / 96, 7) << name << " " << step;
      }
    }
  }
  EXPECT_GT(drawn, 0);
}

TEST(PaperFormats, NameOptionsThatHelp) {
  const Scene scene = test::scene_of_size(30, 1);
  const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  FigureOptions options = made_for(paper_formats()[0], "weights");
  options.look.every = 1;
  std::string words;
  try {
    draw_figure(evaluation, options, 1);
  } catch (const OptionError& error) {
    words = error.what();
  }
  EXPECT_NE(words.find("it fits with "), words.npos) << words;
  ASSERT_NE(words.find("no --ticks"), words.npos) << words;
  FigureOptions fewer_names = options;
  fewer_names.look.every.reset();
  EXPECT_NO_THROW(draw_figure(evaluation, fewer_names, 1));
  std::size_t at = 0;
  const auto last = static_cast<Index>(number_after(words, "--tokens 0:", at));
  ASSERT_GT(last, 0) << words;
  options.look.tokens = TokenRange{0, last};
  EXPECT_NO_THROW(draw_figure(evaluation, options, 1));
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
