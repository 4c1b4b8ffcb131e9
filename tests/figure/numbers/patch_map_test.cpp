#include "app/figure/numbers/patch_map.h"

#include <gtest/gtest.h>

#include "engine/attention/mask.h"
#include "tests/figure/patch_scene.h"

namespace attn::patch_map_test {
namespace {

using Words = std::vector<std::string>;

// Each number of the row is in the map or among the others, at its place, and only once.
TEST(PatchMap, HasEachNumberOfTheRowAtItsPlace) {
  test::Random random(test::case_seed("sizes"));
  for (int n = 0; n < 30; ++n) {
    const PatchGrid grid{random.below(6) + 1, random.below(6) + 1, random.below(4)};
    const Index behind = random.below(3);
    const Scene scene = test::patch_scene(grid.count() + behind, grid.skip, 1);
    const auto evaluation = test::evaluated_patches(scene);
    const Index query = random.below(static_cast<int>(scene.key_count()));
    const HeadTrace& head = evaluation->trace.head(0);
    const PatchMap map = patch_map(head, grid, query);
    ASSERT_EQ(map.weights->rows(), grid.rows);
    ASSERT_EQ(map.weights->cols(), grid.columns);
    for (Index row = 0; row < grid.rows; ++row) {
      for (Index column = 0; column < grid.columns; ++column) {
        EXPECT_EQ((*map.weights)(row, column),
                  head.weights(query, grid.skip + row * grid.columns + column));
      }
    }
    const Index others = grid.skip + behind;
    ASSERT_EQ(map.others ? map.others->rows() : 0, others);
    for (Index other = 0; other < others; ++other) {
      const Index key = other < grid.skip ? other : other + grid.count();
      EXPECT_EQ((*map.others)(other, 0), head.weights(query, key));
    }
    EXPECT_NEAR(map.patch_sum + map.other_sum, head.weights.row(query).cast<double>().sum(), 1e-9);
    EXPECT_FALSE(map.has_masked());
  }
}

TEST(PatchMap, TellsItsSumsAndTokens) {
  Scene scene = test::patch_scene(4, 2, 1);
  Matrix scores = Matrix::Zero(6, 6);
  scores.row(3) << std::log(0.05F), std::log(0.12F), std::log(0.4F), std::log(0.23F),
      std::log(0.15F), std::log(0.05F);
  scene.heads[0].scores = scores;
  const PatchGrid grid = patch_grid(6, {});
  EXPECT_EQ(patch_sums(patch_map(test::evaluated_patches(scene)->trace.head(0), grid, 3)),
            (Words{"patches 0.83", "2 other tokens 0.17"}));
  EXPECT_EQ(patch_query_words(scene, grid, 3), "query 3 “p1”, patch row 0, column 1");
  EXPECT_EQ(patch_query_words(scene, grid, 0), "query 0 “[CLS]”");
  EXPECT_EQ(other_names(scene, grid), (Words{"[CLS]", "reg1"}));
  scene.tokens[1] = "1";
  EXPECT_EQ(patch_query_words(scene, grid, 1), "query 1");
  EXPECT_EQ(other_names(scene, grid), (Words{"[CLS]", "token 1"}));
  EXPECT_EQ(other_names(scene, {2, 2, 1}), (Words{"[CLS]", "p3"})) << "also behind the patches";
}

TEST(PatchMap, KnowsWhatTheQueryCannotSee) {
  Scene scene = test::patch_scene(4, 1, 1);
  scene.masks.emplace_back();  // causal
  const auto evaluation = test::evaluated_patches(scene);
  const PatchGrid grid = patch_grid(5, {});
  const PatchMap map = patch_map(evaluation->trace.head(0), grid, 2);
  EXPECT_TRUE(map.has_masked());
  EXPECT_NE((*map.mask)(0, 1), kMasked);
  EXPECT_EQ((*map.mask)(1, 0), kMasked);
  EXPECT_FALSE(patch_map(evaluation->trace.head(0), grid, 4).has_masked());
}

}  // namespace
}  // namespace attn::patch_map_test
