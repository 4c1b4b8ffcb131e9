#include "engine/attention/mask.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>

#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"
#include "engine/base/require.h"
#include "engine/base/text.h"

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

/// Limited so that positions can be added to it.
Index reach_of_window(const Mask& mask) {
  constexpr std::int64_t kFarthest = std::numeric_limits<Index>::max() / 2;
  return static_cast<Index>(std::min(std::int64_t{mask.dilation} * mask.radius, kFarthest));
}

/// Sliding and dilated windows: Beltagy et al. 2020, section 3.1. First keys that all queries see
/// (attention sinks): Xiao et al. 2024.
void hide_beyond_window(const Mask& mask, BoolMatrix& seen) {
  const Index L = seen.cols();
  const Index sinks = std::min<Index>(mask.sinks, L);
  const Index reach = reach_of_window(mask);
  for (Index i = 0; i < seen.rows(); ++i) {
    const Index first = clamped<Index>(i - reach, sinks, L);
    const Index end = clamped<Index>(i + reach + 1, sinks, L);
    seen.row(i).segment(sinks, first - sinks).setConstant(false);
    seen.row(i).tail(L - end).setConstant(false);
    for (Index j = first; j < end && mask.dilation > 1; ++j) {
      if ((i - j) % mask.dilation != 0) seen(i, j) = false;
    }
  }
}

/// Hides key j from query i where `sees(i, j)` is false.
template <typename Sees>
void hide_unless(BoolMatrix& seen, const Sees& sees) {
  for (Index i = 0; i < seen.rows(); ++i) {
    for (Index j = 0; j < seen.cols(); ++j) seen(i, j) = seen(i, j) && sees(i, j);
  }
}

/// Prefix visible to all, causal after it. Raffel et al. 2020, section 3.2.1.
void hide_future_but_prefix(const Mask& mask, BoolMatrix& seen) {
  hide_unless(seen, [&](Index i, Index j) { return j < mask.length || j <= i; });
}

/// Documents packed into one sequence, hidden from each other. Krell et al. 2021, section 3.
void hide_other_segments(const Mask& mask, BoolMatrix& seen) {
  const std::vector<int>& keys = *mask.ids;
  const std::vector<int>& queries = mask.query_ids ? **mask.query_ids : keys;
  hide_unless(seen, [&](Index i, Index j) {
    return keys[static_cast<std::size_t>(j)] == queries[static_cast<std::size_t>(i)];
  });
}

/// Previous row and strided columns. Child et al. 2019, section 4.3.
void hide_between_strides(const Mask& mask, BoolMatrix& seen) {
  hide_unless(seen, [&](Index i, Index j) {
    return j <= i && (i - j < mask.stride || (i - j) % mask.stride == 0);
  });
}

/// −(i − j)² / (2 sigma²). Luong et al. 2015, eq. 10, centred on the query's position and inside
/// the softmax, so that weights still sum to 1.
void shift_by_distance(const Mask& mask, Index i, WideRow& scores) {
  if (!mask.sigma) return;
  const double sigma = *mask.sigma;
  for (Index j = 0; j < scores.cols(); ++j) {
    const double steps = static_cast<double>(i - j) / sigma;
    scores(j) -= 0.5 * steps * steps;
  }
}

