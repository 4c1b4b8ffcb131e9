#include "app/figure/heatmap/pair_figure.h"

#include <limits>

#include <gtest/gtest.h>

#include "tests/figure/figure_test.h"

namespace attn::pair_figure_test {
namespace {

using test::first_example;
using test::masked_child;

TEST(PairFigure, SettingsAreSaidInWords) {
  Scene scene = first_example();
  EXPECT_EQ(describe_settings(scene, 0), "Dot product · softmax · T = 1");
  scene.normalizer.temperature = 0.1f;
  scene.position.kind = &position_kind("sinusoidal");
  EXPECT_EQ(describe_settings(scene, 0), "Dot product · softmax · T = 0.1 · sinusoidal positions");
  scene = masked_child();
  scene.heads.resize(4);
  scene.normalizer.kind = &normalizer_kind("entmax15");
  scene.normalizer.temperature = std::numeric_limits<float>::infinity();
  EXPECT_EQ(describe_settings(scene, 2),
            "Dot product · 1.5-entmax · T = ∞ · causal mask · padding mask · head 2 (of 4)");
}

TEST(PairFigure, ShowsTheHeadAskedForOnZeroToOne) {
  Scene scene = first_example();
  scene.heads.resize(2);
  const Trace trace = evaluate(scene);
  FigureOptions options;
  options.head = 1;
  const Heatmap heatmap = pair_heatmap(scene, trace, options);
  EXPECT_EQ(&heatmap.values, &trace.heads[1].weights);
  EXPECT_EQ(&heatmap.scores, &trace.heads[1].scores);
  EXPECT_EQ(heatmap.shading.range, (ColorRange{0, 1}));
  EXPECT_EQ(heatmap.colormap.id, "indigo");
  EXPECT_EQ(heatmap.quantity, "weight");
  EXPECT_EQ(&heatmap.row_labels, &scene.tokens);
}

TEST(PairFigure, QueriesHaveTheirOwnLabels) {
  const test::Example example = test::example(2, 3, {"a", "b"});
  const Heatmap heatmap = pair_heatmap(example.scene, example.trace, {});
  EXPECT_EQ(&heatmap.row_labels, &example.scene.queries->tokens);
  EXPECT_EQ(&heatmap.column_labels, &example.scene.tokens);
}

}  // namespace
}  // namespace attn::pair_figure_test
