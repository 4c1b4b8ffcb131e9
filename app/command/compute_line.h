#pragma once

namespace attn {

/// Runs `attentoscope compute` alone: the command line where there are no figures and no window.
/// Returns the exit status.
int run_compute_line(int argc, char** argv);

}  // namespace attn
