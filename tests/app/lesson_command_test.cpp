// `attentoscope lesson check`.

#include "app/lesson_command.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::lesson_command_test {
namespace {

using namespace attn::test;

std::vector<std::string> shipped() {
  std::vector<std::string> files;
  const auto folder = std::filesystem::path(data_path("../assets/lessons"));
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!path.ends_with("README.md")) files.push_back(path);
  }
  return files;
}

TEST(LessonCommand, EveryShippedLessonPasses) {
  std::vector<std::string> words = {"lesson", "check", "--strict"};
  for (const std::string& file : shipped()) words.push_back(file);
  ASSERT_GT(words.size(), 3u);
  const Answer run = run_program(words);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.status, 0);
}

TEST(LessonCommand, TheAuthorsExamplePasses) {
  const std::string text = bytes_of(data_path("../assets/lessons/README.md"));
  const auto begin = text.find("````markdown\n") + 13;
  const auto end = text.find("````", begin);
  ASSERT_NE(end, std::string::npos);
  const Answer run =
      run_program({"lesson", "check", "-"}, {.input = text.substr(begin, end - begin)});
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.status, 0);
}

TEST(LessonCommand, TellsAllThatIsWrongLineByLine) {
  const TemporaryFolder folder;
  const std::string file = folder / "broken.md";
  put(file,
      "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## "
      "S\n\n{weights[9]}\n\n{tokens[7]}\n");
  const Answer run = run_program({"lesson", "check", file});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "attentoscope: " + file + ":11: expected an index from 0 to 5, found 9\n" +
                         "attentoscope: " + file + ":13: expected an index from 0 to 5, found 7\n");
}

TEST(LessonCommand, StrictlyTakenEveryNumberIsChecked) {
  const TemporaryFolder folder;
  const std::string file = folder / "numbers.md";
  put(file, "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nIt is 7 here.\n");
  EXPECT_EQ(run_program({"lesson", "check", file}).status, 0);
  const Answer run = run_program({"lesson", "check", "--strict", file});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "attentoscope: " + file + ":11: nothing checks 7 in “It is 7 here.”\n");
}

TEST(LessonCommand, RefusesWhatIsNoLesson) {
  expect_failure(run_program({"lesson", "check", "/nowhere.md"}), 2, "No such file");
  expect_failure(run_program({"lesson", "check"}), 2, "FILE");
  expect_failure(run_program({"lesson"}), 2);
  expect_failure(run_program({"lesson", "check", "-"}, {.input = "no lesson"}), 2,
                 "-:1: expected #");
}

}  // namespace
}  // namespace attn::lesson_command_test
