#include "app/document/files/recent_files.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/files/files.h"
#include "tests/support/temporary_folder.h"

namespace attn::recent_files_test {
namespace {

using namespace attn::test;
using Paths = std::vector<std::string>;

TEST(RecentFiles, AreNewestFirstAndNoneTwice) {
  const TemporaryFolder temp;
  const std::string file = temp / "state/attentoscope/recent";
  EXPECT_EQ(recent_files(file), Paths{});
  for (const char* path : {"/a", "/b", "/c", "/a", "/x/../b"}) add_recent_file(path, file);
  EXPECT_EQ(recent_files(file), (Paths{"/b", "/a", "/c"}));
  remove_recent_file("/a", file);
  remove_recent_file("/never", file);
  EXPECT_EQ(recent_files(file), (Paths{"/b", "/c"}));
}

TEST(RecentFiles, AreAbsoluteAndNoStream) {
  const TemporaryFolder temp;
  const std::string file = temp / "recent";
  add_recent_file("scene.attn.json", file);
  add_recent_file("-", file);
  add_recent_file("", file);
  EXPECT_EQ(recent_files(file), Paths{(std::filesystem::current_path() / "scene.attn.json")});
}

TEST(RecentFiles, AreTenAtMost) {
  const TemporaryFolder temp;
  const std::string file = temp / "recent";
  Paths expected;
  for (int n = 0; n < 15; ++n) {
    add_recent_file("/" + std::to_string(n), file);
    expected.insert(expected.begin(), "/" + std::to_string(n));
  }
  expected.resize(kMaxRecentFiles);
  EXPECT_EQ(recent_files(file), expected);
}

TEST(RecentFiles, KeepOddNames) {
  const TemporaryFolder temp;
  const std::string file = temp / "recent";
  const Paths odd = {"/a\nb", "/%41", "/\xFF\xFE", "/猫 🙂", "/ "};
  for (const std::string& path : odd) add_recent_file(path, file);
  EXPECT_EQ(recent_files(file), Paths(odd.rbegin(), odd.rend()));
}

TEST(RecentFiles, NeverKeepTheProgramFromStarting) {
  const TemporaryFolder temp;
  const std::string file = temp / "recent";
  EXPECT_EQ(recent_files(""), Paths{});
  EXPECT_EQ(recent_files(temp.path()), Paths{});
  ASSERT_EQ(::mkfifo((temp / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(recent_files(temp / "pipe"), Paths{});
  write_file(file, "relative\n\n/a\n/a\n%2Fb\n/nul%00\n" + std::string("x\0/x\n", 5) + "/c");
  EXPECT_EQ(recent_files(file), (Paths{"/a", "/b", "/c"}));
  write_file(file, std::string(2 << 20, 'x'));
  EXPECT_EQ(recent_files(file), Paths{});
}

TEST(RecentFiles, SayWhyTheyCantBeKept) {
  EXPECT_THROW(add_recent_file("/a", ""), std::runtime_error);
  EXPECT_THROW(add_recent_file("/a", "/proc/nowhere/recent"), std::runtime_error);
}

}  // namespace
}  // namespace attn::recent_files_test
