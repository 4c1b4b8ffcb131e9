// Tests that rewriting keeps a file's attributes, and is atomic.

#include "app/document/files/file_writer.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "app/document/edits/new_scene.h"
#include "app/document/scene_file/scene_file.h"
#include "tests/support/temporary_folder.h"

namespace attn::file_writer_test {
namespace {

namespace fs = std::filesystem;
using test::bytes_of;
using test::put;
using test::TemporaryFolder;

constexpr uid_t kOther = 65534;

struct stat status_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status;
}

/// The words that `work` fails with; "" where it doesn't.
std::string words(const std::function<void()>& work) {
  try {
    work();
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

class Writing : public testing::Test {
 protected:
  std::ptrdiff_t seen_files() const {
    return std::ranges::count_if(fs::directory_iterator(folder_.path()), [](const auto& file) {
      return !file.path().filename().string().starts_with('.');
    });
  }
  TemporaryFolder folder_;
  const std::string path_ = folder_ / "file";
};

TEST_F(Writing, PiecesAreThereWhenAllAre) {
  put(path_, "old");
  {
    FileWriter file(path_);
    file.append("a");
    file.append(std::string(200'000, 'b'));
    EXPECT_EQ(bytes_of(path_), "old");
    EXPECT_EQ(seen_files(), 1);
    file.commit();
  }
  EXPECT_EQ(bytes_of(path_), "a" + std::string(200'000, 'b'));
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(Writing, WithoutACommitNothingIsLeft) {
  put(path_, "old");
  { FileWriter(path_).append("new"); }
  EXPECT_EQ(bytes_of(path_), "old");
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(Writing, ClearsAwayWhatKilledProgramsLeft) {
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(25);
  for (const char* name : {".attentoscope-123", ".attentoscope-4-", ".attentoscope-", ".other-5",
                           "attentoscope-unsaved-6", ".attentoscope-7.json"}) {
    put(folder_ / name, "old");
    fs::last_write_time(folder_ / name, old);
  }
  put(folder_ / ".attentoscope-8", "of a program that may run");
  { FileWriter(path_).append("new"); }
  for (const char* gone : {".attentoscope-123", ".attentoscope-4-"}) {
    EXPECT_FALSE(fs::exists(folder_ / gone)) << gone;
  }
  EXPECT_EQ(folder_.file_count(), 5);
}

TEST_F(Writing, ABatchIsThereWhenAllIs) {
  put(folder_ / "b", "old");
  ASSERT_EQ(::chmod((folder_ / "b").c_str(), 0640), 0);
  {
    FileBatch batch;
    batch.add(folder_ / "a", "new a");
    batch.add(folder_ / "b", "new b");
    EXPECT_EQ(bytes_of(folder_ / "b"), "old");
    EXPECT_EQ(seen_files(), 1);
    batch.commit();
    EXPECT_EQ(folder_.file_count(), 2);
  }
  { FileBatch().add(folder_ / "a", "newer"); }
  EXPECT_EQ(bytes_of(folder_ / "a"), "new a");
  EXPECT_EQ(bytes_of(folder_ / "b"), "new b");
  EXPECT_EQ(status_of(folder_ / "b").st_mode & 07777, 0640u);
  EXPECT_EQ(folder_.file_count(), 2);
}

TEST_F(Writing, ABatchThatFailsChangesNothing) {
  put(folder_ / "b", "old");
  fs::create_directory(folder_ / "folder");
  for (const std::string last : {"folder", "missing/c"}) {
    FileBatch batch;
    batch.add(folder_ / "a", "new a");
    EXPECT_NE(words([&] { batch.add(folder_ / last, "new"); }).find(last + ": "),
              std::string::npos);
  }
  FileBatch batch;
  for (const char* name : {"a", "b", "c"}) batch.add(folder_ / name, "new");
  fs::create_directory(folder_ / "c");
  put(folder_ / "c/d", "in the way");
  EXPECT_NE(words([&] { batch.commit(); }), "");
  EXPECT_EQ(bytes_of(folder_ / "b"), "old");
  EXPECT_FALSE(fs::exists(folder_ / "a"));
  EXPECT_EQ(bytes_of(folder_ / "c/d"), "in the way");
}

TEST_F(Writing, ABatchMayHaveMoreFilesThanAProgramMayOpen) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{64, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  constexpr int kFiles = 200;
  {
    FileBatch batch;
    for (int n = 0; n < kFiles; ++n) batch.add(folder_ / std::to_string(n), "x");
    batch.commit();
  }
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(folder_.file_count(), kFiles);
}

TEST_F(Writing, HardLinksStayOneFile) {
  const std::string other = folder_ / "other";
  for (const std::string& before : {std::string(10, 'x'), std::string(2'000'000, 'x')}) {
    put(path_, before);
    fs::remove(other);
    fs::create_hard_link(path_, other);
    for (const std::string& bytes : {std::string("short"), std::string(1'500'000, 'y')}) {
      write_file(path_, bytes);
      EXPECT_EQ(bytes_of(path_), bytes);
      EXPECT_EQ(bytes_of(other), bytes);
      EXPECT_TRUE(fs::equivalent(path_, other));
    }
  }
  EXPECT_EQ(folder_.file_count(), 2);
}

TEST_F(Writing, ExtendedAttributesStay) {
  put(path_, "old");
  if (::setxattr(path_.c_str(), "user.note", "kept", 4, 0) != 0) {
    GTEST_SKIP() << "no extended attributes there: " << std::strerror(errno);
  }
  write_file(path_, "new");
  char value[8] = {};
  EXPECT_EQ(::getxattr(path_.c_str(), "user.note", value, sizeof value), 4);
  EXPECT_STREQ(value, "kept");
  EXPECT_EQ(bytes_of(path_), "new");
}

TEST_F(Writing, OwnerAndGroupStay) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  put(path_, "old");
  ASSERT_EQ(::chown(path_.c_str(), kOther, kOther), 0);
  ASSERT_EQ(::chmod(path_.c_str(), 0640), 0);
  write_file(path_, "new");
  EXPECT_EQ(bytes_of(path_), "new");
  EXPECT_EQ(status_of(path_).st_uid, kOther);
  EXPECT_EQ(status_of(path_).st_gid, kOther);
  EXPECT_EQ(status_of(path_).st_mode & 07777, 0640u);
}

/// Writes as a user who can't give files away; answers whether that went well.
bool written_by_other(const std::string& path, std::string_view bytes) {
  const pid_t child = ::fork();
  if (child == 0) {
    const bool is_other = ::setgid(kOther) == 0 && ::setuid(kOther) == 0;
    const bool is_written = is_other && words([&] { write_file(path, bytes); }).empty();
    ::_exit(is_written ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(Writing, TheOwnerStaysAlsoWhereAnotherWrites) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be another";
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0777), 0);
  put(path_, "old and longer");
  ASSERT_EQ(::chmod(path_.c_str(), 0666), 0);
  EXPECT_TRUE(written_by_other(path_, "new"));
  EXPECT_EQ(bytes_of(path_), "new");
  EXPECT_EQ(status_of(path_).st_uid, 0u);
  EXPECT_EQ(status_of(path_).st_gid, 0u);
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(Writing, ASceneIsOnlyWrittenToAFile) {
  const std::string pipe = folder_ / "pipe.attn.json";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink(pipe, folder_ / "link.attn.json");
  for (const std::string& path :
       {pipe, folder_ / "link.attn.json", std::string("/dev/null"), std::string("/dev/full")}) {
    EXPECT_EQ(words([&] { write_scene(new_scene(), path); }), "not a regular file") << path;
  }
  EXPECT_TRUE(fs::is_fifo(pipe));
}

}  // namespace
}  // namespace attn::file_writer_test
