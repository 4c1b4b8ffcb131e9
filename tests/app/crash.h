#pragma once

#include <string>

#include <sys/types.h>

namespace attn::test {

/// In a child process: lets it leave a core when it crashes.
void allow_core();

/// A child process that was waited for.
struct Ended {
  std::string program;
  pid_t process = 0;
  int status = 0;      ///< as waitpid() says
  std::string folder;  ///< where it ran; empty: where we do
};

/// If a process crashed, fails the running test with the signal's name, keeps its core file in the
/// test's working directory, beside ctest's log, and prints all threads' backtraces if gdb is
/// available. Termination signals are not crashes.
void tell_crash(const Ended& ended);

}  // namespace attn::test
