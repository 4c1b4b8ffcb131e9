#include "app/session/workspace/learn.h"

#include <utility>

namespace attn {
namespace {

constexpr std::string_view kField = "learn";
constexpr std::chrono::milliseconds kPatience{4};
/// One backward pass per row: more take longer than a frame allows.
constexpr Index kMostPairsLookedAt = 1024;
/// Each pair is stored about ten times, in double precision.
constexpr Index kMostPairsTrained = Index{1} << 20;

void end_run(Access access) {
  SceneLearning& learning = access.look.learning;
  if (learning.run) access.end_gesture();
  learning.run.reset();
  learning.is_playing = learning.makes_one_step = false;
  learning.shown = 0;
}

/// Puts a scene of the run into the document.
bool put(Access access, const Scene& learned, Index step) {
  SceneLearning& learning = access.look.learning;
  const std::string key = "learn." + std::to_string(learning.run_number);
  access.propose(kField, "Learn", key, [&](Scene& scene) {
    std::string view = std::move(scene.view);
    scene = learned;
    scene.view = std::move(view);
  });
  learning.change = access->change_number();
  if (const std::string* complaint = access.notices.complaint(kField)) {
    learning.problem = *complaint;
    end_run(access);
    return false;
  }
  learning.shown = step;
  return true;
}

void note_still_rows(Access access) {
  SceneLearning& learning = access.look.learning;
  learning.still.clear();
  const Scene& scene = access->scene();
  if (learning.plan.goal != Goal::kWeights ||
      scene.key_count() * scene.query_count() > kMostPairsLookedAt) {
    return;
  }
  try {
    learning.still =
        unchanged_rows_words(unchanging_rows(scene, training_of(learning.plan, scene)), scene);
  } catch (const SceneError&) {
    learning.still.clear();  // training reports the problem
  }
}

/// Starts a run for the current goal. Returns false, with the reason in `problem`, if it cannot be
/// trained.
bool begin_run(Access access) {
  SceneLearning& learning = access.look.learning;
  SceneTraining training = training_of(learning.plan, access->scene());
  learning.problem.clear();
  if (training.wish.losses.empty()) {
    learning.problem = learning.plan.goal == Goal::kWeights
                           ? "Paint on the weights the keys that a query should attend to"
                           : "This scene has no such goal";
    return false;
  }
  const Scene& scene = access->scene();
  if (scene.key_count() * scene.query_count() * std::ssize(scene.heads) > kMostPairsTrained) {
    learning.problem = "Too many pairs to train: at most a million, of all heads";
    return false;
  }
  try {
    if (learning.run) {
      learning.run->set_training(std::move(training));
    } else {
      learning.run = std::make_shared<SceneRun>(access->scene(), std::move(training));
      ++learning.run_number;
      learning.shown = 0;
      learning.change = access->change_number();
      access.end_gesture();
    }
  } catch (const SceneError& error) {
    learning.problem = error.problem().words();
    return false;
  }
  learning.run_plan = learning.plan_number;
  note_still_rows(access);
  return true;
}

/// Starts the next steps if none are running.
void go_on(Access access) {
  SceneLearning& learning = access.look.learning;
  if (learning.run && learning.shown < learning.run->steps()) {
    learning.run->go_back_to(learning.shown);
  }
  const bool is_as_planned = learning.run && learning.run_plan == learning.plan_number;
  if (!is_as_planned && !begin_run(access)) {
    learning.is_playing = learning.makes_one_step = false;
    return;
  }
  if (learning.run->problem()) {  // retries from the last scene with a finite loss
    learning.run->go_back_to(learning.run->steps());
    learning.problem.clear();
  }
  learning.run->set_rate(rate_of(learning.plan));
  const bool is_one = std::exchange(learning.makes_one_step, false);
  learning.run->start_steps(is_one ? 1 : learning.steps_at_once);
}

}  // namespace

bool follow_learning(Access access) {
  SceneLearning& learning = access.look.learning;
  const bool is_other = learning.run && learning.change != access->change_number();
  if (is_other) end_run(access);
  if (learning.run && learning.run->is_busy()) {
    const Index before = learning.run->steps();
    const bool is_at_end = learning.shown == before;
    if (!learning.run->take_steps(kPatience)) return true;
    const bool puts = is_at_end && learning.run->steps() != before;
    if (puts && !put(access, learning.run->latest(), learning.run->steps())) return false;
    if (const auto& problem = learning.run->problem()) {
      learning.problem = "Stopped at step " + std::to_string(learning.run->steps()) + ": " +
                         problem->words() + ". The last good step is kept";
      learning.is_playing = learning.makes_one_step = false;
    }
  }
  if (learning.is_playing || learning.makes_one_step) go_on(access);
  return learning.is_playing || (learning.run && learning.run->is_busy());
}

void play_learning(Access access) { access.look.learning.is_playing = true; }

void pause_learning(Access access) { access.look.learning.is_playing = false; }

void step_learning(Access access) {
  access.look.learning.is_playing = false;
  access.look.learning.makes_one_step = true;
}

void look_at_learned(Access access, Index step) {
  SceneLearning& learning = access.look.learning;
  learning.is_playing = learning.makes_one_step = false;
  if (!learning.run) return;
  const SceneRun::FilmScene kept = learning.run->film_scene_near(step);
  if (kept.step != learning.shown) put(access, kept.scene, kept.step);
}

bool has_goal(const Workspace& workspace) {
  return !training_of(workspace.look.learning.plan, workspace.scene()).wish.losses.empty();
}

void choose_goal(Access access, Goal goal) {
  SceneLearning& learning = access.look.learning;
  if (learning.plan.goal == goal) return;
  end_run(access);
  learning.plan.goal = goal;
  learning.plan.moves.reset();
  learning.plan.optimizer.reset();
  learning.plan.rate.reset();
  learning.is_painting = false;
  learning.problem.clear();
  learning.still.clear();
  if (goal == Goal::kOutputs) begin_outputs(access);
  learning.changed();
}

void begin_outputs(Access access) {
  SceneLearning& learning = access.look.learning;
  const auto& output = access->evaluation().trace.output;
  learning.plan.outputs = output ? *output : Matrix();
  learning.changed();
}

void paint_target(Access access, const MaskStroke& stroke, bool rubs_out) {
  SceneLearning& learning = access.look.learning;
  if (stroke.cells.empty()) return;
  paint(learning.plan.painted, access->scene(), access->head(), stroke.cells, learning.brush,
        rubs_out);
  learning.problem.clear();
  learning.changed();
}

}  // namespace attn
