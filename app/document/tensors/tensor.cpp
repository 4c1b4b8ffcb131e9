#include "app/document/tensors/tensor.h"

#include <cassert>

#include "app/document/tensors/tensor_error.h"
#include "engine/base/text.h"

namespace attn {

std::string about_tensor(std::string_view name, const std::string& text) {
  return name.empty() ? text : "tensor \"" + shown(name) + "\": " + text;
}

std::string axes_words(std::span<const Index> axes) {
  constexpr std::size_t kMostShown = 8;
  if (axes.empty()) return "one number";
  std::string words;
  for (std::size_t n = 0; n < axes.size() && n < kMostShown; ++n) {
    words += (n > 0 ? " × " : "") + std::to_string(axes[n]);
  }
  return axes.size() > kMostShown ? words + " × …" : words;
}

std::uint64_t Tensor::count() const {
  std::uint64_t all = 1;
  for (const Index axis : axes) all *= static_cast<std::uint64_t>(axis);
  return all;
}

std::vector<std::uint64_t> Tensor::steps() const {
  std::vector<std::uint64_t> steps(axes.size());
  std::uint64_t step = 1;
  for (std::size_t n = 0; n < axes.size(); ++n) {
    const std::size_t axis = is_fortran ? n : axes.size() - 1 - n;
    steps[axis] = step;
    step *= static_cast<std::uint64_t>(axes[axis]);
  }
  return steps;
}

TensorPlane TensorPlane::some_rows(Index from, Index to) const {
  assert(0 <= from && from <= to && to <= rows);
  return {first + static_cast<std::uint64_t>(from) * row_step, row_step, col_step, to - from, cols};
}

TensorPlane TensorPlane::some_columns(Index from, Index to) const {
  return transposed().some_rows(from, to).transposed();
}

TensorPlane plane_of(const Tensor& tensor, std::span<const Index> indices) {
  assert(tensor.axes.size() == indices.size() + 2);
  const auto steps = tensor.steps();
  TensorPlane plane;
  for (std::size_t n = 0; n < indices.size(); ++n) {
    assert(0 <= indices[n] && indices[n] < tensor.axes[n]);
    plane.first += static_cast<std::uint64_t>(indices[n]) * steps[n];
  }
  const std::size_t row = indices.size();
  plane.row_step = steps[row];
  plane.col_step = steps[row + 1];
  plane.rows = tensor.axes[row];
  plane.cols = tensor.axes[row + 1];
  return plane;
}

}  // namespace attn
