// Tests valid task files and the error messages of invalid ones.

#include "app/document/tasks/task_file.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "engine/blocks/stages.h"
#include "engine/tasks/first_network.h"
#include "engine/train/trainer.h"
#include "tests/support/temporary_folder.h"

namespace attn::task_file_test {
namespace {

using Words = std::vector<std::string>;

/// "name:line: what", or "" where nothing is wrong.
std::string wrong_with(std::string_view text) {
  try {
    parse_task(text, "mine.txt");
    return "";
  } catch (const TaskFileError& error) {
    return error.about("mine.txt");
  }
}

/// All of its lines, as "a b → b a".
std::set<std::string> said(const LearningTask& task) {
  std::set<std::string> lines;
  const auto add = [&](Sequences sequences, Index count) {
    for (Index n = 0; n < count; ++n) {
      const Example one = example(task, 1, sequences, static_cast<std::uint64_t>(n));
      std::string line;
      for (const Index token : one.tokens) {
        line += task.vocabulary.at(static_cast<std::size_t>(token)) + " ";
      }
      line += "→";
      for (const Index target : one.targets) {
        line +=
            " " + (target == kNoTarget ? "-" : task.classes.at(static_cast<std::size_t>(target)));
      }
      EXPECT_TRUE(lines.insert(line).second) << line << " comes twice";
    }
  };
  add(Sequences::kTest, task.finite->tests());
  add(Sequences::kTraining, task.finite->count - task.finite->tests());
  return lines;
}

TEST(TaskFile, HasItsLettersClassesAndLength) {
  const LearningTask task = parse_task("abc → cba\nbca → acb\ncab → bac\nccc → ccc\n", "mine.txt");
  EXPECT_EQ(task.id, "mine.txt");
  EXPECT_EQ(task.vocabulary, (Words{"a", "b", "c"}));
  EXPECT_EQ(task.classes, (Words{"a", "b", "c"}));
  EXPECT_EQ(task.length, 3);
  EXPECT_EQ(task.finite->count, 4);
  EXPECT_EQ(task.finite->tests(), 1);
  EXPECT_EQ(task.batch, 3);
  EXPECT_EQ(said(task), (std::set<std::string>{"a b c → c b a", "b c a → a c b", "c a b → b a c",
                                               "c c c → c c c"}));
}

TEST(TaskFile, TakesWordsBetweenSpacesAndNumbersBySize) {
  const LearningTask task = parse_task("10 +  2 =\t->\t12\r\n# a word\r\n\r\n2 + 2 = → 4", "sums");
  EXPECT_EQ(task.vocabulary, (Words{"+", "10", "2", "="}));
  EXPECT_EQ(task.classes, (Words{"4", "12"}));
  EXPECT_EQ(said(task), (std::set<std::string>{"10 + 2 = → - - - 12", "2 + 2 = → - - - 4"}));
  EXPECT_EQ(parse_task("10 2 → 1 0\n9 2 → 0 1", "n").vocabulary, (Words{"2", "9", "10"}));
}

TEST(TaskFile, WantsNothingWhereThereIsADash) {
  EXPECT_EQ(said(parse_task("ab → -b\nba → -a\nbb → \naa → --", "n")),
            (std::set<std::string>{"a b → - b", "b a → - a"}));
}

TEST(TaskFile, TakesAByteOrderMarkAndOtherLetters) {
  const LearningTask task = parse_task(
      "\xEF\xBB\xBF"
      "βα → α\nαβ → β\n",
      "greek");
  EXPECT_EQ(task.vocabulary, (Words{"α", "β"}));
  EXPECT_EQ(said(task), (std::set<std::string>{"β α → - α", "α β → - β"}));
}

TEST(TaskFile, TheSameLineTwiceCountsOnce) {
  EXPECT_EQ(parse_task("a b → b\nb c → c\na  b → b\n", "n").finite->count, 2);
}

TEST(TaskFile, SaysWhatIsWrongAndInWhichLine) {
  EXPECT_EQ(wrong_with("ab → ba\nbb → bb\n"), "");
  EXPECT_EQ(wrong_with("ab → ba\n\nabc → cba\n"),
            "mine.txt:3: expected 2 tokens, as in line 1, found 3 (each character is a token, as "
            "no line has spaces between tokens)");
  EXPECT_EQ(wrong_with("a b → b a\nb b b → b\n"),
            "mine.txt:2: expected 2 tokens, as in line 1, found 3");
  EXPECT_EQ(wrong_with("a b c → b a\n"),
            "mine.txt:1: expected as many outputs as tokens, 3, or one for the last, found 2");
  EXPECT_EQ(wrong_with("ab → ba\nab ba\n"),
            "mine.txt:2: expected input → output, found no → or ->");
  EXPECT_EQ(wrong_with("ab → ba → ab\n"), "mine.txt:1: expected one arrow, found two");
  EXPECT_EQ(wrong_with("ab → ba\n → ab\n"), "mine.txt:2: expected an input before the arrow");
  EXPECT_EQ(wrong_with("ab → b\nba → a\nab → a\n"),
            "mine.txt:3: this input has another output in line 1");
  EXPECT_EQ(wrong_with("a\xFF → b\n"), "mine.txt:1: expected UTF-8");
  const std::string few =
      "mine.txt: expected at least 2 different sequences, one of them for the "
      "test, found ";
  EXPECT_EQ(wrong_with(""), few + "0");
  EXPECT_EQ(wrong_with("\n\n# nothing\n"), few + "0");
  EXPECT_EQ(wrong_with("ab → ba\nab → ba\n"), few + "1");
  EXPECT_EQ(wrong_with("ab → a\nba → a\n"),
            "mine.txt: expected at least 2 different outputs, found 1");
  EXPECT_EQ(wrong_with(std::string(300, 'a') + " → b\n"),
            "mine.txt:1: expected at most 256 tokens");
  EXPECT_EQ(wrong_with("a " + std::string(65, 'b') + " → b\n").substr(0, 58),
            "mine.txt:1: expected tokens of at most 64 bytes, found 65:");
  std::string many;
  for (int n = 0; n < 1100; ++n) many += std::to_string(n) + " a → " + std::to_string(n % 2) + "\n";
  EXPECT_EQ(wrong_with(many), "mine.txt:1024: expected at most 1024 different tokens, found more");
}

TEST(TaskFile, ManyLinesAreRead) {
  std::string text;
  for (int n = 0; n < 1'000'000; ++n) {
    const std::string digits = std::to_string(1'000'000 + n);
    text += digits + " → " + digits.substr(6) + "\n";
  }
  const LearningTask task = parse_task(text, "many");
  EXPECT_EQ(task.finite->count, 1'000'000);
  EXPECT_EQ(task.length, 7);
  EXPECT_NEAR(task.chance, 0.1, 1e-9);
}

TEST(TaskFile, OfAPathSaysWhyItCannotBeRead) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "some.txt";
  EXPECT_THROW(read_task(path), TaskFileError);
  std::ofstream(path) << "ab → ba\nba → ab\n";
  EXPECT_EQ(read_task(path).id, "some.txt");
  try {
    read_task(std::filesystem::path(path).parent_path().string());
    FAIL();
  } catch (const TaskFileError& error) {
    EXPECT_EQ(error.line(), 0);
    EXPECT_STREQ(error.what(), "Is a directory");
  }
}

/// A copy of a task outlives it, as its sequences are shared; and is learned.
TEST(TaskFile, IsLearned) {
  std::string text;
  const std::string letters = "abcdef";
  for (const char a : letters) {
    for (const char b : letters) {
      for (const char c : letters) {
        text += std::string{a, b, c} + " → " + std::string{c, b, a} + "\n";
      }
    }
  }
  std::optional<Trainer> trainer;
  {
    const LearningTask task = parse_task(text, "turned");
    ASSERT_NO_THROW(require_valid(first_network(task, task.smallest, 1)));
    trainer.emplace(first_network(task, task.smallest, 1), task, settings_for(task));
  }
  ASSERT_TRUE(trainer->is_fast());
  for (int n = 0; n < 100; ++n) trainer->step();
  const Answers answers = trainer->test(1000);
  EXPECT_EQ(answers.wanted, 43 * 3) << "a fifth of 216";
  EXPECT_GE(answers.right, 126);
}

}  // namespace
}  // namespace attn::task_file_test
