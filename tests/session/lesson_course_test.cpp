// A lesson in the window's session: what presses of the mouse and keys come to.

#include "app/session/workspace/lesson_course.h"

#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/workspace/session.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"

namespace attn::lesson_session_test {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

TEST(LessonSession, TheOwnSceneComesBackWithItsHistory) {
  Session session(example(), "/mine.attn.json");
  session.edit("temperature", "Change", "", [](Scene& scene) { scene.normalizer.temperature = 3; });
  session.view.tab = "scores";
  const Scene own = session.scene();
  start_lesson(session, shipped_lessons()[0]);
  ASSERT_TRUE(session.lesson);
  EXPECT_FALSE(session.scene() == own);
  EXPECT_EQ(session.own_document().scene(), own);
  EXPECT_EQ(session.own_file().path, "/mine.attn.json");
  EXPECT_EQ(session.path(), "");
  leave_lesson(session);
  EXPECT_FALSE(session.lesson);
  EXPECT_EQ(session.scene(), own);
  EXPECT_EQ(session.path(), "/mine.attn.json");
  EXPECT_EQ(session.view.tab, "scores");
  session.undo();
  EXPECT_EQ(session.scene().normalizer.temperature, 1);
}

TEST(LessonSession, OpeningASceneEndsTheLessonAndLosesNothing) {
  Session session(example(), "");
  session.edit("temperature", "Change", "", [](Scene& scene) { scene.normalizer.temperature = 3; });
  start_lesson(session, shipped_lessons()[0]);
  session.open_new();
  EXPECT_FALSE(session.lesson);
  ASSERT_EQ(session.left_work().size(), 1u);
  session.bring_back(0);
  EXPECT_EQ(session.scene().normalizer.temperature, 3);
}

TEST(LessonSession, DroppedFilesAreLessonsOrScenes) {
  const test::TemporaryFolder folder;
  Session session(example(), "");
  test::put(folder / "bad.md", "# A\n");
  open_dropped(session, folder / "bad.md");
  EXPECT_FALSE(session.lesson);
  EXPECT_NE(session.message.find("bad.md:1: expected what is learnt"), std::string::npos)
      << session.message;
  test::put(folder / "bad.md",
            "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nText.\n");
  open_dropped(session, folder.path().string());
  ASSERT_TRUE(session.lesson);
  EXPECT_EQ(session.lesson_shelf.lessons.size(), 1u);
}

/// A lesson whose form is right.
std::string lesson_with(const std::string& step) {
  return "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nText.\n\n" + step;
}

constexpr const char* kUnreachable =
    "```goal\ntemperature == 7\n```\n\n```solution\n/normalizer/temperature = 6\n```\n";

/// What only the full check finds, and what it says.
const std::pair<std::string, std::string> kRefused[] = {
    {kUnreachable, ":14: the solution does not reach the goal: temperature == 7"},
    {"```goal\ntemperature == 1\n```\n\n```solution\n/normalizer/temperature = 1\n```\n",
     ":14: the goal holds already at the start"},
    {"```goal\nscores[9] == 1\n```\n\n```solution\n/normalizer/temperature = 6\n```\n",
     ":14: expected an index"},
    {"```view\n{\"locked\": [\"temperature\"]}\n```\n\n```goal\ntemperature == 7\n```\n\n"
     "```solution\n/normalizer/temperature = 7\n```\n",
     ":22: the solution changes what the step locks: temperature"},
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
    test::put(folder / "a.md", lesson_with(step));
    for (const std::string& path : {folder / "a.md", folder.path().string()}) {
      session.message.clear();
      open_dropped(session, path);
      EXPECT_FALSE(session.lesson);
      EXPECT_TRUE(session.lesson_shelf.lessons.empty());
      EXPECT_EQ(session.message.find(std::string(folder / "a.md") + words), 0u) << session.message;
      EXPECT_EQ(session.scene(), example());
    }
  }
}

TEST(LessonSession, OfAFolderTheFirstSoundLessonOpensAndTheOthersAreChecked) {
  const test::TemporaryFolder folder;
  Session session(example(), "");
  test::put(folder / "a.md", lesson_with(kUnreachable));
  test::put(folder / "b.md", lesson_with(""));
  test::put(folder / "c.md", lesson_with(kUnreachable));
  open_dropped(session, folder.path().string());
  ASSERT_TRUE(session.lesson);
  EXPECT_EQ(session.lesson->id, folder / "b.md");
  EXPECT_EQ(session.message.find(std::string(folder / "a.md") + ":14: "), 0u) << session.message;
  ASSERT_EQ(session.lesson_shelf.lessons.size(), 2u);
  session.message.clear();
  start_lesson(session, session.lesson_shelf.lessons[1]);  // as the menu does
  EXPECT_EQ(session.message.find(std::string(folder / "c.md") + ":14: "), 0u) << session.message;
  ASSERT_TRUE(session.lesson);
  EXPECT_EQ(session.lesson->id, folder / "b.md") << "what was open stays";
}

