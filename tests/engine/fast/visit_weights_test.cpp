#include "engine/fast/visit_weights.h"

#include <mutex>

#include <gtest/gtest.h>

#include "engine/attention/mask.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::visit_weights_test {
namespace {

using namespace attn::test;

/// What is visited, put together.
struct Visited {
  Matrix weights;
  BoolMatrix seen;
  std::vector<int> visits;  ///< of each row

  Visited(const Scene& scene, std::size_t head)
      : weights(scene.query_count(), scene.key_count()),
        seen(scene.query_count(), scene.key_count()),
        visits(static_cast<std::size_t>(scene.query_count())) {
    std::mutex mutex;
    visit_weights(scene, head, [&](const WeightRows& rows) {
      const std::lock_guard lock(mutex);
      for (Index r = 0; r < rows.count; ++r) {
        const Index i = rows.first + r;
        ++visits[static_cast<std::size_t>(i)];
        const bool* sees = rows.seen_keys(r);
        for (Index j = 0; j < rows.keys; ++j) {
          weights(i, j) = rows.weight(r, j);
          seen(i, j) = !sees || sees[j];
        }
      }
    });
  }
};

TEST(VisitWeights, GivesThoseOfTheEvaluation) {
  for (int n = 0; n < 400; ++n) {
    Random random(case_seed(n));
    const Scene scene = random_scene(random);
    SCOPED_TRACE(n);
    std::optional<Trace> trace;
    try {
      trace = evaluate(scene);
    } catch (const SceneError&) {
      continue;
    }
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      const Visited visited(scene, h);
      EXPECT_EQ(distance(visited.weights, trace->heads[h].weights), 0) << "head " << h;
      EXPECT_EQ(visited.seen, BoolMatrix(trace->heads[h].scores.array() != kMasked));
      for (const int visits : visited.visits) EXPECT_EQ(visits, 1);
    }
  }
}

TEST(VisitWeights, WorksInSeveralBlocks) {
  Scene scene = self_attention(700, 16, 3);
  Mask causal;
  causal.kind = &mask_kind("causal");
  scene.masks.push_back(causal);
  const Visited visited(scene, 0);
  EXPECT_EQ(distance(visited.weights, evaluate(scene).heads[0].weights), 0);
  EXPECT_EQ(visited.seen, visible_keys(scene));
}

TEST(VisitWeights, NamesTheHeadWhoseScoresLeaveTheRange) {
  Scene scene = self_attention(4, 2, 1);
  scene.embeddings = Cow<Matrix>(Matrix::Constant(4, 2, 3e38f));
  try {
    visit_weights(scene, 0, [](const WeightRows&) {});
    ADD_FAILURE() << "it was not refused";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "/heads/0");
  }
}

}  // namespace
}  // namespace attn::visit_weights_test
