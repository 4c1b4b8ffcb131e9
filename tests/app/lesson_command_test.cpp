// `attentoscope lesson check`.

#include "app/command/lesson_command.h"

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
  ASSERT_FALSE(shipped().empty());
  for (const std::string& file : shipped()) {  // each by itself: on a busy machine all take minutes
    SCOPED_TRACE(file);
    const Answer run = run_program({"lesson", "check", "--strict", file});
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.status, 0);
  }
  EXPECT_EQ(run_program({"lesson", "check", shipped().front(), shipped().back()}).status, 0);
}

/// Contents of the page's fences with four backticks.
std::vector<std::string> examples_of_the_page() {
  const std::string text = bytes_of(data_path("../assets/lessons/README.md"));
  constexpr std::string_view kFence = "````markdown\n";
  std::vector<std::string> examples;
  for (auto at = text.find(kFence); at != std::string::npos; at = text.find(kFence, at)) {
    at += kFence.size();
    examples.push_back(text.substr(at, text.find("````", at) - at));
  }
  return examples;
}

TEST(LessonCommand, TheAuthorsExamplesPass) {
  const std::vector<std::string> examples = examples_of_the_page();
  ASSERT_EQ(examples.size(), 3U) << "a whole lesson, a text with formulas, a network that learns";
  for (const std::string& lesson : {examples[0], examples[0] + "\n## Formulas\n\n" + examples[1],
                                    examples[0] + "\n## Learning\n\nWatch it.\n\n" + examples[2]}) {
    const Answer run = run_program({"lesson", "check", "-"}, {.input = lesson});
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(run.status, 0);
  }
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
  put(file,
      "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nIt is 7 here.\n\n"
      "```stage\ntab.weights\n```\n");
  EXPECT_EQ(run_program({"lesson", "check", file}).status, 0);
  const Answer run = run_program({"lesson", "check", "--strict", file});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "attentoscope: " + file + ":11: nothing checks 7 in “It is 7 here.”\n");
}

TEST(LessonCommand, TellsTheLineOfAFormulaThatIsNone) {
  const TemporaryFolder folder;
  const std::string file = folder / "formula.md";
  put(file, "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nIt is\n$x_{i$ here.\n");
  const Answer run = run_program({"lesson", "check", file});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "attentoscope: " + file + ":12: \"{\" is not closed\n");
}

TEST(LessonCommand, StrictlyTakenALearnerIsGuided) {
  const TemporaryFolder folder;
  const std::string file = folder / "bare.md";
  put(file,
      "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nIt is 7 here.\n\n```goal\n"
      "temperature > 2\n```\n\n```solution\n/normalizer/temperature = 3\n```\n");
  EXPECT_EQ(run_program({"lesson", "check", file}).status, 0);
  const Answer run = run_program({"lesson", "check", "--strict", file});
  EXPECT_EQ(run.status, 2);
  const std::string at = "attentoscope: " + file + ":";
  EXPECT_EQ(run.err, at + "9: the step has no stage: it shows the whole window\n" + at +
                         "11: nothing checks 7 in “It is 7 here.”\n" + at +
                         "14: the goal has no task (do:)\n" + at + "14: the goal has no hint\n" +
                         at + "14: the goal has no closing words (after)\n");
}

TEST(LessonCommand, WritesTheNotesForTheSpeaker) {
  const TemporaryFolder folder;
  const std::string out = folder / "notes.html";
  for (const std::string& lesson : shipped()) {
    const Answer run = run_program({"lesson", "notes", lesson, "--out", out});
    EXPECT_EQ(run.err, "");
    ASSERT_EQ(run.status, 0);
  }
  const std::string lesson = data_path("../assets/lessons/01-weighted-mean.md");
  ASSERT_EQ(run_program({"lesson", "notes", lesson, "--out", out}).status, 0);
  const std::string page = bytes_of(out);
  for (const char* said : {"<title>1 · A weighted mean</title>", "<h2>4. The output</h2>",
                           "Let the class compute the plain mean first.",
                           "<dt>The way</dt><dd><pre>/values/3/0 = 0.6</pre></dd>",
                           "What weight does <em>Book</em> give to <em>Reads</em>?"}) {
    EXPECT_NE(page.find(said), std::string::npos) << said;
  }
  EXPECT_EQ(page.find("{"), page.find("{ font:")) << "all numbers are said";
}

TEST(LessonCommand, NotesOfWhatIsWrongAreRefused) {
  const TemporaryFolder folder;
  put(folder / "a.md", "# A\n\nb\n\n## <S>\n\nText.\n");
  const std::string out = folder / "notes.html";
  expect_failure(run_program({"lesson", "notes", folder / "a.md", "--out", out}), 2,
                 "a.md:5: expected a scene");
  expect_failure(run_program({"lesson", "notes", folder / "a.md"}), 2, "--out");
  expect_failure(run_program({"lesson", "notes", folder / "a.md", "--out", folder / "a.md"}), 2);
  EXPECT_FALSE(std::filesystem::exists(out));
  put(folder / "b.md",
      "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## <S>\n\nText & `a < b`.\n\n"
      "```notes\n1 < 2 & `x`\n```\n");
  ASSERT_EQ(run_program({"lesson", "notes", folder / "b.md", "--out", out}).status, 0);
  EXPECT_NE(bytes_of(out).find("<h2>1. &lt;S&gt;</h2>\n<p>1 &lt; 2 &amp; <code>x</code></p>"),
            std::string::npos);
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
