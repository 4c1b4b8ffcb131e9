#include "engine/kernels/kernels.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "engine/base/buffer.h"
#include "engine/fast/packing.h"
#include "engine/kernels/kernel_choice.h"
#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::kernels_test {
namespace {

using namespace attn::test;

class EachKernels : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels() const { return *GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(Variants, EachKernels,
                         testing::ValuesIn(supported_kernels().begin(), supported_kernels().end()),
                         [](const auto& info) { return std::string(info.param->name); });

TEST_P(EachKernels, ExponentialsOverTheirWholeRange) {
  constexpr int kSteps = 1 << 20;
  std::vector<float> numbers;
  for (int n = 0; n <= kSteps; ++n) numbers.push_back(-125.0f * static_cast<float>(n) / kSteps);
  const std::vector<float> exponents = numbers;
  const double sum =
      kernels().exponentials(numbers.data(), std::ssize(numbers), 0, 1, numbers.data());
  double expected_sum = 0;
  double worst = 0;
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const double expected = std::exp2(static_cast<double>(exponents[n]));
    worst = std::max(worst, std::abs(static_cast<double>(numbers[n]) / expected - 1));
    expected_sum += expected;
  }
  EXPECT_LE(worst, 3e-7);
  EXPECT_NEAR(sum / expected_sum, 1, 3e-7);
}

TEST_P(EachKernels, ExponentialsAtTheEnds) {
  std::vector<float> numbers{0, -125, -126, -1e30f, -INFINITY, 0};
  EXPECT_EQ(kernels().exponentials(numbers.data(), 6, 0, 1, numbers.data()), 2 + std::exp2(-125.0));
  EXPECT_EQ(numbers, (std::vector<float>{1, 0x1p-125f, 0, 0, 0, 1}));
}

TEST_P(EachKernels, ExponentialsOfEachCountStayWithinIt) {
  for (Index count = 0; count < 200; ++count) {
    std::vector<float> numbers(static_cast<std::size_t>(count) + 1, 1.0f);
    EXPECT_EQ(kernels().exponentials(numbers.data(), count, 2, 3, numbers.data()),
              static_cast<double>(count) / 8);
    for (Index n = 0; n < count; ++n) EXPECT_EQ(numbers[static_cast<std::size_t>(n)], 0.125f);
    EXPECT_EQ(numbers.back(), 1);
  }
}

TEST_P(EachKernels, TheLargestIsFoundAtEachPlace) {
  for (std::size_t count = 1; count < 100; ++count) {
    for (std::size_t at = 0; at < count; ++at) {
      std::vector<float> numbers(count, -7);
      numbers[at] = -3;
      ASSERT_EQ(kernels().largest(numbers.data(), std::ssize(numbers)), -3);
    }
  }
  EXPECT_EQ(kernels().largest(nullptr, 0), -INFINITY);
}

TEST_P(EachKernels, Scales) {
  for (Index count = 0; count < 70; ++count) {
    const std::vector<float> numbers(static_cast<std::size_t>(count), 3);
    std::vector<float> scaled(static_cast<std::size_t>(count) + 1, 5);
    kernels().scale(numbers.data(), count, 0.5f, scaled.data());
    for (Index n = 0; n < count; ++n) EXPECT_EQ(scaled[static_cast<std::size_t>(n)], 1.5f);
    EXPECT_EQ(scaled.back(), 5);
  }
}

double paired(Pairing pairing, double left, double right, double energy) {
  switch (pairing) {
    case Pairing::kProduct:
      return left * right;
    case Pairing::kSquaredDifference:
      return (left - right) * (left - right);
    default:
      return energy * std::tanh(left + right);
  }
}

/// The largest difference between the kernels' product and one in double precision.
template <typename Number>
double error_of_product(const Kernels& kernels, Pairing pairing, const Matrix& a, const Matrix& b) {
  const Index panel = sizeof(Number) == 4 ? kernels.panel_floats : kernels.panel_doubles;
  const Index depth = a.cols();
  Buffer<Number> panels;
  pack_transposed(b.data(), depth, 0, b.rows(), panel,
                  panels.reserve(depth * padded(b.rows(), panel)));
  const std::vector<Number> left(a.data(), a.data() + a.size());
  std::vector<Number> energy;
  for (Index k = 0; k < depth; ++k) energy.push_back(static_cast<Number>(k % 3));
  Matrix result = Matrix::Constant(a.rows(), b.rows() + 1, 7);
  const Multiplication<Number, Number> product{.pairing = pairing,
                                               .left = left.data(),
                                               .left_step = depth,
                                               .rows = a.rows(),
                                               .panels = panels.data(),
                                               .depth = depth,
                                               .cols = b.rows(),
                                               .factor = 0.5,
                                               .energy = energy.data(),
                                               .result = result.data(),
                                               .result_step = result.cols()};
  if constexpr (sizeof(Number) == 4) {
    kernels.multiply(product);
  } else {
    kernels.multiply_wide(product);
  }
  double worst = (result.rightCols(1).array() == 7).all() ? 0 : INFINITY;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.rows(); ++j) {
      double sum = 0;
      for (Index k = 0; k < depth; ++k) {
        sum += paired(pairing, a(i, k), b(j, k), static_cast<double>(k % 3));
      }
      worst = std::max(worst, std::abs(0.5 * sum - static_cast<double>(result(i, j))));
    }
  }
  return worst;
}

