#pragma once

#include <cstddef>
#include <memory>

namespace attn::ui {

/// Memory kept for frames: a frame that gets none, because another thread takes all there is for a
/// large scene, uses it before std::bad_alloc would end the window. At most one in a process.
class FrameReserve {
 public:
  /// For the thread that calls it.
  FrameReserve();
  ~FrameReserve();
  FrameReserve(const FrameReserve&) = delete;
  FrameReserve& operator=(const FrameReserve&) = delete;

  /// Call between frames: reserves memory again after it was used, if there is any.
  void refill();

 private:
  std::unique_ptr<std::byte[]> bytes_;  ///< never touched: takes address space only
};

}  // namespace attn::ui
