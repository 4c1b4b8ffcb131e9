#pragma once

#include <Eigen/Core>
#include <algorithm>

namespace attn {

/// All matrices are arrays of rows, as in the scene file: row i is token i.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic>;
using BoolMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;

/// Matrix of sums that are not yet rounded to float32.
using WideMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using WideRow = Eigen::Matrix<double, 1, Eigen::Dynamic>;

/// factor · a · b for a (m x n) and b (n x p), summed in double precision and rounded once to the
/// result's numbers: m x p. Works in blocks of rows, so that little besides the result is
/// allocated.
template <typename Result = Matrix, typename A, typename B>
Result product(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b, double factor = 1) {
  constexpr Index kBlock = 256;
  const WideMatrix right = b.template cast<double>();
  Result result(a.rows(), b.cols());
  for (Index first = 0; first < a.rows(); first += kBlock) {
    const Index rows = std::min(kBlock, a.rows() - first);
    const WideMatrix left = a.middleRows(first, rows).template cast<double>();
    const WideMatrix block = left * right;
    result.middleRows(first, rows) = (factor * block).template cast<typename Result::Scalar>();
  }
  return result;
}

}  // namespace attn