TEST_P(EachKernels, ProductsOfAllSizes) {
  for (const Pairing pairing :
       {Pairing::kProduct, Pairing::kSquaredDifference, Pairing::kTanhOfSum}) {
    for (const Index rows : {1, 3, 4, 6, 12, 13, 31}) {
      for (const Index cols : {1, 7, 8, 16, 31, 32, 33, 70}) {
        for (const Index depth : {1, 2, 65}) {
          Random random(case_seed(static_cast<int>(pairing), rows, cols, depth));
          const Matrix a = random.matrix(rows, depth);
          const Matrix b = random.matrix(cols, depth);
          EXPECT_LE(error_of_product<float>(kernels(), pairing, a, b), 1e-4);
          EXPECT_LE(error_of_product<double>(kernels(), pairing, a, b), 1e-5);
        }
      }
    }
  }
}

template <typename Number>
double error_of_sums(const Kernels& kernels, const Matrix& a, const Matrix& b, bool adds) {
  const Index panel = sizeof(Number) == 4 ? kernels.panel_floats : kernels.panel_doubles;
  const Index step = padded(b.cols(), panel);
  Buffer<float> panels;
  pack(b.data(), b.rows(), b.cols(), 0, b.rows(), panel, panels.reserve(b.rows() * step));
  std::vector<Number> sums(static_cast<std::size_t>(a.rows() * step), 2);
  const Accumulation<Number> product{.left = a.data(),
                                     .left_step = a.cols(),
                                     .rows = a.rows(),
                                     .panels = panels.data(),
                                     .depth = a.cols(),
                                     .cols = b.cols(),
                                     .adds = adds,
                                     .sums = sums.data(),
                                     .sums_step = step};
  if constexpr (sizeof(Number) == 4) {
    kernels.accumulate(product);
  } else {
    kernels.accumulate_wide(product);
  }
  const Eigen::MatrixXd expected =
      (a.cast<double>() * b.cast<double>()).array() + (adds ? 2.0 : 0.0);
  double worst = 0;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index c = 0; c < b.cols(); ++c) {
      const auto sum = static_cast<double>(sums[static_cast<std::size_t>(i * step + c)]);
      worst = std::max(worst, std::abs(sum - expected(i, c)));
    }
  }
  return worst;
}

TEST_P(EachKernels, SumsOfAllSizes) {
  for (const bool adds : {false, true}) {
    for (const Index rows : {1, 5, 12, 17}) {
      for (const Index depth : {1, 255, 256, 257, 600}) {
        for (const Index cols : {1, 9, 32, 50}) {
          Random random(case_seed(adds, rows, depth, cols));
          const Matrix a = random.matrix(rows, depth);
          const Matrix b = random.matrix(depth, cols);
          const double rounded = 1e-5 + 4e-7 * static_cast<double>(depth);
          EXPECT_LE(error_of_sums<float>(kernels(), a, b, adds), rounded);
          EXPECT_LE(error_of_sums<double>(kernels(), a, b, adds), 1e-12);
        }
      }
    }
  }
}

