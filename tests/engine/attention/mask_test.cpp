#include "engine/attention/mask.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention/lookup.h"
#include "engine/attention/trace.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::mask_test {
namespace {

using namespace attn::test;

/// Whether query i sees key j, written from the table of the format.
bool plain_sees(const Mask& mask, Index i, Index j) {
  const std::string_view id = mask.kind->id;
  if (id == "causal") return j <= i;
  if (id == "padding") return (*mask.valid)[static_cast<std::size_t>(j)];
  if (id == "window") {
    const Index steps = std::abs(i - j);
    return j < mask.sinks || (steps <= mask.dilation * mask.radius && steps % mask.dilation == 0);
  }
  if (id == "prefix") return j < mask.length || j <= i;
  if (id == "segments") {
    const auto& queries = mask.query_ids ? **mask.query_ids : *mask.ids;
    return (*mask.ids)[static_cast<std::size_t>(j)] == queries[static_cast<std::size_t>(i)];
  }
  if (id == "strided") return j <= i && (i - j < mask.stride || (i - j) % mask.stride == 0);
  if (id == "custom") return (*mask.allowed)(i, j);
  if (id == "graph") {
    const std::pair<int, int> edge(static_cast<int>(i), static_cast<int>(j));
    return std::ranges::count(*mask.edges, edge) > 0 || (mask.self_loops && i == j);
  }
  ADD_FAILURE() << "no plain mask for " << id;
  return false;
}

TEST(Mask, EachKindIsItsRule) {
  for (const MaskKind& kind : mask_kinds()) {
    for (int round = 0; round < 50; ++round) {
      Random random(case_seed(kind.id, round));
      Scene scene = cross_attention(1 + random.below(7), 1 + random.below(7), 2, 2);
      scene.masks = {random_mask(random, kind, scene)};
      const BoolMatrix seen = visible_keys(scene);
      for (Index i = 0; i < seen.rows(); ++i) {
        for (Index j = 0; j < seen.cols(); ++j) {
          ASSERT_EQ(seen(i, j), plain_sees(scene.masks[0], i, j)) << kind.id;
        }
      }
    }
  }
}

TEST(Mask, InAnyCombinationAKeyIsSeenWhereAllAllowIt) {
  const std::size_t count = mask_kinds().size();
  for (std::size_t chosen = 0; chosen < (1U << count); ++chosen) {
    Scene scene = cross_attention(5, 6, 2, 2);
    for (std::size_t n = 0; n < count; ++n) {
      Random random(case_seed(mask_kinds()[n].id, chosen));
      if (chosen >> n & 1U) scene.masks.push_back(random_mask(random, mask_kinds()[n], scene));
    }
    const Trace trace = evaluate(scene);
    for (Index i = 0; i < 5; ++i) {
      bool sees_any = false;
      for (Index j = 0; j < 6; ++j) {
        const bool sees = std::ranges::all_of(
            scene.masks, [&](const Mask& mask) { return plain_sees(mask, i, j); });
        sees_any = sees_any || sees;
        EXPECT_EQ(trace.heads[0].scores(i, j) != kMasked, sees);
        if (!sees) {
          EXPECT_EQ(trace.heads[0].weights(i, j), 0);
        }
      }
      EXPECT_NEAR(trace.heads[0].weights.row(i).sum(), sees_any ? 1 : 0, 1e-6);
    }
  }
}

TEST(Mask, GraphIsCustomWithTheAdjacencyMatrix) {
  Random random(case_seed());
  Scene graph = self_attention(8, 3);
  Mask edges = random_mask(random, mask_kind("graph"), graph);
  edges.self_loops = true;
  graph.masks = {edges};
  Scene custom = graph;
  Mask adjacency;
  adjacency.kind = &mask_kind("custom");
  BoolMatrix allowed = BoolMatrix::Identity(8, 8);
  for (const auto& [i, j] : *edges.edges) allowed(i, j) = true;
  adjacency.allowed = allowed;
  custom.masks = {adjacency};
  for (const NormalizerKind& kind : normalizer_kinds()) {
    graph.normalizer.kind = custom.normalizer.kind = &kind;
    EXPECT_EQ(evaluate(graph).heads[0].weights, evaluate(custom).heads[0].weights);
    EXPECT_EQ(*evaluate(graph).output, *evaluate(custom).output);
  }
}

TEST(Mask, HidingAKeyIsLeavingItOut) {
  for (const ScoreKind& score : score_kinds()) {
    for (const NormalizerKind& normalizer : normalizer_kinds()) {
      for (const float T : {0.0f, 0.5f, 1.0f}) {
        if (T == 0 && !normalizer.takes_zero) continue;
        Random random(case_seed(score.id, normalizer.id, T));
        Scene padded = cross_attention(3, 6, 4, 4, case_seed(score.id, normalizer.id, T, "tokens"));
        padded.normalizer = {&normalizer, T};
        padded.normalizer.offset = -1;  // for sigmoid, whose own is by the number of keys
        set_score(random, score, padded);
        Scene shorter = padded;
        if (has_given_scores(padded.score)) {
          shorter.heads[0].scores = Matrix((**padded.heads[0].scores).leftCols(4));
        }
        shorter.tokens.resize(4);
        shorter.embeddings = Matrix(padded.embeddings->topRows(4));
        Mask mask;
        mask.kind = &mask_kind("padding");
        mask.valid = std::vector<bool>{true, true, true, true, false, false};
        padded.masks = {mask};
        EXPECT_LE(distance(*evaluate(padded).output, *evaluate(shorter).output), 1e-6f)
            << score.id << " " << normalizer.id << " " << T;
      }
    }
  }
}

TEST(Mask, AHugeRadiusHidesNothing) {
  Scene scene = cross_attention(9, 4, 2, 2);
  Mask mask;
  mask.kind = &mask_kind("window");
  mask.radius = std::numeric_limits<int>::max();
  scene.masks = {mask};
  EXPECT_TRUE(visible_keys(scene).all());
}

TEST(Mask, AQueryWithoutKeysIsNamed) {
  Scene scene = self_attention(3, 2);
  scene.tokens[1] = "line\nbreak";
  Mask mask;
  mask.kind = &mask_kind("graph");
  mask.edges = std::vector<std::pair<int, int>>{{0, 1}, {2, 2}};
  mask.self_loops = false;
  scene.masks = {mask};
  const Trace trace = evaluate(scene);
  ASSERT_EQ(trace.warnings.size(), 1u);
  EXPECT_NE(trace.warnings[0].find("query 1 (line\\nbreak)"), std::string::npos);
  EXPECT_EQ(trace.heads[0].weights.row(1), Matrix::Zero(1, 3));
  EXPECT_EQ(trace.heads[0].output.row(1), Matrix::Zero(1, 2));
  EXPECT_EQ(trace.output->row(1), Matrix::Zero(1, 2));
}

/// Masks by token move with tokens; masks by position do not.
TEST(Mask, GoesByPlaceWhereItSaysNothingOfTokens) {
  for (const MaskKind& kind : mask_kinds()) {
    const bool is_of_tokens = takes(kind, "valid") || takes(kind, "allowed") ||
                              takes(kind, "edges") || takes(kind, "ids");
    EXPECT_NE(kind.by_place, is_of_tokens) << kind.id;
  }
}

}  // namespace
}  // namespace attn::mask_test
