// A lesson in the real window, gone through with mouse and keyboard.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/shelf/lesson_progress.h"
#include "app/document/shelf/lesson_shelf.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::ui::lesson_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

Scene example() { return parse_scene(asset(kExample)); }

class LessonWindow : public testing::Test {
 protected:
  void open_lesson(int n) {
    program.click("menu.Lessons");
    program.click("menu.lesson." + std::to_string(n));
    ASSERT_TRUE(test::eventually([&] { return program.shows("lesson"); }));
  }
  std::string goal() { return program.text("lesson.goal"); }
  bool is_at_step_with(const std::string& control) {
    return test::eventually([&] { return program.shows(control); });
  }

  test::Desktop desktop;
  test::OpenProgram program{desktop, kExample, "1440x900"};
};

TEST_F(LessonWindow, IsGoneThroughByHand) {
  open_lesson(0);
  EXPECT_EQ(goal(), "Predict first");
  program.key("space");  // not yet
  EXPECT_TRUE(program.shows("lesson.guess"));
  program.drag_within("lesson.guess", 0.5, 0.88);
  program.click("lesson.answer");
  EXPECT_TRUE(test::eventually([&] { return goal().empty(); }));
  program.key("space");
  ASSERT_TRUE(is_at_step_with("lesson.item.0"));
  EXPECT_EQ(program.text("lesson.withheld"), "scores") << "hidden until it is answered";
  EXPECT_EQ(goal(), "Predict first");
  program.drag("lesson.item.3", 0, -108);  // Reads to the top, the others stay as they are
  program.click("lesson.answer");
  EXPECT_TRUE(test::eventually([&] { return program.shows("scores"); }));
  const std::string verdict = program.text("lesson.verdict");
  EXPECT_EQ(verdict.find("Not yet. Multiply number by number and add up."), 0u) << verdict;
  program.key("space");
  ASSERT_TRUE(is_at_step_with("lesson.guess.field"));
  program.click("lesson.guess.field");
  program.type("7\n");  // beyond the range
  program.click("lesson.answer");
  EXPECT_EQ(goal(), "Predict first");
  program.click("lesson.guess.field");
  program.key("ctrl+a");
  program.type("0.8\n");  // Enter is the answer
  EXPECT_TRUE(test::eventually([&] { return goal() == "Not yet"; }));
  EXPECT_EQ(program.text("lesson.verdict").find("Close. "), 0u) << program.text("lesson.verdict");
  program.key("space");
  EXPECT_EQ(goal(), "Not yet") << "Space waits for the goals";
  EXPECT_EQ(program.text("lesson.distance"), "0.877 wanted 0.167");
  program.drag_within("temperature.slider", 0.5, 1.2);
  EXPECT_TRUE(test::eventually([&] { return program.text("lesson.distance") == "0.17 of 0.99"; }))
      << "the second goal comes after the first: " << program.text("lesson.distance");
  EXPECT_EQ(goal(), "Not yet");
  program.drag_within("temperature.slider", 0.98, -0.1);
  EXPECT_TRUE(test::eventually([&] { return goal() == "Done"; }));
  EXPECT_EQ(program.text("lesson.distance"), "");
  program.key("space");
  ASSERT_TRUE(test::eventually([&] { return goal() == "Not yet"; }));
  program.double_click("values[3][0]");
  program.type("0.7\n");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Done"; }));
  program.click("lesson.back");  // starts the step again
  EXPECT_TRUE(test::eventually([&] { return goal() == "Not yet"; }));
  program.double_click("values[3][0]");
  program.type("0.7\n");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Done"; }));
  program.key("space");  // the number that was typed is not in its way
  EXPECT_TRUE(test::eventually([&] { return goal() == "Not yet"; }));
  program.click("lesson.leave");
  EXPECT_TRUE(test::eventually([&] { return !program.shows("lesson"); }));
  const Scene own = parse_scene(program.saved());
  EXPECT_TRUE(same_computation(own, example())) << "the own scene is as it was";
  EXPECT_EQ(own.tokens, example().tokens);
}

