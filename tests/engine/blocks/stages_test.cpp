// Networks of blocks: what must hold whatever their numbers are.

#include "engine/blocks/stages.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/stage_cells.h"
#include "tests/support/case_seed.h"

namespace attn::stages_test {
namespace {

constexpr Index kWidth = 6;
constexpr Index kHidden = 9;

/// Attention in two heads and an mlp, twice, with norms.
Network two_layers(unsigned seed) {
  test::Random random(seed);
  Network network;
  network.vocabulary = {"a", "b", "c", "d", "e"};
  network.tokens = {"a", "c", "b", "c", "e", "d"};
  network.embedding = random.matrix(5, kWidth);
  for (int b = 0; b < 2; ++b) {
    Block& block = network.blocks.emplace_back();
    Attention& attention = block.attention.emplace();
    attention.heads.resize(2);
    for (Head& head : attention.heads) {
      head.w_q = random.matrix(kWidth, 3);
      head.w_k = random.matrix(kWidth, 3);
      head.w_v = random.matrix(kWidth, kWidth / 2);
    }
    Mlp& mlp = block.mlp.emplace();
    mlp.w_1 = random.matrix(kWidth, kHidden);
    mlp.w_2 = random.matrix(kHidden, kWidth);
    block.attention_norm.emplace();
    block.mlp_norm.emplace();
  }
  require_valid(network);
  return network;
}

Matrix logits_of(const Network& network) { return evaluate_plainly(network).stages.back().x; }

double farthest(const Matrix& a, const Matrix& b) {
  return static_cast<double>((a - b).cwiseAbs().maxCoeff());
}

TEST(Stages, EachReadsFromEarlierOnes) {
  const Network network = two_layers(1);
  const std::vector<Stage> stages = stages_of(network);
  EXPECT_EQ(stages.front().kind->id, "embedding");
  EXPECT_EQ(stages.back().kind->id, "unembedding");
  EXPECT_EQ(stages.size(), 2u + 2 * 6);
  for (std::size_t n = 1; n < stages.size(); ++n) {
    EXPECT_LT(stages[n].input, n);
    EXPECT_LE(stages[n - 1].block, stages[n].block);
  }
}

TEST(Stages, WithoutBlocksTheLogitsAreProductsOfEmbeddings) {
  Network network = two_layers(2);
  network.blocks.clear();
  const Matrix& E = *network.embedding;
  const Matrix logits = logits_of(network);
  EXPECT_NEAR(logits(1, 4), E.row(2).dot(E.row(4)), 1e-5);
}

TEST(Stages, WithoutPositionsPermutedTokensArePermutedLogits) {
  Network network = two_layers(3);
  const Matrix before = logits_of(network);
  std::ranges::reverse(network.tokens);
  EXPECT_LT(farthest(logits_of(network), before.colwise().reverse()), 1e-4);
}

TEST(Stages, UnderACausalMaskNoTokenReachesThoseBefore) {
  Network network = two_layers(4);
  for (Block& block : network.blocks) block.attention->masks.emplace_back();
  network.position.kind = &position_kind("sinusoidal");
  const Matrix before = logits_of(network);
  network.tokens[3] = "e";
  const Matrix after = logits_of(network);
  EXPECT_EQ(farthest(before.topRows(3), after.topRows(3)), 0);
  EXPECT_GT(farthest(before.bottomRows(3), after.bottomRows(3)), 1e-3);
}

TEST(Stages, ABlocksAttentionIsThatOfAScene) {
  const Network network = two_layers(5);
  const std::vector<Stage> stages = stages_of(network);
  const NetworkTrace trace = evaluate_plainly(network);
  for (std::size_t n = 0; n < stages.size(); ++n) {
    if (stages[n].kind->id != "attention") continue;
    const Scene scene = scene_of(network, static_cast<std::size_t>(stages[n].block),
                                 trace.stages[stages[n].input].x);
    EXPECT_LT(farthest(*evaluate(scene).output, trace.stages[n].x), 1e-4);
  }
}

TEST(Stages, NormsStandBeforeOrAfter) {
  Network network = two_layers(6);
  for (Block& block : network.blocks) block.norm_place = NormPlace::kPost;
  const NetworkTrace trace = evaluate_plainly(network);
  const Matrix& x = trace.stages[trace.stages.size() - 2].x;
  for (Index i = 0; i < x.rows(); ++i) {
    EXPECT_NEAR(x.row(i).mean(), 0, 1e-5) << "the last stage of the last block is a norm";
    EXPECT_NEAR(x.row(i).squaredNorm() / kWidth, 1, 1e-3);
  }
}

TEST(Stages, WithoutResidualsNothingGoesPastABlock) {
  Network network = two_layers(7);
  for (Block& block : network.blocks) block.residual = false;
  network.blocks[1].mlp->w_2.edit().setZero();
  EXPECT_EQ(logits_of(network).cwiseAbs().maxCoeff(), 0);
  network.blocks[1].residual = true;
  EXPECT_GT(logits_of(network).cwiseAbs().maxCoeff(), 0);
}

TEST(Stages, AGatedMlpMultipliesItsHiddenNumbers) {
  Network network = two_layers(8);
  Mlp& mlp = *network.blocks[1].mlp;
  const Matrix plain = logits_of(network);
  mlp.w_3 = Matrix(Matrix::Zero(kWidth, kHidden));
  mlp.b_3 = RowVector(RowVector::Ones(kHidden));
  EXPECT_LT(farthest(logits_of(network), plain), 1e-5) << "a gate of ones";
  mlp.b_3 = RowVector(RowVector::Zero(kHidden));
  EXPECT_GT(farthest(logits_of(network), plain), 1e-3);
}

TEST(Stages, FollowFromTheCellsThatFeedThem) {
  const auto expect_with = [](const std::string& what, const auto& change) {
    SCOPED_TRACE(what);
    Network network = two_layers(9);
    for (Block& block : network.blocks) change(block);
    require_valid(network);
    test::expect_stages_as_said(network);
  };
  expect_with("as it is", [](Block&) {});
  expect_with("causal", [](Block& block) { block.attention->masks.emplace_back(); });
  expect_with("a window, queries normalised", [](Block& block) {
    Mask& mask = block.attention->masks.emplace_back();
    mask.kind = &mask_kind("window");
    mask.radius = 1;
    block.attention->normalizer.over = Over::kQueries;
    block.norm_place = NormPlace::kPost;
  });
  expect_with("the values as they are, all alike", [](Block& block) {
    block.attention->heads.resize(1);
    block.attention->heads[0].w_v.reset();
    block.attention->normalizer.temperature = std::numeric_limits<float>::infinity();
  });
  expect_with("queries as they are, turned", [](Block& block) {
    for (Head& head : block.attention->heads) {
      head.w_q.reset();
      head.w_k.reset();
    }
    block.attention->position.kind = &position_kind("rope");
    block.residual = false;
  });
}

/// Checks the number of values per stage in the trace, except attention's.
TEST(Stages, HoldTheNumbersThatTheyAreSaidToHold) {
  Network network = two_layers(10);
  for (const char* position : {"none", "sinusoidal"}) {
    network.position.kind = &position_kind(position);
    const NetworkTrace trace = evaluate_plainly(network);
    const std::vector<Stage> stages = stages_of(network);
    double all = 0;
    for (std::size_t n = 0; n < stages.size(); ++n) {
      const StageTrace& stage = trace.stages[n];
      const auto said = stages[n].kind->numbers;
      const double more = said ? said(network, stages[n]) : 0;
      all += static_cast<double>(stage.x.size()) + more;
      if (stage.attention) continue;
      EXPECT_EQ(more, static_cast<double>(stage.position.size() + stage.hidden.size()));
    }
    EXPECT_EQ(all, trace_numbers(network));
  }
}

// Values worked out from the papers' formulas.
TEST(Activations, AreThoseOfTheirPapers) {
  const auto at = [](std::string_view id, double x) { return activation_kind(id).bend(x); };
  EXPECT_EQ(at("relu", -2), 0);
  EXPECT_EQ(at("relu", 2), 2);
  EXPECT_NEAR(at("gelu", 1), 0.8413447460685429, 1e-12);
  EXPECT_NEAR(at("gelu", -1), -0.15865525393145707, 1e-12);
  EXPECT_NEAR(at("gelu_tanh", 1), 0.8411919906082768, 1e-9);
  EXPECT_NEAR(at("silu", 1), 0.7310585786300049, 1e-12);
  EXPECT_NEAR(at("silu", -800), 0, 1e-12);
}

TEST(Norms, BringRowsToOneSize) {
  test::Random random(test::case_seed());
  WideMatrix rows = random.matrix(4, 7).cast<double>();
  rows.row(2).setZero();
  for (const NormKind& kind : norm_kinds()) {
    SCOPED_TRACE(kind.id);
    WideMatrix normal = rows;
    kind.normalize(normal, 0);
    EXPECT_TRUE(normal.allFinite());
    EXPECT_EQ(normal.row(2).norm(), 0) << "a row of zeros stays";
    const double squares = normal.row(1).squaredNorm();
    if (kind.has_epsilon) {
      EXPECT_NEAR(squares, 7, 1e-9);
    } else if (!kind.does_nothing) {
      EXPECT_NEAR(squares, 1, 1e-9);
    }
    if (kind.centers) {
      EXPECT_NEAR(normal.row(1).mean(), 0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace attn::stages_test
