#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/train/scene_trainer.h"

namespace attn {

/// A scene that learns beside the window: a few steps at a time on another thread, so that no frame
/// waits for one. Each step's loss is kept, and scenes evenly over the run, the first and the
/// latest always: all of them, as long as they take no more than kMostBytes.
class SceneRun {
 public:
  static constexpr double kMostBytes = 64e6;

  /// Throws SceneError as SceneTrainer does.
  SceneRun(Scene scene, SceneTraining training);
  ~SceneRun();
  SceneRun(const SceneRun&) = delete;
  SceneRun& operator=(const SceneRun&) = delete;

  /// Begins so many steps, fewer where they take longer than a frame has time for. Nothing where
  /// others are under way, or it failed.
  void go_on(Index steps);
  bool is_busy() const { return making_.valid(); }
  /// Waits for them, at most so long. Answers whether there are new ones.
  bool take(std::chrono::milliseconds patience);

  /// Why it can't go on: then latest() is the last scene whose loss was finite.
  const std::optional<Problem>& problem() const { return problem_; }
  Index steps() const { return film_.back().step; }
  const Scene& latest() const { return film_.back().scene; }
  /// Before each step, and after the last; empty before the first.
  const std::vector<double>& losses() const { return losses_; }

  struct FilmScene {
    Index step;
    Scene scene;
  };
  /// The scene after that step, or the nearest to it that was kept.
  const FilmScene& near(Index step) const;

  // While nothing is under way:
  /// What came after that scene is forgotten; it learns on from there.
  void go_back_to(Index step);
  /// From the next step on, for what is wanted now.
  void aim(SceneTraining training);
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
  Index before_ = 0;  // steps that were made before the trainer's first
  std::vector<FilmScene> film_;
  std::vector<double> losses_;
  std::optional<Problem> problem_;
  Index every_ = 1;  // so many steps from a scene that is kept to the next
  std::atomic<bool> is_stopped_ = false;
  std::future<RunSteps> making_;
};

}  // namespace attn
