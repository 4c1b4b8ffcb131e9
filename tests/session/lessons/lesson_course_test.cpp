// A lesson in the window's session: what presses of the mouse and keys come to.

#include "app/session/lessons/lesson_course.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/lessons/lesson_text.h"
#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "app/session/workspace/learn.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::lesson_workspace_test {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

TEST(LessonSession, TheOwnSceneComesBackWithItsHistory) {
  Session session(example(), "/mine.attn.json");
  Workspace& workspace = session.workspace;
  workspace.edit("temperature", "Change", "",
                 [](Scene& scene) { scene.normalizer.temperature = 3; });
  workspace.look.view.tab = "scores";
  const Scene own = workspace.scene();
  session.course.start(shipped_lessons()[0]);
  ASSERT_TRUE(session.course.lesson());
  EXPECT_FALSE(workspace.scene() == own);
  EXPECT_EQ(session.course.aside()->document.scene(), own);
  EXPECT_EQ(session.course.aside()->file.path, "/mine.attn.json");
  EXPECT_EQ(workspace.file().path, "");
  session.course.leave();
  EXPECT_FALSE(session.course.lesson());
  EXPECT_EQ(workspace.scene(), own);
  EXPECT_EQ(workspace.file().path, "/mine.attn.json");
  EXPECT_EQ(workspace.look.view.tab, "scores");
  workspace.undo();
  EXPECT_EQ(workspace.scene().normalizer.temperature, 1);
}

TEST(LessonSession, OpeningASceneEndsTheLessonAndLosesNothing) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  workspace.edit("temperature", "Change", "",
                 [](Scene& scene) { scene.normalizer.temperature = 3; });
  session.course.start(shipped_lessons()[0]);
  session.files.open_new();
  EXPECT_FALSE(session.course.lesson());
  ASSERT_EQ(session.files.left_work().size(), 1u);
  session.files.bring_back(0);
  EXPECT_EQ(workspace.scene().normalizer.temperature, 3);
}

TEST(LessonSession, DroppedFilesAreLessonsOrScenes) {
  const test::TemporaryFolder folder;
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  test::put(folder / "bad.md", "# A\n");
  session.files.open_path(folder / "bad.md");
  EXPECT_FALSE(session.course.lesson());
  EXPECT_NE(workspace.notices.message().find("bad.md:1: expected a text about the topic"),
            std::string::npos)
      << workspace.notices.message();
  test::put(folder / "bad.md",
            "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nText.\n");
  session.files.open_path(folder.path().string());
  ASSERT_TRUE(session.course.lesson());
  EXPECT_EQ(session.course.shelf().lessons.size(), 1u);
}

/// A lesson whose form is right.
std::string lesson_with(const std::string& step) {
  return "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nText.\n\n" + step;
}

