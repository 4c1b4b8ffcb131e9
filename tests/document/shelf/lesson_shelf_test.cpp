#include "app/document/shelf/lesson_shelf.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/formulas/formula_text.h"
#include "tests/support/temporary_folder.h"

namespace attn::lesson_shelf_test {
namespace {

std::string lesson(const std::string& title) {
  return "# " + title +
         "\n\nAbout.\n\n```scene\nexample 01-sleepy-child\n```\n\n## Step\n\nText.\n";
}

TEST(LessonShelf, HasTheShippedLessonsInTheirOrder) {
  const auto& all = shipped_lessons();
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].id, "01-weighted-mean");
  for (std::size_t n = 1; n < all.size(); ++n) EXPECT_LT(all[n - 1].id, all[n].id);
}

std::size_t words_of(const std::vector<TextBlock>& blocks) {
  std::string text;
  for (const TextBlock& block : blocks) {
    for (const TextRun& run : block.runs) text += plain_text(run.text);
    text += '\n';
  }
  std::istringstream stream(text);
  return static_cast<std::size_t>(std::distance(std::istream_iterator<std::string>(stream),
                                                std::istream_iterator<std::string>()));
}

/// Duration for a slow reader: half a minute per prediction, one minute per task.
double minutes_of(const Lesson& lesson) {
  constexpr double kWordsPerMinute = 130, kMinutesToPredict = 0.5, kMinutesToDo = 1;
  double minutes = static_cast<double>(words_of(lesson.about)) / kWordsPerMinute;
  for (const LessonStep& step : lesson.steps) {
    minutes += static_cast<double>(words_of(step.text)) / kWordsPerMinute;
    minutes += step.prediction ? kMinutesToPredict : 0;
    minutes += static_cast<double>(step.goals.size()) * kMinutesToDo;
    for (const LessonGoal& goal : step.goals) {
      minutes += static_cast<double>(words_of(goal.task) + words_of(goal.after)) / kWordsPerMinute;
    }
  }
  return minutes;
}

/// A reference, "Vaswani et al. 2017".
bool names_a_year(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t n = 0; n + 4 <= text.size(); ++n) {
    const std::string_view four = text.substr(n, 4);
    const bool is_century = four.starts_with("19") || four.starts_with("20");
    if (is_century && std::ranges::all_of(four, is_digit)) return true;
  }
  return false;
}

TEST(LessonShelf, EachShippedLessonIsUnderTenMinutesAndNamesItsSources) {
  for (const ShelvedLesson& one : shipped_lessons()) {
    const Lesson lesson = lesson_of(one);
    EXPECT_LT(minutes_of(lesson), 10) << one.title;
    EXPECT_GT(minutes_of(lesson), 2) << one.title;
    std::string text;
    for (const LessonStep& step : lesson.steps) {
      for (const auto* blocks : {&step.text, &step.notes}) {
        for (const TextBlock& block : *blocks) {
          for (const TextRun& run : block.runs) text += run.text;
        }
      }
    }
    EXPECT_TRUE(names_a_year(text)) << one.title;
  }
}

TEST(LessonShelf, ReadsAFileOrAFolder) {
  const test::TemporaryFolder folder;
  test::put(folder / "b.md", lesson("B"));
  test::put(folder / "a.md", lesson("A"));
  test::put(folder / "README.md", "no lesson");
  test::put(folder / "other.txt", "no lesson");
  const auto all = lessons_at(folder.path().string()).lessons;
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].title, "A");
  EXPECT_EQ(all[0].steps, 1u);
  EXPECT_EQ(all[1].id, folder / "b.md");
  EXPECT_EQ(lessons_at(folder / "b.md").lessons.size(), 1u);
  EXPECT_TRUE(may_hold_lessons(folder.path().string()));
  EXPECT_TRUE(may_hold_lessons(folder / "a.md"));
  EXPECT_FALSE(may_hold_lessons(folder / "other.txt"));
}

TEST(LessonShelf, NamesTheFileThatIsWrong) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(lessons_at(folder.path().string()), LessonError);
  test::put(folder / "a.md", "# A\n\nb\n\n## S\n\n```nothing\n```\n");
  try {
    lessons_at(folder.path().string());
    ADD_FAILURE();
  } catch (const LessonError& error) {
    EXPECT_EQ(std::string(error.what()).find(folder / "a.md"), 0u) << error.what();
  }
  test::put(folder / "b.md", lesson("B"));
  const LessonShelf all = lessons_at(folder.path().string());
  ASSERT_EQ(all.lessons.size(), 1u) << "one that is wrong does not keep the others away";
  EXPECT_EQ(all.lessons[0].title, "B");
  EXPECT_EQ(all.problem.find(std::string(folder / "a.md") + ":"), 0u) << all.problem;
}

TEST(LessonShelf, TellsHowManyOfAFolderAreNotShown) {
  const test::TemporaryFolder folder;
  const std::string text = lesson("L");
  for (int n = 0; n < 10000; ++n) {
    test::put(folder / (std::to_string(100000 + n).substr(1) + ".md"), text);
  }
  const LessonShelf shelf = lessons_at(folder.path().string());
  ASSERT_EQ(shelf.lessons.size(), kMostLessons);
  EXPECT_EQ(shelf.words(), "1000 of 10000 lessons are shown");
  EXPECT_EQ(shelf.lessons.front().id, folder / "00000.md");
  EXPECT_EQ(shelf.lessons.back().id, folder / "00999.md") << "the first ones, by their names";
}

TEST(LessonShelf, ShowsAllOfAFolderThatIsNotLarge) {
  const test::TemporaryFolder folder;
  for (int n = 0; n < 300; ++n) test::put(folder / (std::to_string(n) + ".md"), lesson("L"));
  const LessonShelf shelf = lessons_at(folder.path().string());
  EXPECT_EQ(shelf.lessons.size(), 300u);
  EXPECT_EQ(shelf.words(), "");
}

/// None of these is waited for: a test that waits ends by its time limit.
TEST(LessonShelf, ReadsRegularFilesAlone) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "a.md").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", folder / "b.md");
  std::filesystem::create_symlink("c.md", folder / "c.md");
  std::filesystem::create_directory(folder / "d.md");
  std::filesystem::create_symlink(folder / "a.md", folder / "e.md");
  EXPECT_THROW(lessons_at(folder.path().string()), LessonError);
  for (const char* name : {"a.md", "b.md", "c.md", "e.md"}) {
    EXPECT_THROW(lessons_at(folder / name), LessonError) << name;
  }
  test::put(folder / "z", lesson("Z"));
  std::filesystem::create_symlink(folder / "z", folder / "z.md");
  const LessonShelf shelf = lessons_at(folder.path().string());
  ASSERT_EQ(shelf.lessons.size(), 1u) << "a link to a file is a file";
  EXPECT_EQ(shelf.problem, std::string(folder / "a.md") + ": not a regular file");
}

TEST(LessonShelf, StopsWhereItIsCancelled) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.md", lesson("A"));
  Progress progress;
  progress.cancel();
  EXPECT_THROW(lessons_at(folder.path().string(), &progress), Cancelled);
}

}  // namespace
}  // namespace attn::lesson_shelf_test
