// attentoscope export --sweep, from the outside.

#include <csignal>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::export_film_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;

class ExportFilm : public testing::Test {
 protected:
  Answer run(const std::string& out, const std::string& sweep, const Words& more = {},
             const std::string& view = "weights") {
    Words words{"export", example_path(), "--view", view, "--out", folder_ / out, "--sweep", sweep};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }
  TemporaryFolder folder_;
};

TEST_F(ExportFilm, AGifAndNumberedFilesAreWritten) {
  EXPECT_EQ(run("a.gif", "temperature=0.05:20:6", {"--fps", "5", "--scale", "1"}).err, "");
  EXPECT_EQ(bytes_of(folder_ / "a.gif").substr(0, 6), "GIF89a");
  EXPECT_EQ(run("b.gif", "temperature=0.05:20:6", {"--fps", "5", "--scale", "1"}).status, 0);
  EXPECT_EQ(bytes_of(folder_ / "a.gif"), bytes_of(folder_ / "b.gif"));
  std::filesystem::create_directory(folder_ / "frames");
  EXPECT_EQ(run("frames/", "/embeddings/1/0=-1:1:3").status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "frames/01-sleepy-child-002.png"));
  EXPECT_EQ(run("frames/", "shift=0:3:4", {"--format", "gif"}, "rotation").status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "frames/01-sleepy-child.gif"));
  EXPECT_EQ(run("%03d.csv", "temperature=1:2:2").status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "001.csv"));
}

TEST_F(ExportFilm, WhatIsNoSweepNamesItsPlace) {
  expect_failure(run("a.gif", "/heads/0/w_q/9/9=0:1:5"), 2,
                 ".attn.json: /heads/0/w_q/9/9: there is no such number");
  expect_failure(run("a.gif", "temperature=-1:1:5"), 2, "/normalizer/temperature: ");
  expect_failure(run("a.gif", "temperature=1:1:5"), 2, "--sweep");
  expect_failure(run("a.gif", "temperature=1:2:0"), 2, "2 to 2000 frames");
  expect_failure(run("a.gif", "temperature=1:2:3000"), 2, "2 to 2000 frames");
  expect_failure(run("a.gif", "speed=1:2:3"), 2, "speed");
  expect_failure(run("a.gif", "shift=1:2:3"), 2, "--sweep: expected encoding or rotation");
  expect_failure(run("a.gif", "temperature=1:2:3", {"--fps", "0"}), 2, "--fps");
  expect_failure(run("a.png", "temperature=1:2:3"), 2, "{frame}");
  expect_failure(
      run_program({"export", example_path(), "--view", "weights", "--out", folder_ / "a.gif"}), 2,
      "--sweep");
  expect_failure(run_program({"export", example_path(), "--view", "weights", "--out",
                              folder_ / "a.png", "--fps", "5"}),
                 2, "--fps");
  EXPECT_EQ(folder_.file_count(), 0);
}

/// Starts a long export, sends it `signal` after a while, and answers its exit status.
int interrupted(const std::string& out, int signal) {
  const std::string program = program_path(), scene = example_path();
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
    ::execl(program.c_str(), program.c_str(), "export", scene.c_str(), "--view", "heads", "--scale",
            "4", "--out", out.c_str(), "--sweep", "temperature=1:9:2000", nullptr);
    ::_exit(127);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  ::kill(child, signal);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST_F(ExportFilm, AnInterruptedOneLeavesNothing) {
  EXPECT_EQ(interrupted(folder_ / "a.gif", SIGINT), 1);
  EXPECT_EQ(interrupted(folder_ / "{frame}.png", SIGINT), 1);
  EXPECT_EQ(interrupted(folder_ / "{frame}.png", SIGTERM), 1);
  EXPECT_EQ(folder_.file_count(), 0);
}

}  // namespace
}  // namespace attn::export_film_test