TEST_F(LessonWindow, TheStageHasWhatTheStepNamesAndNothingElse) {
  open_lesson(0);
  for (const char* there : {"stage", "weights", "embeddings[0][0]", "values[0][0]"}) {
    EXPECT_TRUE(program.shows(there)) << there;
  }
  for (const char* away : {"tab.scores", "temperature.slider", "section.mask", "inspector",
                           "embeddings.random", "sentence", "colormap"}) {
    EXPECT_FALSE(program.shows(away)) << away;
  }
  program.click("stage.all");
  EXPECT_TRUE(test::eventually([&] { return program.shows("temperature.slider"); }));
  for (const char* back : {"lesson", "section.attention", "inspector", "tab.scores", "sentence"}) {
    EXPECT_TRUE(program.shows(back)) << back;
  }
  EXPECT_FALSE(program.shows("stage"));
  program.click("stage.all");
  EXPECT_TRUE(test::eventually([&] { return !program.shows("section.attention"); }));
  EXPECT_TRUE(program.shows("stage"));
}

TEST_F(LessonWindow, TheMatrixAndItsSliderAreAsWide) {
  open_lesson(4);
  ASSERT_TRUE(is_at_step_with("temperature.slider"));
  const test::Rect matrix = program.control("weights");
  const test::Rect slider = program.control("temperature.slider");
  EXPECT_NEAR(slider.x, matrix.x, 2);
  EXPECT_NEAR(slider.x + slider.width, matrix.x + matrix.width, 2);
  EXPECT_GT(slider.y, matrix.y + matrix.height);
}

TEST_F(LessonWindow, OnlyStepsThatWereSeenAreGoneTo) {
  open_lesson(4);
  EXPECT_FALSE(program.shows("lesson.step.1"));
  program.click("lesson.step.1.to-come");
  EXPECT_EQ(goal(), "Predict first");
  program.click("lesson.option.0");
  EXPECT_TRUE(test::eventually([&] { return goal().empty(); }));
  program.key("space");
  ASSERT_TRUE(test::eventually([&] { return goal() == "Not yet"; }));
  program.click("lesson.step.0");
  ASSERT_TRUE(test::eventually([&] { return goal() == "Predict first"; }));
  program.click("lesson.step.1");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Not yet"; }));
}

TEST_F(LessonWindow, AHintAndThenTheWay) {
  open_lesson(4);
  EXPECT_FALSE(program.shows("lesson.way"));
  program.click("lesson.hint");
  EXPECT_TRUE(test::eventually([&] { return program.shows("lesson.hint-text"); }));
  program.click("lesson.option.0");
  EXPECT_TRUE(test::eventually([&] { return !program.shows("lesson.hint-text"); }));
  program.key("space");
  ASSERT_TRUE(is_at_step_with("lesson.goal.0"));
  program.click("lesson.hint");
  EXPECT_TRUE(test::eventually([&] { return program.shows("lesson.hint-text"); }));
  EXPECT_FALSE(program.shows("lesson.hint"));
  program.click("lesson.way");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Done"; })) << "it is played to its end";
}

TEST_F(LessonWindow, AStageHasTheNumberOfAHeadThatItNamesAlone) {
  open_lesson(10);
  program.click("lesson.option.0");
  ASSERT_TRUE(test::eventually([&] { return program.text("lesson.goal") != "Predict first"; }));
  program.key("space");
  ASSERT_TRUE(is_at_step_with("heads.0.width"));
  for (const char* other : {"heads.0.w_q", "heads.0.dk", "heads.0.more"}) {
    EXPECT_FALSE(program.shows(other)) << other;
  }
  const test::Rect width = program.control("heads.0.width"), curve = program.control("curve.plane");
  EXPECT_LT(width.y + width.height, curve.y) << "a line of numbers stands above the view";
  program.click("stage.all");
  EXPECT_TRUE(is_at_step_with("heads.0.w_q"));
  EXPECT_TRUE(program.shows("heads.0.width"));
}

TEST_F(LessonWindow, TheNextLessonFollowsTheLast) {
  open_lesson(4);
  const auto is_asked = [&] { return goal() == "Predict first"; };
  program.click("lesson.option.0");
  program.key("space");
  ASSERT_TRUE(is_at_step_with("lesson.goal.0"));
  program.drag_within("temperature.slider", 0.5, -0.1);
  ASSERT_TRUE(test::eventually([&] { return goal() == "Done"; }));
  program.key("space");
  ASSERT_TRUE(test::eventually(is_asked));
  program.drag_within("lesson.guess", 0.5, 0.5);
  program.click("lesson.answer");
  ASSERT_TRUE(test::eventually([&] { return goal().empty(); }));
  program.key("space");
  ASSERT_TRUE(is_at_step_with("lesson.goal.0"));
  program.click("lesson.hint");
  program.click("lesson.way");
  ASSERT_TRUE(test::eventually([&] { return goal() == "Done"; }));
  program.key("space");
  ASSERT_TRUE(test::eventually(is_asked));
  program.click("lesson.option.1");
  ASSERT_TRUE(test::eventually([&] { return goal().empty(); }));
  program.key("space");
  ASSERT_TRUE(test::eventually([&] { return !program.shows("lesson.verdict"); }));
  program.click("lesson.next");
  EXPECT_TRUE(is_at_step_with("lesson.option.2")) << "lesson 6 begins with three answers";
}

