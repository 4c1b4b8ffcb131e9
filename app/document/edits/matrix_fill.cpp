#include "app/document/edits/matrix_fill.h"

#include <array>
#include <cmath>
#include <numbers>

namespace attn {
namespace {

/// Next uniform random number in (0, 1).
double next_unit(std::uint64_t& state) {
  return (static_cast<double>(next_random(state) >> 11) + 0.5) * 0x1p-53;
}

/// Box and Muller 1958.
double next_normal(std::uint64_t& state) {
  const double radius = std::sqrt(-2 * std::log(next_unit(state)));
  return radius * std::cos(2 * std::numbers::pi * next_unit(state));
}

constexpr std::array kFills{
    MatrixFill{"random", "Random", "Normal numbers, rounded to 2 decimals.",
               [](Matrix& m, std::uint64_t seed) { m = random_matrix(m.rows(), m.cols(), seed); }},
    MatrixFill{"zero", "Zero", "Zeros everywhere.", [](Matrix& m, std::uint64_t) { m.setZero(); }},
    MatrixFill{"identity", "Identity", "Ones on the diagonal, zeros elsewhere.",
               [](Matrix& m, std::uint64_t) { m.setIdentity(); }},
    MatrixFill{"normalise", "Normalise rows", "Scales each row to length 1.",
               [](Matrix& m, std::uint64_t) { normalise_rows(m); }},
};

}  // namespace

std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

Matrix random_matrix(Index rows, Index cols, std::uint64_t seed) {
  Matrix matrix(rows, cols);
  for (Index n = 0; n < matrix.size(); ++n) {
    // Adding 0 turns −0 into 0.
    matrix.data()[n] = static_cast<float>(std::round(next_normal(seed) * 100) / 100 + 0.0);
  }
  return matrix;
}

std::span<const MatrixFill> matrix_fills() { return kFills; }

void normalise_rows(Matrix& matrix) {
  for (Index i = 0; i < matrix.rows(); ++i) {
    // In double precision, where squares of float32 cannot overflow.
    const WideRow row = matrix.row(i).cast<double>();
    const double length = row.norm();
    if (length > 0) matrix.row(i) = (row / length).cast<float>();
  }
}

}  // namespace attn