/// Follows the run of the lesson's network, as frames do.
bool train_until(Session& session, const std::function<bool()>& is_there) {
  for (int frame = 0; frame < 20000; ++frame) {
    session.course.lesson()->training->follow();
    session.course.mark_reached_goals();
    if (is_there()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

TEST(LessonSession, ANetworkLearnsUntilTheGoalIsReached) {
  const test::TemporaryFolder folder;
  test::put(folder / "run.md",
            "# A\n\nb\n\n## S\n\nText.\n\n```train\ntask reverse\nseed 7\nsteps 150\n```\n\n"
            "```goal\naccuracy >= 0.99\n```\n\n## T\n\nText.\n\n"
            "```train\ntask first\nsteps 20\n```\n\n```predict choice\nq\n- [x] a | b\n"
            "- [ ] c | d\nwhen: accuracy > 0.2\n```\n\n## U\n\nText.\n");
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  session.files.open_path(folder / "run.md");
  ASSERT_TRUE(session.course.lesson()) << workspace.notices.message();
  LessonSession& lesson = *session.course.lesson();
  ASSERT_TRUE(lesson.training);
  EXPECT_TRUE(workspace.look.stage);
  EXPECT_TRUE(session.course.is_at_start_of_step());
  ASSERT_TRUE(train_until(session, [&] { return lesson.training->shown() != nullptr; }));
  EXPECT_EQ(lesson.play.reached(), 0U);
  session.course.play_solution(0);  // the run itself
  ASSERT_TRUE(train_until(session, [&] { return lesson.play.reached() == 1; }));
  EXPECT_FALSE(session.course.is_at_start_of_step());
  session.course.go_to_step(1);
  ASSERT_TRUE(lesson.training);
  EXPECT_FALSE(lesson.training->is_playing());
  session.course.answer({.option = 0});
  EXPECT_TRUE(lesson.play.was_right());
  EXPECT_TRUE(lesson.training->is_playing());
  ASSERT_TRUE(train_until(session, [&] { return lesson.training->step() == 20; }));
  session.course.go_to_step(2);
  EXPECT_FALSE(lesson.training);
}

constexpr const char* kUnreachable =
    "```goal\ntemperature == 7\n```\n\n```solution\n/normalizer/temperature = 6\n```\n";

/// Errors that only the full check finds, with their messages.
const std::pair<std::string, std::string> kRefused[] = {
    {kUnreachable, ":14: the solution does not reach the goal: temperature == 7"},
    {"```goal\ntemperature == 1\n```\n\n```solution\n/normalizer/temperature = 1\n```\n",
     ":14: the goal holds at the start"},
    {"```goal\nscores[9] == 1\n```\n\n```solution\n/normalizer/temperature = 6\n```\n",
     ":14: expected an index"},
    {"```view\n{\"locked\": [\"temperature\"]}\n```\n\n```goal\ntemperature == 7\n```\n\n"
     "```solution\n/normalizer/temperature = 7\n```\n",
     ":22: the solution changes a part that the step locks: temperature"},
    {"```view\n{\"tab\": \"wights\"}\n```\n", ":14: there is no view wights"},
    {"```facts\ntemperature == 2\n```\n", ":14: the fact does not hold"},
    {"```scene\n/normalizer/temperature = -1\n```\n", ":14: /normalizer/temperature"},
    {"```scene\n/embeddings/400000000 = 1\n```\n", ":14: no such place in the scene"},
    {"```scene\n/embeddings = random(4096, 4096, 1)\n```\n", ":14: expected at most 1048576"},
    {"[x](light:control/nothing)\n", ":13: no control is called nothing"}};

TEST(LessonSession, WhatTheFullCheckRefusesIsToldAndNotOpened) {
  const test::TemporaryFolder folder;
  for (const auto& [step, words] : kRefused) {
    SCOPED_TRACE(words);
    Session session(example(), "");
    Workspace& workspace = session.workspace;
    test::put(folder / "a.md", lesson_with(step));
    for (const std::string& path : {folder / "a.md", folder.path().string()}) {
      workspace.notices.forget_message();
      session.files.open_path(path);
      EXPECT_FALSE(session.course.lesson());
      EXPECT_TRUE(session.course.shelf().lessons.empty());
      EXPECT_EQ(workspace.notices.message().find(std::string(folder / "a.md") + words), 0u)
          << workspace.notices.message();
      EXPECT_EQ(workspace.scene(), example());
    }
  }
}

TEST(LessonSession, AStepThatIsNotThereIsToldAndTheLastOneShown) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", lesson_with(""));
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  session.files.open_path(folder / "a.md", 98);
  ASSERT_TRUE(session.course.lesson());
  const std::size_t count = session.course.lesson()->play.lesson().steps.size();
  EXPECT_EQ(session.course.lesson()->play.at(), count - 1);
  EXPECT_EQ(workspace.notices.message(),
            std::string(folder / "a.md") + ": no step 99, the last is " + std::to_string(count));
  workspace.notices.forget_message();
  session.files.open_path(folder / "a.md", count - 1);
  EXPECT_EQ(workspace.notices.message(), "");
}

TEST(LessonSession, OfAFolderTheFirstSoundLessonOpensAndTheOthersAreChecked) {
  const test::TemporaryFolder folder;
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  test::put(folder / "a.md", lesson_with(kUnreachable));
  test::put(folder / "b.md", lesson_with(""));
  test::put(folder / "c.md", lesson_with(kUnreachable));
  session.files.open_path(folder.path().string());
  ASSERT_TRUE(session.course.lesson());
  EXPECT_EQ(session.course.lesson()->id, folder / "b.md");
  EXPECT_EQ(workspace.notices.message().find(std::string(folder / "a.md") + ":14: "), 0u)
      << workspace.notices.message();
  ASSERT_EQ(session.course.shelf().lessons.size(), 2u);
  workspace.notices.forget_message();
  session.course.start(session.course.shelf().lessons[1]);  // as the menu does
  EXPECT_EQ(workspace.notices.message().find(std::string(folder / "c.md") + ":14: "), 0u)
      << workspace.notices.message();
  ASSERT_TRUE(session.course.lesson());
  EXPECT_EQ(session.course.lesson()->id, folder / "b.md") << "what was open stays";
}

/// A session that waits for nothing, as the window's.
struct LiveSession {
  /// Waits until background reading is finished.
  void follow() {
    while (session.course.seconds_reading() > 0) std::this_thread::yield();
    session.course.follow_opening();
  }
  Session session{example(), "", [] {}};
};

TEST(LessonSession, NothingInAFolderIsWaitedForByTheWindow) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "x.md").c_str(), 0600), 0);
  test::put(folder / "y.md", lesson_with(""));
  LiveSession live;
  live.session.files.open_path(folder.path().string());
  live.follow();
  ASSERT_TRUE(live.session.course.lesson());
  EXPECT_EQ(live.session.workspace.notices.message(),
            std::string(folder / "x.md") + ": not a regular file");
}

