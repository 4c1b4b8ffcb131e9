#include "app/session/learning/scene_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kMostAtOnce{4};

/// Approximate memory of a scene that shares its unchanged numbers with others.
double bytes_of(const Scene& scene, std::size_t moving) {
  constexpr double kOfAny = 2000, kOfToken = 48;
  return kOfAny + 4 * static_cast<double>(moving) +
         kOfToken * static_cast<double>(scene.tokens.size() + scene.query_tokens().size());
}

}  // namespace

SceneRun::SceneRun(Scene scene, SceneTraining training) {
  film_.push_back({0, scene});
  trainer_ = std::make_unique<SceneTrainer>(std::move(scene), std::move(training));
}

SceneRun::~SceneRun() {
  is_stopped_ = true;
  if (making_.valid()) making_.wait();
}

SceneRun::RunSteps SceneRun::make(std::unique_ptr<SceneTrainer> trainer, Index steps,
                                  const std::atomic<bool>& is_stopped) {
  RunSteps made;
  const auto start = Clock::now();
  for (Index n = 0; n < steps && !is_stopped; ++n) {
    const auto step = trainer->step();
    if (!step) break;
    made.losses.push_back(step->loss);
    made.scenes.push_back(trainer->scene());
    if (Clock::now() - start > kMostAtOnce) break;
  }
  if (!is_stopped) {
    try {
      made.after = loss_of(trainer->scene(), trainer->training().wish);
    } catch (const SceneError&) {
      made.after.reset();
    }
    // The next step reports the problem, and restores the last valid scene.
    if (!made.after || !std::isfinite(*made.after)) {
      made.after.reset();
      if (!trainer->problem()) trainer->step();
    }
  }
  made.trainer = std::move(trainer);
  return made;
}

void SceneRun::start_steps(Index steps) {
  if (is_busy() || problem_) return;
  making_ = std::async(std::launch::async, [this, steps, trainer = std::move(trainer_)]() mutable {
    return make(std::move(trainer), steps, is_stopped_);
  });
}

bool SceneRun::take_steps(std::chrono::milliseconds patience) {
  if (!is_busy() || making_.wait_for(patience) != std::future_status::ready) return false;
  RunSteps made = making_.get();
  trainer_ = std::move(made.trainer);
  problem_ = trainer_->problem();
  if (!losses_.empty() && !made.losses.empty()) losses_.pop_back();  // the new losses start with it
  losses_.insert(losses_.end(), made.losses.begin(), made.losses.end());
  if (made.after && !made.losses.empty()) losses_.push_back(*made.after);
  for (Scene& scene : made.scenes) keep(std::move(scene));
  // A step without a finite loss does not count.
  const Index last = before_ + trainer_->steps();
  while (film_.size() > 1 && film_.back().step > last) film_.pop_back();
  if (film_.back().step < last) film_.push_back({last, trainer_->scene()});
  losses_.resize(std::min(losses_.size(), static_cast<std::size_t>(last) + 1));
  return true;
}

void SceneRun::keep(Scene scene) {
  const Index step = film_.back().step + 1;
  // If not all scenes are stored, the latest is only stored until the next one.
  if (film_.size() > 1 && film_.back().step % every_ != 0) film_.pop_back();
  film_.push_back({step, std::move(scene)});
  thin();
}

void SceneRun::thin() {
  const double each = bytes_of(film_.back().scene, trainer_->numbers().size());
  if (each * static_cast<double>(film_.size()) <= kMostBytes || film_.size() < 8) return;
  every_ *= 2;
  const Index last = film_.back().step;
  std::erase_if(film_,
                [&](const FilmScene& one) { return one.step != last && one.step % every_ != 0; });
}

const SceneRun::FilmScene& SceneRun::film_scene_near(Index step) const {
  const auto after = std::ranges::lower_bound(film_, step, {}, &FilmScene::step);
  if (after == film_.end()) return film_.back();
  if (after == film_.begin()) return *after;
  const auto before = std::prev(after);
  return after->step - step <= step - before->step ? *after : *before;
}

void SceneRun::go_back_to(Index step) {
  if (is_busy()) return;
  const Index at = film_scene_near(step).step;
  std::erase_if(film_, [at](const FilmScene& one) { return one.step > at; });
  losses_.resize(std::min(losses_.size(), static_cast<std::size_t>(at) + 1));
  set_training(trainer_->training());
}

void SceneRun::set_training(SceneTraining training) {
  if (is_busy()) return;
  auto trainer = std::make_unique<SceneTrainer>(film_.back().scene, std::move(training));
  trainer_ = std::move(trainer);
  before_ = film_.back().step;
  problem_.reset();
}

}  // namespace attn