/// Whether the copy holds `rows` times `factors`, and nothing beside them.
bool is_copy(const Matrix& rows, const std::vector<float>& factors, const Matrix& copy,
             Index first) {
  for (Index i = 0; i < copy.rows(); ++i) {
    for (Index j = 0; j < copy.cols(); ++j) {
      const bool beside = j < first || j >= first + rows.cols();
      const float expected = beside ? 7 : rows(i, j - first) * factors[static_cast<std::size_t>(i)];
      if (copy(i, j) != expected) return false;
    }
  }
  return true;
}

TEST_P(EachKernels, CopiesOfRowsAreWholeWhereverLinesBegin) {
  const Index panel = kernels().panel_floats;
  for (const Index rows : {1, 2, 5, 13}) {
    for (const Index cols : {1, 15, 16, 17, 33, 70, 129, 300}) {
      for (const Index first : {0, 3}) {
        for (const bool past_caches : {false, true}) {
          Random random(case_seed(rows, cols, first, past_caches));
          const Matrix left = random.matrix(rows, cols);
          const std::vector<float> ones(static_cast<std::size_t>(rows), 1);
          std::vector<float> factors;
          for (Index i = 0; i < rows; ++i) factors.push_back(random.number());
          SCOPED_TRACE(testing::Message() << rows << " " << cols << " " << first << past_caches);

          Matrix copy = Matrix::Constant(rows, cols + 5, 7);
          std::vector<float> panels(static_cast<std::size_t>(cols * panel), 0.5f);
          std::vector<float> sums(static_cast<std::size_t>(rows * panel));
          kernels().accumulate({.left = left.data(),
                                .left_step = cols,
                                .rows = rows,
                                .panels = panels.data(),
                                .depth = cols,
                                .cols = 1,
                                .sums = sums.data(),
                                .sums_step = panel,
                                .copy = {.to = copy.data() + first,
                                         .step = copy.cols(),
                                         .factors = factors.data(),
                                         .past_caches = past_caches}});
          kernels().end_stream();
          EXPECT_TRUE(is_copy(left, factors, copy, first));

          copy.setConstant(7);
          Matrix result(rows, cols);
          const Matrix keys = random.matrix(cols, 2);
          Buffer<float> packed;
          pack_transposed(keys.data(), 2, 0, cols, panel, packed.reserve(2 * padded(cols, panel)));
          const Matrix queries = random.matrix(rows, 2);
          kernels().multiply(
              {.left = queries.data(),
               .left_step = 2,
               .rows = rows,
               .panels = packed.data(),
               .depth = 2,
               .cols = cols,
               .result = result.data(),
               .result_step = cols,
               .copy = {
                   .to = copy.data() + first, .step = copy.cols(), .past_caches = past_caches}});
          kernels().end_stream();
          EXPECT_TRUE(is_copy(result, ones, copy, first));
        }
      }
    }
  }
}

