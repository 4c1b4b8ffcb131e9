#include "app/interrupt.h"

#include <csignal>

namespace attn {
namespace {

std::atomic<bool> is_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void ask(int signal) {
  is_asked = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  is_asked = false;
  for (const int signal : {SIGINT, SIGTERM}) {
    // A program that was told to ignore it, as by nohup, goes on doing so.
    if (std::signal(signal, ask) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

Interrupt::~Interrupt() {
  for (const int signal : {SIGINT, SIGTERM}) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

const std::atomic<bool>& Interrupt::asked() { return is_asked; }

}  // namespace attn
