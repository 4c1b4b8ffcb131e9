#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/attention/scene.h"
#include "engine/base/progress.h"

namespace attn {

/// What the scenes of one lesson may take together, so that no lesson, whoever wrote it, takes more
/// of the machine than a scene file may, or longer than somebody waits. All that makes scenes for a
/// lesson asks it first. These throw LessonError with the line where it is too much, and Cancelled
/// where that is wished.
class LessonBudget {
 public:
  explicit LessonBudget(const Progress* progress = nullptr) : progress_(progress) {}

  /// Numbers that random() makes.
  void take_random(std::int64_t numbers, int line);
  /// The bytes of a scene's text.
  void take_text(std::size_t bytes, int line);
  /// An evaluation of `scene` that is kept.
  void take_evaluation(const Scene& scene, int line);
  /// Training that multiplies and adds so often.
  void take_training(double products, int line);
  /// For work between these that takes long.
  void require_wanted() const;
  const Progress* progress() const { return progress_; }

 private:
  const Progress* progress_;
  std::int64_t random_ = 0;
  std::size_t text_ = 0;
  double memory_ = 0, products_ = 0, trained_ = 0;
};

}  // namespace attn
