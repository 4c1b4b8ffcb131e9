#pragma once

namespace attn {

/// The program: answers its exit status. 0: done. 1: it could not be done. 2: the scene or the
/// command line is wrong. What went wrong is one line on standard error.
int run_command_line(int argc, char** argv);

}  // namespace attn
