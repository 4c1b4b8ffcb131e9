#include "app/document/edits/new_scene.h"

#include <gtest/gtest.h>

#include "app/document/edits/tokens.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"

namespace attn::new_scene_test {
namespace {

TEST(NewScene, IsOneThatCanBeEvaluatedAndIsNoneOfOneTokenOnly) {
  const Scene scene = new_scene();
  EXPECT_FALSE(check(scene));
  EXPECT_GE(scene.key_count(), 3);
  EXPECT_EQ(evaluate(scene).heads[0].weights.rows(), scene.key_count());
  EXPECT_FALSE(scene.title.empty());
}

TEST(NewScene, GivesEachWordTheVectorThatItHasEverywhere) {
  const Scene scene = new_scene();
  EXPECT_EQ(scene.embeddings->row(1), word_vector(scene.tokens[1], scene.embeddings->cols()));
}

}  // namespace
}  // namespace attn::new_scene_test
