#include "app/session/workspace/slope.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

/// Maximum number of pairs; more take seconds, and several times their memory.
constexpr Index kMostPairs = Index{1} << 18;
/// Time limit of a frame.
constexpr double kMostSeconds = 0.005;
constexpr double kTypicalShare = 0.99;
/// If all slopes are smaller, they are rounding errors.
constexpr double kLeastTypical = 1e-6;

std::string goal_words(Goal goal) {
  return goal == Goal::kWeights   ? "to the painted weights"
         : goal == Goal::kOutputs ? "to the target outputs"
                                  : "for the regression";
}

/// "to raise Book → Reads"
std::string raised_words(const Scene& scene, Cell cell) {
  return "to raise " + named_token(scene.query_tokens(), cell.query) + " → " +
         named_token(scene.tokens, cell.key);
}

void make(Access access, SeenSlope& seen, SceneWish wish) {
  const Scene& scene = access->scene();
  if (scene.key_count() * scene.query_count() * std::ssize(scene.heads) > kMostPairs) {
    seen.trouble = "too many pairs for gradients";
    return;
  }
  const SeenSlope::Key& key = *seen.key;
  if (key.raised) {
    wish = {};
    wish.raised = SceneWish::RaisedWeight{static_cast<std::size_t>(key.head), *key.raised};
  }
  try {
    seen.slope = std::make_shared<const SceneSlope>(loss_with_gradients(scene, wish));
    seen.typical = std::max(kLeastTypical, slope_quantile(*seen.slope, kTypicalShare));
    if (key.query >= 0) seen.saliency = saliency_of(scene, key.query, key.column);
  } catch (const SceneError& error) {
    seen.trouble = error.problem().text;
  }
}

void forget(SeenSlope& seen, std::string why) {
  seen.key.reset();
  seen.slope.reset();
  seen.saliency.clear();
  seen.typical = 0;
  seen.trouble = std::move(why);
}

void follow(Access access, SeenSlope& seen, const SeenSlope::Key& key, SceneWish wish,
            bool is_dragging) {
  if (seen.key == key) return;
  if (is_dragging && seen.seconds > kMostSeconds) {
    return forget(seen,
                  "shown when the drag ends: it takes " + fixed(1000 * seen.seconds, 0) + " ms");
  }
  forget(seen, "");
  seen.key = key;
  const auto start = std::chrono::steady_clock::now();
  make(access, seen, std::move(wish));
  seen.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

const SeenSlope* seen_slope(Access access, bool is_dragging) {
  SeenSlope& seen = access.look.slope;
  if (!seen.is_on) return nullptr;
  const SceneLearning& learning = access.look.learning;
  const std::optional<Cell> cell = access->is_like_shown() ? access->shown() : std::nullopt;
  SeenSlope::Key key{.change = access->change_number(), .plan = learning.plan_number};
  SceneWish wish = training_of(learning.plan, access->scene()).wish;
  if (wish.losses.empty()) {
    if (!cell) {
      forget(seen, "point at a weight, or choose a goal in Learn");
      return &seen;
    }
    key.head = access->head();
    key.raised = cell;
  }
  if (cell) {
    key.query = cell->query;
    key.column = access.look.value_column;
  }
  seen.words =
      key.raised ? raised_words(access->scene(), *key.raised) : goal_words(learning.plan.goal);
  follow(access, seen, key, std::move(wish), is_dragging);
  return &seen;
}

const SeenSlope* raised_slope(Access access, bool is_dragging) {
  if (!access.look.slope.is_on || !access->is_like_shown()) return nullptr;
  const std::optional<Cell> cell = access->explained();
  if (!cell) return nullptr;
  const SeenSlope::Key key{
      .change = access->change_number(), .head = access->head(), .raised = cell};
  follow(access, access.look.raised, key, {}, is_dragging);
  return &access.look.raised;
}

}  // namespace attn
