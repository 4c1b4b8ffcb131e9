#include "app/document/lessons/lesson_budget.h"

#include "app/document/expressions/lesson_error.h"
#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/shapes.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

constexpr std::int64_t kMostRandom = 1 << 20;
constexpr auto kMostText = static_cast<std::size_t>(kMaxSceneBytes);
/// Limit of one scene: the numbers in a lesson's text are computed in each frame.
constexpr double kMostWeights = 1 << 22;
/// Limit of multiplications in scores and outputs: some seconds.
constexpr double kMostProducts = 1LL << 32;

/// Limit of the training of networks, in multiply-adds.
constexpr double kMostTrained = 1LL << 37;

double pairs_of(const Scene& scene) {
  return static_cast<double>(scene.query_count()) * static_cast<double>(scene.key_count());
}

double products_of(const Scene& scene) {
  double width = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    width += static_cast<double>(width_of_q(scene, h) + width_of_v(scene, h));
  }
  return width * pairs_of(scene);
}

}  // namespace

void LessonBudget::take_random(std::int64_t numbers, int line) {
  require_wanted();
  random_ += numbers;
  if (random_ <= kMostRandom) return;
  throw LessonError("expected at most " + std::to_string(kMostRandom) +
                        " random numbers in a lesson, found " + std::to_string(random_),
                    line);
}

void LessonBudget::take_text(std::size_t bytes, int line) {
  require_wanted();
  text_ += bytes;
  if (text_ <= kMostText) return;
  throw LessonError(
      "the lesson's scenes are larger than " + std::to_string(kMostText >> 20) + " MiB in total",
      line);
}

void LessonBudget::take_evaluation(const Scene& scene, int line) {
  require_wanted();
  if (static_cast<double>(scene.heads.size()) * pairs_of(scene) > kMostWeights) {
    throw LessonError("a lesson's scene may have at most " +
                          std::to_string(static_cast<long long>(kMostWeights)) + " weights (H·M·L)",
                      line);
  }
  memory_ += bytes_needed(scene);
  products_ += products_of(scene);
  if (const auto problem = memory_problem(memory_)) {
    throw LessonError("the lesson " + problem->text, line);
  }
  if (products_ <= kMostProducts) return;
  throw LessonError("the lesson's scenes take too long to evaluate", line);
}

void LessonBudget::take_training(double products, int line) {
  require_wanted();
  trained_ += products;
  if (trained_ <= kMostTrained) return;
  throw LessonError("the lesson's networks take too long to train", line);
}

void LessonBudget::require_wanted() const {
  if (progress_ != nullptr && progress_->is_cancelled()) throw Cancelled();
}

}  // namespace attn
