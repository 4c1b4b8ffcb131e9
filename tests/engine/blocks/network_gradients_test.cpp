#include "engine/blocks/network_gradients.h"

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
#include "tests/engine/gradients/central_differences.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::network_gradients_test {
namespace {

using namespace attn::test;

constexpr Index kWidth = 4;

Norm random_norm(Random& random) {
  Norm norm;
  norm.kind = &norm_kind(random.coin() ? "rms" : "layer");
  if (random.coin()) norm.gain = random.row(kWidth);
  if (random.coin()) norm.shift = random.row(kWidth);
  return norm;
}

Attention random_attention(Random& random) {
  Attention attention;
  attention.heads.resize(2);
  for (Head& head : attention.heads) {
    head.w_q = random.matrix(kWidth, 2);
    head.w_k = random.matrix(kWidth, 2);
    head.w_v = random.matrix(kWidth, 2);
    if (random.coin()) head.b_k = random.row(2);
    if (random.coin()) head.sink = random.number();
  }
  if (random.coin()) attention.masks.emplace_back();
  if (random.coin()) attention.position.kind = &position_kind("rope");
  if (random.coin()) attention.combine.w_o = random.matrix(4, kWidth);
  if (random.coin()) attention.bias = random.matrix(5, 5);
  return attention;
}

Network random_network(Random& random) {
  Network network;
  network.vocabulary = {"a", "b", "c", "d", "e"};
  network.tokens = {"a", "c", "b", "c", "e"};
  network.embedding = random.matrix(5, kWidth);
  if (random.coin()) {
    network.position.kind = &position_kind(random.coin() ? "learned" : "sinusoidal");
    network.position.table = random.matrix(6, kWidth);
    network.position.base = 50;
    network.position.scale = 0.5F;
  }
  if (random.coin()) network.norm_in = random_norm(random);
  for (int b = random.below(3); b > 0; --b) {
    Block& block = network.blocks.emplace_back();
    const int parts = random.below(3);
    if (parts > 0) block.attention = random_attention(random);
    if (parts != 1) {
      Mlp& mlp = block.mlp.emplace();
      mlp.w_1 = random.matrix(kWidth, 3);
      mlp.w_2 = random.matrix(3, kWidth);
      if (random.coin()) mlp.b_1 = random.row(3);
      if (random.coin()) mlp.b_2 = random.row(kWidth);
      if (random.coin()) mlp.w_3 = random.matrix(kWidth, 3);
      if (random.coin() && mlp.w_3) mlp.b_3 = random.row(3);
      const auto kinds = activation_kinds();
      mlp.activation = &kinds[static_cast<std::size_t>(random.below(4)) % kinds.size()];
    }
    if (random.coin() && block.attention) block.attention_norm = random_norm(random);
    if (random.coin() && block.mlp) block.mlp_norm = random_norm(random);
    block.norm_place = static_cast<NormPlace>(random.below(3));
    if (block.norm_place == NormPlace::kBoth) {
      if (block.attention) block.attention_norm_after = random_norm(random);
      if (block.mlp) block.mlp_norm_after = random_norm(random);
    }
    block.residual = random.below(4) > 0;
    block.parallel = block.attention && block.mlp && block.residual &&
                     block.norm_place == NormPlace::kPre && random.coin();
  }
  if (random.coin()) network.embedding_scale = random.number();
  if (random.coin()) {
    network.types = {random.matrix(2, kWidth)};
    if (random.coin()) network.types->ids = {0, 1, 1, 0, 1};
  }
  if (random.coin()) {
    OutputHead& head = network.head.emplace();
    head.w = random.matrix(kWidth, kWidth);
    if (random.coin()) head.b = random.row(kWidth);
    if (random.coin()) head.norm = random_norm(random);
  }
  if (random.coin()) network.logits_cap = 0.5F + static_cast<float>(random.below(3));
  if (random.coin()) network.norm_out = random_norm(random);
  if (random.coin()) network.unembedding = random.matrix(kWidth, 3);
  if (random.coin()) network.unembedding_bias = random.row(network.unembedding ? 3 : 5);
  require_valid(network);
  return network;
}

Loss random_loss(Random& random, const WideMatrix& logits) {
  Loss loss;
  loss.kind = &loss_kind("cross_entropy");
  for (Index i = 0; i < logits.rows(); ++i) {
    loss.targets.push_back(random.below(static_cast<int>(logits.cols())));
  }
  return loss;
}

TEST(NetworkGradients, EachStageGoesForwardAsTheReferenceDoes) {
  for (int n = 0; n < test_cases(30); ++n) {
    Random random(case_seed(n));
    const Network network = random_network(random);
    const NetworkTrace plain = evaluate_plainly(network);
    const std::vector<WideStage> wide = evaluate_wide(network);
    ASSERT_EQ(wide.size(), plain.stages.size());
    for (std::size_t s = 0; s < wide.size(); ++s) {
      const Matrix& expected = plain.stages[s].x;
      EXPECT_LE((wide[s].x.cast<float>() - expected).cwiseAbs().maxCoeff(),
                1e-3F * (1 + expected.cwiseAbs().maxCoeff()));
    }
  }
}

TEST(NetworkGradients, AgreeWithCentralDifferences) {
  Compared all;
  for (int n = 0; n < test_cases(60); ++n) {
    SCOPED_TRACE(n);
    Random random(case_seed(n));
    const Network network = random_network(random);
    const std::vector<WideStage> stages = evaluate_wide(network);
    const Loss loss = random_loss(random, stages.back().x);
    WideMatrix by = WideMatrix::Zero(stages.back().x.rows(), stages.back().x.cols());
    add_output_loss(loss, stages.back().x, by);
    const Compared some = compare_with_differences(
        network, network_gradients(network, stages, by),
        [](Network& of, const auto& each) { visit_network_numbers(of, each); },
        [&](const Network& of) {
          const WideMatrix logits = evaluate_wide(of).back().x;
          WideMatrix ignored = WideMatrix::Zero(logits.rows(), logits.cols());
          return add_output_loss(loss, logits, ignored);
        });
    all.numbers += some.numbers;
    all.corners += some.corners;
    all.unequal_0 += some.unequal_0;
  }
  EXPECT_GT(all.numbers, test_cases(3000));
  EXPECT_GT(all.unequal_0, all.numbers / 2);
  EXPECT_LT(all.corners, all.numbers / 50);
}

TEST(NetworkGradients, EachActivationHasItsSlope) {
  for (const ActivationKind& kind : activation_kinds()) {
    for (const double x : {-3.0, -0.7, 0.3, 2.0}) {
      const double step = 1e-5;
      const double expected = (kind.bend(x + step) - kind.bend(x - step)) / (2 * step);
      EXPECT_NEAR(kind.slope(x), expected, 1e-8) << kind.id << " " << x;
    }
  }
}

}  // namespace
}  // namespace attn::network_gradients_test
