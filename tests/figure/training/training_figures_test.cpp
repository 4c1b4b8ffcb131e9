#include "app/figure/training/training_figures.h"

#include <cmath>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/training/training_diagrams.h"
#include "engine/attention/trace.h"
#include "engine/blocks/stages.h"
#include "engine/tasks/first_network.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/figure_test.h"
#include "tests/figure/read_gif.h"

namespace attn::training_figures_test {
namespace {

using test::bytes_of;
using test::load_png;
using test::TemporaryFolder;
using Layers = std::vector<std::shared_ptr<const Evaluation>>;

LearningCurves run() {
  LearningCurves curves;
  for (Index step = 0; step <= 120; ++step) {
    const double way = 1 / (1 + std::exp((static_cast<double>(step) - 60) / 10));
    const double noise = 0.06 * std::sin(2.3 * static_cast<double>(step));
    if (step > 0) {
      curves.training.push_back({step, std::abs(2.4 * way + noise), 1 - 0.9 * way});
    }
    if (step % 10 == 0) curves.test.push_back({step, 2.4 * way, 0.98 - 0.88 * way});
  }
  return curves;
}

Layers layers_of(const Network& network) {
  const NetworkTrace trace = evaluate_plainly(network);
  Layers layers;
  for (std::size_t b = 0; b < network.blocks.size(); ++b) {
    layers.push_back(attention_of(network, trace, static_cast<Index>(b)));
  }
  return layers;
}

Layers untrained(const char* task, Index heads) {
  const LearningTask& row = *find_task(task);
  Sizes sizes = row.smallest;
  sizes.heads = heads;
  return layers_of(first_network(row, sizes, 3));
}

/// Eight layers of twelve heads, some of which have no number or were not measured.
Overview overview() {
  Overview made{.layers = 8, .heads = 12, .all = {}, .measure = "distance"};
  for (Index l = 0; l < made.layers; ++l) {
    for (Index h = 0; h < made.heads; ++h) {
      Matrix weights(5, 5);
      for (Index i = 0; i < 5; ++i) {
        for (Index j = 0; j < 5; ++j) {
          const auto apart = static_cast<float>((i - j - l) * (i - j - l));
          weights(i, j) = j > i ? kMasked : std::exp(-apart / static_cast<float>(1 + h));
        }
      }
      const bool is_measured = (l + h) % 7 != 6;
      made.all.push_back(
          {l, h, is_measured ? std::make_shared<const Matrix>(weights) : nullptr,
           h == 11 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(l) / 2});
    }
  }
  return made;
}

TEST(TrainingFigures, LookAsTheyDid) {
  const TemporaryFolder folder;
  const auto expect = [&](const char* name) {
    test::expect_picture(load_png(folder / "a.png"), std::string("figure/golden/") + name, 64,
                         0.05);
  };
  write_loss(run(), {"Induction", "2 layers · 1 head · width 16"}, folder / "a.png");
  expect("training-loss.png");
  write_loss(run(), {"Induction", "", &kDarkFigure}, folder / "a.png");
  expect("training-loss-dark.png");
  write_layers(untrained("induction", 4), {"Induction", "Weights at step 0"}, folder / "a.png");
  expect("training-layers.png");
  const FigureOptions column = on_paper(paper_formats().front());
  write_overview(overview(), {"Attention", "Layers downwards, heads across"}, column,
                 folder / "a.png");
  expect("overview.png");
}

/// Text of an SVG file with an overview of heads of `tokens` tokens, the stripes of whose first
/// head were pooled to at most `side`.
std::string overview_svg(Index heads, Index tokens, Index side) {
  const TemporaryFolder folder;
  Overview made;
  made.layers = 1;
  made.heads = heads;
  for (Index h = 0; h < heads; ++h) {
    Matrix weights = Matrix::Constant(std::min(tokens, side), std::min(tokens, side), 0.5F);
    made.all.push_back({0, h, std::make_shared<const Matrix>(weights), 1, tokens, tokens});
  }
  write_overview(made, {"Attention", "Heads."}, on_paper(paper_formats().front()),
                 folder / "a.svg");
  return bytes_of(folder / "a.svg");
}

TEST(TrainingFigures, AnOverviewSaysWhereCellsArePooled) {
  const auto has = [](const std::string& svg, const char* words) {
    return svg.find(words) != std::string::npos;
  };
  const FigureOptions column = on_paper(paper_formats().front());
  const Index dots = overview_dots(column, 1, 12);
  EXPECT_GT(dots, 70) << "300 an inch";
  EXPECT_FALSE(has(overview_svg(12, 42, dots), "Each pixel"));
  EXPECT_TRUE(has(overview_svg(12, 3 * dots, dots), "Each pixel the largest of "));
  EXPECT_FALSE(has(overview_svg(1, 512, overview_dots(column, 1, 1)), "Each pixel"))
      << "one head has the width of the page";
}

TEST(TrainingFigures, AreWrittenInEveryFormat) {
  const TemporaryFolder folder;
  for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
    write_loss(run(), {"A run"}, folder / name);
    const std::string first = bytes_of(folder / name);
    write_loss(run(), {"A run"}, folder / name);
    EXPECT_EQ(bytes_of(folder / name), first) << name;
    write_layers(untrained("reverse", 2), {"A run"}, folder / name);
    EXPECT_NE(bytes_of(folder / name), first) << name;
  }
  EXPECT_THROW(write_loss(run(), {}, folder / "a.bmp"), std::runtime_error);
}

TEST(TrainingFigures, AFilmHasAFrameForEachShot) {
  const TemporaryFolder folder;
  std::vector<HeadShot> shots;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const LearningTask& task = *find_task("induction");
    shots.push_back(
        {layers_of(first_network(task, task.smallest, seed))[1], "step " + std::to_string(seed)});
  }
  write_head_film(shots, 0, {"Induction"}, 4, folder / "a.gif");
  const auto film = test::read_gif(bytes_of(folder / "a.gif"));
  EXPECT_EQ(film.delays, std::vector<int>(3, 25));
  EXPECT_NE(film.frames[0], film.frames[1]);
  write_head_film(shots, 0, {"Induction"}, 4, folder / "a-{frame}.png");
  for (const char* name : {"a-000.png", "a-001.png", "a-002.png"}) {
    const auto picture = load_png(folder / name);
    EXPECT_EQ(picture.width, film.width);
    EXPECT_EQ(picture.height, film.height);
  }
  EXPECT_EQ(folder.file_count(), 4);
}