/// Whatever it takes to read and check a lesson, the window's thread has no part in it.
TEST(LessonSession, IsReadBesideTheWindow) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", lesson_with(""));
  const auto window = std::this_thread::get_id();
  std::atomic<bool> is_woken = false, wakes_itself = false;
  const auto wake = [&] {
    (std::this_thread::get_id() == window ? wakes_itself : is_woken) = true;
  };
  const std::function<void(Session&)> ways[] = {
      [&](Session& session) { session.files.open_path(folder / "a.md"); },
      [&](Session& session) { session.files.open_path(folder.path().string()); },
      [](Session& session) { session.course.start(shipped_lessons()[0]); }};
  for (const auto& open : ways) {
    Session session{example(), "", wake};
    is_woken = false;
    open(session);
    while (session.course.seconds_reading() > 0) std::this_thread::yield();
    session.course.follow_opening();
    EXPECT_TRUE(session.course.lesson());
    EXPECT_TRUE(is_woken);
    EXPECT_FALSE(wakes_itself);
  }
}

TEST(LessonSession, WhatIsOpenedLaterTakesThePlaceOfALessonThatIsRead) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", lesson_with(""));
  test::put(folder / "b.md", lesson_with(""));
  LiveSession live;
  live.session.files.open_path(folder / "a.md");
  live.session.files.open_path(folder / "b.md");
  live.follow();
  ASSERT_TRUE(live.session.course.lesson());
  EXPECT_EQ(live.session.course.lesson()->id, folder / "b.md");
  live.session.files.open_path(folder / "a.md");
  live.session.files.open_new();
  live.follow();
  EXPECT_FALSE(live.session.course.lesson());
}

/// Simulates the window's reaction to mouse and keys, without a window.
TEST(LessonSession, EveryShippedLessonIsPlayedToItsEndByTheWindowsEdits) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  const auto is_done = [&] {
    return session.course.lesson()->play.is_done(workspace.evaluation());
  };
  for (const ShelvedLesson& lesson : shipped_lessons()) {
    session.course.start(lesson);
    ASSERT_TRUE(session.course.lesson()) << workspace.notices.message();
    for (std::size_t n = 0; n < lesson.steps; ++n) {
      const LessonPlay& play = session.course.lesson()->play;
      SCOPED_TRACE(lesson.title + ": " + play.lesson().steps[n].title);
      ASSERT_EQ(play.at(), n);
      if (play.is_asked()) {
        EXPECT_FALSE(is_done()) << "predict first";
        session.course.answer(right_answer(*play.step().prediction, play.facts_shown()));
        EXPECT_TRUE(play.was_right());
      }
      for (std::size_t goal = 0; goal < play.step().goals.size(); ++goal) {
        EXPECT_FALSE(is_done()) << "the goal holds before anything was done";
        workspace.edit("any", "Solve", "",
                       [&](Scene& scene) { scene = play.scenes().reached[goal].scene; });
        if (const auto& learning = play.scenes().learning) {
          session.course.lesson()->play.set_learned(learning->after);
        }
        EXPECT_EQ(workspace.notices.complaint("any"), nullptr)
            << *workspace.notices.complaint("any");
        session.course.lesson()->play.note_reached_goals(workspace.evaluation());
      }
      EXPECT_TRUE(is_done());
      session.course.finish_step();
    }
    EXPECT_FALSE(session.course.lesson()) << "past the last step the own scene is back";
    EXPECT_EQ(workspace.scene(), example());
  }
}

