#include "app/figure/files/figure_views.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_kinds.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/painted_figure.h"
#include "assets/assets.h"
#include "engine/attention/lookup.h"
#include "engine/fast/evaluate.h"
#include "tests/figure/patch_scene.h"
#include "tests/support/test_cases.h"

namespace attn::figure_views_test {
namespace {

std::shared_ptr<const Evaluation> evaluated(const std::string& example) {
  const Scene scene = parse_scene(asset("assets/examples/" + example + ".attn.json"));
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

std::vector<unsigned char> drawn(const std::shared_ptr<const Evaluation>& evaluation,
                                 const FigureOptions& options) {
  const Pixels pixels = pixels_of(draw_figure(evaluation, options, 0.5));
  const auto size =
      static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height);
  std::vector<unsigned char> bytes(pixels.rgba.get(), pixels.rgba.get() + 4 * size);
  bytes.push_back(static_cast<unsigned char>(pixels.width & 255));
  return bytes;
}

struct Try {
  Choice choice;
  const char* name;
  void (*choose)(FigureOptions& options);
};

constexpr Try kTries[] = {
    {Choice::head, "head", [](FigureOptions& options) { options.head = 1; }},
    {Choice::all_heads, "all heads", [](FigureOptions& options) { options.all_heads = true; }},
    {Choice::query, "query", [](FigureOptions& options) { options.query = 1; }},
    {Choice::key, "key", [](FigureOptions& options) { options.key = 1; }},
    {Choice::dimension, "dimension", [](FigureOptions& options) { options.dimension = 0; }},
    {Choice::colormap, "colormap",
     [](FigureOptions& options) { options.colormap = find_colormap("viridis"); }},
    {Choice::range, "range", [](FigureOptions& options) { options.range = "-0.5:3"; }},
    {Choice::numbers, "numbers", [](FigureOptions& options) { options.numbers = Numbers::on; }},
    {Choice::legend, "legend", [](FigureOptions& options) { options.legend = false; }},
    {Choice::patches, "patches",
     [](FigureOptions& options) {
       options.patches = {1, 4};
     }},
    {Choice::bare, "bare", [](FigureOptions& options) { options.bare_cell = 3; }},
};

/// Whether what is chosen is to be seen in the view of one of the scenes.
bool changes(const FigureView& view, const Try& one,
             const std::vector<std::shared_ptr<const Evaluation>>& scenes) {
  for (const auto& evaluation : scenes) {
    if (!is_meaningful(*evaluation, view.id)) continue;
    FigureOptions plain;
    plain.view = view.id;
    plain.state.options.positions.rows = 12;
    plain.state.options.steps.open = 5;  // one that gives pairs
    plain.state.numbers = one.choice != Choice::numbers;
    FigureOptions chosen = plain;
    one.choose(chosen);
    try {
      if (drawn(evaluation, chosen) != drawn(evaluation, plain)) return true;
    } catch (const OptionError&) {
    } catch (const NoNumbers&) {  // given scores have no outputs
    }
  }
  return false;
}

// Each choice that a view says to have changes its picture, and each other one is refused.
TEST(FigureViews, HaveTheChoicesThatTheySay) {
  const std::vector scenes = {evaluated("43-alibi"), evaluated("40-sinusoidal-positions"),
                              evaluated("05-kernel-regression"), evaluated("07-multi-head"),
                              test::evaluated_patches(test::patch_scene(4, 1))};
  for (const FigureView& view : figure_view_table()) {
    for (const Try& one : kTries) {
      // No example is of several heads in one dimension.
      if (view.id == "curve" && one.choice == Choice::head) continue;
      const std::string name = std::string(view.id) + ": " + one.name;
      if (!test::is_tried(name)) continue;
      SCOPED_TRACE(name);
      EXPECT_EQ(changes(view, one, scenes), view.has(one.choice));
      if (view.has(one.choice)) continue;
      FigureOptions options;
      options.view = view.id;
      one.choose(options);
      EXPECT_THROW(check_options(scenes[0]->scene, options), OptionError);
      const bool is_curve = view.id == "curve";
      const bool is_patches = view.id == "patches";
      EXPECT_NO_THROW(drawn(scenes[is_curve     ? 2
                                   : is_patches ? 4
                                                : 0],
                            without_unused_options(view, options)));
    }
  }
}

TEST(FigureViews, AreThoseOfTheTabsAndTheInspector) {
  std::vector<std::string_view> all = {"inspector"};
  for (const ViewKind& kind : view_kinds()) {
    const std::size_t count = std::max<std::size_t>(1, kind.figures.size());
    for (std::size_t n = 0; n < count; ++n) all.push_back(kind.figure(n));
  }
  for (const std::string_view id : all) {
    EXPECT_TRUE(find_row(figure_view_table(), id)) << "nothing draws " << id;
  }
  for (const FigureView& view : figure_view_table()) {
    EXPECT_EQ(std::ranges::count(all, view.id), 1) << view.id << " is of one tab";
  }
}

TEST(FigureViews, DrawAMatrixInTheColormapThatTheySay) {
  const FigureRuler ruler;
  const std::vector scenes = {evaluated("40-sinusoidal-positions"),
                              evaluated("05-kernel-regression"),
                              test::evaluated_patches(test::patch_scene(4, 1))};
  for (const FigureView& view : figure_view_table()) {
    if (!view.has(Choice::colormap)) continue;
    const auto is_of_it = [&](const Mark& mark) {
      const auto* matrix = std::get_if<MatrixMark>(&mark);
      return matrix && matrix->colormap->id == view.colormap();
    };
    EXPECT_TRUE(std::ranges::any_of(scenes, [&](const auto& scene) {
      const Diagram diagram = view.diagram({.evaluation = scene, .ruler = ruler});
      return std::ranges::any_of(diagram.marks, is_of_it);
    })) << view.id;
  }
}

TEST(FigureViews, AreFoundByTheirOtherNameToo) {
  EXPECT_EQ(find_figure_view("output"), find_figure_view("outputs"));
  EXPECT_EQ(find_figure_view("outputs")->id, "outputs");
  EXPECT_EQ(find_figure_view("nothing"), nullptr);
}

}  // namespace
}  // namespace attn::figure_views_test
