#include "app/gl/compute/compute_backend.h"

#include "app/gl/base/compute_error.h"
#include "app/gl/compute/compute_kinds.h"

namespace attn::gl {

std::unique_ptr<ComputeRun> ComputeBackend::run(const Scene& scene, Progress* progress) {
  if (!computes(scene)) throw ComputeError("shaders do not compute all that this scene asks for");
  auto run = std::make_unique<ComputeRun>(scene, limits_, kernels_, progress, status_);
  run->finish();
  return run;
}

}  // namespace attn::gl