TEST_F(LessonWindow, ALessonIsOpenedFromTheMenuAndReadAgainWhenItIsWritten) {
  const test::TemporaryFolder folder;
  const std::string whole = "About.\n\n```scene\nexample 01-sleepy-child\n```\n\n## One\n\nText.\n";
  test::put(folder / "mine.md", "# Mine\n\n" + whole);
  program.click("menu.Lessons");
  program.click("menu.open-lesson");
  ASSERT_TRUE(test::eventually([&] { return program.shows("browser"); }));
  program.type((folder / "mine.md") + "\n");
  ASSERT_TRUE(test::eventually([&] { return program.shows("lesson"); }));
  EXPECT_FALSE(program.shows("lesson.option.0"));
  test::put(folder / "mine.md",
            "# Mine\n\n" + whole +
                "\n```predict choice\nQ?\n- [x] a | b\n- [ ] c | d\nwhen: L == 6\n```\n");
  EXPECT_TRUE(is_at_step_with("lesson.option.0"));
}

TEST_F(LessonWindow, TheStageSaysWhoseRowItShows) {
  const test::TemporaryFolder folder;
  test::put(folder / "row.md",
            "# Row\n\nAbout.\n\n```scene\nexample 01-sleepy-child\n```\n\n## One\n\nText.\n\n"
            "```stage\ntab.weights row\n```\n\n"
            "```view\n{\"selection\": {\"query\": 5, \"key\": 3}}\n```\n");
  program.click("menu.Lessons");
  program.click("menu.open-lesson");
  ASSERT_TRUE(test::eventually([&] { return program.shows("browser"); }));
  program.type((folder / "row.md") + "\n");
  ASSERT_TRUE(is_at_step_with("row.3"));
  program.rest();
  const std::vector<test::DrawnText> drawn = program.drawn();
  const auto title = std::ranges::find(drawn, "Row of", &test::DrawnText::text);
  ASSERT_NE(title, drawn.end());
  EXPECT_TRUE(std::ranges::any_of(drawn, [&](const test::DrawnText& one) {
    return one.text == "Book" && std::abs(one.box.y - title->box.y) < 2;
  }));
  EXPECT_TRUE(std::ranges::any_of(
      drawn, [](const test::DrawnText& one) { return one.text == "effectively 1.5 keys"; }));
}

TEST_F(LessonWindow, TermsLightWhatTheySpeakOfAndTheOtherWayRound) {
  open_lesson(0);
  program.rest();
  const test::Picture before = program.settled_picture();
  // Points at `from`, and looks whether the picture has changed at a place of `to`.
  const auto lights = [&](const std::string& from, const std::string& to, double x, double y) {
    return test::eventually([&] {
      const test::Rect at = program.control(from), lit = program.control(to);
      desktop.input({"mousemove", std::to_string(static_cast<int>(at.x + at.width / 2)),
                     std::to_string(static_cast<int>(at.y + at.height / 2))});
      const test::Picture now = program.settled_picture();
      const int px = static_cast<int>(lit.x + x * lit.width);
      const int py = static_cast<int>(lit.y + y);
      return before.at(px, py)[1] != now.at(px, py)[1] || before.at(px, py)[2] != now.at(px, py)[2];
    });
  };
  EXPECT_TRUE(lights("lesson.term[0]", "values[2][0]", 0.5, -1));
  EXPECT_TRUE(lights("values[2][0]", "lesson.term[0]", 0.5, 2));
}