/// Edits the scene as a student can besides the step's task. Locked parts refuse it.
void change_at_random(Workspace& workspace, std::mt19937& random) {
  const auto edit = [&](const std::function<void(Scene&)>& change) {
    Access(workspace).propose("any", "Change", "", change);
  };
  const auto factor = [&] { return std::exp2(static_cast<float>(random() % 9) / 2 - 2); };
  const auto change_one = [&](Matrix& matrix) {
    if (matrix.size() > 0) matrix.reshaped()(static_cast<Index>(random()) % matrix.size()) += 1.5F;
  };
  switch (random() % 6) {
    case 0:
      return edit([&](Scene& scene) { scene.normalizer.temperature *= factor(); });
    case 1:
      return edit([&](Scene& scene) { scene.score.scale *= factor(); });
    case 2:
      return edit([&](Scene& scene) { change_one(scene.embeddings.edit()); });
    case 3:
      return edit([&](Scene& scene) {
        if (scene.values) change_one(scene.values->edit());
      });
    case 4:
      return edit([&](Scene& scene) {
        Head& head = scene.heads[random() % scene.heads.size()];
        if (head.w_q) change_one(head.w_q->edit());
      });
    default:
      return edit([&](Scene& scene) { scene.tokens.back() = "other"; });
  }
}

/// Expects the numbers that are written in these texts to be those of the facts.
void expect_true(const std::vector<TextBlock>& blocks, const Facts& facts) {
  for (const TextBlock& block : blocks) {
    for (const TextRun& run : block.runs) {
      EXPECT_NO_THROW(require_true_claims(run, facts)) << run.text;
    }
  }
}

/// The numbers of all texts that the window shows now.
void expect_true_texts(const LessonPlay& play, const Evaluation& now) {
  const Facts facts = play.facts(now);
  const LessonStep& step = play.step();
  expect_true(step.text, facts);
  expect_true(step.notes, facts);
  if (step.prediction) {
    expect_true(step.prediction->question, facts);
    expect_true(step.prediction->hint, facts);
    for (const auto& option : step.prediction->options) {
      EXPECT_NO_THROW(require_true_claims(option.label, facts)) << option.label;
    }
  }
  for (std::size_t n = 0; n < step.goals.size() && n <= play.reached(); ++n) {
    expect_true(step.goals[n].task, facts);
    expect_true(step.goals[n].hint, facts);
    if (n < play.reached()) expect_true(step.goals[n].after, play.facts_reached(n, facts));
  }
}

