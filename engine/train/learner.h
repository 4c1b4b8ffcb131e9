#pragma once

#include <span>
#include <vector>

#include "engine/tasks/task.h"
#include "engine/train/habits.h"
#include "engine/train/learned_numbers.h"
#include "engine/train/weight_target.h"

namespace attn {

/// How a network does on sequences: of all places that want something.
struct Answers {
  double loss = 0;   ///< sum of −ln p of what is wanted (cross-entropy), or of squares
  Index right = 0;   ///< where the likeliest class is what is wanted; 0 where numbers are
  Index wanted = 0;  ///< places that want something
  Answers& operator+=(const Answers& other);
};

/// Computes a network with numbers that are learned, forward, and back for gradients. Each thread
/// has one of its own.
class Learner {
 public:
  virtual ~Learner() = default;
  /// How `examples`, at most as many as the kernels have lanes, are answered.
  virtual Answers answer(const LearnedNumbers& learned, std::span<const Example> examples) = 0;
  /// The same; adds the gradient of the loss to `gradient`, one number for each that is learned.
  virtual Answers learn(const LearnedNumbers& learned, std::span<const Example> examples,
                        std::vector<float>& gradient) = 0;
  /// What each head of each layer did in those that were answered last.
  virtual std::vector<HeadHabits> habits(std::span<const Example> examples) const = 0;

  /// What learn() wants of a head's weights, beside; null: nothing.
  void aim_at(const WeightTarget* target) { target_ = target; }

 protected:
  const WeightTarget* target_ = nullptr;
};

}  // namespace attn
