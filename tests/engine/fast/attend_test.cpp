#include "engine/fast/attend.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::attend_test {
namespace {

using namespace attn::test;

using WideRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class EachAttend : public testing::TestWithParam<const Kernels*> {
 protected:
  WorkerPool pool_{2};
};

INSTANTIATE_TEST_SUITE_P(Variants, EachAttend,
                         testing::ValuesIn(supported_kernels().begin(), supported_kernels().end()),
                         [](const auto& info) { return std::string(info.param->name); });

/// Random arrays of a shape, with one number more after the results that nobody may write.
struct Arrays {
  Arrays(const AttendShape& s, unsigned seed) {
    Random random(seed);
    q = random.matrix(s.heads * s.queries, s.depth);
    k = random.matrix(s.heads * s.keys, s.depth);
    v = random.matrix(s.heads * s.keys, s.width);
    weights.assign(static_cast<std::size_t>(s.heads * s.queries * s.keys + 1), 7);
    output.assign(static_cast<std::size_t>(s.heads * s.queries * s.width + 1), 7);
  }

  AttendArrays pointers() { return {q.data(), k.data(), v.data(), weights.data(), output.data()}; }

  Matrix q, k, v;
  std::vector<float> weights, output;
};

/// How far weights and outputs are from those in double precision, at most.
double error_of(const AttendShape& s, double factor, const Arrays& a) {
  double worst = a.weights.back() == 7 && a.output.back() == 7 ? 0 : INFINITY;
  for (Index h = 0; h < s.heads; ++h) {
    WideRows weights = factor * a.q.middleRows(h * s.queries, s.queries).cast<double>() *
                       a.k.middleRows(h * s.keys, s.keys).cast<double>().transpose();
    for (Index i = 0; i < s.queries; ++i) {
      weights.row(i) = (weights.row(i).array() - weights.row(i).maxCoeff()).exp();
      weights.row(i) /= weights.row(i).sum();
    }
    const WideRows output = weights * a.v.middleRows(h * s.keys, s.keys).cast<double>();
    const Eigen::Map<const Matrix> found_weights(a.weights.data() + h * weights.size(),
                                                 weights.rows(), weights.cols());
    const Eigen::Map<const Matrix> found_output(a.output.data() + h * output.size(), output.rows(),
                                                output.cols());
    worst = std::max({worst, (found_weights.cast<double>() - weights).cwiseAbs().maxCoeff(),
                      (found_output.cast<double>() - output).cwiseAbs().maxCoeff()});
  }
  return worst;
}

TEST_P(EachAttend, IsThatOfDoublePrecisionForAllSizes) {
  Attend attend(*GetParam(), pool_);
  for (const Index heads : {1, 3}) {
    for (const Index queries : {1, 6, 100}) {
      for (const Index keys : {1, 6, 16, 17, 33, 130}) {
        for (const Index depth : {1, 3, 16, 64}) {
          for (const Index width : {1, 3, 40}) {
            const AttendShape shape{heads, queries, keys, depth, width};
            const float factor = 1 / std::sqrt(static_cast<float>(depth));
            Arrays arrays(shape, case_seed(heads, queries, keys, depth, width));
            attend(shape, factor, arrays.pointers());
            EXPECT_LE(error_of(shape, static_cast<double>(factor), arrays), 5e-6)
                << heads << " " << queries << " " << keys << " " << depth << " " << width;
          }
        }
      }
    }
  }
}

TEST_P(EachAttend, WritesLargeWeightsPastTheCachesAllTheSame) {
  Attend attend(*GetParam(), pool_);
  for (const Index keys : {1449, 1456}) {  // rows that begin anywhere, or where cache lines do
    const AttendShape shape{1, 1449, keys, 8, 5};
    Arrays arrays(shape, case_seed(keys));
    attend(shape, 0.5f, arrays.pointers());
    EXPECT_LE(error_of(shape, 0.5, arrays), 5e-6);
  }
}

TEST_P(EachAttend, IsUnmovedByScoresThatAreFarFromZero) {
  Attend attend(*GetParam(), pool_);
  for (const Index keys : {6, 60}) {
    const AttendShape shape{1, 4, keys, 1, 2};
    Arrays arrays(shape, case_seed(keys));
    arrays.q.setConstant(1);
    arrays.k.array() += 1000;
    attend(shape, 1, arrays.pointers());
    EXPECT_LE(error_of(shape, 1, arrays), 2e-4);  // the scores themselves are rounded to 6e-5
  }
}

}  // namespace
}  // namespace attn::attend_test