TEST(LessonSession, CarelessAndLostStudentsReadTrueNumbersAndBeginEachStepAnew) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  LessonCourse& course = session.course;
  std::mt19937 random(19);
  for (const ShelvedLesson& lesson : shipped_lessons()) {
    course.start(lesson);
    ASSERT_TRUE(course.lesson());
    // The lost one goes to and fro, the careless one does other things and leaves steps undone.
    for (std::size_t visit = 0; visit < lesson.steps + test::test_cases(2 * lesson.steps);
         ++visit) {
      const std::size_t n = visit < lesson.steps ? visit : random() % lesson.steps;
      course.go_to_step(n);
      const LessonPlay& play = course.lesson()->play;
      SCOPED_TRACE(lesson.title + ": " + play.step().title);
      const Scene& start = play.scenes().start.scene;
      ASSERT_EQ(workspace.scene(), start);
      ASSERT_EQ(workspace.look.view.tab, parse_view(start.view).tab);
      EXPECT_TRUE(course.is_at_start_of_step());
      EXPECT_EQ(workspace.look.snapshot.kept, nullptr);
      EXPECT_FALSE(workspace.look.painting);
      EXPECT_EQ(workspace.look.learning.plan_number, 0U);
      expect_true_texts(play, workspace.evaluation());
      if (play.is_asked() && random() % 4 > 0) {
        PredictionAnswer answer = right_answer(*play.step().prediction, play.facts_shown());
        answer.option =
            (answer.option + 1) % std::max<std::size_t>(1, play.step().prediction->options.size());
        std::ranges::reverse(answer.order);
        answer.number += 1;
        course.answer(std::move(answer));
        expect_true_texts(play, workspace.evaluation());
      }
      for (int deed = 0; deed < 4; ++deed) {
        // Reaches the goal, then edits something else, which may spoil it.
        if (play.goal() != nullptr && !course.lesson()->training && deed == 1) {
          workspace.edit("any", "Solve", "", [&](Scene& scene) {
            scene = play.scenes().reached[play.reached()].scene;
          });
        }
        change_at_random(workspace, random);
        course.mark_reached_goals();
        expect_true_texts(play, workspace.evaluation());
      }
      Access(workspace).keep_as_a();
      workspace.look.painting = true;
      workspace.look.learning.changed();
      workspace.look.view.tab = "steps";
    }
    course.leave();
    EXPECT_EQ(workspace.scene(), example());
  }
}

TEST(LessonSession, PresenterModeShowsWhatTheGoalIsReachedBy) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  session.course.start(shipped_lessons()[9]);  // masks
  EXPECT_TRUE(workspace.look.view.pinned.contains("mask"));
  EXPECT_FALSE(workspace.look.view.pinned.contains("position"));
  session.course.leave();
  EXPECT_FALSE(workspace.look.view.pinned.contains("mask")) << "the own scene's view is as it was";
}

constexpr const char* kStaged = R"(# Staged

About.

```scene
example 01-sleepy-child
```

## One

Text.

```stage
tab.weights tab.scores temperature
```

```predict order
Which?
items: Child, Book, Reads
by: start.weights["Book"]
right: y
wrong: n
then: /normalizer/temperature = 2
```

```hint
h
```

```goal
do: Do it.
temperature == 0
```

```hint
h
```

```solution
/normalizer/temperature = 0
```

## Two

Text.
)";

/// The window's part of that name.
bool is_there(const Workspace& workspace, const std::string& part) {
  return !workspace.look.is_hidden(part);
}

TEST(LessonSession, AStepsStageIsAllThatIsThere) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", kStaged);
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  session.course.hide_or_show("temperature");  // from a class, which the stage is not asked about
  session.files.open_path(folder / "a.md");
  ASSERT_TRUE(session.course.lesson()) << workspace.notices.message();
  for (const char* part : {"tab.weights", "tab.scores", "temperature"}) {
    EXPECT_TRUE(is_there(workspace, part)) << part;
  }
  for (const char* part : {"tab.heads", "inspector", "mask", "embeddings.table"}) {
    EXPECT_FALSE(is_there(workspace, part)) << part;
  }
  session.course.hide_or_show("mask");
  EXPECT_FALSE(is_there(workspace, "mask"));
  EXPECT_NE(workspace.notices.message().find("Show all controls"), std::string::npos);
  session.course.show_all_controls(true);
  EXPECT_TRUE(is_there(workspace, "mask"));
  EXPECT_FALSE(is_there(workspace, "temperature")) << "the class again does not see it";
  session.course.show_all_controls(false);
  EXPECT_FALSE(is_there(workspace, "mask"));
  session.course.go_to_step(1);
  EXPECT_TRUE(is_there(workspace, "mask")) << "the second step has no stage";
  session.course.go_to_step(0);
  session.course.leave();
  EXPECT_TRUE(is_there(workspace, "mask"));
  EXPECT_FALSE(is_there(workspace, "temperature"));
}

