#include "app/document/files/user_folders.h"

#include <filesystem>
#include <optional>
#include <stdexcept>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/temporary_folder.h"

namespace attn::user_folders_test {
namespace {

using namespace attn::test;

/// An environment variable that is what it was again at the end.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) before_ = old;
    set(value);
  }
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }

 private:
  void set(const char* value) {
    if (value) {
      ::setenv(name_, value, 1);
    } else {
      ::unsetenv(name_);
    }
  }
  const char* name_;
  std::optional<std::string> before_;
};

TEST(UserFolders, FollowTheEnvironment) {
  const Variable home("HOME", "/home/ada/");
  EXPECT_EQ(home_folder(), "/home/ada");
  {
    const Variable data("XDG_DATA_HOME", nullptr);
    const Variable state("XDG_STATE_HOME", "");
    EXPECT_EQ(data_folder(), "/home/ada/.local/share/attentoscope");
    EXPECT_EQ(state_folder(), "/home/ada/.local/state/attentoscope");
  }
  const Variable data("XDG_DATA_HOME", "/data");
  const Variable state("XDG_STATE_HOME", "relative/is/invalid");
  EXPECT_EQ(data_folder(), "/data/attentoscope");
  EXPECT_EQ(state_folder(), "/home/ada/.local/state/attentoscope");
}

TEST(UserFolders, WithoutAHomeVariableTheSystemKnows) {
  const Variable home("HOME", nullptr);
  EXPECT_TRUE(home_folder().empty() || home_folder().starts_with('/')) << home_folder();
}

TEST(UserFolders, AreMadeForTheUserAlone) {
  const TemporaryFolder temp;
  make_folder(temp / "a/b");
  make_folder(temp / "a/b");
  struct stat status {};
  ASSERT_EQ(::stat((temp / "a/b").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
}

TEST(UserFolders, SayWhyTheyCantBeMade) {
  const TemporaryFolder temp;
  EXPECT_THROW(make_folder(""), std::runtime_error);
  EXPECT_THROW(make_folder("/proc/nowhere/a"), std::runtime_error);
  std::filesystem::create_symlink("/dev/null", temp / "file");
  EXPECT_THROW(make_folder(temp / "file"), std::runtime_error);
  EXPECT_THROW(make_folder(temp / "file/below"), std::runtime_error);
}

TEST(UserFolders, PathsAreMadeAbsolute) {
  EXPECT_EQ(absolute_path("/a/./b/../c"), "/a/c");
  EXPECT_EQ(absolute_path("x.json"), (std::filesystem::current_path() / "x.json").string());
}

}  // namespace
}  // namespace attn::user_folders_test