/// A session that waits for nothing, as the window's.
struct LiveSession {
  /// What is read beside it has come to its end.
  void follow() {
    while (session.lesson_opening.seconds_busy() > 0) std::this_thread::yield();
    follow_lesson_opening(session);
  }
  Session session{example(), "", [] {}};
};

TEST(LessonSession, NothingInAFolderIsWaitedForByTheWindow) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "x.md").c_str(), 0600), 0);
  test::put(folder / "y.md", lesson_with(""));
  LiveSession live;
  open_dropped(live.session, folder.path().string());
  live.follow();
  ASSERT_TRUE(live.session.lesson);
  EXPECT_EQ(live.session.message, std::string(folder / "x.md") + ": not a regular file");
}

TEST(LessonSession, WhatIsOpenedLaterTakesThePlaceOfALessonThatIsRead) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", lesson_with(""));
  test::put(folder / "b.md", lesson_with(""));
  LiveSession live;
  open_dropped(live.session, folder / "a.md");
  open_dropped(live.session, folder / "b.md");
  live.follow();
  ASSERT_TRUE(live.session.lesson);
  EXPECT_EQ(live.session.lesson->id, folder / "b.md");
  open_dropped(live.session, folder / "a.md");
  live.session.open_new();
  live.follow();
  EXPECT_FALSE(live.session.lesson);
}

/// What the window does with a press of the mouse or a key, without the window.
TEST(LessonSession, EveryShippedLessonIsPlayedToItsEndByTheWindowsEdits) {
  Session session(example(), "");
  const auto is_done = [&] { return session.lesson->play.is_done(session.evaluation()); };
  for (const ShelvedLesson& lesson : shipped_lessons()) {
    start_lesson(session, lesson);
    ASSERT_TRUE(session.lesson) << session.message;
    for (std::size_t n = 0; n < lesson.steps; ++n) {
      const LessonPlay& play = session.lesson->play;
      SCOPED_TRACE(lesson.title + ": " + play.lesson().steps[n].title);
      ASSERT_EQ(play.at(), n);
      const bool has_goal = !play.step().goal.empty();
      if (play.is_asked()) {
        EXPECT_FALSE(is_done()) << "predict first";
        answer_lesson(session,
                      right_answer(*play.step().prediction, play.facts(play.scenes().shown)));
        EXPECT_TRUE(play.was_right());
      }
      if (has_goal) {
        EXPECT_FALSE(is_done()) << "the goal holds before anything was done";
        session.edit("any", "Solve", "", [&](Scene& scene) { scene = play.scenes().solved.scene; });
        EXPECT_EQ(session.complaint("any"), nullptr) << *session.complaint("any");
      }
      EXPECT_TRUE(is_done());
      finish_lesson_step(session);
    }
    EXPECT_FALSE(session.lesson) << "past the last step the own scene is back";
    EXPECT_EQ(session.scene(), example());
  }
}

TEST(LessonSession, PresenterModeShowsWhatTheGoalIsReachedBy) {
  Session session(example(), "");
  start_lesson(session, shipped_lessons()[9]);  // masks
  EXPECT_TRUE(session.view.pinned.contains("mask"));
  EXPECT_FALSE(session.view.pinned.contains("position"));
  leave_lesson(session);
  EXPECT_FALSE(session.view.pinned.contains("mask")) << "the own scene's view is as it was";
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
  test::put(folder / "locked.md", kLocked);
  open_dropped(session, folder / "locked.md");
  ASSERT_TRUE(session.lesson) << session.message;
  finish_lesson_step(session);
  const Scene start = session.scene();
  EXPECT_EQ(start.normalizer.temperature, 3);
  const auto refuses = [&](const std::function<void(Scene&)>& change) {
    session.edit("any", "Change", "", change);
    return session.complaint("any") && session.scene() == start;
  };
  EXPECT_TRUE(refuses([](Scene& scene) { scene.normalizer.temperature = 1; }));
  EXPECT_TRUE(refuses([](Scene& scene) { scene.embeddings.edit()(0, 0) = 7; }));
  EXPECT_TRUE(refuses([](Scene& scene) { scene.values.reset(); }));
  session.undo();  // to the step before, of another temperature
  EXPECT_EQ(session.scene(), start);
  session.go_to(0);
  EXPECT_EQ(session.scene(), start);
  EXPECT_FALSE(refuses([](Scene& scene) { scene.score.scale = 2; })) << "not locked";
  session.undo();
  EXPECT_EQ(session.scene(), start);
  go_to_lesson_step(session, 0);
  session.edit("any", "Change", "", [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_EQ(session.scene().normalizer.temperature, 2) << "free again";
}

}  // namespace
}  // namespace attn::lesson_session_test
