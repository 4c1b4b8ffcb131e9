// Tests that a command interrupted by a signal leaves no files, reports nothing false, and ends at
// once, even while waiting.

#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/recovery/autosave.h"
#include "tests/app/run_program.h"
#include "tests/app/started_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::interrupt_test {
namespace {

using namespace attn::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Interrupted : public testing::TestWithParam<int> {
 protected:
  static void SetUpTestSuite() {
    desktop_ = new Desktop;
    scene_folder_ = new TemporaryFolder;
    std::string row = "[", matrix = "[", tokens = "[";
    constexpr int kTokens = 400;
    for (int n = 0; n < kTokens; ++n) {
      const std::string comma = n > 0 ? ", " : "";
      matrix += comma + "[" + std::to_string(n % 7) + ", " + std::to_string(n % 5) + "]";
      tokens += comma + "\"" + std::to_string(n) + "\"";
    }
    put(large(), R"({"format": "attentoscope/scene", "version": 1, "tokens": )" + tokens +
                     R"(], "embeddings": )" + matrix + R"(], "heads": [{}, {}, {}, {}]})");
  }
  static void TearDownTestSuite() {
    delete std::exchange(desktop_, nullptr);
    delete std::exchange(scene_folder_, nullptr);
  }

  /// A scene whose commands last a while.
  static std::string large() { return *scene_folder_ / "large.attn.json"; }

  std::set<std::string> files() {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      names.insert(entry.path().filename().string());
    }
    names.erase("err");
    return names;
  }
  bool has_temporary() {
    for (const std::string& name : files()) {
      if (name.starts_with(".attentoscope")) return true;
    }
    return false;
  }
  StartedProgram start(const Words& words, const std::string& display = "") {
    return StartedProgram(words, folder_ / "err", display);
  }
  /// It was in the middle of what it did.
  void expect_interrupted(StartedProgram& program) {
    program.await_answer_to(GetParam());
    program.send(GetParam());
    EXPECT_EQ(program.wait(), 1);
    EXPECT_EQ(program.err(), "attentoscope: interrupted\n");
  }
  /// Interrupts at many moments: what is there after it is whole, as by `whole` alone, or is not
  /// there, and was said to be interrupted just then.
  void expect_all_or_nothing(const Words& words, const std::set<std::string>& whole,
                             const std::string& display = "") {
    int interrupted = 0;
    for (std::chrono::milliseconds moment : {0ms, 3ms, 10ms, 30ms, 100ms}) {
      StartedProgram program = start(words, display);
      program.await_answer_to(GetParam());
      std::this_thread::sleep_for(moment);
      program.send(GetParam());
      const int status = program.wait();
      const std::string err = program.err();
      EXPECT_TRUE(status == 0 ? err.empty() : err == "attentoscope: interrupted\n") << err;
      EXPECT_EQ(files(), status == 0 ? whole : std::set<std::string>());
      interrupted += status;
      for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove_all(entry);
    }
    EXPECT_GT(interrupted, 0) << "none was in the middle";
  }

  static inline Desktop* desktop_ = nullptr;
  static inline TemporaryFolder* scene_folder_ = nullptr;
  TemporaryFolder folder_;
};

TEST_P(Interrupted, ComputeIsWholeOrNotThere) {
  expect_all_or_nothing({"compute", large(), "--out", folder_ / "a.json"}, {"a.json"});
}

TEST_P(Interrupted, FiguresAndFilmsAreWholeOrNotThere) {
  expect_all_or_nothing(
      {"export", large(), "--view", "heads", "--scale", "4", "--out", folder_ / "a.png"},
      {"a.png"});
  const Words film{"--sweep", "temperature=1:2:300", "--view", "weights"};
  for (const std::string out : {"a.gif", "{frame}.png"}) {
    Words words{"export", example_path(), "--out", folder_ / out};
    words.insert(words.end(), film.begin(), film.end());
    StartedProgram program = start(words);
    const bool is_staged = out == "{frame}.png";
    ASSERT_TRUE(!is_staged ||
                eventually([&] { return program.unnamed_files() > 5 || files().size() > 5; }));
    expect_interrupted(program);
    EXPECT_EQ(files(), std::set<std::string>());
  }
}

