#include "app/document/lessons/lesson_play.h"

#include <algorithm>
#include <cmath>

#include "app/document/expressions/lesson_error.h"
#include "app/document/numbers/numbers.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

using Way = LessonBound::Way;

/// Bounds of the condition for `facts`; empty if it has none.
std::vector<LessonBound> bounds_in(const Expression& condition, const Facts& facts) {
  try {
    return condition.bounds(facts);
  } catch (const LessonError&) {
    return {};
  }
}

bool is_met(const LessonBound& bound) {
  if (bound.way == Way::kAtLeast) return bound.now > bound.mark;
  if (bound.way == Way::kAtMost) return bound.now < bound.mark;
  return lesson_equal(bound.now, bound.mark);
}

/// Share of the way from the initial value to the bound, from either side.
double share_from(double first, const LessonBound& bound) {
  const double whole = std::abs(bound.mark - first);
  return whole == 0 ? 0 : clamped(1 - std::abs(bound.mark - bound.now) / whole, 0.0, 1.0);
}

/// Reached share of the way to the bound; for an upper bound of a count, the share of the count.
double share_of(const LessonBound& bound, double first) {
  const bool is_part = bound.way == Way::kAtLeast && bound.mark > 0 && first >= 0;
  if (is_part) return clamped(bound.now / bound.mark, 0.0, 1.0);
  return share_from(first, bound);
}

/// Number of decimals that represents `number`, up to `most`.
int decimals_of(double number, int most) {
  for (int digits = 0; digits < most; ++digits) {
    const double scale = std::pow(10, digits);
    if (std::abs(std::round(number * scale) / scale - number) < 1e-6) return digits;
  }
  return most;
}

/// Formats a number as in texts.
std::string words_of(double number, int decimals) {
  return with_minus(attn::fixed(number, decimals));
}

GoalDistance distance_of(const LessonBound& bound, double first) {
  constexpr int kMostDecimals = 6;
  int digits = std::max(decimals_of(bound.mark, 3), decimals_of(bound.now, 2));
  // Different numbers must not look equal.
  while (digits < kMostDecimals &&
         attn::fixed(bound.now, digits) == attn::fixed(bound.mark, digits))
    ++digits;
  const std::string sign = bound.way == Way::kAtLeast  ? "of "
                           : bound.way == Way::kAtMost ? "wanted below "
                                                       : "wanted ";
  return {.share = share_of(bound, first),
          .now = words_of(bound.now, digits),
          .mark = sign + words_of(bound.mark, decimals_of(bound.mark, 3))};
}

std::optional<GoalDistance> distance_in(const Expression& condition, const Facts& now,
                                        const Facts& before) {
  const std::vector<LessonBound> bounds = bounds_in(condition, now);
  const auto far = std::ranges::find_if(bounds, [](const auto& one) { return !is_met(one); });
  if (far == bounds.end() || !std::isfinite(far->mark) || !std::isfinite(far->now)) return {};
  const std::vector<LessonBound> firsts = bounds_in(condition, before);
  const auto n = static_cast<std::size_t>(far - bounds.begin());
  const double first = n < firsts.size() && std::isfinite(firsts[n].now) ? firsts[n].now : far->now;
  return distance_of(*far, first);
}

}  // namespace

void LessonPlay::go_to(std::size_t n) {
  at_ = std::min(n, lesson().steps.size() - 1);
  answer_.reset();
  was_right_ = false;
  reached_ = 0;
  reached_with_.clear();
  learned_.reset();
}

void LessonPlay::answer(PredictionAnswer answer) {
  try {
    was_right_ = is_right(*step().prediction, answer, facts_shown());
  } catch (const LessonError&) {
    was_right_ = false;
  }
  answer_ = std::move(answer);
}

bool LessonPlay::goal_holds(const Evaluation& now, const ViewState* view) const {
  return goal() != nullptr && all_hold(goal()->conditions, facts(now, view));
}

void LessonPlay::note_reached_goals(const Evaluation& now, const ViewState* view) {
  while (goal_holds(now, view)) {
    ++reached_;
    reached_with_.push_back({now, learned_});
  }
}

Facts LessonPlay::facts_reached(std::size_t n, const Facts& now) const {
  if (n >= reached_with_.size()) return now;
  const std::vector<LessonGoal>& goals = step().goals;
  if (n + 1 == goals.size() && all_hold(goals[n].conditions, now)) return now;
  const ReachedWith& with = reached_with_[n];
  Facts facts = scenes().untrained(with.scene);
  if (facts.learned != nullptr && with.learned) facts.learned = &*with.learned;
  return facts;
}

bool LessonPlay::is_done(const Evaluation& now, const ViewState* view) const {
  if (is_asked()) return false;
  const std::size_t left = step().goals.size() - reached_;
  return left == 0 || (left == 1 && goal_holds(now, view));
}

GoalState state_of(const LessonGoal& goal, const Facts& now, const Facts& before) {
  GoalState state{.holds = true, .distance = {}, .has_spoiled = false};
  for (const LessonCondition& one : goal.conditions) {
    if (holds(one, now)) continue;
    state.holds = false;
    if (holds(one, before)) {
      state.has_spoiled = true;
    } else if (!state.distance) {
      state.distance = distance_in(one.expression, now, before);
    }
  }
  return state;
}

}  // namespace attn
