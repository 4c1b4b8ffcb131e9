#pragma once

namespace attn {

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
