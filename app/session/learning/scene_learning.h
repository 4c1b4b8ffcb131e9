#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "app/session/learning/scene_goal.h"
#include "app/session/learning/scene_run.h"

namespace attn {

/// Goal of the open scene, and the run towards it.
struct SceneLearning {
  LearningPlan plan{};
  /// Counts changes of the plan. Call changed() after changing it.
  std::size_t plan_number = 0;
  void changed() { ++plan_number; }

  bool is_painting = false;  ///< the mouse paints the target on the weights
  Brush brush{};

  std::shared_ptr<SceneRun> run{};  ///< null: none
  bool is_playing = false;
  bool makes_one_step = false;
  Index steps_at_once = 1;  ///< per frame
  Index shown = 0;          ///< step of the run whose scene is shown
  std::string problem{};    ///< reason in words why the run stopped
  std::string still{};      ///< rows that cannot change, and why

  /// Loss of a scene without a run.
  struct PresentLoss {
    std::size_t change = 0, plan = 0;
    std::optional<double> loss{};
  };
  PresentLoss present{};

  std::size_t run_number = 0;  ///< differs for each run
  std::size_t run_plan = 0;    ///< plan of the run
  std::size_t change = 0;      ///< last change of the workspace made by the run
};

}  // namespace attn
