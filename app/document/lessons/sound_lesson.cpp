#include "app/document/lessons/sound_lesson.h"

#include <string>
#include <utility>

#include "app/document/expressions/lesson_error.h"

namespace attn {

SoundLesson::SoundLesson(Lesson lesson, const LessonVocabulary& vocabulary, LessonBudget budget) {
  auto scenes = std::make_shared<std::vector<StepScenes>>(scenes_of(lesson, budget));
  const std::vector<LessonProblem> problems =
      problems_of(lesson, *scenes, vocabulary, budget.progress());
  if (!problems.empty()) {
    const std::size_t more = problems.size() - 1;
    throw LessonError(
        problems[0].text + (more > 0 ? " (and " + std::to_string(more) + " more)" : ""),
        problems[0].line);
  }
  lesson_ = std::make_shared<const Lesson>(std::move(lesson));
  scenes_ = std::move(scenes);
}

}  // namespace attn
