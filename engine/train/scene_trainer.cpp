#include "engine/train/scene_trainer.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "engine/gradients/given_numbers.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

/// Returns whether numbers at `place` must be > 0, without an upper bound.
bool is_positive(std::string_view place) {
  bool is_so = false;
  visit_row_of_group(number_group(place), [&](const auto& number) {
    is_so = number.range.least == 0 && number.range.most > 1;
  });
  return is_so;
}

/// Numbers of a matrix or a row, or a single number.
template <typename Numbers>
std::span<const float> as_span(const Cow<Numbers>& numbers) {
  return {numbers->data(), static_cast<std::size_t>(numbers->size())};
}
std::span<const float> as_span(const float& number) { return {&number, 1}; }

template <typename Numbers>
float* first_of(Cow<Numbers>& numbers) {
  return numbers.edit().data();
}
float* first_of(float& number) { return &number; }

bool are_finite(const std::vector<float>& numbers) {
  return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
}

/// Length of the gradient of one row's loss by all trainable numbers.
double steepness(const Gradients& gradients, const SceneTraining& training) {
  double sum = 0;
  for (const PlacedGradient& one : gradients.entries()) {
    if (training.moves.contains(number_group(one.place))) sum += one.numbers.squaredNorm();
  }
  return std::sqrt(sum);
}

bool sees_a_key(const WideMatrix& scores, Index i) {
  return (scores.row(i).array() != static_cast<double>(kMasked)).any();
}

}  // namespace

std::string number_group(std::string_view place) {
  std::string group;
  while (!place.empty()) {
    place.remove_prefix(1);  // the slash
    const std::string_view one = place.substr(0, place.find('/'));
    place.remove_prefix(one.size());
    const bool is_index = std::ranges::all_of(one, [](char c) { return c >= '0' && c <= '9'; });
    if (is_index || one == "heads") continue;
    group += (group.empty() ? "" : "/") + std::string(one);
  }
  return group;
}

std::vector<std::string> number_groups(const Scene& scene) {
  std::vector<std::string> groups;
  visit_scene_numbers(scene, [&](const std::string& place, const auto&) {
    std::string group = number_group(place);
    if (std::ranges::count(groups, group) == 0) groups.push_back(std::move(group));
  });
  return groups;
}

SceneTrainer::SceneTrainer(Scene scene, SceneTraining training)
    : scene_(std::move(scene)), good_(scene_), training_(std::move(training)) {
  numbers_ = numbers();
  if (numbers_.empty()) throw SceneError({"", "expected numbers that may change, found none"});
  loss_of(scene_, training_.wish);
}

bool SceneTrainer::moves(std::string_view place) const {
  return training_.moves.contains(number_group(place));
}

std::vector<float> SceneTrainer::numbers() const {
  std::vector<float> all;
  visit_scene_numbers(scene_, [&](const std::string& place, const auto& numbers) {
    if (!moves(place)) return;
    const auto these = as_span(numbers);
    all.insert(all.end(), these.begin(), these.end());
  });
  return all;
}

Scene SceneTrainer::with(const std::vector<float>& numbers) const {
  Scene changed = scene_;
  const float* from = numbers.data();
  visit_scene_numbers(changed, [&](const std::string& place, auto& into) {
    if (!moves(place)) return;
    const std::size_t count = as_span(into).size();
    std::copy_n(from, count, first_of(into));
    from += count;
  });
  return changed;
}

std::optional<SceneStep> SceneTrainer::step() {
  if (problem_) return std::nullopt;
  SceneStep made;
  std::vector<float> gradient, numbers = numbers_;
  std::vector<bool> positive;
  try {
    const SceneSlope slope = loss_with_gradients(scene_, training_.wish);
    made.loss = slope.loss;
    for (const PlacedGradient& one : slope.gradients.entries()) {
      if (!moves(one.place)) continue;
      const bool is_above = is_positive(one.place);
      for (Index i = 0; i < one.numbers.rows(); ++i) {
        for (Index j = 0; j < one.numbers.cols(); ++j) {
          const bool is_turned = is_above && numbers[gradient.size()] < 0;
          gradient.push_back(
              static_cast<float>(is_turned ? -one.numbers(i, j) : one.numbers(i, j)));
          positive.push_back(is_above);
        }
      }
    }
    if (!std::isfinite(made.loss)) throw SceneError({"", "the loss is not a number"});
    if (!are_finite(gradient)) throw SceneError({"", "the gradient is not finite"});
  } catch (const SceneError& error) {
    problem_ = error.problem();
    if (steps_ == 0) return std::nullopt;
    scene_ = good_;  // the last step's result has no finite loss
    --steps_;
    return std::nullopt;
  }
  for (const float one : gradient) made.gradient_norm += static_cast<double>(one) * one;
  made.gradient_norm = std::sqrt(made.gradient_norm);
  StepMemory memory = memory_;
  training_.optimizer->step(numbers, gradient, training_.step, memory);
  std::vector<float> shown = numbers;
  for (std::size_t n = 0; n < shown.size(); ++n) {
    if (positive[n]) shown[n] = std::abs(shown[n]);
  }
  Scene next = with(shown);
  if ((problem_ = check(next))) return std::nullopt;
  good_ = std::exchange(scene_, std::move(next));
  numbers_ = std::move(numbers);
  memory_ = std::move(memory);
  ++steps_;
  return made;
}

std::vector<StillRow> unchanging_rows(const Scene& scene, const SceneTraining& training) {
  std::vector<StillRow> still;
  for (const Loss& loss : training.wish.losses) {
    if (loss.kind->of_weights == nullptr) continue;
    const auto h = static_cast<std::size_t>(loss.head.value_or(0));
    for (Index i = 0; i < loss.target.rows(); ++i) {
      if (!loss.has_target[static_cast<std::size_t>(i)]) continue;
      SceneWish one{.losses = {loss}, .hides_own_key = training.wish.hides_own_key};
      one.losses[0].has_target.assign(loss.has_target.size(), false);
      one.losses[0].has_target[static_cast<std::size_t>(i)] = true;
      const SceneSlope slope = loss_with_gradients(scene, one);
      const WideHead& head = slope.trace.heads[h];
      constexpr double kThere = 1e-4, kStill = 1e-12;
      const double apart =
          (head.weights.row(i) - loss.target.row(i).cast<double>()).cwiseAbs().maxCoeff();
      if (apart < kThere || steepness(slope.gradients, training) > kStill) continue;
      const float T = scene.normalizer.temperature;
      const bool has_zero_query = head.q.size() > 0 && head.q.row(i).squaredNorm() == 0;
      still.push_back({i, !sees_a_key(head.scores, i) ? StillReason::kSeesNoKey
                          : T == 0 || std::isinf(T)   ? StillReason::kTemperature
                          : has_zero_query            ? StillReason::kZeroQuery
                                                      : StillReason::kNothingMoves});
    }
  }
  return still;
}

}  // namespace attn
