#include "app/session/learning/scene_goal.h"

#include <algorithm>
#include <utility>

#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/numbers.h"
#include "engine/attention/shapes.h"
#include "engine/base/text.h"

namespace attn {
namespace {

Learned learned_of(std::string_view group) {
  if (group == "embeddings") return {"Embeddings", true};
  if (group == "queries/embeddings") return {"Query embeddings", true};
  if (group == "values") return {"Values"};
  if (group == "bias") return {"Bias"};
  Learned learned;
  visit_row_of_group(group, [&](const auto& number) { learned = number.learned; });
  return learned;
}

/// Returns whether the group contains the points of a regression.
bool is_of_points(std::string_view group) {
  return group.ends_with("embeddings") || group == "values";
}

/// Width of the scene's output; 0 without output.
Index output_width(const Scene& scene) {
  const auto width = scene.combine.kind->width;
  return width && width_of_v(scene, 0) > 0 ? width(scene) : 0;
}

Loss square_of(Matrix target, float factor) {
  Loss loss;
  loss.target = std::move(target);
  loss.factor = factor;
  return loss;
}

Loss painted_wish(const PaintedTarget& target, const Scene& scene) {
  Loss loss;
  loss.kind = &painted_loss(scene);
  loss.target = target_weights(target, scene);
  loss.head = static_cast<int>(target.head);
  for (Index i = 0; i < target.cells.rows(); ++i) loss.has_target.push_back(target.has_row(i));
  return loss;
}

bool is_of(const PaintedTarget& target, const Scene& scene) {
  return target.cells.rows() == scene.query_count() && target.cells.cols() == scene.key_count() &&
         target.head < std::ssize(scene.heads);
}

}  // namespace

void paint(PaintedTarget& target, const Scene& scene, Index head, const std::vector<Cell>& cells,
           const Brush& brush, bool rubs_out) {
  const Index M = scene.query_count(), L = scene.key_count();
  if (target.head != head || !is_of(target, scene)) {
    target = {head, BoolMatrix::Constant(M, L, false),
              std::vector<float>(static_cast<std::size_t>(M), 0)};
  }
  const BoolMatrix seen = visible_keys(scene);
  const Index reach = brush.size / 2;
  for (const Cell cell : cells) {
    for (Index i = std::max<Index>(0, cell.query - reach); i <= std::min(M - 1, cell.query + reach);
         ++i) {
      for (Index j = std::max<Index>(0, cell.key - reach); j <= std::min(L - 1, cell.key + reach);
           ++j) {
        target.cells(i, j) = !rubs_out && seen(i, j);
        if (!rubs_out) target.shares[static_cast<std::size_t>(i)] = brush.weight;
      }
    }
  }
}

Matrix target_weights(const PaintedTarget& target, const Scene& scene) {
  const BoolMatrix seen = visible_keys(scene);
  Matrix weights = Matrix::Zero(target.cells.rows(), target.cells.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    const auto painted = static_cast<float>(target.cells.row(i).count());
    const float others = static_cast<float>(seen.row(i).count()) - painted;
    if (painted == 0) continue;
    const float share = others > 0 ? target.shares[static_cast<std::size_t>(i)] : 1;
    for (Index j = 0; j < weights.cols(); ++j) {
      weights(i, j) = target.cells(i, j) ? share / painted : seen(i, j) ? (1 - share) / others : 0;
    }
  }
  return weights;
}

bool can_regress(const Scene& scene) {
  return !scene.queries && scene.key_count() > 1 && scene.values && (*scene.values)->cols() == 1 &&
         output_width(scene) == 1;
}

std::set<std::string, std::less<>> usual_moves(const Scene& scene, Goal goal) {
  std::set<std::string, std::less<>> moves;
  for (std::string& group : number_groups(scene)) {
    if (!learned_of(group).is_weight) continue;
    if (goal == Goal::kRegression && is_of_points(group)) continue;
    moves.insert(std::move(group));
  }
  return moves;
}

std::set<std::string, std::less<>> moves_of(const LearningPlan& plan, const Scene& scene) {
  return plan.moves ? *plan.moves : usual_moves(scene, plan.goal);
}

const OptimizerKind& optimizer_of(const LearningPlan& plan) {
  if (plan.optimizer) return optimizer_kind(*plan.optimizer);
  return optimizer_kind(plan.goal == Goal::kRegression ? "sgd" : "adam");
}

double rate_of(const LearningPlan& plan) {
  // Zhang et al., Dive into Deep Learning 0.17, 10.2, use 0.5 for the sum of squares.
  return plan.rate.value_or(plan.goal == Goal::kRegression ? 0.5 : 0.1);
}

bool fits(const LearningPlan& plan, const Scene& scene) {
  if (plan.goal == Goal::kRegression) return can_regress(scene);
  if (plan.goal == Goal::kWeights) return plan.painted.is_blank() || is_of(plan.painted, scene);
  const Index width = output_width(scene);
  return width > 0 && (plan.outputs.size() == 0 || (plan.outputs.rows() == scene.query_count() &&
                                                    plan.outputs.cols() == width));
}

SceneTraining training_of(const LearningPlan& plan, const Scene& scene) {
  SceneTraining training;
  training.moves = moves_of(plan, scene);
  training.optimizer = &optimizer_of(plan);
  training.step.learning_rate = rate_of(plan);
  if (!fits(plan, scene)) return training;
  std::vector<Loss>& losses = training.wish.losses;
  if (plan.goal == Goal::kRegression) {
    training.wish.hides_own_key = true;
    // Multiplied by the number of keys: the sum of squares, as in Dive into Deep Learning.
    losses.push_back(square_of(**scene.values, static_cast<float>(scene.key_count())));
  } else if (plan.goal == Goal::kOutputs) {
    if (plan.outputs.size() > 0) losses.push_back(square_of(plan.outputs, 1));
  } else if (!plan.painted.is_blank()) {
    losses.push_back(painted_wish(plan.painted, scene));
  }
  return training;
}

const LossKind& painted_loss(const Scene& scene) {
  const Normalizer& normalizer = scene.normalizer;
  const NormalizerKind& kind = *normalizer.kind;
  const bool are_plain = !scene.heads[0].subtract;
  if (kind.is_exponential && are_plain && normalizer.temperature > 0) {
    return loss_kind("weights_kl");
  }
  const bool has_own = kind.omega != nullptr && normalizer.over == Over::kKeys &&
                       normalizer.temperature > 0 && are_plain;
  return loss_kind(has_own ? "weights_fy" : "weights_mse");
}

std::string_view group_label(std::string_view group) {
  const std::string_view label = learned_of(group).label;
  return label.empty() ? group : label;
}

std::string unchanged_rows_words(const std::vector<StillRow>& rows, const Scene& scene) {
  if (rows.empty()) return {};
  const StillRow& first = rows.front();
  const std::string name = shown(scene.query_token(first.query), 24);
  std::string words = "The row of " + name;
  if (rows.size() > 1) words += " and " + std::to_string(rows.size() - 1) + " more";
  words += " can't change: ";
  switch (first.why) {
    case StillReason::kSeesNoKey:
      return words + "it sees no key";
    case StillReason::kTemperature:
      return words + "at this temperature weights don't change with scores";
    case StillReason::kZeroQuery:
      return words + "its query is 0, so its scores stay 0. Train the embeddings too";
    default:
      return words + "no trainable number changes it";
  }
}

}  // namespace attn
