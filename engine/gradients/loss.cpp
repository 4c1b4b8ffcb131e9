#include "engine/gradients/loss.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string cell_place(const Loss& loss, Index i, Index j) {
  return loss.place + "/target/" + std::to_string(i) + "/" + std::to_string(j);
}

/// The mean of (output − target)².
double mean_square(const Loss& loss, const WideMatrix& output, WideMatrix& by) {
  const WideMatrix apart = output - loss.target.cast<double>();
  const auto count = static_cast<double>(output.size());
  by = 2 / count * apart;
  return apart.squaredNorm() / count;
}

/// Mean of −ln softmax(output)_t over the rows with a target t; 0 if there are none.
double cross_entropy(const Loss& loss, const WideMatrix& output, WideMatrix& by) {
  by = WideMatrix::Zero(output.rows(), output.cols());
  const auto rows = static_cast<double>(
      std::ranges::count_if(loss.targets, [](int target) { return target >= 0; }));
  double sum = 0;
  for (Index i = 0; i < output.rows(); ++i) {
    const Index target = loss.targets[static_cast<std::size_t>(i)];
    if (target < 0) continue;
    const double largest = output.row(i).maxCoeff();
    const WideRow powers = (output.row(i).array() - largest).exp().matrix();
    const double total = powers.sum();
    sum += std::log(total) - (output(i, target) - largest);
    by.row(i) = powers / (total * rows);
    by(i, target) -= 1 / rows;
  }
  return rows > 0 ? sum / rows : 0;
}

bool has_target(const Loss& loss, Index i) { return loss.has_target[static_cast<std::size_t>(i)]; }

/// Σ (w − t)² of each row.
double weights_square(const Loss& loss, const Scene&, std::size_t, const WideHead& made,
                      double part, WideHead& by) {
  double sum = 0;
  for (Index i = 0; i < made.weights.rows(); ++i) {
    if (!has_target(loss, i)) continue;
    const WideRow apart = made.weights.row(i) - loss.target.row(i).cast<double>();
    sum += apart.squaredNorm();
    by.weights.row(i) += 2 * part * apart;
  }
  return sum;
}

/// Σ t ln(t / w) of each row, with derivative −t / w.
double weights_divergence(const Loss& loss, const Scene&, std::size_t h, const WideHead& made,
                          double part, WideHead& by) {
  double sum = 0;
  for (Index i = 0; i < made.weights.rows(); ++i) {
    if (!has_target(loss, i)) continue;
    for (Index j = 0; j < made.weights.cols(); ++j) {
      const double target = loss.target(i, j), weight = made.weights(i, j);
      if (target == 0) continue;
      require(weight > 0, cell_place(loss, i, j),
              "expected 0 because the weight is not above 0 in head " + std::to_string(h) +
                  ": the loss is infinite (weights_fy may be finite)");
      sum += target * std::log(target / weight);
      by.weights(i, j) -= part * target / weight;
    }
  }
  return sum;
}

/// Ω*(z) + Ω(t) − z · t at z = s / T, with the normalizer's Ω: ∂z = w − t. Blondel et al. 2020, eq.
/// 7.
double fenchel_young(const Loss& loss, const Scene& scene, std::size_t h, const WideHead& made,
                     double part, WideHead& by) {
  const Normalizer& normalizer = scene.normalizer;
  const std::optional<float> sink = scene.heads[h].sink;
  const double T = normalizer.temperature;
  const Index L = made.scores.cols();
  if (by.scaled.size() == 0) by.scaled = WideMatrix::Zero(made.scores.rows(), L + 1);
  double sum = 0;
  for (Index i = 0; i < made.scores.rows(); ++i) {
    if (!has_target(loss, i)) continue;
    std::vector<double> scores, targets;
    std::vector<Index> places;
    for (Index j = 0; j < L; ++j) {
      const double target = loss.target(i, j);
      if (made.scores(i, j) == kMasked) {
        require(target == 0, cell_place(loss, i, j),
                "expected 0 because the key is hidden: the loss is infinite");
        continue;
      }
      scores.push_back(made.scores(i, j));
      targets.push_back(target);
      places.push_back(j);
    }
    if (scores.empty()) continue;
    std::vector<double> weights = scores;
    const double share = weigh_seen(normalizer, L, sink, weights);
    const double factor = factor_of_length(normalizer, scores.size());
    for (double& score : scores) score *= factor;
    if (sink) {
      scores.push_back(*sink);
      targets.push_back(0);
      weights.push_back(share);
      places.push_back(L);
    }
    // Ω*(z) is the maximum of z · w − Ω(w) over weights w.
    sum += normalizer.kind->omega(targets) - normalizer.kind->omega(weights);
    for (std::size_t n = 0; n < scores.size(); ++n) {
      const double apart = weights[n] - targets[n];
      sum += apart * scores[n] / T;
      by.scaled(i, places[n]) += part * apart;
    }
  }
  return sum;
}

