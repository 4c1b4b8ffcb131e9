#include <chrono>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/ui/desktop.h"

namespace attn::process_test {
namespace {

using namespace std::chrono_literals;
using test::Process;

TEST(Process, TellsHowItEnded) {
  EXPECT_EQ(Process({"sh", "-c", "exit 3"}).wait(), 3);
  EXPECT_EQ(Process({"sh", "-c", "kill -TERM $$"}).wait(), 128 + SIGTERM);
}

TEST(Process, OneThatHangsIsEnded) {
  Process deaf({"sh", "-c", "trap '' TERM; while :; do sleep 60; done"});
  EXPECT_TRUE(deaf.is_running());
  EXPECT_EQ(deaf.wait(200ms), 128 + SIGKILL);
  EXPECT_FALSE(deaf.is_running());
}

TEST(Process, EndsWithItsParentHoweverThatEnds) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    const Process child({"sleep", "600"});
    kill(getpid(), SIGKILL);
  }
  close(ends[1]);
  char byte = 0;  // the child has the other end open, as long as it lives
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
  waitpid(parent, nullptr, 0);
}

}  // namespace
}  // namespace attn::process_test
