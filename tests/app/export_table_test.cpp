// attentoscope export of numbers, read back by NumPy and compared with attentoscope compute.

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::export_table_test {
namespace {

using namespace attn::test;

class ExportTable : public testing::Test {
 protected:
  Answer run(const std::string& scene, const std::string& view, const std::string& name,
             const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"export", scene, "--view", view, "--out", folder_ / name};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }
  TemporaryFolder folder_;
};

// Debian's own Python has Debian's NumPy, whatever else is installed.
TEST_F(ExportTable, NumpyReadsWhatComputePrints) {
  const std::string script = data_path("app/read_tables.py");
  const std::string command = "/usr/bin/python3 -B '" + script + "' '" + program_path() + "' '" +
                              data_path("golden") + "' '" + folder_.path().string() + "' " +
                              (kIsSanitized ? "3" : "1");
  EXPECT_EQ(std::system(command.c_str()), 0)
      << "NumPy reads other numbers, or there is no python3-numpy";
}

TEST_F(ExportTable, AViewWithoutNumbersIsWrong) {
  for (const char* view : {"graph", "steps", "symmetry"}) {
    expect_failure(run(example_path(), view, "a.csv"), 2, "can be written as .png");
  }
  expect_failure(run(example_path(), "curve", "a.npy"), 2, "The keys have 3 features");
  EXPECT_EQ(folder_.file_count(), 0);
}

TEST_F(ExportTable, HeadsThatDoNotFitAreWrong) {
  const std::string scene = data_path("golden/heads-differ.attn.json");
  expect_failure(run(scene, "head-outputs", "a.npy"), 2, "choose a head");
  EXPECT_EQ(run(scene, "head-outputs", "a.json").status, 0);
  EXPECT_EQ(run(scene, "head-outputs", "a.npy", {"--head", "1"}).status, 0);
  expect_failure(run(scene, "weights", "b.npy", {"--head", "99"}), 2, "--head: expected less than");
  expect_failure(run(scene, "weights", "b.npy", {"--head", "every"}), 2, "--head");
  expect_failure(run(scene, "plane", "b.png", {"--head", "all"}), 2, "--head all");
  EXPECT_EQ(folder_.file_count(), 2);
}

TEST_F(ExportTable, HowAFigureLooksMeansNothing) {
  const std::vector<std::vector<std::string>> looks = {{"--title", "Words"},
                                                       {"--caption", "Words"},
                                                       {"--theme", "light"},
                                                       {"--font-size", "14"},
                                                       {"--scale", "2"},
                                                       {"--width", "500"},
                                                       {"--height", "500"},
                                                       {"--legend", "on"},
                                                       {"--numbers", "auto"},
                                                       {"--colormap", "gray"},
                                                       {"--range", "own"},
                                                       {"--query", "1"},
                                                       {"--bare"},
                                                       {"--bare", "--cell", "3"}};
  for (const char* ending : {".csv", ".tsv", ".npy", ".json", ".tex", ".CSV"}) {
    for (const auto& words : looks) {
      expect_failure(run(example_path(), "weights", std::string("a") + ending, words), 2,
                     words.front() + ": has no effect in a table (.");
    }
  }
  expect_failure(run_program({"export", example_path(), "--view", "all", "--format", "csv", "--out",
                              folder_.path().string(), "--theme", "dark"}),
                 2, "--theme: has no effect in a table (.csv), only in a figure");
  EXPECT_EQ(folder_.file_count(), 0);
  EXPECT_EQ(run(example_path(), "weights", "a.csv", {"--head", "0"}).status, 0);
}

TEST_F(ExportTable, WhatCannotBeWrittenLeavesNothing) {
  expect_failure(run(example_path(), "weights", "missing/a.csv"), 1, "No such file or directory");
  expect_failure(run(example_path(), "weights", "a.xlsx"), 2, ".npy");
  std::filesystem::create_symlink("/dev/full", folder_ / "full.csv");
  expect_failure(run(example_path(), "weights", "full.csv"), 1, "No space left on device");
  EXPECT_EQ(folder_.file_count(), 1);
}

}  // namespace
}  // namespace attn::export_table_test
