// Files that somebody writes, shortens or replaces while they are open: what is read is of the file
// that was opened, or an error.

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/document/files/files.h"
#include "app/document/imports/open_dump.h"
#include "app/document/tensors/tensor_file.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/temporary_folder.h"

namespace attn::changing_files_test {
namespace {

namespace fs = std::filesystem;
using test::put;
using test::TemporaryFolder;

constexpr int kSize = 400;  // numbers of several pages, and of more than one piece

std::string all_equal(float number) {
  const std::size_t count = kSize * kSize;
  return test::npy("(" + std::to_string(kSize) + ", " + std::to_string(kSize) + ")",
                   test::floats(std::vector<float>(count, number)));
}

/// Writes in place, as NumPy does: the file is empty in between.
void write_in_place(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.flush();
  out << bytes;
}

/// Error of reading the only array; "" if there is none.
std::string error_of(const TensorFile& file) {
  try {
    file.matrix(file.tensors().front(), plane_of(file.tensors().front()));
    return "";
  } catch (const TensorFileError& error) {
    return error.what();
  }
}

class ChangingFile : public testing::Test {
 protected:
  TemporaryFolder folder_;
  const std::string path_ = folder_ / "a.npy";
};

TEST_F(ChangingFile, IsNotReadAfterAWriteOfTheSameSize) {
  put(path_, all_equal(1));
  const TensorFile file(path_);
  EXPECT_EQ(error_of(file), "");
  write_in_place(path_, all_equal(2));
  EXPECT_EQ(error_of(file), "the file was changed while it was read");
  EXPECT_EQ(error_of(TensorFile(path_)), "");
}

TEST_F(ChangingFile, IsNotReadAfterAWriteWithTheSameTime) {
  put(path_, all_equal(1));
  const auto time = fs::last_write_time(path_);
  const TensorFile file(path_);
  write_in_place(path_, all_equal(2));
  fs::last_write_time(path_, time);
  EXPECT_EQ(error_of(file), "the file was changed while it was read");
}

TEST_F(ChangingFile, IsNotReadBeyondItsEnd) {
  put(path_, all_equal(1));
  const TensorFile file(path_);
  fs::resize_file(path_, 1000);
  EXPECT_EQ(error_of(file), "the file was truncated while it was read");
}

TEST_F(ChangingFile, ChangedIsNotADumpsNumbers) {
  put(path_, all_equal(1));
  const auto dump = open_dump(path_);
  EXPECT_EQ(dump->file, identity_of(path_));
  write_in_place(path_, all_equal(2));
  EXPECT_NE(dump->file, identity_of(path_));
  EXPECT_THROW(dump->numbers(0, 0), ImportError);
}

/// Writes it again and again, in place, shorter and whole, while `use` reads it.
void write_while(const std::string& path, const std::function<void()>& use) {
  std::atomic<bool> is_over = false;
  std::thread writer([&] {
    for (int n = 0; !is_over; ++n) {
      write_in_place(path, all_equal(static_cast<float>(n % 7)));
      if (n % 3 == 0) ::truncate(path.c_str(), 5000);
      if (n % 5 == 0) {
        put(path + ".new", all_equal(static_cast<float>(n % 7)));
        fs::rename(path + ".new", path);
      }
    }
  });
  for (int n = 0; n < 300; ++n) use();
  is_over = true;
  writer.join();
}

TEST_F(ChangingFile, IsReadAsOneVersionOrNotAtAll) {
  put(path_, all_equal(1));
  int whole = 0;
  write_while(path_, [&] {
    try {
      const TensorFile file(path_);
      const Matrix matrix = file.matrix(file.tensors().front(), plane_of(file.tensors().front()));
      ++whole;
      ASSERT_EQ(matrix.minCoeff(), matrix.maxCoeff()) << "parts of two versions";
    } catch (const TensorFileError&) {
    }
  });
  RecordProperty("whole", whole);
}

TEST_F(ChangingFile, IsReadAgainByWhatReadsAllOfIt) {
  const std::string one(300'000, 'a'), other(300'000, 'b');
  put(path_, one);
  std::atomic<bool> is_over = false;
  std::thread writer([&] {
    while (!is_over) {
      write_in_place(path_, one);
      write_in_place(path_, other);
    }
  });
  for (int n = 0; n < 300; ++n) {
    std::string bytes;
    try {
      bytes = read_file(path_, 1 << 20);
    } catch (const std::runtime_error&) {
    }
    EXPECT_EQ(bytes, std::string(bytes.size(), bytes.empty() ? 'a' : bytes.front()));
  }
  is_over = true;
  writer.join();
}

TEST_F(ChangingFile, NeedsNoMemoryForWhatIsNotRead) {
  // 6.4 GB without a block on the disk.
  const std::string header = test::npy("(100, 4000, 4000)", "");
  put(path_, header);
  fs::resize_file(path_, header.size() + 100ULL * 4000 * 4000 * 4);
  const TensorFile file(path_);
  const Matrix matrix =
      file.matrix(file.tensors().front(), plane_of(file.tensors().front(), Axes{99}));
  EXPECT_EQ(matrix.maxCoeff(), 0);
}

}  // namespace
}  // namespace attn::changing_files_test
