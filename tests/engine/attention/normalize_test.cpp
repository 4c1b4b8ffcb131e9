#include "engine/attention/normalize.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "engine/attention/lookup.h"
#include "engine/attention/trace.h"
#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::normalize_test {
namespace {

using namespace attn::test;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
/// Those whose rows sum to 1, at every temperature.
std::vector<NormalizerKind> simplex_kinds() {
  std::vector<NormalizerKind> kinds;
  std::ranges::copy_if(normalizer_kinds(), std::back_inserter(kinds), &NormalizerKind::sums_to_one);
  return kinds;
}

constexpr float kTemperatures[] = {0, 1e-30f, 1e-3f, 0.1f, 1, 5, 1e3f, 1e30f, kInfinity};

Matrix weights_of(std::string_view kind, float temperature, const Matrix& scores) {
  return normalize({.kind = &normalizer_kind(kind), .temperature = temperature, .k = 8}, scores);
}

/// Applies a normaliser to z = (score − max) / T.
void weigh(std::string_view kind, std::span<double> z, float alpha = 1.5F) {
  const Normalizer normalizer{.kind = &normalizer_kind(kind), .alpha = alpha};
  normalizer.kind->weigh(normalizer, z);
}

Matrix with_masked(Random& random, Matrix scores, int one_in) {
  return scores.unaryExpr([&](float s) { return random.below(one_in) == 0 ? kMasked : s; });
}

TEST(Normalize, RowsSumToOneAndMaskedKeysWeighNothing) {
  for (const NormalizerKind& kind : simplex_kinds()) {
    for (const float T : kTemperatures) {
      for (const float spread : {1e-6f, 1.0f, 1e4f}) {
        SCOPED_TRACE(testing::Message() << kind.id << " T=" << T << " spread=" << spread);
        Random random(case_seed(kind.id, T, spread));
        const Matrix scores = with_masked(random, random.matrix(20, 37, spread), 3);
        const Matrix weights = weights_of(kind.id, T, scores);
        ASSERT_TRUE(weights.allFinite());
        EXPECT_GE(weights.minCoeff(), 0);
        for (Index i = 0; i < weights.rows(); ++i) {
          EXPECT_NEAR(weights.row(i).cast<double>().sum(), 1, 1e-6);
        }
        EXPECT_TRUE(((scores.array() != kMasked) || (weights.array() == 0)).all());
      }
    }
  }
}

TEST(Normalize, LongRowsSumToOne) {
  for (const NormalizerKind& kind : simplex_kinds()) {
    for (const Index L : {1, 2, 3, 100, 4096, 16384}) {
      for (const float T : kTemperatures) {
        const Matrix scores = Random(case_seed(kind.id, L, T)).matrix(1, L, 3);
        const Matrix weights = weights_of(kind.id, T, scores);
        EXPECT_NEAR(weights.cast<double>().sum(), 1, 1e-6) << kind.id << " L=" << L << " T=" << T;
      }
    }
  }
}

TEST(Normalize, LargerScoresNeverWeighLess) {
  for (const NormalizerKind& kind : simplex_kinds()) {
    for (const float T : kTemperatures) {
      const Matrix scores = Random(case_seed(kind.id, T)).matrix(1, 50);
      const Matrix weights = weights_of(kind.id, T, scores);
      for (Index a = 0; a < 50; ++a) {
        for (Index b = 0; b < 50; ++b) {
          if (scores(0, a) >= scores(0, b)) {
            ASSERT_GE(weights(0, a), weights(0, b)) << kind.id << " T=" << T;
          }
        }
      }
    }
  }
}

TEST(Normalize, ShiftingARowChangesNothing) {
  const Matrix scores = Random(case_seed()).matrix(5, 9);
  const Matrix shifted = (scores.array() + 64).matrix();
  for (const NormalizerKind& kind : simplex_kinds()) {
    for (const float T : {0.5f, 1.0f, 5.0f}) {
      EXPECT_LE(distance(weights_of(kind.id, T, scores), weights_of(kind.id, T, shifted)), 2e-5f)
          << kind.id;
    }
  }
}

TEST(Normalize, TemperatureZeroSharesTies) {
  const Matrix scores = matrix({{1, 3, 3, 2}, {5, 5, 5, 5}, {kMasked, 1, 0, 1}, {-2, -7, -9, -8}});
  const Matrix expected =
      matrix({{0, 0.5f, 0.5f, 0}, {0.25f, 0.25f, 0.25f, 0.25f}, {0, 0.5f, 0, 0.5f}, {1, 0, 0, 0}});
  for (const NormalizerKind& kind : simplex_kinds()) {
    EXPECT_EQ(weights_of(kind.id, 0, scores), expected) << kind.id;
  }
}

TEST(Normalize, InfiniteTemperatureIsUniformOverSeenKeys) {
  const Matrix scores = matrix({{1, 1e4f, -1e4f, 2}, {kMasked, 1, kMasked, 30}});
  const Matrix expected = matrix({{0.25f, 0.25f, 0.25f, 0.25f}, {0, 0.5f, 0, 0.5f}});
  for (const NormalizerKind& kind : simplex_kinds()) {
    EXPECT_EQ(weights_of(kind.id, kInfinity, scores), expected) << kind.id;
  }
}

TEST(Normalize, TendsToItsLimits) {
  Random random(case_seed());
  Matrix scores(6, 8);  // of which no two in a row are close: at no T > 0 do they tie
  for (Index i = 0; i < 6; ++i) {
    scores.row(i).setLinSpaced(8, -2, 2);
    std::ranges::shuffle(scores.row(i), random.engine());
    scores.row(i) += 0.1f * RowVector::NullaryExpr(8, [&] { return random.uniform(1, 1)(0); });
  }
  for (const NormalizerKind& kind : simplex_kinds()) {
    SCOPED_TRACE(kind.id);
    const Matrix hard = weights_of(kind.id, 0, scores);
    const Matrix uniform = weights_of(kind.id, kInfinity, scores);
    float to_hard = kInfinity;
    float to_uniform = 0;
    for (const float T : {10.0f, 1.0f, 0.1f, 1e-2f, 1e-3f}) {
      const Matrix weights = weights_of(kind.id, T, scores);
      EXPECT_LE(distance(weights, hard), to_hard);
      EXPECT_GE(distance(weights, uniform), to_uniform);
      to_hard = distance(weights, hard);
      to_uniform = distance(weights, uniform);
    }
    EXPECT_LE(to_hard, 1e-6f);
    EXPECT_LE(distance(weights_of(kind.id, 1e7f, scores), uniform), 1e-6f);
  }
}

TEST(Normalize, LargeScoresAtSmallTemperaturesDoNotOverflow) {
  const Matrix scores = matrix({{1e4f, -1e4f, 9999}, {3.4e38f, -3.4e38f, 0}});
  for (const NormalizerKind& kind : simplex_kinds()) {
    for (const float T : {1e-3f, std::numeric_limits<float>::denorm_min()}) {
      EXPECT_EQ(weights_of(kind.id, T, scores), matrix({{1, 0, 0}, {1, 0, 0}})) << kind.id;
    }
  }
}

TEST(Normalize, RowsWithoutKeysStayZero) {
  const Matrix scores = Matrix::Constant(2, 3, kMasked);
  for (const NormalizerKind& kind : simplex_kinds()) {
    for (const float T : kTemperatures) {
      EXPECT_EQ(weights_of(kind.id, T, scores), Matrix::Zero(2, 3)) << kind.id;
    }
  }
}

TEST(Softmax, RatiosAreExponentials) {
  std::vector<double> z{0, -1, -2.5, -700};
  const std::vector<double> p = [&] {
    auto copy = z;
    weigh("softmax", copy);
    return copy;
  }();
  for (std::size_t n = 0; n < z.size(); ++n) {
    EXPECT_NEAR(p[n] / p[0], std::exp(z[n]), 1e-14);
  }
}

/// (score − max) / T as `weigh` wants it, with ties where asked for.
std::vector<double> random_row(Random& random, std::size_t L, double spread, bool ties) {
  std::vector<double> z(L);
  for (double& value : z) {
    value = ties ? spread * random.below(4) : spread * static_cast<double>(random.number());
  }
  const double largest = *std::ranges::max_element(z);
  for (double& value : z) value -= largest;
  return z;
}

class SparseRows : public testing::TestWithParam<std::size_t> {};

TEST_P(SparseRows, SparsemaxMeetsItsOptimalityConditions) {
  // p is the projection iff p = max(0, z − τ) for one τ, and sums to 1 (Martins & Astudillo, prop.
  // 1).
  for (const bool ties : {false, true}) {
    for (const double spread : {1e-6, 0.01, 1.0, 100.0, 1e7}) {
      Random random(case_seed(GetParam(), ties, spread));
      const std::vector<double> z = random_row(random, GetParam(), spread, ties);
      std::vector<double> p = z;
      weigh("sparsemax", p);
      EXPECT_NEAR(std::reduce(p.begin(), p.end()), 1, 1e-11);
      const double tau = [&] {
        const auto best = std::ranges::max_element(p) - p.begin();
        return z[static_cast<std::size_t>(best)] - p[static_cast<std::size_t>(best)];
      }();
      for (std::size_t n = 0; n < z.size(); ++n) {
        ASSERT_NEAR(p[n], std::max(0.0, z[n] - tau), 1e-11);
      }
    }
  }
}

TEST_P(SparseRows, Entmax15MeetsItsOptimalityConditions) {
  // p = max(0, z / 2 − τ)² for one τ, and sums to 1 (Peters et al., eq. 10).
  for (const bool ties : {false, true}) {
    for (const double spread : {1e-6, 0.01, 1.0, 100.0, 1e7}) {
      Random random(case_seed(GetParam(), ties, spread));
      const std::vector<double> z = random_row(random, GetParam(), spread, ties);
      std::vector<double> p = z;
      weigh("entmax15", p);
      EXPECT_NEAR(std::reduce(p.begin(), p.end()), 1, 1e-9);
      const auto best = static_cast<std::size_t>(std::ranges::max_element(p) - p.begin());
      const double tau = z[best] / 2 - std::sqrt(p[best]);
      for (std::size_t n = 0; n < z.size(); ++n) {
        ASSERT_NEAR(p[n], std::pow(std::max(0.0, z[n] / 2 - tau), 2), 1e-11);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, SparseRows, testing::Values(1, 2, 3, 7, 64, 1000, 4097, 16384));

TEST(Sparsemax, KeepsWhatIsOnTheSimplex) {
  // A point of the simplex is its own projection, up to the shift that weigh() wants.
  std::vector<double> p{0.5 - 0.5, 0.3 - 0.5, 0.2 - 0.5, 0 - 0.5};
  weigh("sparsemax", p);
  EXPECT_NEAR(p[0], 0.5, 1e-15);
  EXPECT_NEAR(p[1], 0.3, 1e-15);
  EXPECT_NEAR(p[2], 0.2, 1e-15);
  EXPECT_NEAR(p[3], 0, 1e-15);
}

TEST_P(SparseRows, EntmaxMeetsItsOptimalityConditions) {
  // p = max(0, (alpha − 1) z − τ)^(1 / (alpha − 1)) for one τ, and sums to 1 (Peters et al., eq.
  // 10).
  for (const float of_kind : {1.01F, 1.25F, 1.5F, 2.0F, 3.0F, 4.0F}) {
    const double alpha = of_kind;
    for (const double spread : {1e-6, 0.01, 1.0, 100.0, 1e7}) {
      SCOPED_TRACE(testing::Message() << alpha << " " << spread);
      Random random(case_seed(GetParam(), alpha, spread));
      const std::vector<double> z = random_row(random, GetParam(), spread, false);
      std::vector<double> p = z;
      weigh("entmax", p, of_kind);
      EXPECT_NEAR(std::reduce(p.begin(), p.end()), 1, 1e-9);
      const auto best = static_cast<std::size_t>(std::ranges::max_element(p) - p.begin());
      const double tau = (alpha - 1) * z[best] - std::pow(p[best], alpha - 1);
      for (std::size_t n = 0; n < z.size(); ++n) {
        const double above = std::max(0.0, (alpha - 1) * z[n] - tau);
        if (p[n] < std::numeric_limits<double>::min()) {
          // Near 1, alpha takes a power so high that a double can't say the share any more.
          ASSERT_LT(std::pow(above, 1 / (alpha - 1)), 1e-300);
        } else {
          ASSERT_NEAR(std::pow(p[n], alpha - 1), above, 1e-9);
        }
      }
    }
  }
}

TEST_P(SparseRows, EntmaxMeetsSoftmaxEntmax15AndSparsemax) {
  Random random(case_seed(GetParam()));
  const std::vector<double> z = random_row(random, GetParam(), 1, true);
  const auto expect_same = [&](float alpha, std::string_view kind, double error) {
    std::vector<double> found = z;
    std::vector<double> expected = z;
    weigh("entmax", found, alpha);
    weigh(kind, expected);
    for (std::size_t n = 0; n < z.size(); ++n) ASSERT_NEAR(found[n], expected[n], error) << alpha;
  };
  expect_same(1.000001F, "softmax", 1e-4);
  expect_same(1.5F, "entmax15", 1e-11);
  expect_same(2, "sparsemax", 1e-11);
}

TEST(TopK, KeepsTheLargestAndWhatTies) {
  Normalizer normalizer{&normalizer_kind("topk"), 1};
  normalizer.k = 2;
  const double e = std::exp(1.0);
  const auto share = [](double part, double sum) { return static_cast<float>(part / sum); };
  EXPECT_LE(distance(normalize(normalizer, matrix({{1, 0, -1, -2}})),
                     matrix({{share(e, e + 1), share(1, e + 1), 0, 0}})),
            1e-7f);
  EXPECT_LE(distance(normalize(normalizer, matrix({{0, 1, 0, -1}})),
                     matrix({{share(1, e + 2), share(e, e + 2), share(1, e + 2), 0}})),
            1e-7f);
  const Matrix scores = Random(case_seed()).matrix(3, 6);
  normalizer.k = 100;
  EXPECT_EQ(normalize(normalizer, scores), weights_of("softmax", 1, scores));
}

TEST(TopK, KnowsTheLargestBesideOneThatIsFarLarger) {
  Normalizer normalizer{&normalizer_kind("topk"), 1e30f};
  normalizer.k = 2;
  EXPECT_EQ(normalize(normalizer, matrix({{0.1f, 1e-15f, 2e-15f, -1e-15f}})),
            matrix({{0.5f, 0, 0.5f, 0}}));
}

TEST(Sigmoid, IsEachScoresOwn) {
  const Matrix scores = matrix({{2, 0, -1, kMasked}});
  Normalizer normalizer{&normalizer_kind("sigmoid"), 2};
  const auto sigmoid = [](double x) { return static_cast<float>(1 / (1 + std::exp(-x))); };
  const double own = -std::log(4.0);
  EXPECT_LE(distance(normalize(normalizer, scores),
                     matrix({{sigmoid(1 + own), sigmoid(own), sigmoid(-0.5 + own), 0}})),
            1e-7f);
  normalizer.offset = 3;
  normalizer.temperature = 0;
  EXPECT_EQ(normalize(normalizer, scores), matrix({{1, sigmoid(3), 0, 0}}));
  normalizer.temperature = kInfinity;
  EXPECT_EQ(normalize(normalizer, scores), matrix({{sigmoid(3), sigmoid(3), sigmoid(3), 0}}));
}

TEST(Relu, IsDividedByTheKeysThatAreSeen) {
  const Matrix scores = matrix({{2, -3, 4, kMasked}});
  EXPECT_EQ(weights_of("relu", 2, scores), matrix({{1.0f / 3, 0, 2.0f / 3, 0}}));
  EXPECT_EQ(weights_of("relu", kInfinity, scores), Matrix::Zero(1, 4));
}

TEST(Sum, DividesByTheSumUnlessItIsZero) {
  const Matrix scores = matrix({{1, 3, kMasked}, {2, -2, 0}, {0, 0, 0}, {-1, -3, 0}});
  EXPECT_EQ(weights_of("sum", 1, scores),
            matrix({{0.25f, 0.75f, 0}, {0, 0, 0}, {0, 0, 0}, {0.25f, 0.75f, 0}}));
}

TEST(None, LeavesScoresAsTheyAre) {
  const Matrix scores = matrix({{1, -3, kMasked}, {200, 0, 0}});
  EXPECT_EQ(weights_of("none", 1, scores), matrix({{1, -3, 0}, {200, 0, 0}}));
}

TEST(Length, IsATemperatureOfEachRow) {
  const Matrix scores = Random(case_seed()).matrix(1, 5);
  for (const NormalizerKind& kind : normalizer_kinds()) {
    if (!takes(kind, "length")) continue;
    Normalizer normalizer{&kind, 3};
    normalizer.k = 4;
    normalizer.length = 0.5f;
    Normalizer colder = normalizer;
    colder.length.reset();
    colder.temperature = 3 / (0.5f * std::log(5.0f));
    EXPECT_LE(distance(normalize(normalizer, scores), normalize(colder, scores)), 1e-6f) << kind.id;
  }
}

TEST(Over, QueriesAreKeysOfTheTransposedScores) {
  Random random(case_seed());
  const Matrix scores = with_masked(random, random.matrix(6, 9), 4);
  for (const NormalizerKind& kind : normalizer_kinds()) {
    Normalizer over_keys{&kind, 0.5f};
    over_keys.k = 2;
    Normalizer over_queries = over_keys;
    over_queries.over = Over::kQueries;
    const Matrix columns = normalize(over_queries, scores);
    EXPECT_EQ(columns, Matrix(normalize(over_keys, scores.transpose()).transpose())) << kind.id;
    Normalizer slots = over_keys;
    slots.over = Over::kQueriesThenKeys;
    const Matrix rows = normalize(slots, scores);
    for (Index i = 0; i < 6; ++i) {
      const float sum = columns.row(i).sum();
      const Matrix expected = columns.row(i) / (sum == 0 ? 1 : sum);
      // Weights of `sum` may cancel each other.
      const float rounded = 1e-6f * expected.cwiseAbs().sum();
      EXPECT_LE(distance(rows.row(i), expected), rounded * (1 + expected.cwiseAbs().maxCoeff()))
          << kind.id;
    }
  }
}

TEST(Over, AQueryThatIsLeftOutOfEveryColumnWeighsNothing) {
  Matrix scores = Random(case_seed()).matrix(9, 4).cwiseAbs();
  scores.row(3).setConstant(-1);
  Normalizer normalizer{&normalizer_kind("topk"), 1};
  normalizer.k = 2;
  for (const Over over : {Over::kQueries, Over::kQueriesThenKeys}) {
    normalizer.over = over;
    EXPECT_EQ(normalize(normalizer, scores).row(3), Matrix::Zero(1, 4));
  }
}

TEST(NormalizerTable, AllButThoseThatKeepSignsTakeATemperatureAndALength) {
  for (const NormalizerKind& kind : normalizer_kinds()) {
    EXPECT_EQ(takes(kind, "temperature"), !kind.keeps_signs);
    EXPECT_EQ(takes(kind, "length"), !kind.keeps_signs);
    EXPECT_TRUE(takes(kind, "over"));
    EXPECT_NE(kind.weigh == nullptr, kind.weigh_each == nullptr);
  }
}

}  // namespace
}  // namespace attn::normalize_test
