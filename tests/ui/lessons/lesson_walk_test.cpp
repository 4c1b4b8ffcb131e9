// Every step of every lesson in the real window: as it opens, looked at in three sizes, and after
// its question is answered and with each goal reached, in the smallest, where the least is in
// reach, or in all three where all cases are asked for. No text and no control on it is cut, lies
// over another, or beyond its edge.

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/shelf/lesson_progress.h"
#include "app/document/shelf/lesson_shelf.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"
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

using Size = std::pair<int, int>;
constexpr Size kSmallest = {1024, 640};
constexpr Size kLarger[] = {{1440, 900}, {1280, 800}};

class LessonWalk : public testing::TestWithParam<std::size_t> {
 protected:
  enum class Look { kAsItOpens, kLater, kAtTheEnd };

  /// `shown` are among the controls.
  static void expect_laid_out(test::Desktop& desktop, test::OpenProgram& program, Look look,
                              const std::vector<std::string>& shown) {
    std::vector<Size> sizes;
    if (look == Look::kAsItOpens || test::are_all_tried()) sizes = {kLarger[0], kLarger[1]};
    sizes.push_back(kSmallest);
    for (const Size& size : sizes) {
      program.resize(size.first, size.second);
      if (look == Look::kAtTheEnd) scroll_to_end(desktop, program);
      expect_laid_out(program, size, shown);
    }
  }

  static void expect_laid_out(test::OpenProgram& program, const Size& size,
                              const std::vector<std::string>& shown) {
    SCOPED_TRACE(std::to_string(size.first) + " x " + std::to_string(size.second));
    program.rest();
    EXPECT_EQ(test::layout_troubles(program), "");
    const Controls controls = program.controls();
    for (int n = 0; !program.text("cut." + std::to_string(n)).empty(); ++n) {
      ADD_FAILURE() << "cut: " << program.text("cut." + std::to_string(n));
    }
    for (const char* name : {"lesson", "stage", "lesson.next"}) {
      ASSERT_TRUE(controls.contains(name)) << name;
    }
    for (const std::string& name : shown) EXPECT_TRUE(controls.contains(name)) << name;
    const test::Rect window{0, 0, static_cast<double>(size.first),
                            static_cast<double>(size.second)};
    const test::Rect stage = controls.at("stage");
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

  /// Answers the question, where there is one. Returns whether it did.
  static bool answer(test::Desktop& desktop, test::OpenProgram& program, const LessonStep& step) {
    if (!step.prediction || program.text("lesson.goal") != "Predict first") return false;
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
    program.settle();
    return true;
  }

  /// Checks the controls that the step shows besides its text, at each size.
  static std::vector<std::string> shown_in(test::OpenProgram& program, const LessonStep& step,
                                           const std::string& name) {
    const std::string state = program.text("lesson.goal");
    const bool has_hint = !step.goals.empty() && state != "Done" && state != "Predict first";
    return has_hint ? std::vector{name, std::string("lesson.hint")} : std::vector{name};
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
  static void reach_goals(test::Desktop& desktop, test::OpenProgram& program,
                          const LessonStep& step) {
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
      // Networks have to be trained, possibly on a busy machine.
      ASSERT_TRUE(test::eventually(is_reached, std::chrono::minutes(12)));
      std::vector<std::string> shown{"lesson.goal." + std::to_string(n)};
      if (!is_last) shown.emplace_back("lesson.hint");
      expect_laid_out(desktop, program, Look::kAtTheEnd, shown);
    }
  }
};

TEST_P(LessonWalk, NothingIsCutOrCovered) {
  const test::TemporaryFolder home;
  for (const ShelvedLesson& one : shipped_lessons()) {
    note_lesson_progress(one.id, {one.steps, one.steps}, home / "attentoscope/lessons.json");
  }
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample, "1024x640", home.path());
  const ShelvedLesson& lesson = shipped_lessons()[GetParam()];
  const std::vector<LessonStep> steps = lesson_of(lesson).steps;
  program.click("menu.Lessons");
  program.click("menu.lesson." + std::to_string(GetParam()));
  ASSERT_TRUE(test::eventually([&] { return program.shows("lesson.step.0"); }));
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const std::string step = "lesson.step." + std::to_string(n);
    SCOPED_TRACE(lesson.id + ", " + step);
    program.click(step);
    if (program.shows("train.speed"))
      program.drag_within("train.speed", 0.5, 1);  // not ten seconds
    expect_laid_out(desktop, program, Look::kAsItOpens, shown_in(program, steps[n], step));
    if (answer(desktop, program, steps[n])) {
      expect_laid_out(desktop, program, Look::kLater, shown_in(program, steps[n], step));
    }
    reach_goals(desktop, program, steps[n]);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LessonWalk, testing::ValuesIn(all_lessons()),
                         [](const auto& one) { return "Lesson" + std::to_string(one.param + 1); });

}  // namespace
}  // namespace attn::ui::lesson_walk_test
