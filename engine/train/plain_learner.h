#pragma once

#include <optional>

#include "engine/blocks/network_gradients.h"
#include "engine/blocks/stages.h"
#include "engine/train/learner.h"

namespace attn {

/// Learner for any network, one sequence after another by the reference in double precision: about
/// a hundred times slower than SideBySide.
class PlainLearner : public Learner {
 public:
  explicit PlainLearner(const Network& network) : network_(network) {}
  Answers answer(const LearnedNumbers& learned, std::span<const Example> examples,
                 std::vector<float>* gradient) override;
  std::vector<HeadHabits> habits(std::span<const Example>) const override { return habits_; }

 private:
  Answers go(const LearnedNumbers& learned, std::span<const Example> examples,
             std::vector<float>* gradient);
  std::optional<BlockLoss> aimed_loss(const Example& one) const;
  void see_habits(const std::vector<WideStage>& traces, const Example& one);

  Network network_;
  std::vector<HeadHabits> habits_;  ///< of the last evaluated sequences
};

}  // namespace attn