TEST(LessonSession, AnOrderBeginsAsTheItemsStand) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", kStaged);
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  session.files.open_path(folder / "a.md");
  ASSERT_TRUE(session.course.lesson()) << workspace.notices.message();
  EXPECT_EQ(session.course.lesson()->look.order, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(LessonSession, TheWayIsShownFromTheGoalsBeginning) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", kStaged);
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  session.files.open_path(folder / "a.md");
  ASSERT_TRUE(session.course.lesson()) << workspace.notices.message();
  session.course.play_solution(0);
  EXPECT_FALSE(session.course.lesson()->way) << "predict first";
  session.course.lesson()->look.shows_hint = true;
  session.course.answer({.order = {2, 1, 0}});
  EXPECT_TRUE(session.course.lesson()->play.was_right());
  EXPECT_FALSE(session.course.lesson()->look.shows_hint) << "that was the question's";
  const auto change = [&](float temperature) {
    workspace.edit("any", "Change", "",
                   [=](Scene& scene) { scene.normalizer.temperature = temperature; });
  };
  change(5);
  session.course.play_solution(10);
  ASSERT_TRUE(session.course.lesson()->way);
  const double seconds = session.course.lesson()->way->seconds();
  EXPECT_EQ(workspace.scene().normalizer.temperature, 2) << "where the goal began";
  EXPECT_FALSE(session.course.follow_solution(10.1).empty());
  session.course.follow_solution(10 + seconds / 2);
  EXPECT_LT(workspace.scene().normalizer.temperature, 2);
  EXPECT_GT(workspace.scene().normalizer.temperature, 0);
  session.course.mark_reached_goals();
  session.course.follow_solution(10 + seconds);
  EXPECT_FALSE(session.course.lesson()->way);
  EXPECT_EQ(workspace.scene().normalizer.temperature, 0);
  EXPECT_EQ(session.course.lesson()->play.reached(), 0u);
  session.course.mark_reached_goals();
  EXPECT_EQ(session.course.lesson()->play.reached(), 1u);

  session.course.go_to_step(0);
  session.course.answer({.order = {2, 1, 0}});
  session.course.play_solution(0);
  session.course.follow_solution(1.2);
  change(7);
  EXPECT_TRUE(session.course.follow_solution(1.3).empty());
  EXPECT_FALSE(session.course.lesson()->way) << "somebody goes on alone";
  EXPECT_EQ(workspace.scene().normalizer.temperature, 7);
}

TEST(LessonSession, AStepOfLearningIsShownByTheStep) {
  Session session(example(), "");
  session.course.start(shipped_lessons()[20]);  // learn the width
  ASSERT_TRUE(session.course.lesson()->play.goal()->is_learned);
  session.course.play_solution(0);
  EXPECT_FALSE(session.course.lesson()->way);
  const Access access(session.workspace);
  const auto has_ended = [&] {
    follow_learning(access);
    session.course.mark_reached_goals();
    return session.course.lesson()->play.reached() == 1;
  };
  for (int n = 0; n < 10'000 && !has_ended(); ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(has_ended());
  const auto width = [](const Scene& scene) { return *scene.heads[0].width; };
  const auto& scenes = session.course.lesson()->play.scenes();
  EXPECT_NEAR(width(session.workspace.scene()), width(scenes.reached[0].scene), 0.1);
  EXPECT_EQ(session.workspace.look.learning.run->steps(), 1) << "and no more";
}

TEST(LessonSession, TheNextLessonIsTheOneBeside) {
  Session session(example(), "");
  EXPECT_FALSE(session.course.next());
  session.course.start(shipped_lessons()[0]);
  ASSERT_TRUE(session.course.next());
  EXPECT_EQ(session.course.next()->id, shipped_lessons()[1].id);
  session.course.start(shipped_lessons().back());
  EXPECT_FALSE(session.course.next());
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", kStaged);
  test::put(folder / "b.md", kStaged);
  session.files.open_path(folder.path().string());
  ASSERT_TRUE(session.course.next());
  EXPECT_EQ(session.course.next()->id, folder / "b.md");
}

TEST(LessonSession, AFileThatIsWrittenAnewIsReadAgainAtItsStep) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "a.md";
  test::put(file, kStaged);
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  session.files.open_path(file);
  ASSERT_TRUE(session.course.lesson()) << workspace.notices.message();
  session.course.go_to_step(1);
  const LessonSession* const open = session.course.lesson();
  const auto follow = [&] {  // a change is seen twice
    session.course.follow_file();
    session.course.follow_file();
  };
  follow();
  EXPECT_EQ(session.course.lesson(), open) << "nothing has changed";

  std::string text = kStaged;
  test::put(file, text + "\nMore {weihgts}.\n");
  follow();
  EXPECT_EQ(session.course.lesson(), open) << "what is wrong is told, and not opened";
  EXPECT_EQ(workspace.notices.message().find(file + ":"), 0u) << workspace.notices.message();
  workspace.notices.tell(workspace.notices.message() + " (told once)");
  const std::string told = workspace.notices.message();
  follow();
  EXPECT_EQ(workspace.notices.message(), told);

  text.replace(text.find("## One"), 6, "## Before\n\nText.\n\n## One");
  test::put(file, text + "\nMore.\n");
  follow();
  ASSERT_TRUE(session.course.lesson());
  EXPECT_EQ(session.course.lesson()->play.lesson().steps.size(), 3u);
  EXPECT_EQ(session.course.lesson()->play.step().title, "Two") << "the step stays";
  EXPECT_EQ(workspace.notices.message(), "") << "what was wrong is mended";
  test::put(file, kStaged + std::string("\n"));
  std::filesystem::remove(file);
  follow();
  EXPECT_EQ(workspace.notices.message(), "") << "it may be on its way";
  session.course.leave();
  EXPECT_EQ(workspace.scene(), example());
}

