// Tests that content after a JSON value is an error: readers must not ignore data after a zero
// byte.

#include <fstream>

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/files/settings.h"
#include "app/document/lessons/lesson_file.h"
#include "app/document/numbers/numbers.h"
#include "app/document/recovery/autosave_slot.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/shelf/lesson_progress.h"
#include "app/document/tables/table_text.h"
#include "engine/base/problem.h"
#include "tests/document/full_scene.h"
#include "tests/document/scene_problem.h"
#include "tests/document/shipped_lessons.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::after_the_end_test {
namespace {

using test::kFullScene;
using test::problem_of;

const std::vector<std::string> kAfter{std::string(1, '\0'),
                                      std::string("\0garbage", 8),
                                      std::string(" \n\0{}", 5),
                                      "x",
                                      "{}",
                                      "]",
                                      ",",
                                      "\"",
                                      "//",
                                      "\xef\xbb\xbf",
                                      "\xff",
                                      "\u00a0",
                                      "\v",
                                      "\f"};

TEST(AfterTheEnd, OfASceneStandsNothing) {
  for (const std::string space : {"", " ", "\n\n", "\t\r\n "}) {
    EXPECT_EQ(problem_of(kFullScene + space).place, "taken");
    for (const std::string& after : kAfter) {
      const Problem problem = problem_of(kFullScene + space + after);
      EXPECT_EQ(problem.place, "") << problem.text;
      EXPECT_TRUE(problem.text.starts_with("expected JSON: line ")) << problem.text;
    }
  }
}

TEST(AfterTheEnd, OfANetworkStandsNothing) {
  const std::string network = test::bytes_of(test::data_path("golden2/net-gpt2.attn-net.json"));
  EXPECT_NO_THROW(parse_network(network));
  for (const std::string& after : kAfter) {
    EXPECT_THROW(parse_network(network + after), SceneError) << after;
    EXPECT_THROW(parse_network(network + "\n" + after), SceneError) << after;
  }
}

TEST(AfterTheEnd, SaysWhere) {
  EXPECT_EQ(problem_of(std::string("{}\n {}\0x", 8)).text,
            "expected JSON: line 2, column 4: a zero byte");
}

TEST(AfterTheEnd, OfRecoveredWorkStandsNothing) {
  const std::string record = format_record(parse_scene(kFullScene), "/a", true);
  EXPECT_TRUE(parse_record(record));
  for (const std::string& after : kAfter) EXPECT_FALSE(parse_record(record + after));
}

TEST(AfterTheEnd, OfSettingsCostsNoSetting) {
  const test::TemporaryFolder folder;
  const auto is_dark = [&](const std::string& text) {
    std::ofstream(folder / "settings.json", std::ios::binary) << text;
    return read_settings(folder / "settings.json").dark;
  };
  const std::string settings = R"({"theme": "dark"})";
  EXPECT_TRUE(is_dark(settings + " \n"));
  for (const std::string& after : kAfter) EXPECT_TRUE(is_dark(settings + after));
}

TEST(AfterTheEnd, OfALessonsProgressStandsNothing) {
  const test::TemporaryFolder folder;
  const auto count = [&](const std::string& text) {
    std::ofstream(folder / "lessons.json", std::ios::binary) << text;
    return read_lesson_progress(folder / "lessons.json").size();
  };
  const std::string progress = R"({"one": {"done": 1, "of": 2}})";
  EXPECT_EQ(count(progress), 1u);
  for (const std::string& after : kAfter) EXPECT_EQ(count(progress + after), 0u);
}

TEST(AfterTheEnd, OfATableStandsNothing) {
  for (const std::string table : {"1", "1\t2\n3\t4", "1,2", "[[1, 2], [3, 4]]", "np.array([1])"}) {
    EXPECT_NO_THROW(parse_table(table));
    for (const std::string& after : {std::string(1, '\0'), std::string("\0x", 2)}) {
      EXPECT_THROW(parse_table(table + after), std::runtime_error) << table;
    }
  }
  EXPECT_FALSE(parse_number(std::string("1\0", 2)));
}

// A zero byte anywhere in a lesson is told.
TEST(AfterTheEnd, OfALessonHidesNothing) {
  const std::string lesson(test::shipped_lessons().front()->bytes);
  EXPECT_NO_THROW(parse_lesson(lesson));
  for (std::size_t at = 0; at <= lesson.size(); at += 1 + lesson.size() / 150) {
    std::string broken = lesson;
    broken.insert(at, 1, '\0');
    EXPECT_THROW(parse_lesson(broken), LessonError) << "at " << at;
  }
}

}  // namespace
}  // namespace attn::after_the_end_test
