#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "app/session/learning/scene_goal.h"
#include "app/session/learning/scene_run.h"

namespace attn {

/// What is wanted of the open scene, and the run towards it.
struct SceneLearning {
  LearningPlan plan{};
  /// Counts changes of the plan. Whoever changes it calls changed().
  std::size_t plan_number = 0;
  void changed() { ++plan_number; }

  bool is_painting = false;  ///< the mouse paints the target on the weights
  Brush brush{};

  std::shared_ptr<SceneRun> run{};  ///< null: none
  bool is_playing = false;
  bool makes_one_step = false;
  Index steps_at_once = 1;  ///< of a frame
  Index shown = 0;          ///< the step of the run that the scene is after
  std::string problem{};    ///< why it stopped, in words
  std::string still{};      ///< which rows can't move, and why

  /// The loss of a scene that no run made.
  struct PresentLoss {
    std::size_t change = 0, plan = 0;
    std::optional<double> loss{};
  };
  PresentLoss present{};

  std::size_t run_number = 0;  ///< another for each run
  std::size_t run_plan = 0;    ///< the plan that the run follows
  std::size_t change = 0;      ///< the workspace's, that the run made last
};

}  // namespace attn
