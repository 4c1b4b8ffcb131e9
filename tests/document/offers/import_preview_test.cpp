// Tests the preview of an import: it shows what the opened scene has.

#include "app/document/offers/import_preview.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/imports/open_dump.h"
#include "engine/attention/trace.h"
#include "engine/fast/evaluate.h"
#include "tests/document/imports/encoder_batch.h"
#include "tests/document/imports/opened_dump.h"

namespace attn::import_preview_test {
namespace {

using test::floats;
using test::npy;
using test::opened;

/// Whether the previewed weights of each head are those of the scene, and hidden where they are.
void expect_same_as_scene(const AttentionDump& dump, const ImportWishes& wishes,
                          const std::string& about) {
  const ImportedLayer layer = analyse_layer(dump, 0, wishes);
  const Scene scene = imported_scene(dump, layer, wishes);
  const Trace trace = evaluate(scene);
  for (Index h = 0; h < dump.layer(0).heads; ++h) {
    const Matrix shown = previewed_weights(dump, layer, h);
    const HeadTrace& head = trace.heads[static_cast<std::size_t>(h)];
    for (Index i = 0; i < shown.rows(); ++i) {
      for (Index j = 0; j < shown.cols(); ++j) {
        const float weight = shown(i, j) == kMasked ? 0 : shown(i, j);
        EXPECT_NEAR(weight, head.weights(i, j), 1e-5) << about << " " << h << " " << i << " " << j;
      }
    }
  }
}

TEST(ImportPreview, ShowsTheWeightsOfTheOpenedScene) {
  constexpr float kNone = -INFINITY;
  const std::vector<std::pair<std::string, std::string>> files = {
      {"weights", npy("(1, 2, 2)", floats({1, 0, .5, .5}))},
      {"other sums", npy("(1, 2, 3)", floats({1, 2, .5, .5, 0, .125}))},
      {"signed weights", npy("(1, 2, 2)", floats({1.5, -.5, .5, .5}))},
      {"scores", npy("(2, 2, 2)", floats({1, -2, .5, 3, kNone, 0, 1, 2}))},
      {"half precision", npy("(1, 2, 2)", floats({.9995F, 0, .5, .4995F}))},
      {"a row without keys", npy("(1, 2, 2)", floats({0, 0, .5, .5}))},
      {"a mask of -1e4", npy("(1, 2, 3)", floats({1, 2, -1e4F, .5, -1, -1e4F}))},
  };
  for (const auto& [about, bytes] : files) {
    expect_same_as_scene(*opened(bytes), {.name = "a"}, about);
    for (const DumpAs as : {DumpAs::kWeights, DumpAs::kScores}) {
      expect_same_as_scene(*opened(bytes, {.as = as}), {.name = "a"}, about + " as asked");
    }
  }
  expect_same_as_scene(*opened(files[6].second, {.masked_from = -10000.F}), {.name = "a"}, "cut");
  for (const std::size_t n : {0U, 3U, 4U, 5U}) {
    expect_same_as_scene(*opened(files[n].second),
                         {.name = "a", .hide = {.first = true, .special = false}},
                         files[n].first + " without the first key");
  }
}

ImportPreview preview(const std::string& bytes, const ImportChoice& choice = {}, Index head = 0) {
  const OpenedImport opened = opened_import(FileBytes::held(bytes), choice);
  return preview_of(*opened.dump, opened.wishes("a", choice), chosen_layer(*opened.dump, choice),
                    head);
}

TEST(ImportOutline, SaysWhatThereIsToChoose) {
  const ImportOutline outline =
      outline_of(*opened(test::encoder_batch(), {.tensor = "blocks.*.attn.hook_pattern"}));
  EXPECT_EQ(outline.layers, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(outline.batches, 2);
  EXPECT_EQ(outline.steps, 1);
  EXPECT_EQ(outline.axes.size(), 4U);
  EXPECT_TRUE(outline.doubts.empty());
  const auto steps = opened(npy("(3, 1, 2)", floats({1, 0, .5, .5, 0, 1})), {.axes = "sqk"});
  EXPECT_EQ(outline_of(*steps).steps, 3);
}

TEST(ImportPreview, IsOfALayerAndItsLastHeadAtMost) {
  const ImportPreview made = preview(
      test::encoder_batch(), {.dump = {.tensor = "blocks.*.attn.hook_pattern"}, .layer = 2}, 9);
  EXPECT_EQ(made.layer, 2);
  EXPECT_EQ(made.head, 3) << "the last";
  EXPECT_EQ(made.layer_name, 2);
  EXPECT_EQ(made.originals[4], "##ing");
  EXPECT_EQ(made.analysed.tokens.keys[4], "ing");
  EXPECT_FALSE(made.are_scores_guessed);
  EXPECT_EQ(made.not_seen, 0);
  ASSERT_TRUE(made.row_sums);
  EXPECT_NEAR((*made.row_sums)(5, 0), 1, 1e-5);
  EXPECT_EQ(made.sums.substr(0, 30), "rows sum to 1.000, columns to ");
}

TEST(ImportPreview, SumsRowsAndColumnsAsTheFileHasThem) {
  const ImportPreview made = preview(npy("(1, 2, 2)", floats({1, 1, .5, .25})));
  EXPECT_EQ(made.sums, "rows sum to 0.750 … 2.000, columns to 1.25 … 1.50");
  EXPECT_EQ((*made.row_sums)(0, 0), 2);
  EXPECT_EQ((*made.row_sums)(1, 0), .75F);
  const ImportPreview unseen = preview(npy("(1, 2, 2)", floats({0, 0, .5, .5})));
  EXPECT_TRUE(std::isnan((*unseen.row_sums)(0, 0))) << "no key is seen";
  EXPECT_EQ((*unseen.weights)(0, 0), kMasked);
  EXPECT_EQ(preview(npy("(1, 1, 2)", floats({0, 0}))).sums, "no key is seen");
}

TEST(ImportPreview, CountsTheScoresThatAreNotSeen) {
  const std::string bytes = npy("(1, 2, 3)", floats({1, 2, -1e4F, .5, -1, -1e4F}));
  const ImportPreview made = preview(bytes, {.dump = {.masked_from = -10000.F}});
  EXPECT_EQ(made.not_seen, 2);
  EXPECT_EQ(made.sums, "scores −1.00 … 2.00");
  EXPECT_TRUE(made.are_scores_guessed);
  EXPECT_EQ((*made.weights)(1, 2), kMasked);
  const ImportPreview asked = preview(bytes, {.dump = {.as = DumpAs::kWeights}});
  EXPECT_TRUE(asked.are_scores_guessed) << "weights were asked for";
  EXPECT_FALSE(asked.analysed.meaning->are_scores);
}

TEST(ImportPreview, PoolsLargeOnes) {
  const Index count = 2 * kMostPreviewed;
  std::vector<float> numbers(static_cast<std::size_t>(count * count), 1.F / 1024);
  numbers[0] = .25F;
  const ImportPreview made = preview(npy("(1024, 1024)", floats(numbers)));
  EXPECT_EQ(made.weights->rows(), kMostPreviewed);
  EXPECT_FALSE(made.row_sums);
  EXPECT_NEAR((*made.weights)(0, 0), .25F, 1e-6) << "the strongest of each block";
}

}  // namespace
}  // namespace attn::import_preview_test
