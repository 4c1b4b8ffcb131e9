#include "app/document/recovery/left_work.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/engine/random_scene.h"
#include "tests/support/temporary_folder.h"

namespace attn::left_work_test {
namespace {

using namespace attn::test;

LeftWork::Item titled(const std::string& title, const std::string& path = "") {
  Document document(self_attention(3, 2));
  document.edit("Title", "", [&](Scene& scene) { scene.title = title; });
  return {std::move(document), path};
}

/// Unsaved work that a new start would offer.
std::vector<std::string> found(const std::string& folder) {
  std::vector<std::string> titles;
  Autosave next(folder);
  while (const auto work = next.find_recovered()) titles.push_back(work->scene.title);
  std::sort(titles.begin(), titles.end());
  return titles;
}

using Titles = std::vector<std::string>;

TEST(LeftWork, CanBeTakenBackWithItsHistory) {
  const TemporaryFolder folder;
  LeftWork left(folder.path().string());
  EXPECT_EQ(left.add(titled("a", "/a.attn.json")), "");
  EXPECT_EQ(left.add(titled("b")), "");
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].document.scene().title, "b");
  LeftWork::Item work = left.take(1);
  EXPECT_EQ(work.file.path, "/a.attn.json");
  EXPECT_EQ(work.document.scene().title, "a");
  EXPECT_TRUE(work.document.is_changed());
  work.document.undo();
  EXPECT_EQ(work.document.scene(), self_attention(3, 2));
  EXPECT_EQ(left.size(), 1U);
}

TEST(LeftWork, IsFoundByTheNextStartButNotByOthersMeanwhile) {
  const TemporaryFolder folder;
  {
    LeftWork left(folder.path().string());
    left.add(titled("a"));
    left.add(titled("b"));
    EXPECT_EQ(found(folder.path().string()), Titles());
  }
  EXPECT_EQ(found(folder.path().string()), (Titles{"a", "b"}));
}

TEST(LeftWork, StaysOnTheDiskUntilWhatWasTakenIsKeptElsewhere) {
  const TemporaryFolder folder;
  {
    LeftWork left(folder.path().string());
    left.add(titled("a"));
    left.take(0);
    EXPECT_TRUE(left.has_taken());
  }
  EXPECT_EQ(found(folder.path().string()), (Titles{"a"}));
  {
    LeftWork left(folder.path().string());
    left.add(titled("b"));
    left.take(0);
    left.forget_taken();
    EXPECT_FALSE(left.has_taken());
  }
  EXPECT_EQ(found(folder.path().string()), (Titles{"a"}));
}

TEST(LeftWork, HoldsTheSameWorkOnce) {
  const TemporaryFolder folder;
  {
    LeftWork left(folder.path().string());
    left.add(titled("a"));
    left.add(titled("a"));
    left.add(titled("a", "/of/a/file.attn.json"));
    EXPECT_EQ(left.size(), 2U);
  }
  EXPECT_EQ(found(folder.path().string()), (Titles{"a", "a"}));
}

TEST(LeftWork, TheOldestOfManyIsForTheNextStart) {
  const TemporaryFolder folder;
  {
    LeftWork left(folder.path().string());
    for (std::size_t n = 0; n <= LeftWork::kMaxItems; ++n) left.add(titled(std::to_string(n)));
    EXPECT_EQ(left.size(), LeftWork::kMaxItems);
    EXPECT_EQ(left[LeftWork::kMaxItems - 1].document.scene().title, "1");
  }
  EXPECT_EQ(found(folder.path().string()).size(), LeftWork::kMaxItems + 1);
}

TEST(LeftWork, SaysWhyItIsNotOnTheDiskAndIsNotLost) {
  const TemporaryFolder folder;
  put(folder / "file", "");
  LeftWork left(folder / "file");
  for (std::size_t n = 0; n <= LeftWork::kMaxItems; ++n) {
    EXPECT_NE(left.add(titled(std::to_string(n))), "");
  }
  EXPECT_EQ(left.size(), LeftWork::kMaxItems + 1);
}

TEST(LeftWork, HasABoundForAllHistoriesTogether) {
  const TemporaryFolder folder;
  constexpr double kMost = 400e3;
  LeftWork left(folder.path().string(), kMost);
  for (int n = 0; n < 6; ++n) {
    Scene scene = self_attention(3, 2);
    scene.title = std::to_string(n);
    Document document(scene);
    for (float number = 2; number < 6; ++number) {
      document.edit("Change", "", [&](Scene& changed) {
        changed.embeddings = Matrix(Matrix::Constant(3, 2000, number));
        changed.heads.assign(1, Head{});
        changed.combine = Combine{};
      });
    }
    ASSERT_GT(document.bytes(), 90e3);
    EXPECT_EQ(left.add({std::move(document), ""}), "");
    double all = 0;
    for (std::size_t k = 0; k < left.size(); ++k) all += left[k].document.bytes();
    EXPECT_LE(all, kMost) << n;
  }
  ASSERT_EQ(left.size(), 6U) << "each work is still there";
  EXPECT_GT(left[0].document.steps().size(), 1U);
  EXPECT_EQ(left[5].document.steps().size(), 1U) << "the oldest without its history";
  EXPECT_EQ((*left[5].document.scene().embeddings)(0, 0), 5);
  EXPECT_EQ(left[5].document.dropped_steps(), 4U);
}

}  // namespace
}  // namespace attn::left_work_test
