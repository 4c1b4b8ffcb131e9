#include "app/document/shelf/lesson_progress.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace attn::lesson_progress_test {
namespace {

TEST(LessonProgress, IsKeptAndNeverLost) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "deep/lessons.json";
  EXPECT_TRUE(read_lesson_progress(file).empty());
  note_lesson_progress("one", {3, 6}, file);
  note_lesson_progress("two", {6, 6}, file);
  note_lesson_progress("one", {1, 6}, file);  // gone through again
  const AllProgress all = read_lesson_progress(file);
  EXPECT_EQ(all.at("one"), (LessonProgress{3, 6}));
  EXPECT_FALSE(all.at("one").is_done());
  EXPECT_TRUE(all.at("two").is_done());
  note_lesson_progress("one", {1, 5}, file);  // it is another lesson now
  EXPECT_EQ(read_lesson_progress(file).at("one"), (LessonProgress{1, 5}));
}

TEST(LessonProgress, IsNoneWhereItCannotBeRead) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "lessons.json";
  for (const char* text : {"", "{", "[1]", R"({"a": 3})"}) {
    test::put(file, text);
    EXPECT_TRUE(read_lesson_progress(file).empty()) << text;
  }
  test::put(file, R"({"a": {"done": -1, "of": "x"}})");
  EXPECT_EQ(read_lesson_progress(file).at("a"), LessonProgress{});
  EXPECT_TRUE(read_lesson_progress(folder.path().string()).empty());
}

}  // namespace
}  // namespace attn::lesson_progress_test
