#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/gl/base/program.h"
#include "app/gl/compute/compute_limits.h"
#include "app/gl/compute/fence.h"
#include "engine/base/matrix.h"
#include "engine/base/progress.h"

namespace attn::gl {

/// Limits how far dispatches run ahead of the device, so that work can be cancelled between two of
/// them.
class ComputePace {
 public:
  /// Maximum groups per dispatch, if the work can be cancelled.
  static constexpr int kGroupsAtOnce = 4096;

  /// Observes `progress`, which may be null, from now on.
  void follow(Progress* progress) {
    progress_ = progress;
    groups_ = 0;
    before_ = Fence();
  }
  bool is_followed() const { return progress_ != nullptr; }

  /// Call before dispatching this number of groups. Throws Cancelled if requested.
  void step(Index groups);

 private:
  Progress* progress_ = nullptr;
  Index groups_ = 0;  ///< since `before_`
  Fence before_;
};

/// Compute shader compiled with its #define lines, and its dispatch. shaders/compute.glsl is its
/// common prefix.
class ComputeKernel {
 public:
  /// `wide`: sums in double precision. Throws ComputeError with the driver's log.
  ComputeKernel(const ComputeLimits& limits, const std::string& file, const std::string& defines,
                bool wide, std::shared_ptr<ComputePace> pace);

  /// Makes the program current for `set` and `dispatch`.
  const ComputeKernel& use() const;

  /// Sets a uniform as Program does: numbers of one type, or three whole numbers.
  template <typename Value = std::array<int, 3>, typename... More>
  const ComputeKernel& set(const char* name, const Value& value, More... more) const {
    program_.set(name, value, more...);
    return *this;
  }
  /// Sets a uniform of the shader's type REAL.
  const ComputeKernel& set_real(const char* name, double value) const;

  /// Runs this number of groups, split into dispatches by the limits of driver and pace. Later
  /// calls can read the results. Throws Cancelled between two dispatches.
  void dispatch(Index x, Index y, Index z) const;
  /// Dispatches `count` threads along x, `each` per group.
  void dispatch_for(Index count, Index each, Index z) const {
    dispatch((count + each - 1) / each, 1, z);
  }

 private:
  std::array<int, 3> most_at_once(Index x, Index y) const;

  Program program_;
  std::array<int, 3> most_;
  bool wide_;
  std::shared_ptr<ComputePace> pace_;
};

/// Cache of kernels by source and defines; each is compiled on first use.
class ComputeKernels {
 public:
  /// `preamble` is prepended to each shader.
  ComputeKernels(const ComputeLimits& limits, std::string preamble)
      : limits_(limits), preamble_(std::move(preamble)) {}

  /// Kernel of shaders/`name`.comp, in use.
  const ComputeKernel& use(const std::string& name, const std::string& defines, bool wide);

  /// Pace of all kernels.
  ComputePace& pace() { return *pace_; }

 private:
  ComputeLimits limits_;
  std::string preamble_;
  std::shared_ptr<ComputePace> pace_ = std::make_shared<ComputePace>();
  std::map<std::string, ComputeKernel> kernels_;
};

}  // namespace attn::gl
