#include "engine/attention/pair_rows.h"

#include <gtest/gtest.h>

#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::pair_rows_test {
namespace {

using namespace attn::test;

TEST(Project, MultipliesWeightsFromTheLeft) {
  Scene scene = cross_attention(2, 3, 2, 3);
  scene.queries->embeddings = matrix({{1, 2}, {3, 4}});
  scene.embeddings = matrix({{1, 0, 0}, {0, 1, 0}, {1, 1, 1}});
  scene.heads[0].w_q = matrix({{1, 0, 2}, {0, 1, 1}});
  scene.heads[0].w_k = matrix({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  scene.heads[0].w_v = matrix({{1}, {2}, {3}});
  EXPECT_EQ(project_queries(scene, 0, *scene.queries->embeddings), matrix({{1, 2, 4}, {3, 4, 10}}));
  EXPECT_EQ(project_keys(scene, 0, *scene.embeddings),
            matrix({{1, 2, 3}, {4, 5, 6}, {12, 15, 18}}));
  EXPECT_EQ(project_values(scene, 0, *scene.embeddings), matrix({{1}, {2}, {6}}));
}

TEST(Project, WithoutWeightsIsTheIdentity) {
  const Scene scene = self_attention(4, 3);
  EXPECT_EQ(project_queries(scene, 0, *scene.embeddings), *scene.embeddings);
  EXPECT_EQ(project_keys(scene, 0, *scene.embeddings), *scene.embeddings);
  EXPECT_EQ(project_values(scene, 0, *scene.embeddings), *scene.embeddings);
}

TEST(Project, GivenValuesAreTakenAsTheyAre) {
  Scene scene = self_attention(3, 2);
  scene.values = matrix({{1}, {2}, {3}});
  EXPECT_EQ(project_values(scene, 0, *scene.embeddings), **scene.values);
  scene.heads[0].w_v = matrix({{2, 1}});
  EXPECT_EQ(project_values(scene, 0, *scene.embeddings), matrix({{2, 1}, {4, 2}, {6, 3}}));
}

TEST(Project, TurnsAfterTheWeights) {
  Scene scene = self_attention(3, 3);
  Random random(case_seed());
  scene.heads[0].w_q = random.matrix(3, 4);
  scene.position.kind = &position_kind("rope");
  WideMatrix expected = scene.embeddings->cast<double>() * (**scene.heads[0].w_q).cast<double>();
  scene.position.kind->rotate(scene.position, expected);
  EXPECT_EQ(project_queries(scene, 0, *scene.embeddings), expected.cast<float>());
}

}  // namespace
}  // namespace attn::pair_rows_test
