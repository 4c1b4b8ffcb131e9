#pragma once

namespace attn {

/// Lowers the priority of the calling thread and of threads that it starts, so that the window's
/// frames come first. No effect if the system cannot do that for a single thread.
void lower_thread_priority();

/// Marks a frame drawn by software, which needs all cores, during its lifetime.
class DrawnBySoftware {
 public:
  DrawnBySoftware();
  ~DrawnBySoftware();
  DrawnBySoftware(const DrawnBySoftware&) = delete;
  DrawnBySoftware& operator=(const DrawnBySoftware&) = delete;
};

/// Waits while a frame is drawn by software, up to a limit; call it between the steps of long work.
void wait_while_drawn();

}  // namespace attn