/// Derivative of −d² / (2 sigma²) by sigma, d = |i − j|: d² / sigma³.
void distance_backward(const Mask& mask, Index i, const WideRow& by_scores,
                       const GradientsBelow& of_mask) {
  if (!mask.sigma) return;
  const double sigma = *mask.sigma;
  double by_sigma = 0;
  for (Index j = 0; j < by_scores.cols(); ++j) {
    const double steps = static_cast<double>(i - j) / sigma;
    by_sigma += by_scores(j) * steps * steps / sigma;
  }
  of_mask.add("sigma", by_sigma);
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

// Conditions by the distance i − j alone, for any number of tokens.

bool lets_past(const Mask&, Index steps) { return steps >= 0; }
Index keys_in_prefix(const Mask& mask) { return mask.length; }
Index sinks_of_window(const Mask& mask) { return mask.sinks; }
bool lets_in_window(const Mask& mask, Index steps) {
  return std::abs(steps) <= reach_of_window(mask) && steps % mask.dilation == 0;
}
bool lets_by_strides(const Mask& mask, Index steps) {
  return steps >= 0 && (steps < mask.stride || steps % mask.stride == 0);
}

void check_nothing(const Scene&, const Mask&, const std::string&) {}

void check_padding(const Scene& scene, const Mask& mask, const std::string& place) {
  require_count(static_cast<Index>(mask.valid->size()), pair_shape(scene).cols, "boolean",
                place + "/valid");
}

void check_segments(const Scene& scene, const Mask& mask, const std::string& place) {
  const Shape pairs = pair_shape(scene);
  require_count(std::ssize(*mask.ids), pairs.cols, "whole number", place + "/ids");
  if (mask.query_ids) {
    require_count(std::ssize(**mask.query_ids), pairs.rows, "whole number", place + "/query_ids");
  } else {
    require(scene.query_count() == scene.key_count(), place + "/query_ids",
            "expected whole numbers for the queries, as their count differs from the keys'");
  }
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
constexpr Parameter kWindow[] = {
    {"radius", true}, {"sigma"}, {"dilation", false, 2}, {"sinks", false, 2}};
constexpr Parameter kCustom[] = {{"allowed", true}};
constexpr Parameter kGraph[] = {{"edges", true}, {"self_loops"}};
constexpr Parameter kPrefix[] = {{"length", true, 2}};
constexpr Parameter kSegments[] = {{"ids", true, 2}, {"query_ids", false, 2}};
constexpr Parameter kStrided[] = {{"stride", true, 2}};

constexpr bool kByPlace = true;

constexpr std::array kMaskKinds{
    MaskKind{"causal", "Causal", R"(\key{j} \le \query{i})", kNoParameters, hide_future, nullptr,
             check_nothing, kByPlace, 1, lets_past, nullptr, nullptr, nullptr, true},
    MaskKind{"padding", "Padding", R"(\mathrm{valid}_{\key{j}})", kPadding, hide_padding, nullptr,
             check_padding},
    MaskKind{"window", "Window", R"(\lvert \query{i} - \key{j} \rvert \le \mathrm{radius})",
             kWindow, hide_beyond_window, shift_by_distance, check_nothing, kByPlace, 1,
             lets_in_window, sinks_of_window, reach_of_window, distance_backward},
    MaskKind{"custom", "Custom", R"(\mathrm{allowed}_{\query{i}\key{j}})", kCustom, hide_disallowed,
             nullptr, check_custom},
    MaskKind{"graph", "Graph", R"([\query{i}, \key{j}] \in \mathrm{edges})", kGraph, hide_strangers,
             nullptr, check_graph},
    MaskKind{"prefix", "Prefix", R"(\key{j} < \mathrm{length} \text{ or } \key{j} \le \query{i})",
             kPrefix, hide_future_but_prefix, nullptr, check_nothing, kByPlace, 2, lets_past,
             keys_in_prefix},
    MaskKind{"segments", "Segments", R"(\mathrm{ids}_{\key{j}} = \text{query ids}_{\query{i}})",
             kSegments, hide_other_segments, nullptr, check_segments, false, 2},
    MaskKind{
        "strided", "Strided",
        R"(\key{j} \le \query{i} \quad \text{and } (\query{i} - \key{j} < \mathrm{stride} \text{ or } \mathrm{stride} \mid \query{i} - \key{j}))",
        kStrided, hide_between_strides, nullptr, check_nothing, kByPlace, 2, lets_by_strides},
};

}  // namespace

std::string mask_formula(const Mask& mask) {
  std::string formula(mask.kind->formula);
  if (takes(*mask.kind, "dilation") && mask.dilation > 1) {
    constexpr std::string_view kRadius = R"(\mathrm{radius})";
    const std::string dilation = R"(\mathrm{dilation})";
    formula.insert(formula.find(kRadius), dilation + R"( \cdot )");
    formula += R"( \text{ and } )" + dilation + R"( \mid \query{i} - \key{j})";
  }
  if (takes(*mask.kind, "sinks") && mask.sinks > 0) {
    formula += R"( \text{ or } \key{j} < \mathrm{sinks})";
  }
  return formula;
}

std::vector<std::string> mask_formulas(const Attention& attention) {
  std::vector<std::string> formulas;
  for (const Mask& mask : attention.masks) {
    std::string formula = mask_formula(mask);
    const bool has_or = formula.find(R"(\text{ or })") != std::string::npos;
    if (has_or && attention.masks.size() > 1) formula.insert(0, "(").append(")");
    formulas.push_back(std::move(formula));
  }
  return formulas;
}

BoolMatrix visible_keys(const Scene& scene) {
  BoolMatrix seen = BoolMatrix::Constant(scene.query_count(), scene.key_count(), true);
  for (const Mask& mask : scene.masks) mask.kind->hide(mask, seen);
  return seen;
}

BoolMatrix seen_by_head(const Attention& attention, std::size_t h, const BoolMatrix& visible) {
  if (!has_given_scores(attention.score)) return visible;
  return visible.array() && (**attention.heads[h].scores).array() != kMasked;
}

BoolMatrix seen_by_any_head(const Attention& attention, const BoolMatrix& visible) {
  BoolMatrix seen = seen_by_head(attention, 0, visible);
  for (std::size_t h = 1; h < attention.heads.size(); ++h) {
    seen.array() = seen.array() || seen_by_head(attention, h, visible).array();
  }
  return seen;
}

std::vector<std::string> no_key_warnings(const Scene& scene, const BoolMatrix* seen) {
  std::vector<std::string> warnings;
  if (!seen) return warnings;
  for (Index i = 0; i < seen->rows(); ++i) {
    if (seen->row(i).any()) continue;
    warnings.push_back("query " + std::to_string(i) + " (" + shown(scene.query_token(i)) +
                       ") sees no key: its weights and its output are 0");
  }
  return warnings;
}

void add_masks_beside_scores(const Attention& attention, const BoolMatrix& visible,
                             AttentionTrace& trace) {
  if (attention.score.null == NoScore::kMasked) return;
  Matrix mask = Matrix::Zero(visible.rows(), visible.cols());
  mask_scores(visible, mask);
  const auto shared = std::make_shared<const Matrix>(std::move(mask));
  for (HeadTrace& head : trace.heads) head.mask = shared;
}

void mask_scores(const BoolMatrix& seen, Matrix& scores) {
  scores.array() = seen.array().select(scores.array(), kMasked);
}

std::span<const MaskKind> mask_kinds() { return kMaskKinds; }
const MaskKind& mask_kind(std::string_view id) { return row_of(mask_kinds(), id); }

}  // namespace attn
