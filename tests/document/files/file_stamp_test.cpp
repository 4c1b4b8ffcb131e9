#include "app/document/files/file_stamp.h"

#include <chrono>
#include <filesystem>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/temporary_folder.h"

namespace attn::file_stamp_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::put;
using test::TemporaryFolder;

class Stamp : public testing::Test {
 protected:
  KnownFile known(const std::string& bytes) {
    put(path_, bytes);
    return {path_, stamp_of(path_, bytes)};
  }
  TemporaryFolder folder_;
  const std::string path_ = folder_ / "file";
};

TEST_F(Stamp, TellsOtherBytes) {
  // Sizes around those of a word and of what is read at once.
  for (const std::size_t size :
       {0U, 1U, 7U, 8U, 9U, 1000U, (1U << 20) - 1, 1U << 20, (3U << 20) + 5}) {
    SCOPED_TRACE(size);
    const std::string bytes(size, 'x');
    const KnownFile file = known(bytes);
    EXPECT_FALSE(is_other_now(file));
    for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
      if (size == 0) break;
      std::string other = bytes;
      other[at] = 'y';
      put(path_, other);
      EXPECT_TRUE(is_other_now(file)) << at;
    }
    put(path_, bytes + "x");
    EXPECT_TRUE(is_other_now(file));
    put(path_, bytes);
    EXPECT_FALSE(is_other_now(file)) << "the same again, by whomever";
  }
}

TEST_F(Stamp, OfTheSameMomentIsReadAgain) {
  KnownFile file = known("old");
  const auto time = fs::last_write_time(path_);
  put(path_, "new");
  fs::last_write_time(path_, time);  // as on a disk whose clock ticks slowly
  EXPECT_TRUE(is_other_now(file));
}

TEST_F(Stamp, OfAnOldFileIsTrustedByItsTime) {
  put(path_, "old");
  const auto time = fs::last_write_time(path_) - 1h;
  fs::last_write_time(path_, time);
  const KnownFile file{path_, stamp_of(path_, "old")};
  EXPECT_TRUE(file.stamp->is_settled);
  EXPECT_FALSE(is_other_now(file));
  put(path_, "new");
  EXPECT_TRUE(is_other_now(file));
}

TEST_F(Stamp, TellsAFileWithTheSameSizeAndTime) {
  put(path_, "old");
  const auto time = fs::last_write_time(path_) - 1h;
  fs::last_write_time(path_, time);
  const KnownFile file{path_, stamp_of(path_, "old")};
  put(path_, "new");
  fs::last_write_time(path_, time);
  EXPECT_TRUE(is_other_now(file)) << "written in place";
  put(path_ + "2", "two");
  fs::last_write_time(path_ + "2", time);
  fs::rename(path_ + "2", path_);
  EXPECT_TRUE(is_other_now(file)) << "another file by its name";
}

TEST_F(Stamp, CanBeOfAnyYear) {
  put(path_, "bytes");
  const timespec years[] = {{10'413'792'000, 0}, {10'413'792'000, 0}};  // 2300
  ASSERT_EQ(::utimensat(AT_FDCWD, path_.c_str(), years, 0), 0);
  EXPECT_FALSE(is_other_now({path_, stamp_of(path_, "bytes")}));
}

TEST_F(Stamp, OfNothingSaysNothing) {
  EXPECT_FALSE(is_other_now({}));
  EXPECT_FALSE(is_other_now({path_, FileStamp{}})) << "it is gone";
  put(path_, "x");
  EXPECT_TRUE(is_other_now({path_})) << "nothing is known of it";
  fs::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(is_other_now({path_, FileStamp{}})) << "and nobody waits for it";
}

TEST_F(Stamp, IsAWord) {
  const FileStamp stamp{1,    0xFFFFFFFFFFFFFFFFU,       1'800'000'000'123'456'789,
                        true, 1'800'000'000'123'456'790, 12};
  EXPECT_EQ(parse_stamp(format_stamp(stamp)), stamp);
  EXPECT_EQ(format_stamp(stamp).find(' '), std::string::npos);
  EXPECT_EQ(parse_stamp("1-2-3-1"), (FileStamp{1, 2, 3, true})) << "an earlier version's";
  for (const char* word : {"", "-", "1-2-3", "1-2-3-1-4", "1-2-3-", "1-2-3-1-", "1-2-3-x",
                           "1 2 3 1", "99999999999999999999-1-1-1"}) {
    EXPECT_FALSE(parse_stamp(word)) << word;
  }
}

}  // namespace
}  // namespace attn::file_stamp_test