TEST(LayersDiagram, HasAPanelForEachHeadWithItsWeights) {
  const FigureRuler ruler;
  for (const auto& [task, heads] : {std::pair("reverse", 1),
                                    {"reverse", 8},
                                    {"induction", 1},
                                    {"induction", 16},
                                    {"bigram-in-context", 4}}) {
    SCOPED_TRACE(std::string(task) + " with " + std::to_string(heads));
    const Layers layers = untrained(task, heads);
    const Diagram diagram = layers_diagram(layers, ruler, 900);
    test::expect_inside(diagram, ruler, diagram.width, diagram.height);
    const auto matrices = test::named_matrices(diagram);
    EXPECT_EQ(matrices.size(), layers.size() * static_cast<std::size_t>(heads));
    for (std::size_t l = 0; l < layers.size(); ++l) {
      for (std::size_t h = 0; h < static_cast<std::size_t>(heads); ++h) {
        const auto* matrix = test::find_matrix(
            matrices, "layers.head[" + std::to_string(l) + "][" + std::to_string(h) + "].cells");
        ASSERT_TRUE(matrix);
        EXPECT_EQ(*matrix->values, layers[l]->trace.heads[h].weights);
        EXPECT_EQ(matrix->range, (ColorRange{0, 1}));
        EXPECT_NEAR(matrix->cell_width(), matrix->cell_height(), 1e-9);
      }
    }
  }
}

TEST(LayersDiagram, ALayerWithoutAttentionIsLeftOut) {
  const FigureRuler ruler;
  Layers layers = untrained("induction", 1);
  layers.insert(layers.begin(), nullptr);
  const Diagram diagram = layers_diagram(layers, ruler, 900);
  EXPECT_EQ(test::named_matrices(diagram).front().name, "layers.head[1][0].cells");
  EXPECT_NO_THROW(layers_diagram(Layers{nullptr}, ruler, 900));
}

}  // namespace
}  // namespace attn::training_figures_test
