#pragma once

#include <memory>
#include <string>

#include "app/gl/compute/compute_kernel.h"
#include "app/gl/compute/compute_limits.h"
#include "app/gl/compute/compute_run.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn::gl {

/// Attention by compute shaders, in the context that is current when it is made and whenever it is
/// used. Compiles each shader once.
class ComputeBackend {
 public:
  /// Throws ComputeError where the context can't compute, in words: it is older than OpenGL 4.3, or
  /// it allows too little.
  ComputeBackend() : ComputeBackend(compute_limits()) {}

  /// The same as if the driver allowed no more than `limits`; `preamble` goes before each shader,
  /// `status` tells whether the context is lost.
  explicit ComputeBackend(const ComputeLimits& limits, std::string preamble = "",
                          ResetStatus status = reset_status)
      : limits_(limits), kernels_(limits, std::move(preamble)), status_(status) {}

  /// The same as attn::evaluate, within what the scene format allows, in single precision, or in
  /// double where that is not enough. Throws SceneError as it does, at the same places, and
  /// ComputeError where the driver can't do it: the scene is too large for it, a shader is not
  /// compiled, it has no room, or it failed.
  Trace evaluate(const Scene& scene) { return run(scene)->read(); }

  /// The same, finished, and its numbers left where they are until they are read. It must not
  /// outlive the backend. Throws Cancelled soon after `progress` was cancelled.
  std::unique_ptr<ComputeRun> run(const Scene& scene, Progress* progress = nullptr);

 private:
  ComputeLimits limits_;
  ComputeKernels kernels_;
  ResetStatus status_;
};

/// A backend in the current context that has computed a small scene with a bit of everything, and
/// agreed with the engine. Throws ComputeError, in words, where it doesn't. `preamble` goes before
/// each shader.
std::unique_ptr<ComputeBackend> checked_compute_backend(const std::string& preamble = "");

}  // namespace attn::gl
