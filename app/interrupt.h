#pragma once

#include <atomic>

namespace attn {

/// While it exists, Ctrl+C (SIGINT) and SIGTERM ask the program to stop, so that it can take back
/// what it has begun. The second time they end it.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static const std::atomic<bool>& asked();
};

}  // namespace attn
