#pragma once

#include <memory>
#include <string>

#include "app/gl/compute/compute_kernel.h"
#include "app/gl/compute/compute_limits.h"
#include "app/gl/compute/compute_run.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn::gl {

/// Attention by compute shaders, in the context that is current on construction and at each use.
/// Compiles each shader once.
class ComputeBackend {
 public:
  /// Throws ComputeError with the reason if the context cannot compute: it is older than OpenGL
  /// 4.3, or its limits are too low.
  ComputeBackend() : ComputeBackend(compute_limits()) {}

  /// For tests: acts as if the driver had `limits`; `preamble` is prepended to each shader,
  /// `status` returns whether the context is lost.
  explicit ComputeBackend(const ComputeLimits& limits, std::string preamble = "",
                          ResetStatus status = reset_status)
      : limits_(limits), kernels_(limits, std::move(preamble)), status_(status) {}

  /// Evaluates as attn::evaluate, within the tolerance of the scene format, in single precision, or
  /// double where needed. Throws SceneError like it, with the same places, and ComputeError if the
  /// driver fails: scene too large, shader not compiled, out of memory, or context lost.
  Trace evaluate(const Scene& scene) { return run(scene)->read(); }

  /// Evaluates, and leaves the numbers on the device until they are read. The backend must outlive
  /// the run. Throws Cancelled soon after `progress` was cancelled.
  std::unique_ptr<ComputeRun> run(const Scene& scene, Progress* progress = nullptr);

 private:
  ComputeLimits limits_;
  ComputeKernels kernels_;
  ResetStatus status_;
};

/// Creates a backend in the current context, and checks it against the engine on a small scene that
/// uses many features. Throws ComputeError with the difference. `preamble` is prepended to each
/// shader.
std::unique_ptr<ComputeBackend> checked_compute_backend(const std::string& preamble = "");

}  // namespace attn::gl