/// Sizes that fill tiles or not, with depths up to and beyond the interleaved ones.
TEST_P(EachKernels, LaneProductsAreThoseOfEachLane) {
  const Index lanes = kernels().lanes;
  for (const Index rows : {1, 4, 7, 30}) {
    for (const Index cols : {1, 4, 9, 39}) {
      for (const Index depth : {1, 12, 128, 131}) {
        SCOPED_TRACE(testing::Message() << rows << " x " << depth << " x " << cols);
        Random random(case_seed("lanes", static_cast<int>(rows + 100 * cols + 10000 * depth)));
        // Rows with gaps between them, and numbers that are there before.
        const Index left_row = depth + 1, right_depth = cols + 2, result_row = cols + 3;
        const Matrix left = random.matrix(rows, left_row * lanes);
        const Matrix right = random.matrix(depth, right_depth * lanes);
        const Matrix before = random.matrix(rows, result_row * lanes);
        const auto of_lane = [&](const Matrix& all, Index columns, Index lane) {
          Eigen::MatrixXd one(all.rows(), columns);
          for (Index r = 0; r < all.rows(); ++r) {
            for (Index c = 0; c < columns; ++c) {
              one(r, c) = static_cast<double>(all(r, c * lanes + lane));
            }
          }
          return one;
        };
        LaneProduct product{.rows = rows,
                            .depth = depth,
                            .cols = cols,
                            .left = left.data(),
                            .left_row = left_row,
                            .left_depth = 1,
                            .right = right.data(),
                            .right_depth = right_depth,
                            .right_col = 1,
                            .result_row = result_row,
                            .adds = true};
        const double near = 1e-5 * static_cast<double>(depth + 1);
        Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(rows, cols);
        Matrix result = before;
        product.result = result.data();
        kernels().lane_product(product);
        for (Index lane = 0; lane < lanes; ++lane) {
          const Eigen::MatrixXd made = of_lane(left, depth, lane) * of_lane(right, cols, lane);
          sums += made;
          const Eigen::MatrixXd expected = of_lane(before, cols, lane) + made;
          EXPECT_LE((of_lane(result, cols, lane) - expected).cwiseAbs().maxCoeff(), near);
        }
        Matrix shared = before;
        product.result = shared.data();
        kernels().shared_product(product);  // by the first of its numbers
        const Eigen::MatrixXd plain =
            Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>(right.data(), depth, cols,
                                                              Eigen::OuterStride<>(right_depth))
                .cast<double>();
        for (Index lane = 0; lane < lanes; ++lane) {
          const Eigen::MatrixXd expected =
              of_lane(before, cols, lane) + of_lane(left, depth, lane) * plain;
          EXPECT_LE((of_lane(shared, cols, lane) - expected).cwiseAbs().maxCoeff(), near);
        }
        Matrix gradient = random.matrix(rows, result_row);
        const Matrix gradient_before = gradient;
        product.result = gradient.data();
        kernels().gradient_product(product);
        EXPECT_LE((gradient.leftCols(cols).cast<double>() -
                   gradient_before.leftCols(cols).cast<double>() - sums)
                      .cwiseAbs()
                      .maxCoeff(),
                  near * static_cast<double>(lanes));
        EXPECT_EQ(gradient.rightCols(3), gradient_before.rightCols(3));
      }
    }
  }
}

/// For causal weights, products skip entries that are 0 or not needed.
TEST_P(EachKernels, CausalLaneProductsAreThoseOfTriangles) {
  const Index lanes = kernels().lanes;
  for (const Index count : {1, 5, 10, 12, 40, 64}) {
    SCOPED_TRACE(count);
    Random random(case_seed("causal", static_cast<int>(count)));
    const Index width = 20, step = count + 1;
    Matrix weights = random.matrix(count, step * lanes);
    for (Index row = 0; row < count; ++row) {
      weights.row(row).segment((row + 1) * lanes, (count - row - 1) * lanes).setZero();
    }
    const Matrix values = random.matrix(count, width * lanes);
    const auto result_of = [&](LaneProduct product, Index cols, Triangle triangle) {
      Matrix result = Matrix::Zero(count, cols * lanes);
      product.rows = count;
      product.cols = cols;
      product.result = result.data();
      product.result_row = cols;
      product.triangle = triangle;
      kernels().lane_product(product);
      return result;
    };
    const LaneProduct mixes{.depth = count,
                            .left = weights.data(),
                            .left_row = step,
                            .left_depth = 1,
                            .right = values.data(),
                            .right_depth = width,
                            .right_col = 1};
    EXPECT_EQ(result_of(mixes, width, Triangle::kDepthTo),
              result_of(mixes, width, Triangle::kNone));
    LaneProduct back = mixes;
    std::swap(back.left_row, back.left_depth);
    EXPECT_EQ(result_of(back, width, Triangle::kDepthFrom),
              result_of(back, width, Triangle::kNone));
    const LaneProduct scores{.depth = width,
                             .left = values.data(),
                             .left_row = width,
                             .left_depth = 1,
                             .right = values.data(),
                             .right_depth = 1,
                             .right_col = width};
    const Matrix some = result_of(scores, count, Triangle::kResult);
    const Matrix all = result_of(scores, count, Triangle::kNone);
    for (Index row = 0; row < count; ++row) {
      EXPECT_EQ(some.row(row).head((row + 1) * lanes), all.row(row).head((row + 1) * lanes));
    }
  }
}

TEST(KernelChoice, HasOnesForEveryMachine) {
  ASSERT_FALSE(supported_kernels().empty());
  EXPECT_STREQ(supported_kernels().front()->name, "plain");
  EXPECT_EQ(&fastest_kernels(), supported_kernels().back());
}

}  // namespace
}  // namespace attn::kernels_test
