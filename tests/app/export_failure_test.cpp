// What cannot be written: one line, the exit status, and nothing left behind; and the end of the
// program.

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::export_failure_test {
namespace {

using namespace attn::test;
namespace fs = std::filesystem;

class ExportFailure : public testing::Test {
 protected:
  Answer run(const std::string& out, const std::string& view = "weights") {
    std::vector<std::string> words = {"export", example_path(), "--view", view, "--out", out};
    if (out.ends_with(".gif") || out.find("{frame}") != out.npos) {
      words.insert(words.end(), {"--sweep", "temperature=0.5:2:3"});
    }
    return run_program(words);
  }

  TemporaryFolder folder_;
};

TEST_F(ExportFailure, OfEachFormatIsOneLineAndLeavesNothing) {
  for (const std::string ending :
       {".png", ".svg", ".pdf", ".gif", ".csv", ".tsv", ".npy", ".json", ".tex"}) {
    SCOPED_TRACE(ending);
    const std::string full = folder_ / ("full" + ending), place = folder_ / ("folder" + ending);
    fs::create_symlink("/dev/full", full);
    fs::create_directory(place);
    const auto before = folder_.file_count();
    expect_failure(run(full), 1, full + ": No space left on device");
    expect_failure(run(place), 1, place + ": Is a directory");
    const std::string missing = folder_ / ("missing/a" + ending);
    expect_failure(run(missing), 1, missing + ": No such file or directory");
    expect_failure(run(folder_ / ("a" + ending), "wieghts"), 2, "--view: wieghts");
    EXPECT_EQ(folder_.file_count(), before);
    EXPECT_TRUE(fs::is_symlink(full));
    EXPECT_TRUE(fs::is_empty(place));
  }
  expect_failure(run(folder_ / "a.bmp"), 2,
                 "--out: expected a folder, -, or a file that ends in .png");
}

TEST_F(ExportFailure, OfOneNumberedPictureIsOfAll) {
  fs::create_directory(folder_ / "a-001.png");  // the second's place is taken
  expect_failure(run(folder_ / "a-{frame}.png"), 1, "a-001.png: Is a directory");
  EXPECT_EQ(folder_.file_count(), 1);
  expect_failure(run(folder_ / "missing/a-{frame}.png"), 1, "No such file or directory");
  EXPECT_EQ(folder_.file_count(), 1);
}

// Pango looks for fonts in threads that nobody can wait for; late_fonts.cpp holds them back.
TEST(End, IsInOrderHoweverLatePangosThreadsAre) {
  const TemporaryFolder folder;
  for (const char* ending : {".svg", ".png", ".pdf"}) {
    const std::string path = folder / (std::string("a") + ending);
    const Answer run = run_program({"export", example_path(), "--view", "weights", "--out", path},
                                   {.preload = ATTN_LATE_FONTS});
    EXPECT_EQ(run.status, 0) << ending;
    EXPECT_EQ(run.err, "") << ending;
    EXPECT_NE(bytes_of(path), "") << ending;
  }
}

}  // namespace
}  // namespace attn::export_failure_test
