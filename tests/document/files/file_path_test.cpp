#include "app/document/files/file_path.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "app/document/files/user_folders.h"

namespace attn::file_path_test {
namespace {

TEST(FilePath, AReferenceIsRelativeInItsFolderAndBelow) {
  EXPECT_EQ(reference_from("/a/b/", "/a/b/c.png"), "c.png");
  EXPECT_EQ(reference_from("/a/b", "/a/b/d/c.png"), "d/c.png");
  EXPECT_EQ(reference_from("/a/b/", "/a/c.png"), "/a/c.png");
  EXPECT_EQ(reference_from("/a/b/", "/a/bc/d.png"), "/a/bc/d.png");
  EXPECT_EQ(reference_from("", absolute_path("c.png")), "c.png") << "the current folder";
}

}  // namespace
}  // namespace attn::file_path_test
