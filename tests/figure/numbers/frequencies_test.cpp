#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/numbers/position_model.h"
#include "assets/assets.h"
#include "engine/attention/position.h"

namespace attn::frequencies_test {
namespace {

Matrix sinusoidal(Index rows, Index width, float base = 10000,
                  PairLayout layout = PairLayout::kPairs) {
  Position position;
  position.kind = &position_kind("sinusoidal");
  position.base = base;
  position.layout = layout;
  return position.kind->table(position, rows, width).cast<float>();
}

std::vector<double> frequencies(float base, Index width) {
  Position position;
  position.kind = &position_kind("sinusoidal");
  position.base = base;
  return rates(position, width);
}

TEST(Frequencies, AreThoseOfTheEncoding) {
  const std::vector<double> four = frequencies(10000, 4);
  ASSERT_EQ(four.size(), 2U);
  EXPECT_DOUBLE_EQ(four[0], 1);
  EXPECT_DOUBLE_EQ(four[1], 0.01);
  EXPECT_NEAR(wavelength(four[0]), 6.283185307, 1e-9);
  for (const Index width : {1, 2, 7, 32}) {
    const std::vector<double> waves = frequencies(100, width);
    ASSERT_EQ(static_cast<Index>(waves.size()), (width + 1) / 2);
    const Matrix table = sinusoidal(9, width, 100);
    for (Index i = 0; i < 9; ++i) {
      for (Index c = 0; c < width; c += 2) {
        const double turn = static_cast<double>(i) * waves[static_cast<std::size_t>(c / 2)];
        EXPECT_NEAR(table(i, c), std::sin(turn), 1e-6);
      }
    }
  }
}

TEST(Frequencies, ShiftsCompose) {
  const std::vector<double> waves = frequencies(10000, 12);
  const auto shift = [&](double by) { return shift_matrix(waves, 6, by); };
  for (const double a : {-3.0, 0.0, 5.0, 100.0}) {
    for (const double b : {1.0, 7.5, -40.0}) {
      EXPECT_LT((shift(a) * shift(b) - shift(a + b)).cwiseAbs().maxCoeff(), 1e-12);
    }
    EXPECT_LT((shift(a) * shift(a).transpose() - shift(0)).cwiseAbs().maxCoeff(), 1e-12);
  }
  EXPECT_TRUE(shift(0).isIdentity(1e-15));
}

TEST(Frequencies, AShiftIsOneMatrixWhereverItStarts) {
  for (const Index width : {1, 2, 5, 8, 64}) {
    const Matrix table = sinusoidal(600, width);
    const std::vector<double> waves = frequencies(10000, width);
    for (const Index shift : {-7, 0, 1, 5, 500}) {
      EXPECT_LT(shift_error(table, waves, shift), 1e-6 * std::sqrt(width)) << width << " " << shift;
      if (width < 2) continue;
      const WideMatrix matrix = shift_matrix(waves, width / 2, static_cast<double>(shift));
      const Index i = 20;
      const Eigen::VectorXd from = table.row(i).head(matrix.cols()).cast<double>();
      const Eigen::VectorXd to = table.row(i + shift).head(matrix.cols()).cast<double>();
      EXPECT_LT((to - matrix * from).norm(), 1e-5);
    }
  }
}

TEST(Frequencies, AShiftIsOneMatrixOfHalvesToo) {
  for (const Index width : {2, 5, 8, 64}) {
    const Matrix table = sinusoidal(600, width, 10000, PairLayout::kHalves);
    const std::vector<double> waves = frequencies(10000, width);
    EXPECT_LT(shift_error(table, waves, 5, PairLayout::kHalves), 1e-6 * std::sqrt(width)) << width;
    EXPECT_EQ(shift_error(table, waves, 5) > 0.1, width > 2) << width;
  }
}

TEST(Frequencies, AnErrorIsFound) {
  Matrix table = sinusoidal(50, 6);
  table(30, 2) += 0.25F;
  EXPECT_NEAR(shift_error(table, frequencies(10000, 6), 3), 0.25, 1e-5);
}

TEST(Frequencies, SimilarityDependsOnDistanceAlone) {
  const Index width = 16;
  const Matrix alike = similarity(sinusoidal(40, width));
  for (Index i = 0; i < 40; ++i) {
    EXPECT_NEAR(alike(i, i), width / 2, 1e-5) << "each row's squares sum to D/2";
    for (Index j = 0; j < 40; ++j) {
      EXPECT_EQ(alike(i, j), alike(j, i));
      EXPECT_NEAR(alike(i, j), alike(std::abs(i - j), 0), 1e-5);
    }
  }
}

TEST(Frequencies, TheWaveOfABitIsAbove0WhereTheBitIs1) {
  Scene scene = parse_scene(asset("assets/examples/45-binary-positions.attn.json"));
  const PositionModel model = position_model(scene, 0, {.part = std::string(kBinaryPart)});
  const Matrix bits = position_bits(model);
  ASSERT_EQ(bits.rows(), scene.key_count());
  ASSERT_EQ(bits.cols(), scene.embeddings->cols());
  for (Index i = 0; i < bits.rows(); ++i) {
    for (Index c = 0; c < bits.cols(); ++c)
      EXPECT_EQ(wave_of_bit(c, static_cast<double>(i) + 0.5) > 0, bits(i, c) == 1) << i << c;
  }
}

}  // namespace
}  // namespace attn::frequencies_test
