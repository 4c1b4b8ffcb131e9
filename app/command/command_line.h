#pragma once

namespace attn {

/// Runs the program and returns its exit status. 0: success. 1: failure. 2: error in the scene or
/// the command line. Errors are reported as one line on standard error.
int run_command_line(int argc, char** argv);

}  // namespace attn
