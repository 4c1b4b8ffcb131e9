#include "app/figure/tables/view_table.h"

#include <set>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/numbers/position_model.h"
#include "app/figure/views/pair_quantity.h"
#include "assets/assets.h"
#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "tests/figure/figure_test.h"
#include "tests/figure/patch_scene.h"

namespace attn::view_table_test {
namespace {

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

/// Three heads over causal attention with sinusoidal positions.
Scene three_heads() {
  Scene scene = test::first_example();
  scene.heads.resize(3);
  scene.heads[1].w_q = Cow<Matrix>(Matrix(0.5F * Matrix::Identity(3, 3)));
  scene.heads[2].w_q = Cow<Matrix>(Matrix(-1.0F * Matrix::Identity(3, 3)));
  scene.masks.emplace_back();
  scene.position.kind = &position_kind("sinusoidal");
  return scene;
}

std::string words_of_failure(const Scene& scene, std::string_view view,
                             const TableHeads& heads = {}) {
  try {
    view_table(evaluated(scene), view, {}, heads);
    return "";
  } catch (const NoNumbers& error) {
    return error.what();
  }
}

TEST(ViewTable, AHeadsPairsAreThoseOfTheTrace) {
  const auto evaluation = evaluated(three_heads());
  const ViewTable table = view_table(evaluation, "weights", {}, {.only = 1});
  EXPECT_EQ(table.view, "weights");
  EXPECT_FALSE(table.is_stack());
  EXPECT_EQ(table.row_kind, "query");
  EXPECT_EQ(table.rows, evaluation->scene.tokens);
  EXPECT_EQ(table.columns, evaluation->scene.tokens);
  ASSERT_EQ(table.layers.size(), 1u);
  EXPECT_EQ(*table.layers[0].values, evaluation->trace.heads[1].weights);
  ViewState state;
  state.head = 2;
  EXPECT_EQ(*view_table(evaluation, "weights", state).layers[0].values,
            evaluation->trace.heads[2].weights);
}

TEST(ViewTable, AMaskedPairHasAWeightOfZeroAndNoScore) {
  const auto evaluation = evaluated(three_heads());
  EXPECT_EQ((*view_table(evaluation, "weights").layers[0].values)(0, 1), 0.0F);
  const ViewTable scores = view_table(evaluation, "scores");
  EXPECT_EQ((*scores.layers[0].values)(0, 1), kMasked);
  EXPECT_EQ((*scores.layers[0].values)(1, 0), evaluation->trace.heads[0].scores(1, 0));
  // Raw ones are from before the mask.
  ASSERT_TRUE(has_raw_scores(evaluation->trace.heads[0]));
  EXPECT_EQ(*view_table(evaluation, "raw-scores").layers[0].values, evaluation->trace.heads[0].raw);
}

TEST(ViewTable, HeadsAreAStack) {
  const auto evaluation = evaluated(three_heads());
  const auto expect_stack = [&](const ViewTable& table, Matrix HeadTrace::*matrix) {
    EXPECT_EQ(table.stack, "head");
    ASSERT_EQ(table.layers.size(), 3u);
    for (std::size_t h = 0; h < 3; ++h) {
      EXPECT_EQ(table.layers[h].name, std::to_string(h));
      EXPECT_EQ(*table.layers[h].values, evaluation->trace.heads[h].*matrix);
    }
    EXPECT_EQ(static_cast<Index>(table.columns.size()), table.layers[0].values->cols());
  };
  expect_stack(view_table(evaluation, "heads"), &HeadTrace::weights);
  expect_stack(view_table(evaluation, "head-outputs"), &HeadTrace::output);
  expect_stack(view_table(evaluation, "weights", {}, {.all = true}), &HeadTrace::weights);
  ViewState of_outputs;
  of_outputs.options.heads.are_outputs = true;
  expect_stack(view_table(evaluation, "heads", of_outputs), &HeadTrace::output);
  EXPECT_FALSE(view_table(evaluation, "heads", {}, {.only = 0}).is_stack());
  // One head is a stack of one all the same: a script that reads it need not ask.
  EXPECT_TRUE(view_table(evaluated(test::first_example()), "heads").is_stack());
}

TEST(ViewTable, OutputsAreTheCombinedOnesUnlessAHeadIsChosen) {
  Scene scene = three_heads();
  auto evaluation = evaluated(scene);
  EXPECT_EQ(*view_table(evaluation, "outputs").layers[0].values, *evaluation->trace.output);
  EXPECT_EQ(*view_table(evaluation, "outputs", {}, {.only = 2}).layers[0].values,
            evaluation->trace.heads[2].output);
  EXPECT_EQ(view_table(evaluation, "outputs", {}, {.all = true}).layers.size(), 3u);
  scene.combine.kind = &combine_kind("none");
  evaluation = evaluated(scene);
  EXPECT_EQ(view_table(evaluation, "outputs").layers.size(), 3u);
}

TEST(ViewTable, PositionsAreThoseThatTheViewShows) {
  const auto evaluation = evaluated(three_heads());
  const ViewTable encoding = view_table(evaluation, "encoding");
  const Matrix& added = *evaluation->trace.position;
  EXPECT_EQ(encoding.layers[0].values->topRows(added.rows()), added);
  EXPECT_EQ(encoding.row_kind, "position");
  EXPECT_EQ(*view_table(evaluation, "similarity").layers[0].values,
            similarity(*encoding.layers[0].values));

  const ViewTable waves = view_table(evaluation, "frequencies");
  EXPECT_EQ(waves.columns, (std::vector<std::string>{"frequency", "wavelength"}));
  EXPECT_EQ((*waves.layers[0].values)(0, 0), 1.0F);

  const Matrix turn = *view_table(evaluation, "rotation").layers[0].values;
  EXPECT_NEAR((turn * turn.transpose() - Matrix::Identity(2, 2)).norm(), 0, 1e-6);

  const Matrix bits = *view_table(evaluation, "binary").layers[0].values;
  for (Index i = 0; i < bits.rows(); ++i) {
    Index sum = 0;
    for (Index c = 0; c < bits.cols(); ++c) sum += static_cast<Index>(bits(i, c)) << c;
    ASSERT_EQ(sum, i);
  }
  const ViewTable effect = view_table(evaluation, "effect", {}, {.only = 1});
  ASSERT_EQ(effect.layers.size(), 2u);
  EXPECT_EQ(*effect.layers[1].values, evaluation->trace.heads[1].weights);
  EXPECT_NE(*effect.layers[0].values, *effect.layers[1].values);
}

TEST(ViewTable, ThePlaneHasAPlaceForEachPoint) {
  const auto evaluation = evaluated(test::first_example());
  EXPECT_EQ(view_table(evaluation, "plane").layers[0].values->rows(), 6);
  const ViewTable keys = view_table(evaluation, "plane-keys");
  EXPECT_EQ(keys.layers[0].values->rows(), 12);
  EXPECT_EQ(keys.rows.size(), 12u);
  EXPECT_EQ(keys.rows[6], "query The");
}

TEST(ViewTable, ComparedPanelsAreAStack) {
  const ViewTable table = view_table(evaluated(test::first_example()), "compare");
  EXPECT_EQ(table.stack, "panel");
  ASSERT_GE(table.layers.size(), 2u);
  EXPECT_NE(*table.layers[0].values, *table.layers[1].values);
}

TEST(ViewTable, PatchesHaveTheirPlaceTokenAndWeight) {
  const Scene scene = test::patch_scene(6, 1);
  const auto evaluation = evaluated(scene);
  ViewState state;
  state.options.patches = {.rows = 2, .columns = 3};
  state.selection = Cell{4, -1};
  const ViewTable table = view_table(evaluation, "patches", state);
  EXPECT_EQ(table.rows, scene.tokens);
  EXPECT_EQ(table.columns, (std::vector<std::string>{"row", "column", "token", "weight"}));
  const Matrix& numbers = *table.layers[0].values;
  const Matrix& weights = evaluation->trace.heads[0].weights;
  EXPECT_EQ(numbers.row(0), RowVector({{kMasked, kMasked, 0, weights(4, 0)}}));
  for (Index n = 0; n < 6; ++n) {
    const auto row = static_cast<float>(n / 3), column = static_cast<float>(n % 3);
    EXPECT_EQ(numbers.row(n + 1),
              RowVector({{row, column, static_cast<float>(n + 1), weights(4, n + 1)}}));
  }
  EXPECT_EQ(view_table(evaluation, "patches", state, {.all = true}).layers.size(), 2U);
  state.options.patches = {.rows = 3, .columns = 3};
  EXPECT_THROW(view_table(evaluation, "patches", state), NoNumbers);
}

void expect_names_for_all_numbers(const ViewTable& table) {
  ASSERT_FALSE(table.layers.empty());
  EXPECT_EQ(table.is_stack(), !table.layers[0].name.empty());
  for (const auto& layer : table.layers) {
    ASSERT_GT(layer.values->size(), 0);
    EXPECT_EQ(layer.values->rows(), std::ssize(table.rows));
    EXPECT_EQ(layer.values->cols(), std::ssize(table.columns));
  }
}

TEST(ViewTable, EveryTableOfEveryExampleFitsItsNames) {
  std::set<std::string_view> seen;
  for (const Asset& asset : assets()) {
    if (!asset.path.starts_with("assets/examples/")) continue;
    const auto evaluation = evaluated(parse_scene(asset.bytes));
    for (const std::string_view view : figure_views()) {
      SCOPED_TRACE(std::string(asset.path) + ": " + std::string(view));
      try {
        expect_names_for_all_numbers(view_table(evaluation, view));
        seen.insert(view);
      } catch (const NoNumbers&) {
      }
    }
  }
  for (const std::string_view view : figure_views()) {
    EXPECT_EQ(seen.contains(view), has_numbers(view)) << view;
  }
}

TEST(ViewTable, WhatHasNoneSaysSo) {
  EXPECT_EQ(words_of_failure(test::first_example(), "graph"),
            "the view graph has no numbers of its own");
  for (const char* view : {"graph", "steps", "symmetry", "foo"}) EXPECT_FALSE(has_numbers(view));
  EXPECT_EQ(words_of_failure(test::first_example(), "curve"),
            "The keys have 3 features; a curve needs exactly one.");
  EXPECT_EQ(words_of_failure(test::first_example(), "weights", {.only = 1}),
            "there is no head 1; known: 0");
  EXPECT_EQ(words_of_failure(three_heads(), "heads", {.only = -1}),
            "there is no head -1; known: 0 to 2");
  Scene learned = test::first_example();
  learned.position.kind = &position_kind("learned");
  learned.position.table = Matrix(Matrix::Ones(6, 3));
  EXPECT_NE(words_of_failure(learned, "frequencies"), "");
  EXPECT_NE(words_of_failure(learned, "rotation"), "");
}

}  // namespace
}  // namespace attn::view_table_test