void check_fenchel_young(const Loss& loss, const Scene& scene) {
  const Normalizer& normalizer = scene.normalizer;
  const std::string ids = joined(
      normalizer_kinds(), [](const NormalizerKind& kind) { return kind.omega ? kind.id : ""; });
  const std::string place = loss.place + "/kind";
  require(normalizer.kind->omega, place,
          "expected a scene whose normalizer is one of " + ids + ", found " +
              std::string(normalizer.kind->id));
  require(normalizer.over == Over::kKeys, place,
          "expected a scene whose weights are normalised over keys");
  require(normalizer.temperature > 0, place, "expected a scene whose temperature is above 0");
}

constexpr Parameter kTarget[] = {{"target", true, 2}, {"factor", false, 2}};
constexpr Parameter kTargets[] = {{"targets", true, 2}, {"factor", false, 2}};
constexpr Parameter kWeightsTarget[] = {
    {"target", true, 2}, {"head", true, 2}, {"factor", false, 2}};

constexpr std::array kLossKinds{
    LossKind{.id = "mse", .parameters = kTarget, .of_output = mean_square},
    LossKind{.id = "cross_entropy", .parameters = kTargets, .of_output = cross_entropy},
    LossKind{.id = "weights_mse", .parameters = kWeightsTarget, .of_weights = weights_square},
    LossKind{.id = "weights_kl",
             .parameters = kWeightsTarget,
             .of_weights = weights_divergence,
             .is_of_shares = true},
    LossKind{.id = "weights_fy",
             .parameters = kWeightsTarget,
             .of_weights = fenchel_young,
             .check_weights = check_fenchel_young,
             .is_of_shares = true},
};

/// Range of its heads: first, and end.
std::pair<std::size_t, std::size_t> heads_of(const Loss& loss, const Scene& scene) {
  if (!loss.head) return {0, scene.heads.size()};
  const auto head = static_cast<std::size_t>(*loss.head);
  return {head, head + 1};
}

void check_weights_loss(const Loss& loss, const Scene& scene) {
  const Shape pairs = pair_shape(scene);
  const auto H = static_cast<int>(scene.heads.size());
  if (loss.head) {
    require(*loss.head >= 0 && *loss.head < H, loss.place + "/head",
            "expected a head from 0 to " + std::to_string(H - 1) + " or \"all\", found " +
                std::to_string(*loss.head));
  }
  const std::string place = loss.place + "/target";
  require_count(std::ssize(loss.has_target), pairs.rows, "row", place);
  require_shape(loss.target, pairs, place);
  for (Index i = 0; i < loss.target.rows() && loss.kind->is_of_shares; ++i) {
    for (Index j = 0; j < loss.target.cols(); ++j) {
      require_number(loss.target(i, j) >= 0, loss.target(i, j), "a number >= 0",
                     cell_place(loss, i, j));
    }
  }
  if (loss.kind->check_weights) loss.kind->check_weights(loss, scene);
}

}  // namespace

void check_output_loss(const Loss& loss, Index rows, Index width) {
  require(loss.kind->of_output, loss.place + "/kind",
          "expected a loss of the output, found one of weights");
  const Extent M = exactly(rows, "M");
  if (takes(*loss.kind, "target")) {
    require_shape(loss.target, {M, exactly(width, "Do")}, loss.place + "/target");
    return;
  }
  const std::string place = loss.place + "/targets";
  require_count(std::ssize(loss.targets), M, "whole number", place);
  for (std::size_t i = 0; i < loss.targets.size(); ++i) {
    require(loss.targets[i] >= -1 && loss.targets[i] < width, place + "/" + std::to_string(i),
            "expected a column of the output, 0 to " + std::to_string(width - 1) +
                ", or -1 for none, found " + std::to_string(loss.targets[i]));
  }
}

void check_loss(const Loss& loss, const Scene& scene) {
  require_finite(loss.factor, loss.place + "/factor");
  if (loss.kind->of_weights) return check_weights_loss(loss, scene);
  const auto width = scene.combine.kind->width;
  require(width && width_of_v(scene, 0) > 0, loss.place + "/kind",
          "expected a scene with a combined output");
  check_output_loss(loss, scene.query_count(), width(scene));
}

double add_output_loss(const Loss& loss, const WideMatrix& output, WideMatrix& by) {
  WideMatrix own;
  const double found = loss.kind->of_output(loss, output, own);
  by += static_cast<double>(loss.factor) * own;
  return static_cast<double>(loss.factor) * found;
}

double add_loss(const Loss& loss, const Scene& scene, const WideTrace& trace, WideTrace& by) {
  if (loss.kind->of_output) return add_output_loss(loss, *trace.output, *by.output);
  const auto [first, end] = heads_of(loss, scene);
  const auto rows = std::ranges::count(loss.has_target, true);
  if (rows == 0) return 0;
  // Mean over rows, those of each head counted separately.
  const double part = static_cast<double>(loss.factor) /
                      (static_cast<double>(rows) * static_cast<double>(end - first));
  double sum = 0;
  for (std::size_t h = first; h < end; ++h) {
    sum += loss.kind->of_weights(loss, scene, h, trace.heads[h], part, by.heads[h]);
  }
  return part * sum;
}

std::span<const LossKind> loss_kinds() { return kLossKinds; }
const LossKind& loss_kind(std::string_view id) { return row_of(loss_kinds(), id); }

}  // namespace attn
