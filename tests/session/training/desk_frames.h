#pragma once

#include <chrono>
#include <thread>

#include "app/session/training/training_desk.h"

namespace attn::test {

/// Frames until `done`, or for as long as no busy machine takes.
template <typename Done>
bool frames_until(TrainingDesk& desk, Done done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (std::chrono::steady_clock::now() < end) {
    desk.follow();
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

}  // namespace attn::test
