#pragma once

#include "app/gl/compute/fence.h"
#include "engine/base/progress.h"

namespace attn::gl {

/// Keeps what the driver is told but little ahead of what the device has done, so that work can be
/// cancelled between two dispatches.
class ComputePace {
 public:
  /// Groups of one dispatch at most, where there is a wish to listen to.
  static constexpr int kGroupsAtOnce = 4096;

  /// Listens to `progress`, which may be null, from now on.
  void follow(Progress* progress) {
    progress_ = progress;
    groups_ = 0;
    before_ = Fence();
  }
  bool is_followed() const { return progress_ != nullptr; }

  /// To be called before so many groups are dispatched. Throws Cancelled where that is wished.
  void step(Index groups);

 private:
  Progress* progress_ = nullptr;
  Index groups_ = 0;  ///< since `before_`
  Fence before_;
};

}  // namespace attn::gl
