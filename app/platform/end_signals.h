#pragma once

#include <signal.h>

namespace attn {

/// Signals by which a person, a terminal or the system ends a program.
inline constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

}  // namespace attn
