#include "engine/model/weight_matrix.h"

#include <cstring>

namespace attn {

WeightMatrix::WeightMatrix(NumberType type, Index outputs, Index inputs)
    : type_(type), outputs_(outputs), inputs_(inputs), data_(std::make_shared<Buffer<char>>()) {
  data_->reserve(static_cast<Index>(bytes()));
}

WeightMatrix WeightMatrix::of(const Matrix& matrix) {
  WeightMatrix made(NumberType::kFloat32, matrix.cols(), matrix.rows());
  for (Index n = 0; n < matrix.cols(); ++n) {
    const RowVector row = matrix.col(n).transpose();
    std::memcpy(made.row(n), row.data(), made.row_bytes());
  }
  return made;
}

WeightMatrix WeightMatrix::some(Index first, Index count) const {
  WeightMatrix made = *this;
  made.first_ += first;
  made.outputs_ = count;
  return made;
}

const float* WeightMatrix::floats(Index first, Index count, const Kernels& kernels,
                                  Buffer<float>& converted) const {
  if (type_ == NumberType::kFloat32) return reinterpret_cast<const float*>(row(first));
  float* made = converted.reserve(count * inputs_);
  kernels.widen(type_, row(first), count * inputs_, made);
  return made;
}

}  // namespace attn
