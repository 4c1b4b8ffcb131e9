#include "app/document/files/drawn_frames.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace attn {
namespace {

struct FramesInWork {
  std::mutex mutex{};
  std::condition_variable ends{};
  int frames = 0;      ///< being drawn now
  long begun = 0;      ///< number of frames begun so far
  long given_up = -1;  ///< `begun` of the frame whose wait timed out
};

FramesInWork& in_work() {
  static FramesInWork one;
  return one;
}

}  // namespace

DrawnBySoftware::DrawnBySoftware() {
  const std::lock_guard lock(in_work().mutex);
  ++in_work().frames;
  ++in_work().begun;
}

DrawnBySoftware::~DrawnBySoftware() {
  {
    const std::lock_guard lock(in_work().mutex);
    --in_work().frames;
  }
  in_work().ends.notify_all();
}

void wait_while_drawn() {
  constexpr std::chrono::milliseconds kLongestFrame{16};
  FramesInWork& work = in_work();
  std::unique_lock lock(work.mutex);
  if (work.given_up == work.begun) return;
  const long waited_for = work.begun;
  const auto is_over = [&] { return work.frames == 0 || work.begun != waited_for; };
  if (!work.ends.wait_for(lock, kLongestFrame, is_over)) work.given_up = waited_for;
}

}  // namespace attn
