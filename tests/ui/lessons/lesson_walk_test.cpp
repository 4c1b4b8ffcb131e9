// Every step of every lesson in the real window, at three sizes, before its question is answered,
// after, and with each goal reached: no text and no control on it is cut, lies over another, or
// beyond its edge.

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/shelf/lesson_progress.h"
#include "app/document/shelf/lesson_shelf.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"
#include "tests/ui/text_layout.h"

namespace attn::ui::lesson_walk_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

/// Their numbers.
std::vector<std::size_t> all_lessons() {
  std::vector<std::size_t> numbers(shipped_lessons().size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

using Controls = std::map<std::string, test::Rect>;

bool overlap(const test::Rect& a, const test::Rect& b) {
  constexpr double kTouch = 1;
  return a.x + kTouch < b.x + b.width && b.x + kTouch < a.x + a.width &&
         a.y + kTouch < b.y + b.height && b.y + kTouch < a.y + a.height;
}

bool holds(const test::Rect& outer, const test::Rect& inner) {
  constexpr double kTouch = 1;
  return inner.x >= outer.x - kTouch && inner.y >= outer.y - kTouch &&
         inner.x + inner.width <= outer.x + outer.width + kTouch &&
         inner.y + inner.height <= outer.y + outer.height + kTouch;
}

/// Those that stand alone: none of them lies on another.
Controls apart(const Controls& controls) {
  Controls found;
  for (const char* name : {"weights", "scores", "embeddings.table", "queries.table", "inspector",
                           "temperature.slider", "temperature", "stage.all", "stage.legend",
                           "lesson.next", "lesson.hint", "lesson.way", "lesson.back"}) {
    if (const auto one = controls.find(name); one != controls.end()) found.insert(*one);
  }
  for (const auto& [name, box] : controls) {
    if (name.starts_with("stage.view.")) found[name] = box;
  }
  return found;
}

using Walk = std::tuple<std::string, std::size_t>;  // a size, a lesson

class LessonWalk : public testing::TestWithParam<Walk> {
 protected:
  void expect_laid_out(test::OpenProgram& program, double width, double height) {
    program.rest();
    EXPECT_EQ(test::layout_troubles(program), "");
    const Controls controls = program.controls();
    for (int n = 0; !program.text("cut." + std::to_string(n)).empty(); ++n) {
      ADD_FAILURE() << "cut: " << program.text("cut." + std::to_string(n));
    }
    ASSERT_TRUE(controls.contains("lesson"));
    ASSERT_TRUE(controls.contains("stage"));
    ASSERT_TRUE(controls.contains("lesson.next"));
    const test::Rect window{0, 0, width, height}, stage = controls.at("stage");
    EXPECT_TRUE(holds(window, stage));
    EXPECT_TRUE(holds(window, controls.at("lesson")));
    EXPECT_FALSE(overlap(stage, controls.at("lesson")));
    for (const auto& [name, box] : controls) {
      if (!name.starts_with("lesson.") || name.find(".formula[") == std::string::npos) continue;
      const test::Rect text = controls.at("lesson");
      EXPECT_GE(box.x, text.x - 1) << name;
      EXPECT_LE(box.x + box.width, text.x + text.width + 1) << name;
    }
    const Controls alone = apart(controls);
    for (const auto& [name, box] : alone) {
      const bool is_of_text = name.starts_with("lesson.");
      EXPECT_TRUE(holds(is_of_text ? controls.at("lesson") : stage, box)) << name;
      for (const auto& [other, other_box] : alone) {
        if (name >= other) continue;
        EXPECT_FALSE(overlap(box, other_box)) << name << " and " << other;
      }
    }
  }

  /// Scrolls the lesson's text until enough of the control is seen.
  static void reveal(test::Desktop& desktop, test::OpenProgram& program, const std::string& name) {
    const test::Rect lesson = program.control("lesson");
    desktop.input({"mousemove", std::to_string(static_cast<int>(lesson.x + lesson.width / 2)),
                   std::to_string(static_cast<int>(lesson.y + lesson.height / 2))});
    ASSERT_TRUE(test::eventually([&] {
      const double end = program.control("lesson.next").y;
      // A line of it can't be clicked.
      constexpr double kEnough = 16;
      if (program.shows(name) && program.control(name).height >= kEnough &&
          program.control(name).y + program.control(name).height < end) {
        return true;
      }
      desktop.input({"click", "5"});
      program.settle();  // or it would be scrolled past before that is seen
      return false;
    })) << name;
  }

  /// Answers the question, where there is one.
  static void answer(test::Desktop& desktop, test::OpenProgram& program, const LessonStep& step) {
    if (!step.prediction || program.text("lesson.goal") != "Predict first") return;
    const Prediction::Kind kind = step.prediction->kind;
    if (kind == Prediction::Kind::kChoice) {
      reveal(desktop, program, "lesson.option.0");
      program.click("lesson.option.0");
    } else if (kind == Prediction::Kind::kNumber) {
      reveal(desktop, program, "lesson.guess");
      program.drag_within("lesson.guess", 0.5, 0.6);
    } else if (kind == Prediction::Kind::kCell) {
      program.click(program.shows("weights[0][0]") ? "weights[0][0]" : "scores[0][0]");
    }
    if (kind != Prediction::Kind::kChoice) {
      reveal(desktop, program, "lesson.answer");
      program.click("lesson.answer");
    }
    EXPECT_TRUE(test::eventually([&] { return program.text("lesson.goal") != "Predict first"; }));
  }

  /// Scrolls the lesson's text to its end, where the closing words stand.
  static void scroll_to_end(test::Desktop& desktop, test::OpenProgram& program) {
    const test::Rect lesson = program.control("lesson");
    desktop.input({"mousemove", std::to_string(static_cast<int>(lesson.x + lesson.width / 2)),
                   std::to_string(static_cast<int>(lesson.y + lesson.height / 2))});
    constexpr int kTurns = 40;
    for (int n = 0; n < kTurns; ++n) desktop.input({"click", "5"});
    program.settle();
  }

  /// Has the way to each goal shown, one after another; looks at the closing words of each.
  void reach_goals(test::Desktop& desktop, test::OpenProgram& program, const LessonStep& step,
                   double width, double height) {
    for (std::size_t n = 0; n < step.goals.size(); ++n) {
      SCOPED_TRACE("goal " + std::to_string(n + 1));
      if (program.text("lesson.goal") == "Done") return;  // one that may hold already
      program.click("lesson.hint");
      program.click("lesson.way");
      const bool is_last = n + 1 == step.goals.size();
      // The next goal has a hint of its own. The last one holds before the way to it has ended.
      const auto is_reached = [&] {
        return is_last ? program.text("lesson.goal") == "Done" && !program.shows("lesson.way")
                       : program.shows("lesson.hint");
      };
      // Where the network has to learn for it, and others want the same cores.
      ASSERT_TRUE(test::eventually(is_reached, std::chrono::minutes(12)));
      scroll_to_end(desktop, program);
      expect_laid_out(program, width, height);
      EXPECT_TRUE(program.shows("lesson.goal." + std::to_string(n)));
    }
  }
};

TEST_P(LessonWalk, NothingIsCutOrCovered) {
  const auto [size, n] = GetParam();
  const double width = std::stod(size), height = std::stod(size.substr(size.find('x') + 1));
  const test::TemporaryFolder home;
  for (const ShelvedLesson& one : shipped_lessons()) {
    note_lesson_progress(one.id, {one.steps, one.steps}, home / "attentoscope/lessons.json");
  }
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample, size, home.path());
  const ShelvedLesson& lesson = shipped_lessons()[n];
  const std::vector<LessonStep> steps = lesson_of(lesson).steps;
  program.click("menu.Lessons");
  program.click("menu.lesson." + std::to_string(n));
  ASSERT_TRUE(test::eventually([&] { return program.shows("lesson.step.0"); }));
  for (std::size_t step = 0; step < steps.size(); ++step) {
    SCOPED_TRACE(size + ", " + lesson.id + ", step " + std::to_string(step + 1));
    program.click("lesson.step." + std::to_string(step));
    program.settle();
    expect_laid_out(program, width, height);
    answer(desktop, program, steps[step]);
    program.settle();
    expect_laid_out(program, width, height);
    reach_goals(desktop, program, steps[step], width, height);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LessonWalk,
                         testing::Combine(testing::Values("1440x900", "1280x800", "1024x640"),
                                          testing::ValuesIn(all_lessons())),
                         [](const auto& one) {
                           return "Lesson" + std::to_string(std::get<1>(one.param) + 1) + "At" +
                                  std::get<0>(one.param);
                         });

}  // namespace
}  // namespace attn::ui::lesson_walk_test
