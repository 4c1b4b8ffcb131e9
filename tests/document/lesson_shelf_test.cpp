#include "app/document/lesson_shelf.h"

#include <gtest/gtest.h>

#include "app/document/lesson_error.h"
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

TEST(LessonShelf, ReadsAFileOrAFolder) {
  const test::TemporaryFolder folder;
  test::put(folder / "b.md", lesson("B"));
  test::put(folder / "a.md", lesson("A"));
  test::put(folder / "README.md", "no lesson");
  test::put(folder / "other.txt", "no lesson");
  const auto all = lessons_at(folder.path().string());
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].title, "A");
  EXPECT_EQ(all[1].id, folder / "b.md");
  EXPECT_EQ(lessons_at(folder / "b.md").size(), 1u);
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
}

}  // namespace
}  // namespace attn::lesson_shelf_test