/// Lesson 2, step 2: keys, score and temperature are locked, the queries are not.
TEST_F(LessonWindow, WhatIsLockedDoesNotMoveUnderMouseAndKeys) {
  open_lesson(1);
  program.click("scores[1][2]");
  program.click("lesson.answer");
  ASSERT_TRUE(test::eventually([&] { return goal().empty(); }));
  program.key("space");
  ASSERT_TRUE(is_at_step_with("lesson.goal.0"));
  EXPECT_FALSE(program.shows("section.mask")) << "what is hidden is not there";
  EXPECT_FALSE(program.shows("section.position"));
  EXPECT_FALSE(program.shows("mask.add"));
  program.rest();
  const test::Picture before = program.settled_picture();
  program.drag("embeddings[1][1]", 60, 0);
  program.double_click("embeddings[1][1]");
  program.type("7\n");
  program.click("embeddings[0][0]");
  program.key("9");
  program.key("Delete");
  program.key("ctrl+v");
  program.key("ctrl+z");
  program.rest();
  const test::Difference difference = compare(before, program.settled_picture());
  EXPECT_LE(difference.mean, 0.05) << "nothing has moved, but for the time in the header";
  program.double_click("queries[2][1]");
  program.type("3\n");
  program.rest();
  EXPECT_GT(compare(before, program.settled_picture()).mean, 0.1) << "the queries do";
}

TEST_F(LessonWindow, GoesBackByBackspace) {
  open_lesson(4);
  program.click("lesson.option.0");
  EXPECT_TRUE(test::eventually([&] { return goal().empty(); }));
  program.key("space");
  ASSERT_TRUE(test::eventually([&] { return goal() == "Not yet"; }));
  program.drag_within("temperature.slider", 0.5, -0.1);
  EXPECT_TRUE(test::eventually([&] { return goal() == "Done"; }));
  program.rest();
  program.key("BackSpace");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Not yet"; })) << "the step's start";
  program.key("BackSpace");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Predict first"; })) << "the step before";
}

TEST_F(LessonWindow, SpaceGoesOnAfterATextFieldWasTypedInto) {
  open_lesson(4);
  program.click("lesson.option.0");
  EXPECT_TRUE(test::eventually([&] { return goal().empty(); }));
  program.key("space");
  ASSERT_TRUE(test::eventually([&] { return goal() == "Not yet"; }));
  program.click("temperature");
  program.key("ctrl+a");
  program.type("0\n");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Done"; }));
  program.key("space");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Predict first"; }));
}

TEST_F(LessonWindow, TakesLessonsThatAreDropped) {
  const test::TemporaryFolder folder;
  test::put(folder / "broken.md", "# Mine\n\nAbout.\n\n## One\n\nText.\n");
  ASSERT_TRUE(desktop.drop({folder / "broken.md"}));
  EXPECT_TRUE(test::eventually([&] {
    return program.text("message").find("broken.md:5: expected a scene") != std::string::npos;
  })) << program.text("message");
  EXPECT_FALSE(program.shows("lesson"));
  EXPECT_TRUE(program.shows("weights")) << "the scene is there as before";

  test::put(folder / "broken.md",
            "# Mine\n\nAbout.\n\n```scene\nexample 01-sleepy-child\n```\n\n## One\n\nText.\n\n"
            "```goal\ntemperature == 7\n```\n\n```solution\n/normalizer/temperature = 6\n```\n");
  ASSERT_TRUE(desktop.drop({folder / "broken.md"}));
  EXPECT_TRUE(test::eventually([&] {
    return program.text("message").find("broken.md:14: the solution does not reach") !=
           std::string::npos;
  })) << program.text("message");
  EXPECT_FALSE(program.shows("lesson")) << "what the check refuses can't be finished";

  const std::string whole =
      "About.\n\n```scene\nexample 05-kernel-regression\n```\n\n## One\n\nText.\n";
  test::put(folder / "1.md", "# Mine\n\n" + whole);
  test::put(folder / "2.md", "# Yours\n\n" + whole);
  ASSERT_TRUE(desktop.drop({folder.path().string()}));
  EXPECT_TRUE(test::eventually([&] { return program.shows("lesson"); }));
  EXPECT_NE(program.text("message").find("broken.md:14:"), std::string::npos)
      << "the others are there all the same";
  program.click("menu.Lessons");
  EXPECT_TRUE(test::eventually([&] { return program.shows("menu.own-lesson.1"); }));
  EXPECT_TRUE(program.shows("menu.own-lesson.2")) << "each is checked when it is opened";
  program.click("menu.own-lesson.1");
  EXPECT_TRUE(test::eventually([&] { return program.shows("lesson"); }));
  program.click("lesson.leave");
  EXPECT_TRUE(test::eventually([&] { return !program.shows("lesson"); }));
  EXPECT_TRUE(same_computation(parse_scene(program.saved()), example())) << "nothing is lost";
}

