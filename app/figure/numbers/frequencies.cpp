#include "app/figure/numbers/frequencies.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn {

std::vector<double> frequencies(double base, Index width) {
  std::vector<double> result;
  for (Index j = 0; 2 * j < width; ++j) {
    const double exponent = 2.0 * static_cast<double>(j) / static_cast<double>(width);
    result.push_back(1 / std::pow(base, exponent));
  }
  return result;
}

double wavelength(double frequency) { return 2 * std::numbers::pi / frequency; }

WideMatrix shift_matrix(std::span<const double> frequencies, Index pairs, double shift) {
  WideMatrix matrix = WideMatrix::Zero(2 * pairs, 2 * pairs);
  for (Index j = 0; j < pairs; ++j) {
    const double turn = shift * frequencies[static_cast<std::size_t>(j)];
    const Index sine = 2 * j, cosine = 2 * j + 1;
    matrix(sine, sine) = matrix(cosine, cosine) = std::cos(turn);
    matrix(sine, cosine) = std::sin(turn);
    matrix(cosine, sine) = -std::sin(turn);
  }
  return matrix;
}

double shift_error(const Matrix& table, std::span<const double> frequencies, Index shift) {
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
      const double sine = table(i, 2 * j), cosine = table(i, 2 * j + 1);
      const double one = cosines[n] * sine + sines[n] * cosine - table(i + shift, 2 * j);
      const double two = cosines[n] * cosine - sines[n] * sine - table(i + shift, 2 * j + 1);
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
