#include "app/gl/compute_backend.h"

namespace attn::gl {

std::unique_ptr<ComputeRun> ComputeBackend::run(const Scene& scene, Progress* progress) {
  auto run = std::make_unique<ComputeRun>(scene, limits_, kernels_, progress, status_);
  run->finish();
  return run;
}

}  // namespace attn::gl
