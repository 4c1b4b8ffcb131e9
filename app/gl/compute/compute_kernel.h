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

/// A compute shader that was compiled with its #define lines, and how it is started. shaders/
/// compute.glsl is what it begins with.
class ComputeKernel {
 public:
  /// `wide`: sums are kept in double precision. Throws ComputeError with the driver's words.
  ComputeKernel(const ComputeLimits& limits, const std::string& file, const std::string& defines,
                bool wide, std::shared_ptr<ComputePace> pace);

  /// Makes it the one that `set` and `dispatch` are about.
  const ComputeKernel& use() const;

  const ComputeKernel& set(const char* name, int value) const;
  const ComputeKernel& set(const char* name, int x, int y) const;
  const ComputeKernel& set(const char* name, const std::array<int, 3>& value) const;
  const ComputeKernel& set_float(const char* name, float value) const;
  /// A number that the shader calls REAL.
  const ComputeKernel& set_real(const char* name, double value) const;

  /// Runs so many groups, in as many dispatches as the driver and the pace want. What they write
  /// can be read by what is called after. Throws Cancelled between two.
  void dispatch(Index x, Index y, Index z) const;
  /// The same for `count` threads along x, `each` in a group.
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

/// Kernels by what they are compiled from, each compiled when it is first needed.
class ComputeKernels {
 public:
  /// `preamble` goes before each shader.
  ComputeKernels(const ComputeLimits& limits, std::string preamble)
      : limits_(limits), preamble_(std::move(preamble)) {}

  /// shaders/`name`.comp, in use.
  const ComputeKernel& use(const std::string& name, const std::string& defines, bool wide);

  /// Of all of them.
  ComputePace& pace() { return *pace_; }

 private:
  ComputeLimits limits_;
  std::string preamble_;
  std::shared_ptr<ComputePace> pace_ = std::make_shared<ComputePace>();
  std::map<std::string, ComputeKernel> kernels_;
};

}  // namespace attn::gl
