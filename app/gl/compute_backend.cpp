#include "app/gl/compute_backend.h"

#include "app/gl/compute_run.h"

namespace attn::gl {

Trace ComputeBackend::evaluate(const Scene& scene) {
  const ComputeRun run(scene, limits_, kernels_);
  run.finish();
  return run.read();
}

}  // namespace attn::gl