// On file systems as NFS, where each file has a name.
TEST_P(Interrupted, FilesWithNamesGoToo) {
  const std::string pattern = folder_ / "{frame}.png";
  const auto film = [&](const std::string& frames) {
    return Words{"export",  example_path(), "--view",
                 "weights", "--sweep",      "temperature=1:2:" + frames,
                 "--out",   pattern};
  };
  StartedProgram program(film("300"), folder_ / "err", "", /*ignores=*/false, ATTN_NO_TMPFILE);
  ASSERT_TRUE(eventually([&] { return files().size() > 5; }));
  EXPECT_TRUE(has_temporary());
  expect_interrupted(program);
  EXPECT_EQ(files(), std::set<std::string>());
  for (int n = 0; n < 2; ++n) {  // the second replaces the first
    const Answer made = run_program(film("3"), {.preload = ATTN_NO_TMPFILE});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(files(), (std::set<std::string>{"000.png", "001.png", "002.png"}));
  }
}

TEST_P(Interrupted, ABatchKeepsWhatIsWhole) {
  StartedProgram program = start({"export", example_path(), large(), "--view", "weights",
                                  "--format", "json", "--out", folder_ / "out/"});
  ASSERT_TRUE(eventually([&] { return files().contains("01-sleepy-child.json"); }));
  program.send(GetParam());
  const int status = program.wait();
  EXPECT_FALSE(has_temporary());
  EXPECT_TRUE(files().contains("01-sleepy-child.json"));
  EXPECT_EQ(files().contains("large.json"), status == 0);
  EXPECT_EQ(program.err(), status == 0 ? "" : "attentoscope: interrupted\n");
}

TEST_P(Interrupted, AFileThatIsThereIsNeverCalledInterrupted) {
  for (const std::string name : {"a.json", "a.csv", "a.png"}) {
    const std::string out = folder_ / name;
    Words words{"compute", example_path(), "--out", out};
    if (name != "a.json") words = {"export", example_path(), "--view", "weights", "--out", out};
    for (int n = 0; n < 4; ++n) {
      fs::remove(out);
      StartedProgram program = start(words);
      while (program.runs() && !fs::exists(out)) {
      }
      program.send(GetParam());
      EXPECT_EQ(program.wait(), 0);
      EXPECT_EQ(program.err(), "");
    }
  }
}

TEST_P(Interrupted, AtOnceWhereNobodyReadsAPipe) {
  for (const std::string ending : {".json", ".png", ".gif", ".csv"}) {
    const std::string pipe = folder_ / ("pipe" + ending);
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    Words words{"export", example_path(), "--view", "weights", "--out", pipe};
    if (ending == ".gif") words.insert(words.end(), {"--sweep", "temperature=1:2:2"});
    std::vector<Words> all{words};
    if (ending == ".json") all.push_back({"compute", example_path(), "--out", pipe});
    if (ending == ".png") all.push_back({example_path(), "--screenshot", pipe});
    for (const Words& each : all) {
      SCOPED_TRACE(testing::PrintToString(each));
      StartedProgram program = start(each, desktop_->display());
      expect_interrupted(program);
    }
    EXPECT_TRUE(fs::is_fifo(pipe));
    fs::remove(pipe);
  }
  EXPECT_EQ(files(), std::set<std::string>());
}

TEST_P(Interrupted, AScreenshotIsWholeOrNotThere) {
  expect_all_or_nothing({example_path(), "--screenshot", folder_ / "a.png"}, {"a.png"},
                        desktop_->display());
}

TEST_P(Interrupted, WhatIsToBeIgnoredIsIgnored) {
  const std::string out = folder_ / "a.json";
  StartedProgram program({"compute", large(), "--out", out}, folder_ / "err", "", /*ignores=*/true);
  program.await_answer_to(GetParam(), "SigIgn:");
  for (int n = 0; n < 10; ++n) {
    program.send(GetParam());
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(program.wait(), 0);
  EXPECT_EQ(program.err(), "");
  EXPECT_TRUE(fs::exists(out));
}

TEST_P(Interrupted, TheWindowClosesAndKeepsWhatIsNotSaved) {
  OpenProgram program(*desktop_, "assets/examples/01-sleepy-child.attn.json");
  program.drag("embeddings[0][0]", 40, 0);
  program.rest();
  ::kill(program.process().pid(), GetParam());
  EXPECT_EQ(program.process().wait(), 0);
  Autosave next((program.data_home() / "attentoscope/autosave").string());
  const auto kept = next.find_recovered();
  ASSERT_TRUE(kept);
  EXPECT_TRUE(kept->ended);
  EXPECT_EQ((*kept->scene.embeddings)(0, 0), 1.F);
}

INSTANTIATE_TEST_SUITE_P(Each, Interrupted, testing::ValuesIn(kEndedBy),
                         [](const auto& info) { return std::string(::sigabbrev_np(info.param)); });

}  // namespace
}  // namespace attn::interrupt_test
