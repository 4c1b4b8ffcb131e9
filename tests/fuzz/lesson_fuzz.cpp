// Any bytes as a lesson: it is refused in bounded lines, or it is sound, and then it can be gone
// through to its end.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/document/expressions/lesson_error.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_file.h"
#include "app/document/lessons/lesson_play.h"
#include "app/document/lessons/lesson_text.h"
#include "tests/document/any_vocabulary.h"
#include "tests/fuzz/require.h"

namespace {

using attn::test::require;

void read_all(const std::vector<attn::TextBlock>& blocks, const attn::Facts& facts) {
  for (const attn::TextBlock& block : blocks) {
    for (const attn::TextRun& run : block.runs) {
      for (const attn::TextPiece& piece : attn::fill(run, facts)) {
        if (piece.kind != attn::TextPiece::Kind::words) attn::plain_formula(piece.text);
      }
    }
  }
}

void go_through(attn::LessonPlay play) {
  for (std::size_t n = 0; n < play.lesson().steps.size(); ++n) {
    play.go_to(n);
    read_all(play.step().text, play.facts(play.scenes().start));
    if (play.is_asked()) {
      play.answer(right_answer(*play.step().prediction, play.facts(play.scenes().shown)));
      require(play.was_right(), "the right answer is right");
    }
    for (std::size_t goal = 0; goal < play.step().goals.size(); ++goal) {
      const attn::LessonGoal& one = play.step().goals[goal];
      const attn::Evaluation& reached = play.scenes().reached[goal];
      const attn::Facts facts = play.facts(reached);
      require(state_of(one, facts, play.facts(play.scenes().before(goal))).holds,
              "a solution reaches its goal");
      for (const attn::Evaluation* now : {&play.scenes().start, &play.scenes().shown}) {
        const auto state = state_of(one, play.facts(*now), play.facts(play.scenes().before(goal)));
        if (!state.distance) continue;
        require(state.distance->share >= 0 && state.distance->share <= 1, "a share is one");
      }
      for (const auto* words : {&one.task, &one.after, &one.hint}) read_all(*words, facts);
      play.note_reached_goals(reached);
    }
    require(play.is_done(play.scenes().end()), "a sound lesson can be ended");
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  return ::setenv("ATTENTOSCOPE_MEMORY", "40", 1);  // what is larger is only slower
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const attn::LessonVocabulary vocabulary = attn::test::any_vocabulary();
  try {
    const attn::Lesson lesson = attn::parse_lesson(text);
    attn::unchecked_numbers(lesson);
    attn::missing_guidance(lesson);
    go_through(attn::LessonPlay(attn::SoundLesson(lesson, vocabulary)));
  } catch (const attn::LessonError& error) {
    attn::test::require_one_line(error.what());
    require(error.line() >= 0, "a line is counted from 1");
    for (const attn::LessonProblem& one : attn::check_lesson_text(text, vocabulary)) {
      attn::test::require_one_line(one.text);
    }
  }
  return 0;
}
