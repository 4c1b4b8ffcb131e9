#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/patch_options.h"
#include "assets/assets.h"
#include "tests/figure/figure_test.h"
#include "tests/figure/patch_scene.h"
#include "tests/figure/png_bytes.h"
#include "tests/support/paths.h"

namespace attn::figure_golden_test {
namespace {

using test::load_png;
using test::TemporaryFolder;

// Letters may be smoothed a little otherwise by another version of Cairo; a shifted or missing one
// is far beyond this.
void expect_golden(const Scene& scene, const Trace& trace, const std::string& name) {
  const TemporaryFolder folder;
  write_figure(scene, trace, {}, folder / "a.png");
  test::expect_picture(load_png(folder / "a.png"), "figure/golden/" + name, 64, 0.05);
}

TEST(FigureGolden, SleepyChild) {
  const Scene scene = test::first_example();
  expect_golden(scene, evaluate(scene), "sleepy-child.png");
}

TEST(FigureGolden, MaskedChild) {
  const Scene scene = test::masked_child();
  expect_golden(scene, evaluate(scene), "masked-child.png");
}

TEST(FigureGolden, CrowdedLabels) {
  const test::Example example =
      test::example(9, 40, {"the", "animal", "Donaudampfschifffahrtsgesellschaft", " ", "Ωmega"});
  expect_golden(example.scene, example.trace, "crowded-labels.png");
}

/// The views that have no picture of their own elsewhere, each of an example that it is for.
TEST(FigureGolden, EveryView) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> pictures = {
      {"01-sleepy-child", {"steps", "symmetry", "scores", "raw-scores"}},
      {"40-sinusoidal-positions",
       {"encoding", "frequencies", "similarity", "rotation", "binary", "effect"}},
      {"43-alibi", {"encoding", "effect"}},
      {"60-plane", {"plane", "plane-keys", "plane-values"}},
      {"08-it", {"links"}},
      {"70-molecule", {"graph"}}};
  for (const auto& [example, views] : pictures) {
    const Scene scene = parse_scene(asset("assets/examples/" + example + ".attn.json"));
    const Trace trace = evaluate(scene);
    for (const std::string& view : views) {
      SCOPED_TRACE(example + " " + view);
      const TemporaryFolder folder;
      FigureOptions options;
      options.view = view;
      options.scale = 1;
      options.state = parse_view(scene.view);
      write_figure(scene, trace, options, folder / "a.png");
      test::expect_picture(load_png(folder / "a.png"),
                           "figure/golden/" + example.substr(0, 3) + view + ".png", 64, 0.05);
    }
  }
}

/// Scenes of version 2, of each view a case that only they have.
TEST(FigureGolden, EveryViewOfVersion2) {
  struct Picture {
    const char *scene, *view;
    int step;
  };
  for (const auto& [scene_name, view, step] : {Picture{"differential", "steps", 11},
                                               {"everything", "steps", 6},
                                               {"t5", "encoding", 0},
                                               {"rope-halves", "encoding", 0},
                                               {"rope-llama3", "frequencies", 0},
                                               {"sink", "weights", 0},
                                               {"differential", "weights", 0},
                                               {"over-queries", "weights", 0},
                                               {"slots", "weights", 0},
                                               {"grouped-queries", "heads", 0},
                                               {"sink", "heads", 0},
                                               {"differential", "links", 0}}) {
    const std::string name = std::string(scene_name) + "-" + view;
    SCOPED_TRACE(name);
    const Scene scene =
        read_scene(test::data_path("golden2/" + std::string(scene_name) + ".attn.json"));
    const TemporaryFolder folder;
    FigureOptions options;
    options.view = view;
    options.scale = 1;
    options.state.options.steps.open = step;
    write_figure(scene, evaluate(scene), options, folder / "a.png");
    test::expect_picture(load_png(folder / "a.png"), "figure/golden/" + name + ".png", 64, 0.05);
  }
}

TEST(FigureGolden, OtherThemes) {
  struct Picture {
    const char *name, *example;
    FigureOptions options;
  };
  const Picture pictures[] = {
      {"dark-weights",
       "22-causal-padding",
       {.view = "weights",
        .query = 4,
        .range = "own",
        .scale = 1,
        .caption = "A caption below it.",
        .theme = &kDarkFigure}},
      {"dark-steps", "01-sleepy-child", {.view = "steps", .scale = 1, .theme = &kDarkFigure}},
      {"transparent-graph",
       "70-molecule",
       {.view = "graph", .scale = 1, .title = "A molecule", .theme = &kTransparentFigure}},
      {"dark-links", "07-multi-head", {.view = "links", .scale = 1, .theme = &kDarkFigure}},
      {"all-heads",
       "07-multi-head",
       {.view = "scores", .all_heads = true, .scale = 1, .font_size = 18}}};
  for (const auto& [name, example, options] : pictures) {
    SCOPED_TRACE(name);
    const Scene scene =
        parse_scene(asset("assets/examples/" + std::string(example) + ".attn.json"));
    const TemporaryFolder folder;
    write_figure(scene, evaluate(scene), options, folder / "a.png");
    test::expect_picture(load_png(folder / "a.png"), "figure/golden/" + std::string(name) + ".png",
                         64, 0.05);
  }
}

/// Patches over a picture, and without one.
TEST(FigureGolden, Patches) {
  const Scene scene = test::patch_scene(36, 2);
  std::string lines;
  for (int y = 0; y < 24; ++y) {
    lines += '\0';
    for (int x = 0; x < 24; ++x) {
      const bool is_inside = (x - 14) * (x - 14) + (y - 10) * (y - 10) < 50;
      lines += static_cast<char>(is_inside ? 40 : 120 + 5 * y);
    }
  }
  const TemporaryFolder folder;
  std::ofstream(folder / "cat.png", std::ios::binary)
      << test::png_of(24, 24, 8, test::PngType::grey, lines);
  FigureOptions options{.view = "patches", .query = 9, .scale = 1};
  options.picture = folder / "cat.png";
  read_picture_of(options, "");
  write_figure(scene, evaluate(scene), options, folder / "a.png");
  test::expect_picture(load_png(folder / "a.png"), "figure/golden/patches.png", 64, 0.05);
  FigureOptions heads{.view = "patches", .all_heads = true, .scale = 1, .theme = &kDarkFigure};
  write_figure(scene, evaluate(scene), heads, folder / "b.png");
  test::expect_picture(load_png(folder / "b.png"), "figure/golden/dark-patches.png", 64, 0.05);
}

}  // namespace
}  // namespace attn::figure_golden_test
