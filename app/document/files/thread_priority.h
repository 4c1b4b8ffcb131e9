#pragma once

namespace attn {

/// Lowers the priority of the calling thread, and of those that it starts, below that of the
/// others: where there are too few cores for all, a window's frames come first. Does nothing where
/// the system can't do that for one thread.
void let_others_go_first();

/// While one lives, a frame is drawn by software, which needs every core.
class DrawnBySoftware {
 public:
  DrawnBySoftware();
  ~DrawnBySoftware();
  DrawnBySoftware(const DrawnBySoftware&) = delete;
  DrawnBySoftware& operator=(const DrawnBySoftware&) = delete;
};

/// Work that goes on for long waits here between its steps, for no frame longer than one may take.
void wait_while_drawn();

}  // namespace attn
