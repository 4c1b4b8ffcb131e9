#include "tests/app/crash.h"

#include <csignal>
#include <filesystem>
#include <fstream>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::crash_test {
namespace {

using namespace attn::test;
namespace fs = std::filesystem;

/// A process that ended itself by `signal`, in `folder`.
Ended ended_by(int signal, const std::string& folder) {
  Ended ended{fs::read_symlink("/proc/self/exe").string(), ::fork(), 0, folder};
  if (ended.process == 0) {
    allow_core();
    if (::chdir(folder.c_str()) == 0) {
      ::signal(signal, SIG_DFL);
      ::raise(signal);
    }
    ::_exit(1);
  }
  ::waitpid(ended.process, &ended.status, 0);
  return ended;
}

void expect_told(int signal, const std::string& words) {
  const TemporaryFolder folder;
  static Ended ended;  // what the macro is given can't see local variables
  ended = ended_by(signal, folder.path());
  const bool left_core = WCOREDUMP(ended.status) && folder.file_count() > 0;
  EXPECT_NONFATAL_FAILURE(tell_crash(ended), "crashed: " + words);
  EXPECT_EQ(folder.file_count(), 0) << "its core goes with the folder";
  const fs::path kept = "core-of-attentoscope." + std::to_string(ended.process);
  EXPECT_EQ(fs::remove(kept), left_core);
}

TEST(Crash, FailsTheTestByItsSignalsNameAndKeepsTheCore) {
  expect_told(SIGFPE, "SIGFPE, ");
  expect_told(SIGSEGV, "SIGSEGV, ");
}

TEST(Crash, IsNotWhatAsksAProcessToEnd) {
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM, SIGKILL, SIGQUIT}) {
    tell_crash(ended_by(signal, folder.path()));
  }
}

}  // namespace
}  // namespace attn::crash_test
