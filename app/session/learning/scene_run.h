#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/learning/scene_goal.h"
#include "engine/train/scene_trainer.h"

namespace attn {

/// Trains a scene in the background: a few steps at a time on another thread, so that no frame
/// waits. Stores each step's loss, and scenes evenly over the run, always the first and the latest:
/// all of them while they use at most kMostBytes.
class SceneRun {
 public:
  static constexpr double kMostBytes = 64e6;

  /// Throws SceneError as SceneTrainer does.
  SceneRun(Scene scene, SceneTraining training);
  ~SceneRun();
  SceneRun(const SceneRun&) = delete;
  SceneRun& operator=(const SceneRun&) = delete;

  /// Starts up to this number of steps, fewer if they take longer than a frame allows. Does nothing
  /// while steps are running, or after a failure.
  void start_steps(Index steps);
  bool is_busy() const { return making_.valid(); }
  /// Waits for the steps, up to `patience`. Returns whether there are new ones.
  bool take_steps(std::chrono::milliseconds patience);

  /// Reason why the run cannot continue; latest() is then the last scene with a finite loss.
  const std::optional<Problem>& problem() const { return problem_; }
  Index steps() const { return film_.back().step; }
  const Scene& latest() const { return film_.back().scene; }
  /// Loss before each step, and after the last; empty before the first.
  const std::vector<double>& losses() const { return losses_; }

  struct FilmScene {
    Index step;
    Scene scene;
  };
  /// Scene after that step, or the nearest stored one.
  const FilmScene& film_scene_near(Index step) const;

  /// Drops later steps; training continues from the scene of `step`. Precondition: no steps are
  /// running.
  void go_back_to(Index step);
  /// Applies a new goal from the next step on.
  void set_training(SceneTraining training);
  void set_rate(double rate) { trainer_->set_rate(rate); }

 private:
  struct RunSteps {
    std::unique_ptr<SceneTrainer> trainer;
    std::vector<double> losses;
    std::vector<Scene> scenes;
    std::optional<double> after;
  };
  static RunSteps make(std::unique_ptr<SceneTrainer> trainer, Index steps,
                       const std::atomic<bool>& is_stopped);
  void keep(Scene scene);
  void thin();

  std::unique_ptr<SceneTrainer> trainer_;
  Index before_ = 0;  // steps before the trainer's first
  std::vector<FilmScene> film_;
  std::vector<double> losses_;
  std::optional<Problem> problem_;
  Index every_ = 1;  // distance of stored scenes in steps
  std::atomic<bool> is_stopped_ = false;
  std::future<RunSteps> making_;
};

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
