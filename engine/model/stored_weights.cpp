#include "engine/model/stored_weights.h"

#include <cstring>

#include "engine/kernels/kernel_choice.h"

namespace attn {

StoredWeights::StoredWeights(NumberType type, Index outputs, Index inputs)
    : type_(type), outputs_(outputs), inputs_(inputs), data_(std::make_shared<Buffer<char>>()) {
  data_->reserve(static_cast<Index>(bytes()));
}

StoredWeights StoredWeights::of(const Matrix& matrix) {
  StoredWeights made(NumberType::kFloat32, matrix.cols(), matrix.rows());
  for (Index n = 0; n < matrix.cols(); ++n) {
    const RowVector row = matrix.col(n).transpose();
    std::memcpy(made.row(n), row.data(), made.row_bytes());
  }
  return made;
}

StoredWeights StoredWeights::some(Index first, Index count) const {
  StoredWeights made = *this;
  made.first_ += first;
  made.outputs_ = count;
  return made;
}

const float* StoredWeights::floats(Index first, Index count, const Kernels& kernels,
                                   Buffer<float>& converted) const {
  if (type_ == NumberType::kFloat32) return reinterpret_cast<const float*>(row(first));
  float* made = converted.reserve(count * inputs_);
  kernels.widen(type_, row(first), count * inputs_, made);
  return made;
}

Matrix matrix_of(const StoredWeights& weights, Index first, Index count) {
  Buffer<float> converted;
  const float* rows = weights.floats(first, count, fastest_kernels(), converted);
  return Eigen::Map<const Matrix>(rows, count, weights.inputs()).transpose();
}

}  // namespace attn
