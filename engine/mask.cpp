#include "engine/mask.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "engine/lookup.h"
#include "engine/require.h"
#include "engine/shapes.h"
#include "engine/trace.h"

namespace attn {
namespace {

void hide_future(const Mask&, BoolMatrix& seen) {
  for (Index i = 0; i < seen.rows(); ++i) {
    const Index later = std::max<Index>(0, seen.cols() - (i + 1));
    seen.row(i).tail(later).setConstant(false);
  }
}

void hide_padding(const Mask& mask, BoolMatrix& seen) {
  for (Index j = 0; j < seen.cols(); ++j) {
    if (!(*mask.valid)[static_cast<std::size_t>(j)]) seen.col(j).setConstant(false);
  }
}

void hide_beyond_window(const Mask& mask, BoolMatrix& seen) {
  const Index L = seen.cols();
  for (Index i = 0; i < seen.rows(); ++i) {
    const Index first = std::clamp<Index>(i - mask.radius, 0, L);
    const Index end = std::clamp<Index>(i + mask.radius + 1, 0, L);
    seen.row(i).head(first).setConstant(false);
    seen.row(i).tail(L - end).setConstant(false);
  }
}

/// −(i − j)² / (2 sigma²). Luong et al. 2015, eq. 10, about the query's own place and inside the
/// softmax, so that weights still sum to 1.
void shift_by_distance(const Mask& mask, Index i, WideRow& scores) {
  if (!mask.sigma) return;
  const double sigma = *mask.sigma;
  for (Index j = 0; j < scores.cols(); ++j) {
    const double steps = static_cast<double>(i - j) / sigma;
    scores(j) -= 0.5 * steps * steps;
  }
}

void hide_disallowed(const Mask& mask, BoolMatrix& seen) {
  seen.array() = seen.array() && mask.allowed->array();
}

/// Graph attention: a node sees its neighbours (Veličković et al. 2018; Zhang et al. 2018, GaAN).
void hide_strangers(const Mask& mask, BoolMatrix& seen) {
  BoolMatrix linked = BoolMatrix::Constant(seen.rows(), seen.cols(), false);
  for (const auto& [receiver, sender] : *mask.edges) linked(receiver, sender) = true;
  if (mask.self_loops) linked.diagonal().setConstant(true);
  seen.array() = seen.array() && linked.array();
}

void check_nothing(const Scene&, const Mask&, const std::string&) {}

void check_padding(const Scene& scene, const Mask& mask, const std::string& place) {
  require_count(static_cast<Index>(mask.valid->size()), pair_shape(scene).cols, "boolean",
                place + "/valid");
}

void check_window(const Scene&, const Mask& mask, const std::string& place) {
  require(mask.radius >= 0, place + "/radius",
          "expected a whole number >= 0, found " + std::to_string(mask.radius));
  if (mask.sigma) require_positive(*mask.sigma, place + "/sigma");
}

void check_custom(const Scene& scene, const Mask& mask, const std::string& place) {
  const Shape shape = pair_shape(scene);
  require_count(mask.allowed->rows(), shape.rows, "row", place + "/allowed");
  require_count(mask.allowed->cols(), shape.cols, "boolean", place + "/allowed/0");
}

void check_graph(const Scene& scene, const Mask& mask, const std::string& place) {
  const Index M = scene.query_count();
  const Index L = scene.key_count();
  for (std::size_t n = 0; n < mask.edges->size(); ++n) {
    const auto& [receiver, sender] = (*mask.edges)[n];
    if (receiver >= 0 && receiver < M && sender >= 0 && sender < L) continue;
    require(false, place + "/edges/" + std::to_string(n),
            "expected [receiver 0 to " + std::to_string(M - 1) + ", sender 0 to " +
                std::to_string(L - 1) + "], found [" + std::to_string(receiver) + ", " +
                std::to_string(sender) + "]");
  }
}

constexpr Parameter kPadding[] = {{"valid", true}};
constexpr Parameter kWindow[] = {{"radius", true}, {"sigma"}};
constexpr Parameter kCustom[] = {{"allowed", true}};
constexpr Parameter kGraph[] = {{"edges", true}, {"self_loops"}};

constexpr std::array kMaskKinds{
    MaskKind{"causal", "Causal", "j <= i", {}, hide_future, nullptr, check_nothing},
    MaskKind{"padding", "Padding", "valid[j]", kPadding, hide_padding, nullptr, check_padding},
    MaskKind{"window", "Window", "|i − j| <= radius", kWindow, hide_beyond_window,
             shift_by_distance, check_window},
    MaskKind{"custom", "Custom", "allowed[i][j]", kCustom, hide_disallowed, nullptr, check_custom},
    MaskKind{"graph", "Graph", "[i, j] in edges", kGraph, hide_strangers, nullptr, check_graph},
};

}  // namespace

BoolMatrix visible_keys(const Scene& scene) {
  BoolMatrix seen = BoolMatrix::Constant(scene.query_count(), scene.key_count(), true);
  for (const Mask& mask : scene.masks) mask.kind->hide(mask, seen);
  return seen;
}

void mask_scores(const BoolMatrix& seen, Matrix& scores) {
  scores.array() = seen.array().select(scores.array(), kMasked);
}

std::span<const MaskKind> mask_kinds() { return kMaskKinds; }
const MaskKind& mask_kind(std::string_view id) { return row_of(mask_kinds(), id); }

}  // namespace attn
