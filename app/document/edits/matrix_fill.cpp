#include "app/document/edits/matrix_fill.h"

#include <array>

#include "app/document/edits/seeded.h"
#include "engine/base/product.h"

namespace attn {
namespace {

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

std::span<const MatrixFill> matrix_fills() { return kFills; }

void normalise_rows(Matrix& matrix) {
  for (Index i = 0; i < matrix.rows(); ++i) {
    // In double precision, which the squares of no float32 leave.
    const WideRow row = matrix.row(i).cast<double>();
    const double length = row.norm();
    if (length > 0) matrix.row(i) = (row / length).cast<float>();
  }
}

}  // namespace attn
