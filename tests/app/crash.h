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

/// Where a process crashed, lets the running test fail with the signal's name, keeps its core in
/// the folder where the test runs, beside what ctest logs, and says where every thread was, if
/// there is gdb. A signal that only asks a process to end is no crash.
void tell_crash(const Ended& ended);

}  // namespace attn::test
