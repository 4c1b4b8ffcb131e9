#include "app/document/files/drawn_frames.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace attn::drawn_frames_test {
namespace {

TEST(DrawnFrames, WorkGoesOnThoughAFrameNeverEnds) {
  const DrawnBySoftware frame;
  for (int step = 0; step < 3; ++step) wait_while_drawn();
}

TEST(DrawnFrames, WorkWaitsForNothingWhereNothingIsDrawn) {
  { const DrawnBySoftware frame; }
  for (int step = 0; step < 100'000; ++step) wait_while_drawn();
}

TEST(DrawnFrames, FramesOfTwoThreadsAndWorkMeet) {
  std::atomic<bool> is_over = false;
  std::thread work([&] {
    while (!is_over) wait_while_drawn();
  });
  std::thread other([&] {
    for (int n = 0; n < 1000; ++n) const DrawnBySoftware frame;
  });
  for (int n = 0; n < 1000; ++n) const DrawnBySoftware frame;
  other.join();
  is_over = true;
  work.join();
}

}  // namespace
}  // namespace attn::drawn_frames_test
