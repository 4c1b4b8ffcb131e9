#include <map>
#include <mutex>
#include <vector>

#include <gtest/gtest.h>

#include "engine/attention/mask.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"
#include "engine/reference/check.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::visit_weights_test {
namespace {

using namespace attn::test;

/// Rows visited of a head, assembled to matrices.
struct VisitedHead {
  Matrix weights;
  BoolMatrix seen;
  std::vector<int> visits;  ///< of each row

  explicit VisitedHead(const Scene& scene)
      : weights(scene.query_count(), scene.key_count()),
        seen(scene.query_count(), scene.key_count()),
        visits(static_cast<std::size_t>(scene.query_count())) {}

  void add(const WeightRows& rows) {
    for (Index r = 0; r < rows.count; ++r) {
      const Index i = rows.first + r;
      ++visits[static_cast<std::size_t>(i)];
      const bool* sees = rows.seen_keys(r);
      for (Index j = 0; j < rows.keys; ++j) {
        weights(i, j) = rows.weight(r, j);
        seen(i, j) = !sees || sees[j];
      }
    }
  }
};

std::map<std::size_t, VisitedHead> visited(const Scene& scene,
                                           const std::vector<std::size_t>& heads) {
  std::map<std::size_t, VisitedHead> visited;
  std::mutex mutex;
  visit_weights(scene, heads, [&](const WeightRows& rows) {
    const std::lock_guard lock(mutex);
    visited.try_emplace(rows.head, scene).first->second.add(rows);
  });
  return visited;
}

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
    std::vector<std::size_t> heads;
    for (std::size_t h = 0; h < scene.heads.size(); h += random.coin() ? 1 : 2) heads.push_back(h);
    const auto found = visited(scene, heads);
    EXPECT_EQ(found.size(), heads.size());
    for (const auto& [h, head] : found) {
      EXPECT_EQ(distance(head.weights, trace->heads[h].weights), 0) << "head " << h;
      EXPECT_EQ(head.seen, BoolMatrix(trace->heads[h].scores.array() != kMasked));
      for (const int visits : head.visits) EXPECT_EQ(visits, 1);
    }
  }
}

TEST(VisitWeights, WorksInSeveralBlocks) {
  Scene scene = self_attention(700, 16, 3);
  Mask causal;
  causal.kind = &mask_kind("causal");
  scene.masks.push_back(causal);
  const VisitedHead head = visited(scene, {0}).at(0);
  EXPECT_EQ(distance(head.weights, evaluate(scene).heads[0].weights), 0);
  EXPECT_EQ(head.seen, visible_keys(scene));
}

TEST(VisitWeights, NamesTheHeadWhoseScoresLeaveTheRange) {
  Scene scene = self_attention(4, 2, 1);
  scene.embeddings = Cow<Matrix>(Matrix::Constant(4, 2, 3e38f));
  try {
    visited(scene, {0});
    ADD_FAILURE() << "it was not refused";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "/heads/0");
  }
}

}  // namespace
}  // namespace attn::visit_weights_test
