
#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_prediction.h"
#include "app/document/view/view_state.h"

namespace attn {
namespace {

/// Quantities that the answer depends on.
std::set<std::string_view> names_of(const Prediction& prediction) {
  std::set<std::string_view> names;
  if (prediction.value) names = prediction.value->names();
  for (const LessonCondition& one : prediction.when) {
    names.insert(one.expression.names().begin(), one.expression.names().end());
  }
  return names;
}

/// Returns whether the right answer is already right for the scene shown before.
bool is_right_at_start(const Prediction& prediction, const StepScenes& scenes,
                       const Progress* progress) try {
  Reading reading{1 << 22, "", progress};
  const Facts start = scenes.untrained(scenes.start, &reading);
  const Facts shown = scenes.trained(scenes.shown, &reading);
  if (prediction.kind == Prediction::Kind::kChoice) return hold(prediction.when, start);
  return is_right(prediction, right_answer(prediction, shown), start);
} catch (const LessonError&) {
  return false;
}

void hide(Scene& scene, const std::set<std::string>& parts) {
  if (parts.empty()) return;
  ViewState view = parse_view(scene.view);
  view.hidden.insert(parts.begin(), parts.end());
  scene.view = format_view(view, scene.view);
}

}  // namespace

void withhold_answers(const Lesson& lesson, const LessonVocabulary& vocabulary,
                      std::vector<StepScenes>& scenes, const Progress* progress) {
  for (std::size_t n = 0; n < lesson.steps.size(); ++n) {
    const auto& prediction = lesson.steps[n].prediction;
    if (!prediction) continue;
    const bool is_there = is_right_at_start(*prediction, scenes[n], progress);
    std::set<std::string> parts;
    for (const std::string_view name : names_of(*prediction)) {
      for (const bool elsewhere : {true, false}) {
        if (!elsewhere && !is_there) continue;
        for (std::string& part : vocabulary.parts_showing(name, elsewhere)) {
          parts.insert(std::move(part));
        }
      }
    }
    hide(scenes[n].start.scene, parts);
  }
}

}  // namespace attn
