#pragma once

#include <string>
#include <vector>

#include "tests/support/paths.h"

namespace attn::test {

/// Result of a program run: exit status (128 + signal number), standard output and standard error.
struct Answer {
  int status = 0;
  std::string out, err;
  long peak_kilobytes = 0;  ///< of the memory that it had at a time
};

/// Environment of a program run.
struct Surroundings {
  std::string input = {};                     ///< standard input
  std::string input_path = {};                ///< standard input comes from this file instead
  std::string output_path = {};               ///< standard output goes to this file instead
  bool output_is_closed = false;              ///< nobody holds the other end of standard output
  std::string display = {};                   ///< none where empty
  std::string folder = {};                    ///< the working directory
  unsigned long long file_bytes = 0;          ///< files can't grow beyond; 0: as they like
  std::string preload = {};                   ///< a library that is loaded before the program's own
  std::vector<std::string> environment = {};  ///< "NAME=value", added to ours
  unsigned long long address_bytes = 0;       ///< of address space, as file_bytes
};

/// Runs the program with these words after its name. It is ended after a minute. Where it crashes
/// the running test fails, see crash.h.
Answer run_program(const std::vector<std::string>& words, const Surroundings& surroundings = {});

/// An example that is part of the program's sources.
std::string example_path();

/// A scene of one head whose scores leave float32's range.
std::string overflowing_scene();

/// Whether `run` ended with `status`, nothing on standard output, and one line on standard error:
/// "attentoscope: …", in UTF-8 without control characters and below 4,000 bytes, in which what
/// runs from right to left is isolated and nothing else turns the direction. What is not so is
/// a failure of the running test.
void expect_failure(const Answer& run, int status, const std::string& line_has = "");

}  // namespace attn::test
