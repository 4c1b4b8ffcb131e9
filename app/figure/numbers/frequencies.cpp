#include "app/figure/numbers/frequencies.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn {

double wavelength(double frequency) { return 2 * std::numbers::pi / frequency; }

PairColumns columns_of_pair(RopeLayout layout, Index pairs, Index j) {
  if (layout == RopeLayout::kHalves) return {j, j + pairs};
  return {2 * j, 2 * j + 1};
}

WideMatrix shift_matrix(std::span<const double> frequencies, Index pairs, double shift,
                        RopeLayout layout) {
  WideMatrix matrix = WideMatrix::Zero(2 * pairs, 2 * pairs);
  for (Index j = 0; j < pairs; ++j) {
    const double turn = shift * frequencies[static_cast<std::size_t>(j)];
    const auto [sine, cosine] = columns_of_pair(layout, pairs, j);
    matrix(sine, sine) = matrix(cosine, cosine) = std::cos(turn);
    matrix(sine, cosine) = std::sin(turn);
    matrix(cosine, sine) = -std::sin(turn);
  }
  return matrix;
}

double shift_error(const Matrix& table, std::span<const double> frequencies, Index shift,
                   RopeLayout layout) {
  const Index pairs = table.cols() / 2;
  std::vector<double> cosines, sines;
  for (Index j = 0; j < pairs; ++j) {
    const double turn = static_cast<double>(shift) * frequencies[static_cast<std::size_t>(j)];
    cosines.push_back(std::cos(turn));
    sines.push_back(std::sin(turn));
  }
  double largest = 0;
  const Index last = std::min(table.rows(), table.rows() - shift);
  for (Index i = std::max<Index>(0, -shift); i < last; ++i) {
    double sum = 0;
    for (Index j = 0; j < pairs; ++j) {
      const auto n = static_cast<std::size_t>(j);
      const PairColumns at = columns_of_pair(layout, pairs, j);
      const double sine = table(i, at.sine), cosine = table(i, at.cosine);
      const double one = cosines[n] * sine + sines[n] * cosine - table(i + shift, at.sine);
      const double two = cosines[n] * cosine - sines[n] * sine - table(i + shift, at.cosine);
      sum += one * one + two * two;
    }
    largest = std::max(largest, sum);
  }
  return std::sqrt(largest);
}

Matrix similarity(const Matrix& table) { return product(table, table.transpose()); }

std::size_t nearest_wave(std::span<const double> frequencies, double period) {
  const auto distance = [period](double frequency) {
    return std::abs(std::log(wavelength(frequency) / period));
  };
  const auto found = std::ranges::min_element(frequencies, {}, distance);
  return static_cast<std::size_t>(found - frequencies.begin());
}

}  // namespace attn
