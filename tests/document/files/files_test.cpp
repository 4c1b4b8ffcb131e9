#include "app/document/files/files.h"

#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

namespace attn::files_test {
namespace {

namespace fs = std::filesystem;
using test::bytes_of;
using test::put;
using test::TemporaryFolder;

constexpr long long kEnough = 1 << 24;

/// The words that `work` fails with; "" where it doesn't.
std::string words(const std::function<void()>& work) {
  try {
    work();
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

std::string words_of_writing(const std::string& path, std::string_view bytes = "new") {
  return words([&] { write_file(path, bytes); });
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

/// Files of this process end at so many bytes, as on a disk that is full there.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*signal_)(int);
  rlimit before_{};
};

/// Another file as standard input while it lives.
class StandardInput {
 public:
  explicit StandardInput(int fd) : before_(::dup(STDIN_FILENO)) {
    ::dup2(fd, STDIN_FILENO);
    ::close(fd);
  }
  ~StandardInput() {
    ::dup2(before_, STDIN_FILENO);
    ::close(before_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int before_;
};

class WriteFile : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(WriteFile, MakesAndReplaces) {
  const std::string path = folder_ / "file";
  const std::string bytes("a\0b\n\xff", 5);
  write_file(path, bytes);
  EXPECT_EQ(bytes_of(path), bytes);
  write_file(path, "");
  EXPECT_EQ(bytes_of(path), "");
  const std::string large(3'000'000, 'x');
  write_file(path, large);
  EXPECT_EQ(bytes_of(path), large);
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(WriteFile, RelativePathsAreOfTheCurrentFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  write_file("plain", "new");
  fs::current_path(before);
  EXPECT_EQ(bytes_of(folder_ / "plain"), "new");
}

TEST_F(WriteFile, ReadersOfTheOldFileKeepIt) {
  const std::string path = folder_ / "file";
  put(path, "old");
  const int fd = ::open(path.c_str(), O_RDONLY);
  write_file(path, "new and longer");
  char buffer[32];
  EXPECT_EQ(::read(fd, buffer, sizeof buffer), 3);
  EXPECT_EQ(std::memcmp(buffer, "old", 3), 0);
  ::close(fd);
}

TEST_F(WriteFile, AWriteThatFailsLeavesTheOldFileWhole) {
  const std::string path = folder_ / "file";
  put(path, "old");
  const FileSizeLimit limit(100'000);
  EXPECT_EQ(words_of_writing(path, std::string(300'000, 'x')), std::strerror(EFBIG));
  EXPECT_EQ(bytes_of(path), "old");
  EXPECT_EQ(words_of_writing(folder_ / "other", std::string(300'000, 'x')), std::strerror(EFBIG));
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(WriteFile, AFullDiskLeavesTheOldFileWhole) {
  const fs::path disk = folder_.path() / "disk";
  fs::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "no permission to mount a small disk";
  }
  const std::string path = (disk / "file").string();
  put(path, "old");
  const std::string said = words_of_writing(path, std::string(300'000, 'x'));
  const std::string left = bytes_of(path);
  const auto count = std::distance(fs::directory_iterator(disk), {});
  ::umount(disk.c_str());
  EXPECT_EQ(said, std::strerror(ENOSPC));
  EXPECT_EQ(left, "old");
  EXPECT_EQ(count, 1);
}

TEST_F(WriteFile, LinksStayLinks) {
  fs::create_directory(folder_.path() / "sub");
  put(folder_ / "sub/file", "old");
  fs::create_symlink("sub/file", folder_ / "link");
  fs::create_symlink("link", folder_ / "link-to-link");
  fs::create_symlink(folder_ / "sub/file", folder_ / "absolute");
  fs::create_directory_symlink("sub", folder_ / "folder-link");
  for (const std::string name : {"link", "link-to-link", "absolute", "folder-link/file"}) {
    write_file(folder_ / name, "through " + name);
    EXPECT_EQ(bytes_of(folder_ / "sub/file"), "through " + name);
  }
  for (const char* name : {"link", "link-to-link", "absolute", "folder-link"}) {
    EXPECT_TRUE(fs::is_symlink(folder_ / name)) << name;
  }
  EXPECT_FALSE(fs::is_symlink(folder_ / "sub/file"));
}

TEST_F(WriteFile, ALinkToNothingYetMakesWhatItNames) {
  fs::create_directory(folder_.path() / "sub");
  fs::create_symlink("sub/later", folder_ / "link");
  write_file(folder_ / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(bytes_of(folder_ / "sub/later"), "new");
}

TEST_F(WriteFile, LinksInACircleAreAnError) {
  fs::create_symlink("b", folder_ / "a");
  fs::create_symlink("a", folder_ / "b");
  EXPECT_EQ(words_of_writing(folder_ / "a"), std::strerror(ELOOP));
  EXPECT_TRUE(fs::is_symlink(folder_ / "a"));
  EXPECT_EQ(folder_.file_count(), 2);
}

TEST_F(WriteFile, TheModeIsKept) {
  const std::string path = folder_ / "file";
  put(path, "old");
  for (const mode_t mode : {0600U, 0640U, 0755U, 0666U}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    write_file(path, "new");
    EXPECT_EQ(mode_of(path), mode);
  }
}

TEST_F(WriteFile, NewFilesGetTheModeOfTheUmask) {
  const mode_t before = ::umask(027);
  write_file(folder_ / "file", "new");
  EXPECT_EQ(::umask(before), 027u);
  EXPECT_EQ(mode_of(folder_ / "file"), 0640u);
}

TEST_F(WriteFile, SaysWhyItCanNot) {
  EXPECT_EQ(words_of_writing(folder_.path().string()), std::strerror(EISDIR));
  EXPECT_EQ(words_of_writing(folder_.path().string() + "/"), std::strerror(EISDIR));
  EXPECT_EQ(words_of_writing(folder_ / "missing/file"), std::strerror(ENOENT));
  EXPECT_EQ(words_of_writing(folder_ / "missing/"), std::strerror(ENOENT));
  EXPECT_EQ(words_of_writing(""), std::strerror(ENOENT));
  EXPECT_EQ(words_of_writing("/dev/full"), std::strerror(ENOSPC));
  put(folder_ / "file", "old");
  EXPECT_EQ(words_of_writing(folder_ / "file/below"), std::strerror(ENOTDIR));
  EXPECT_EQ(words_of_writing(folder_ / std::string(300, 'n')), std::strerror(ENAMETOOLONG));
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(WriteFile, AFileThatMayNotBeWrittenStays) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  const std::string path = folder_ / "file";
  put(path, "old");
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  EXPECT_EQ(words_of_writing(path), std::strerror(EACCES));
  EXPECT_EQ(bytes_of(path), "old");
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(WriteFile, NamesMayBeAsLongAsTheyCanBe) {
  const std::string path = folder_ / std::string(255, 'n');
  write_file(path, "new");
  EXPECT_EQ(bytes_of(path), "new");
}

TEST_F(WriteFile, WritesThroughDevicesAndPipes) {
  EXPECT_EQ(words_of_writing("/dev/null"), "");
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));

  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string sent(300'000, 'x');
  std::string received;
  std::thread reader([&] { received = bytes_of(pipe); });
  write_file(pipe, sent);
  reader.join();
  EXPECT_EQ(received, sent);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(WriteFile, APipeThatEndsEarlyIsAnError) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  // Opening the pipe by this name may already fail where nobody reads.
  EXPECT_NE(words_of_writing("/proc/self/fd/" + std::to_string(ends[1])), "");
  std::signal(SIGPIPE, before);
  ::close(ends[1]);
}

class ReadFile : public testing::Test {
 protected:
  std::string words_of_reading(const std::string& path, long long limit = kEnough) {
    return words([&] { read_file(path, limit); });
  }
  TemporaryFolder folder_;
};

TEST_F(ReadFile, GivesTheBytes) {
  const std::string bytes("a\0b\n\xff", 5);
  put(folder_ / "file", bytes);
  EXPECT_EQ(read_file(folder_ / "file", kEnough), bytes);
  put(folder_ / "empty", "");
  EXPECT_EQ(read_file(folder_ / "empty", kEnough), "");
  EXPECT_NE(read_file("/proc/self/status", kEnough).find("Name:"), std::string::npos);
}

TEST_F(ReadFile, SaysWhyItCanNot) {
  EXPECT_EQ(words_of_reading(folder_ / "missing"), std::strerror(ENOENT));
  EXPECT_EQ(words_of_reading(""), std::strerror(ENOENT));
  EXPECT_EQ(words_of_reading(folder_.path().string()), std::strerror(EISDIR));
  EXPECT_EQ(words_of_reading("/proc/self/mem"), std::strerror(EIO));
  put(folder_ / "file", "x");
  EXPECT_EQ(words_of_reading(folder_ / "file/below"), std::strerror(ENOTDIR));
}

TEST_F(ReadFile, MoreThanTheLimitIsRefused) {
  constexpr long long kLimit = 2 << 20;
  const std::string too_large = "expected at most 2 MiB, found more";
  put(folder_ / "file", std::string(kLimit, 'x'));
  EXPECT_EQ(read_file(folder_ / "file", kLimit).size(), static_cast<std::size_t>(kLimit));
  put(folder_ / "file", std::string(kLimit + 1, 'x'));
  EXPECT_EQ(words_of_reading(folder_ / "file", kLimit), too_large);
  EXPECT_EQ(words_of_reading("/dev/zero", kLimit), "not a regular file");
}

TEST_F(ReadFile, AFileOfAbsurdSizeIsRefusedUnread) {
  const std::string path = folder_ / "sparse";
  put(path, "x");
  fs::resize_file(path, 1LL << 36);
  EXPECT_EQ(words_of_reading(path, 1 << 20), "expected at most 1 MiB, found more");
}

TEST_F(ReadFile, ADashIsStandardInput) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const StandardInput input(ends[0]);
  const std::string sent(300'000, 'y');
  std::thread writer([&] {
    EXPECT_EQ(::write(ends[1], sent.data(), sent.size()), static_cast<ssize_t>(sent.size()));
    ::close(ends[1]);
  });
  EXPECT_EQ(read_file("-", kEnough), sent);
  writer.join();
}

TEST_F(ReadFile, StandardInputHasTheSameLimits) {
  {
    const StandardInput input(::open("/dev/zero", O_RDONLY));
    EXPECT_EQ(words_of_reading("-", 1 << 20), "expected at most 1 MiB, found more");
  }
  {
    const StandardInput input(::open(folder_.path().c_str(), O_RDONLY));
    EXPECT_EQ(words_of_reading("-"), std::strerror(EISDIR));
  }
  {
    put(folder_ / "file", "twice");
    const StandardInput input(::open((folder_ / "file").c_str(), O_RDONLY));
    EXPECT_EQ(read_file("-", kEnough), "twice");
    EXPECT_EQ(read_file("-", kEnough), "") << "standard input stays open, at its end";
  }
}

/// None of these is waited for: a test that waits ends by its time limit.
TEST(Files, ARegularFileIsNoPipeNoDeviceAndWhereItIsSaidNoLink) {
  const TemporaryFolder folder;
  put(folder / "file", "text");
  fs::create_symlink(folder / "file", folder / "link");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", folder / "zeros");
  const auto problem = [&](const char* name, Links links = Links::followed) {
    return words([&] { read_regular_file(folder / name, kEnough, links); });
  };
  EXPECT_EQ(read_regular_file(folder / "file", kEnough), "text");
  EXPECT_EQ(read_regular_file(folder / "link", kEnough), "text");
  EXPECT_EQ(problem("pipe"), "not a regular file");
  EXPECT_EQ(problem("zeros"), "not a regular file");
  EXPECT_EQ(problem("."), std::strerror(EISDIR));
  EXPECT_EQ(problem("none"), std::strerror(ENOENT));
  EXPECT_EQ(problem("file", Links::refused), "");
  EXPECT_EQ(problem("link", Links::refused), std::strerror(ELOOP));
  put(folder / "large", std::string(100, 'x'));
  EXPECT_NE(words([&] { read_regular_file(folder / "large", 99); }), "");
}

}  // namespace
}  // namespace attn::files_test
