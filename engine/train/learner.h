#pragma once

#include <span>
#include <vector>

#include "engine/tasks/task.h"
#include "engine/train/habits.h"
#include "engine/train/learned_numbers.h"
#include "engine/train/weight_target.h"

namespace attn {

/// Results of a network on sequences, over all places with a target.
struct Answers {
  double loss = 0;   ///< sum of −ln p of the targets (cross-entropy), or of squared errors
  Index right = 0;   ///< places whose likeliest class is the target; 0 for numeric targets
  Index wanted = 0;  ///< places with a target
  Answers& operator+=(const Answers& other);
};

/// Evaluates a network with trainable numbers, forward, and backward for gradients. One instance
/// per thread.
class Learner {
 public:
  virtual ~Learner() = default;
  /// Results on `examples`, at most as many as the kernels have lanes. Adds the gradient of the
  /// loss to `gradient`, one number per trainable number, unless it is null.
  virtual Answers answer(const LearnedNumbers& learned, std::span<const Example> examples,
                         std::vector<float>* gradient) = 0;
  /// Patterns of each head of each layer in the last evaluated sequences.
  virtual std::vector<HeadHabits> habits(std::span<const Example> examples) const = 0;

  /// Sets an additional target of a head's weights for gradients; null: none.
  void set_weight_target(const WeightTarget* target) { target_ = target; }

 protected:
  const WeightTarget* target_ = nullptr;
};

}  // namespace attn
