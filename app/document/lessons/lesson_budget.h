#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/attention/scene.h"
#include "engine/base/progress.h"

namespace attn {

/// Budget of a lesson's scenes: a lesson may not need more memory than a scene file, or more time
/// than a user waits. All code that creates scenes for a lesson must ask the budget first. The
/// functions throw LessonError with the line if the budget is exceeded, and Cancelled on request.
class LessonBudget {
 public:
  explicit LessonBudget(const Progress* progress = nullptr) : progress_(progress) {}

  /// Accounts for numbers of random().
  void take_random(std::int64_t numbers, int line);
  /// Accounts for the bytes of a scene's text.
  void take_text(std::size_t bytes, int line);
  /// Accounts for a cached evaluation of `scene`.
  void take_evaluation(const Scene& scene, int line);
  /// Accounts for training with this number of multiply-adds.
  void take_training(double products, int line);
  /// Throws Cancelled if requested; for long work in between.
  void require_wanted() const;
  const Progress* progress() const { return progress_; }

 private:
  const Progress* progress_;
  std::int64_t random_ = 0;
  std::size_t text_ = 0;
  double memory_ = 0, products_ = 0, trained_ = 0;
};

}  // namespace attn
