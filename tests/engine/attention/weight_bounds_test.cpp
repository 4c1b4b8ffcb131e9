// Compares predicted bounds of weights with computed weights of scenes with all features.

#include "engine/attention/weight_bounds.h"

#include <gtest/gtest.h>

#include "engine/attention/normalize.h"
#include "engine/reference/attention.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::weight_bounds_test {
namespace {

using test::Random;
using Sum = WeightBounds::Sum;

constexpr double kRounding = 1e-5;

bool is_one_or_none(double sum) { return std::abs(sum - 1) < kRounding || sum == 0; }

/// Observations of a bound that claims a possibility.
struct Seen {
  int negative = 0, above_one = 0, any_sum = 0, with_sink = 0, columns = 0;
};

void hold(const HeadTrace& head, const WeightBounds& bounds, Seen& seen) {
  const Eigen::MatrixXd weights = head.weights.cast<double>();
  const double least = weights.minCoeff(), largest = weights.maxCoeff();
  EXPECT_TRUE(bounds.may_be_negative || least >= 0) << least;
  EXPECT_TRUE(bounds.may_exceed_one || largest <= 1 + kRounding) << largest;
  seen.negative += least < 0;
  seen.above_one += largest > 1 + kRounding;
  const auto sees = [&](const auto& scores) { return (scores.array() != kMasked).any(); };
  for (Index i = 0; i < weights.rows(); ++i) {
    const double sum = weights.row(i).sum();
    EXPECT_TRUE(bounds.row != Sum::kAtMostOne || sum <= 1 + kRounding) << sum;
    if (bounds.row != Sum::kOne || !sees(head.scores.row(i))) continue;
    // Parts of both signs can be far larger than their sum, and round as they do.
    EXPECT_TRUE(is_one_or_none(sum) || weights.row(i).cwiseAbs().sum() > 100) << sum;
  }
  if (bounds.row == Sum::kAny) seen.any_sum += !is_one_or_none(weights.row(0).sum());
  seen.with_sink += bounds.row == Sum::kAtMostOne && weights.row(0).sum() < 1 - kRounding;
  if (!bounds.columns_sum_to_one) return;
  for (Index j = 0; j < weights.cols(); ++j) {
    if (!sees(head.scores.col(j)) || weights.col(j).cwiseAbs().sum() > 100) continue;
    EXPECT_TRUE(is_one_or_none(weights.col(j).sum())) << weights.col(j).sum();
    ++seen.columns;
  }
}

TEST(WeightBounds, HoldForRandomScenes) {
  Seen seen;
  for (int n = 0; n < 600; ++n) {
    Random random(test::case_seed(n));
    const Scene scene = test::random_scene(random);
    SCOPED_TRACE(n);
    const Trace trace = evaluate_plainly(scene);
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      hold(trace.heads[h], weight_bounds(scene, h), seen);
    }
  }
  // All of it occurs, so that a bound that allows too much would not go unseen.
  EXPECT_GT(seen.negative, 5);
  EXPECT_GT(seen.above_one, 5);
  EXPECT_GT(seen.any_sum, 20);
  EXPECT_GT(seen.with_sink, 5);
  EXPECT_GT(seen.columns, 20);
}

TEST(WeightBounds, AreSharesOfAWholeInVersion1) {
  for (int n = 0; n < 100; ++n) {
    Random random(test::case_seed(n), test::kFirstVersion);
    const Scene scene = test::random_scene(random);
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      EXPECT_EQ(weight_bounds(scene, h), WeightBounds());
    }
  }
}

TEST(SinkShares, AreWhatWeightsLeave) {
  for (int n = 0; n < 200; ++n) {
    Random random(test::case_seed(n));
    const auto& kinds = normalizer_kinds();
    const NormalizerKind& kind = *test::any_of(random, kinds);
    if (!kind.sums_to_one()) continue;
    const Normalizer normalizer = test::random_normalizer(random, kind);
    Matrix scores = random.matrix(4, 1 + random.below(6));
    for (Index j = 0; j < scores.cols(); ++j) scores(3, j) = kMasked;
    const float sink = random.number();
    const Matrix weights = normalize(normalizer, scores, sink);
    const Eigen::VectorXd shares = sink_shares(normalizer, scores, sink);
    for (Index i = 0; i < 3; ++i) {
      EXPECT_NEAR(weights.row(i).cast<double>().sum() + shares(i), 1, kRounding);
      EXPECT_GE(shares(i), 0);
    }
    EXPECT_EQ(shares(3), 0);
  }
}

}  // namespace
}  // namespace attn::weight_bounds_test
