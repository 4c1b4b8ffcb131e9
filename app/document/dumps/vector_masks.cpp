#include "app/document/dumps/vector_masks.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/document/dumps/dump_masks.h"
#include "app/document/dumps/dump_rows.h"
#include "engine/attention/mask.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kMaskNames[] = {"mask", "attn_mask", "attention_mask"};

/// The plane of a mask: M x L, or one row for all queries; empty if the sizes do not fit.
std::optional<TensorPlane> plane_of_mask(const Tensor& tensor, Index batch, Index M, Index L) {
  const Axes& axes = tensor.axes;
  if (axes.empty() || axes.back() != L) return std::nullopt;
  const auto steps = tensor.steps();
  const std::size_t rank = axes.size();
  TensorPlane plane{0, 0, steps.back(), 1, L};
  std::size_t before = rank - 1;  // axes that only choose
  if (rank > 1 && axes[rank - 2] == M) {
    plane.rows = M;
    plane.row_step = steps[rank - 2];
    --before;
  }
  for (std::size_t n = 0; n < before; ++n) {
    if (axes[n] == 1) continue;
    if (n > 0 || batch >= axes[n]) return std::nullopt;
    plane.first += static_cast<std::uint64_t>(batch) * steps[n];
  }
  return plane;
}

bool hides_a_row(const BoolMatrix& hidden) { return (hidden.rowwise().all()).any(); }

VectorMask reading_of(const BoolMatrix& hidden, std::string words) {
  VectorMask mask;
  if (hidden.any()) mask.masks = masks_of_cells(hidden);
  mask.words = std::move(words);
  return mask;
}

}  // namespace

std::vector<Mask> masks_of_cells(const BoolMatrix& hidden) {
  std::vector<Mask> masks = masks_within(hidden);
  if (hidden_cells(masks, hidden.rows(), hidden.cols()) != hidden) masks = {mask_of_cells(hidden)};
  return masks;
}

std::string mask_kinds_words(const std::vector<Mask>& masks) {
  return joined(
      masks, [](const Mask& mask) { return within_words(mask.kind->label); }, " and ");
}

const Tensor* mask_array(const TensorFile& file, const std::string& prefix) {
  for (const std::string& before : {prefix, std::string()}) {
    for (const std::string_view name : kMaskNames) {
      const Tensor* const found = file.find(before + std::string(name));
      if (found != nullptr && !found->kind->read_text && found->kind->bytes <= 8) return found;
    }
  }
  return nullptr;
}

std::vector<VectorMask> read_mask(const TensorFile& file, const Tensor& tensor, Index batch,
                                  Index M, Index L) {
  const auto plane = plane_of_mask(tensor, batch, M, L);
  if (!plane) return {};
  Matrix numbers = file.any_numbers(tensor, *plane);
  if (numbers.rows() != M) numbers = numbers.replicate(M, 1).eval();
  const std::string name = "\"" + shown(tensor.name) + "\"";
  const bool is_boolean = ((numbers.array() == 0) || (numbers.array() == 1)).all();
  if (is_boolean) {
    const BoolMatrix ones = numbers.array() == 1;
    std::vector<VectorMask> readings{reading_of(!ones.array(), name + ", true where a key is seen"),
                                     reading_of(ones, name + ", true where a key is hidden")};
    if (hides_a_row(!ones.array()) && !hides_a_row(ones)) std::swap(readings[0], readings[1]);
    return readings;
  }
  const BoolMatrix hidden = hidden_in(numbers, kNotSeen).array() || far_below(numbers).array();
  VectorMask mask = reading_of(hidden, name + ", added");
  const Matrix bias = hidden.select(Matrix::Zero(M, L), numbers);
  if (!bias.allFinite()) return {};
  if ((bias.array() != 0).any()) mask.bias = bias;
  return {mask};
}

}  // namespace attn