TEST(LessonSession, StepsThatWereSeenAreKnown) {
  const test::TemporaryFolder folder;
  ::setenv("XDG_STATE_HOME", folder.path().c_str(), 1);
  Session session(example(), "");
  session.course.start(shipped_lessons()[0]);
  EXPECT_EQ(session.course.lesson()->seen, 0u);
  session.course.finish_step();
  session.course.finish_step();
  session.course.go_to_step(0);
  EXPECT_EQ(session.course.lesson()->seen, 2u);
  session.course.leave();
  session.course.start(shipped_lessons()[0]);
  EXPECT_EQ(session.course.lesson()->seen, 2u) << "from before";
  ::unsetenv("XDG_STATE_HOME");
}

constexpr const char* kLocked = R"(# L

About.

```scene
example 01-sleepy-child
```

## One

Text.

## Two

Text.

```scene
/normalizer/temperature = 3
```

```view
{"locked": ["temperature", "embeddings.table"]}
```
)";

TEST(LessonSession, WhatIsLockedCannotBeChangedByAnyEdit) {
  const test::TemporaryFolder folder;
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  test::put(folder / "locked.md", kLocked);
  session.files.open_path(folder / "locked.md");
  ASSERT_TRUE(session.course.lesson()) << workspace.notices.message();
  session.course.finish_step();
  const Scene start = workspace.scene();
  EXPECT_EQ(start.normalizer.temperature, 3);
  const auto refuses = [&](const std::function<void(Scene&)>& change) {
    workspace.edit("any", "Change", "", change);
    return workspace.notices.complaint("any") && workspace.scene() == start;
  };
  EXPECT_TRUE(refuses([](Scene& scene) { scene.normalizer.temperature = 1; }));
  EXPECT_TRUE(refuses([](Scene& scene) { scene.embeddings.edit()(0, 0) = 7; }));
  EXPECT_TRUE(refuses([](Scene& scene) { scene.values.reset(); }));
  workspace.undo();  // to the step before, of another temperature
  EXPECT_EQ(workspace.scene(), start);
  workspace.go_to(0);
  EXPECT_EQ(workspace.scene(), start);
  EXPECT_FALSE(refuses([](Scene& scene) { scene.score.scale = 2; })) << "not locked";
  workspace.undo();
  EXPECT_EQ(workspace.scene(), start);
  session.course.go_to_step(0);
  workspace.edit("any", "Change", "", [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_EQ(workspace.scene().normalizer.temperature, 2) << "free again";
}

}  // namespace
}  // namespace attn::lesson_workspace_test