TEST(LessonStage, WhatIsChosenDoesNotMoveIt) {
  test::Desktop desktop;
  test::OpenProgram program{desktop, kExample, "1280x800"};
  const test::TemporaryFolder folder;
  test::put(folder / "mean.md",
            "# Mean\n\nAbout.\n\n```scene\nexample 07-multi-head\n```\n\n## One\n\nText.\n\n"
            "```stage\nheads tab.outputs\n```\n");
  ASSERT_TRUE(desktop.drop({folder / "mean.md"}));
  ASSERT_TRUE(test::eventually([&] { return program.shows("combine.w_o"); }));
  program.settle();
  const test::Rect list = program.control("combine"), values = program.control("outputs.values");
  program.click("combine");
  program.click("combine.3");
  ASSERT_TRUE(test::eventually([&] { return !program.shows("combine.w_o"); })) << "the mean";
  program.settle();
  EXPECT_EQ(program.control("combine").x, list.x);
  EXPECT_EQ(program.control("combine").width, list.width);
  EXPECT_NEAR(program.control("outputs.values").x, values.x, 40);
}

TEST_F(LessonWindow, HidesForAClassAndKeepsThatInTheScene) {
  program.click("menu.View");
  program.click("menu.Show");
  program.click("menu.parts");
  program.click("parts.7");  // the selected row
  program.key("Escape");
  EXPECT_TRUE(test::eventually([&] { return !program.shows("section.row"); }));
  EXPECT_NE(program.saved().find("\"hidden\":[\"row\"]"), std::string::npos);
}

/// Goals that ask to set what version 2 brought: each is reached by hand with what is on its stage.
TEST(LessonGoalsByHand, WhatVersion2BringsIsSetOnTheStage) {
  struct GoalByHand {
    std::string lesson;
    int step;                           // from 0
    std::string control, line, number;  // a line of its list, or a number that is typed
  };
  const GoalByHand goals[] = {
      {"15-sharing-keys", 2, "heads.3.keys_of", "heads.3.keys_of.0", ""},
      {"16-sinks-and-windows", 5, "heads.0.sink", "", "1.4\n"},
      {"17-long-contexts", 2, "position.scaling.factor", "", "5\n"},
      {"18-beyond-softmax", 2, "normalizer.offset", "", "-2.8\n"},
      {"19-taking-away", 1, "score.cap", "", "2\n"},
      {"19-taking-away", 3, "heads.0.subtract.lambda", "", "0.45\n"},
  };
  const test::TemporaryFolder home;
  for (const ShelvedLesson& one : shipped_lessons()) {
    note_lesson_progress(one.id, {one.steps, one.steps}, home / "attentoscope/lessons.json");
  }
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample, "1440x900", home.path());
  const auto goal = [&] { return program.text("lesson.goal"); };
  for (const GoalByHand& one : goals) {
    SCOPED_TRACE(one.lesson + ", " + one.control);
    const auto& lessons = shipped_lessons();
    const auto found = std::ranges::find(lessons, one.lesson, &ShelvedLesson::id);
    ASSERT_NE(found, lessons.end());
    program.click("menu.Lessons");
    program.click("menu.lesson." + std::to_string(found - lessons.begin()));
    program.click("lesson.step." + std::to_string(one.step));
    ASSERT_TRUE(test::eventually([&] { return goal() == "Not yet" && program.shows("stage"); }));
    program.click(one.control);
    if (one.line.empty()) {
      program.type(one.number);
    } else {
      program.click(one.line);
    }
    EXPECT_TRUE(test::eventually([&] { return goal() == "Done"; }))
        << program.text("lesson.distance");
    program.click("lesson.leave");
    ASSERT_TRUE(test::eventually([&] { return !program.shows("lesson"); }));
  }
}

