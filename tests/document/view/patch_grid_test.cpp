#include "app/document/view/patch_grid.h"

#include <gtest/gtest.h>

#include "engine/attention/score.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::patch_grid_test {
namespace {

Scene imported(Index keys) {
  Scene scene;
  for (Index n = 0; n < keys; ++n) scene.tokens.push_back("word " + std::to_string(n));
  scene.embeddings = Matrix(keys, 0);
  scene.score.kind = &score_kind("given");
  return scene;
}

std::string refusal(Index keys, const ViewOptions::Patches& options) {
  try {
    patch_grid(keys, options);
    return "";
  } catch (const PatchGridError& error) {
    return "--" + std::string(error.option) + ": " + error.what();
  }
}

TEST(PatchGrid, APatchIsTheKeyBehindTheRowsBeforeIt) {
  test::Random random(test::case_seed());
  for (int n = 0; n < 200; ++n) {
    const PatchGrid grid{random.below(20) + 1, random.below(20) + 1, random.below(7)};
    const Index behind = random.below(4);
    Index others = 0;
    for (Index key = 0; key < grid.skip + grid.count() + behind; ++key) {
      const auto patch = grid.patch(key);
      EXPECT_EQ(patch.has_value(), key >= grid.skip && key < grid.skip + grid.count());
      if (patch) {
        EXPECT_EQ(key, grid.skip + patch->query * grid.columns + patch->key);
        EXPECT_EQ(grid.key(*patch), key);
      } else {
        EXPECT_EQ(grid.other_key(others), key);
        EXPECT_EQ(grid.other(key), others++);
      }
    }
    EXPECT_EQ(others, grid.skip + behind);
  }
}

TEST(PatchGrid, ASquareBehindTheUsualTokensIsGuessed) {
  struct Guess {
    Index keys, side, skip;
  };
  for (const auto& [keys, side, skip] : {Guess{196, 14, 0},
                                         {197, 14, 1},
                                         {198, 14, 2},
                                         {199, 14, 3},
                                         {200, 14, 4},
                                         {201, 14, 5},
                                         {257, 16, 1},
                                         {261, 16, 5},
                                         {1374, 37, 5},
                                         {19, 4, 3},
                                         {5, 2, 1}}) {
    EXPECT_EQ(patch_grid(keys, {}), (PatchGrid{side, side, skip, true})) << keys;
  }
  EXPECT_EQ(patch_grid(203, {.skip = 7}), (PatchGrid{14, 14, 7, true}));
  EXPECT_EQ(refusal(195, {}),
            "--patches: expected ROWSxCOLUMNS: 195 keys can be no square of patches");
  EXPECT_EQ(refusal(197, {.skip = 2}),
            "--patches: expected ROWSxCOLUMNS: 195 keys can be no square of patches");
  EXPECT_EQ(refusal(3, {}), "--patches: expected ROWSxCOLUMNS: 3 keys can be no square of patches");
}

TEST(PatchGrid, OtherKeysAreBeforeThePatchesUnlessItIsSaid) {
  EXPECT_EQ(patch_grid(197, {.rows = 12, .columns = 16}), (PatchGrid{12, 16, 5, false}));
  EXPECT_EQ(patch_grid(197, {.rows = 12, .columns = 16, .skip = 1}), (PatchGrid{12, 16, 1, false}));
  EXPECT_EQ(refusal(197, {.rows = 20, .columns = 20}),
            "--patches: expected ROWSxCOLUMNS with at most 197 patches, found 20x20");
  EXPECT_EQ(refusal(197, {.rows = 1 << 26, .columns = 1 << 26}),
            "--patches: expected ROWSxCOLUMNS with at most 197 patches, found 67108864x67108864");
  EXPECT_EQ(refusal(197, {.rows = 14, .columns = 14, .skip = 2}),
            "--skip: expected at most 1 before 14x14 patches, found 2");
  EXPECT_EQ(refusal(197, {.skip = 197}),
            "--skip: expected less than 197 (keys of the scene), found 197");
}

TEST(PatchGrid, IsToldInWords) {
  EXPECT_EQ(patch_grid_words(patch_grid(197, {})), "14 × 14 patches behind 1 token: guessed");
  EXPECT_EQ(patch_grid_words({12, 16, 5}), "12 × 16 patches behind 5 tokens");
  EXPECT_EQ(patch_grid_words({3, 4, 0}), "3 × 4 patches");
}

TEST(PatchGrid, IsOfferedForImportsAndNumberedTokensAndWhereItIsSet) {
  EXPECT_TRUE(has_patches(imported(197), {}));
  EXPECT_FALSE(has_patches(imported(195), {})) << "no square";
  Scene text = imported(17);
  text.score.kind = &score_kind("dot");
  EXPECT_FALSE(has_patches(text, {})) << "a text of 17 words is no image";
  EXPECT_TRUE(has_patches(text, {.patches = {.rows = 4, .columns = 4}}));
  for (Index n = 0; n < 17; ++n) text.tokens[static_cast<std::size_t>(n)] = std::to_string(n);
  EXPECT_TRUE(has_patches(text, {}));
}

TEST(PatchGrid, ShowsTheSelectedQueryElseTheClassToken) {
  Scene scene = imported(17);
  EXPECT_EQ(patch_query(scene, patch_grid(17, {}), Cell{5, 2}), 5);
  EXPECT_EQ(patch_query(scene, patch_grid(17, {}), Cell{50, 2}), 16);
  EXPECT_EQ(patch_query(scene, patch_grid(17, {}), std::nullopt), 0);
  EXPECT_EQ(patch_query(scene, {4, 4, 0}, std::nullopt), 16);
  EXPECT_TRUE(are_queries_keys(scene));
  scene.queries = Queries{{"a", "b"}, Matrix(2, 0)};
  EXPECT_FALSE(are_queries_keys(scene));
  EXPECT_EQ(patch_query(scene, patch_grid(17, {}), std::nullopt), 1);
}

}  // namespace
}  // namespace attn::patch_grid_test
