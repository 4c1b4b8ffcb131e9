#include <gtest/gtest.h>

#include "engine/attention/normalize.h"
#include "engine/attention/trace.h"
#include "engine/fast/weights.h"
#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::row_sums_test {
namespace {

using namespace attn::test;

TEST(RowSums, GiveTheWeightsOfTheReference) {
  for (const Kernels* kernels : supported_kernels()) {
    for (const float T : {0.05f, 1.0f, 30.0f}) {
      Random random(case_seed(T));
      Matrix scores = random.matrix(70, 131, 3);
      scores = scores.unaryExpr([&](float s) { return random.below(4) == 0 ? kMasked : s; });
      scores.row(5).setConstant(kMasked);
      std::vector<HeadTrace> heads(2);
      heads[0].scores = random.matrix(70, 131, 3);
      heads[1].scores = scores;
      std::vector<RowSums> all;
      compute_row_sums(heads, T, all, *kernels);
      const RowSums& sums = all[1];
      const Matrix expected = normalize({&normalizer_kind("softmax"), T}, scores);
      for (Index i = 0; i < 70; ++i) {
        const auto row = static_cast<std::size_t>(i);
        if (i == 5) {
          EXPECT_EQ(sums.sums[row], 0);
          continue;
        }
        const RowVector weights =
            ((scores.row(i).array() - sums.largest[row]) / T).exp() / sums.sums[row];
        EXPECT_LE((weights - expected.row(i)).cwiseAbs().maxCoeff(), 1e-6f);
      }
    }
  }
}

TEST(RowSums, OfOneHeadAreTheSameAtAnotherTemperature) {
  std::vector<HeadTrace> heads(1);
  heads[0].scores = Random(case_seed()).matrix(300, 400, 3);
  heads[0].scores.row(7).setConstant(kMasked);
  std::vector<RowSums> expected;
  RowSums sums;
  for (const float T : {1.0f, 0.1f, 5.0f}) {
    compute_row_sums(heads, T, expected);
    compute_row_sums(heads[0].scores, T, T != 1.0f, sums);
    EXPECT_EQ(sums.largest, expected[0].largest);
    EXPECT_EQ(sums.sums, expected[0].sums);
  }
}

}  // namespace
}  // namespace attn::row_sums_test