TEST(LessonSmallWindow, HasTheLessonOrTheInputsAtTheLeft) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample, "1024x640");
  program.click("menu.Lessons");
  program.click("menu.lesson.0");
  ASSERT_TRUE(test::eventually([&] { return program.shows("lesson"); }));
  program.click("stage.all");
  ASSERT_TRUE(test::eventually([&] { return program.shows("lesson.side.1"); }));
  EXPECT_FALSE(program.shows("sentence"));
  program.click("lesson.side.1");
  EXPECT_TRUE(test::eventually([&] { return program.shows("sentence"); }));
  EXPECT_FALSE(program.shows("lesson"));
  program.click("lesson.side.0");
  EXPECT_TRUE(test::eventually([&] { return program.shows("lesson"); }));
  program.key("F6");
  EXPECT_FALSE(program.shows("lesson.notes")) << "notes are for presenter mode";
  program.key("F5");
  EXPECT_TRUE(test::eventually([&] { return program.shows("lesson"); }));
  program.key("F6");
  EXPECT_TRUE(test::eventually([&] { return program.shows("lesson.notes"); }));
  EXPECT_FALSE(program.shows("temperature.slider"));
  program.click("lesson.side.2");  // in the least room the right panel is there, too
  EXPECT_TRUE(test::eventually([&] { return program.shows("temperature.slider"); }));
}

/// A network learns by Space, as its curve says; not before what is asked is answered.
const std::string kWhole = "About.\n\n```scene\nexample 01-sleepy-child\n```\n\n## One\n\nText.\n";

/// A menu that is higher than the window scrolls under the pointer and by keys.
TEST(LessonSmallWindow, ReachesTheLastOfManyLessons) {
  const test::TemporaryFolder folder;
  for (int n = 100; n < 160; ++n) {
    test::put(folder / (std::to_string(n) + ".md"),
              "# Mine " + std::to_string(n) + "\n\n" + kWhole);
  }
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample, "1024x640");
  ASSERT_TRUE(desktop.drop({folder.path().string()}));
  ASSERT_TRUE(test::eventually([&] { return program.shows("lesson"); }));
  const auto is_seen = [&](const std::string& name) {
    if (!program.shows(name)) return false;
    const test::Rect box = program.control(name);
    return box.y >= 0 && box.y + box.height <= 640;
  };
  program.click("menu.Lessons");
  ASSERT_TRUE(test::eventually([&] { return is_seen("menu.own-lesson.0"); }));
  EXPECT_FALSE(is_seen("menu.own-lesson.59"));
  const test::Rect line = program.control("menu.own-lesson.0");
  desktop.input({"mousemove", std::to_string(static_cast<int>(line.x + 40)),
                 std::to_string(static_cast<int>(line.y + 5))});
  EXPECT_TRUE(test::eventually([&] {
    desktop.input({"click", "5"});
    program.settle();
    return is_seen("menu.own-lesson.59");
  }));
  program.key("Escape");
  ASSERT_TRUE(test::eventually([&] { return !program.shows("menu.own-lesson.0"); }));
  program.click("menu.Lessons");
  ASSERT_TRUE(test::eventually([&] { return program.shows("menu.own-lesson.0"); }));
  EXPECT_TRUE(test::eventually([&] {
    program.key("Up");
    return is_seen("menu.open-lesson") && is_seen("menu.own-lesson.59");
  }));
  program.click("menu.own-lesson.59");
  EXPECT_TRUE(test::eventually([&] {
    return std::ranges::count(program.drawn(), "Mine 159", &test::DrawnText::text) == 1;
  }));
}

TEST_F(LessonWindow, SpaceTrainsUntilTheGoalIsReached) {
  const test::TemporaryFolder folder;
  const std::string name = "23-order-must-be-learned.md";
  test::put(folder / name, std::string(asset("assets/lessons/" + name)));
  ASSERT_TRUE(desktop.drop({folder / name}));
  ASSERT_TRUE(is_at_step_with("train.play"));
  EXPECT_EQ(goal(), "Not yet");
  EXPECT_EQ(program.text("train.speed"), "15 steps/s") << "150 steps in ten seconds";
  program.drag_within("train.speed", 0.5, 1);
  program.key("space");
  EXPECT_TRUE(test::eventually([&] { return goal() == "Done"; }));
  EXPECT_TRUE(test::eventually([&] { return program.text("train.play") == "Play"; }));
  program.key("space");
  ASSERT_TRUE(is_at_step_with("lesson.option.1"));
  EXPECT_TRUE(program.locked().contains("train.play"));
  EXPECT_TRUE(program.locked().contains("train.step"));
  program.key("space");
  program.click("train.play");
  program.click("train.step");
  program.settle();
  EXPECT_EQ(program.text("train.step"), "0");
  program.click("lesson.option.1");
  EXPECT_TRUE(test::eventually([&] { return program.text("train.step") != "0"; }));
  EXPECT_FALSE(program.locked().contains("train.play"));
}

}  // namespace
}  // namespace attn::ui::lesson_test
