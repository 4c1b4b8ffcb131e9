#include "engine/model/row_products.h"

#include <algorithm>

#include "engine/base/clamped.h"
#include "engine/fast/packing.h"
#include "engine/fast/row_block.h"

namespace attn {
namespace {

/// Outputs of a tile: its weights stay in the second-level cache.
Index outputs_of_tile(const Kernels& kernels, Index inputs) {
  constexpr Index kNumbers = 96 * 1024;
  constexpr Index kMost = 48;
  const Index fit = clamped(kNumbers / std::max(inputs, Index{1}), Index{1}, kMost);
  const Index rows = 2 * kernels.tile_rows;  // of a tile for few tokens
  return std::max(fit / rows, Index{1}) * rows;
}

/// Copies the transpose of `tile`, outputs x rows, to the columns from `first` on.
void put_transposed(const float* tile, Index step, Index outputs, Index first,
                    Eigen::Ref<Matrix> products) {
  const Index rows = products.rows();
  const Index to_step = products.outerStride();
  const Index whole_rows = rows / 4 * 4, whole_outputs = outputs / 4 * 4;
  float* to = products.data() + first;
  for (Index i = 0; i < whole_rows; i += 4) {
    for (Index n = 0; n < whole_outputs; n += 4) {
      transpose_four(tile + n * step + i, step, to_step, to + i * to_step + n);
    }
  }
  for (Index i = 0; i < rows; ++i) {
    const Index done = i < whole_rows ? whole_outputs : 0;
    for (Index n = done; n < outputs; ++n) to[i * to_step + n] = tile[n * step + i];
  }
}

}  // namespace

void RowProducts::set_rows(const Matrix& rows) {
  rows_ = rows.rows();
  const Index panel = kernels_.panel_floats;
  float* panels = panels_.reserve(padded(rows_, panel) * rows.cols());
  if (rows_ == 1) {
    std::copy_n(rows.data(), rows.cols(), panels);
    return;
  }
  pool_.run((rows_ + panel - 1) / panel, [&](Index n, int) {
    const Index first = n * panel;
    pack_transposed(rows.data(), rows.cols(), first, std::min(panel, rows_ - first), panel, panels);
  });
}

void RowProducts::multiply(const StoredWeights& weights, const RowVector* bias,
                           Eigen::Ref<Matrix> products, Progress* progress) {
  const Index tile = outputs_of_tile(kernels_, weights.inputs());
  pool_.run((weights.outputs() + tile - 1) / tile, [&](Index n, int worker) {
    if (progress != nullptr && progress->is_cancelled()) throw Cancelled();
    const Index first = n * tile;
    multiply_tile(weights, bias, first, std::min(tile, weights.outputs() - first), products,
                  scratch_[static_cast<std::size_t>(worker)]);
  });
}

void RowProducts::multiply_tile(const StoredWeights& weights, const RowVector* bias, Index first,
                                Index count, Eigen::Ref<Matrix> products,
                                TileScratch& scratch) const {
  if (rows_ == 1) {
    kernels_.multiply_column({.type = weights.type(),
                              .left = weights.row(first),
                              .rows = count,
                              .depth = weights.inputs(),
                              .column = panels_.data(),
                              .result = products.data() + first});
    if (bias != nullptr) products.middleCols(first, count) += bias->segment(first, count);
    return;
  }
  const Index step = row_step(rows_);
  float* tile = scratch.tile.reserve(count * step);
  kernels_.multiply({.left = weights.floats(first, count, kernels_, scratch.weights),
                     .left_step = weights.inputs(),
                     .rows = count,
                     .panels = panels_.data(),
                     .depth = weights.inputs(),
                     .cols = rows_,
                     .result = tile,
                     .result_step = step});
  put_transposed(tile, step, count, first, products);
  if (bias == nullptr) return;
  products.middleCols(first, count).rowwise() += bias->segment(first, count);
}

}  // namespace attn
