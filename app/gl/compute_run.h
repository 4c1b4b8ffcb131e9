#pragma once

#include <vector>

#include "app/gl/compute_batch.h"
#include "app/gl/compute_inputs.h"
#include "app/gl/compute_kernel.h"
#include "app/gl/compute_limits.h"
#include "app/gl/compute_projection.h"
#include "engine/scene.h"
#include "engine/trace.h"

namespace attn::gl {

/// One evaluation of a scene, whose numbers stay where shaders read them until they are asked for.
/// Needs its context throughout.
class ComputeRun {
 public:
  /// Starts all stages, and waits for little. `scene`, `kernels` must outlive it. Throws
  /// ComputeError where the driver can't, SceneError as the engine does.
  ComputeRun(const Scene& scene, const ComputeLimits& limits, ComputeKernels& kernels);

  /// Waits for the end. Throws SceneError at the engine's place where a number left float32's
  /// range, ComputeError where the driver says that it went wrong.
  void finish() const;

  /// Every number. Call finish() first.
  Trace read() const;

 private:
  void score(ComputeBatch& batch);
  ComputeBuffer aligned_queries(const ComputeBatch& batch, double& longest);
  ComputeBuffer unit_rows(const ComputeOperand& source, Index heads, Index rows);
  void shift(ComputeBatch& batch);
  void normalize(ComputeBatch& batch);
  void mix(const ComputeBatch& batch);
  void combine();
  void project_outputs(const Matrix& weights);
  RowLengths longest(const ComputeBatch& batch) const;
  HeadTrace read_head(const ComputeBatch& batch, Index n, const Matrix& outputs) const;
  ComputeBuffer room(Index count) const { return ComputeBuffer(limits_, count); }

  const Scene& scene_;
  const ComputeLimits limits_;
  ComputeKernels& kernels_;
  const Index M_, L_;
  const bool wide_;  ///< sums are in double precision throughout
  ComputeBuffer overflows_, nothing_;
  ComputeInputs inputs_;
  std::vector<ComputeBatch> batches_;
  std::vector<RowLengths> lengths_;
  Index output_width_ = 0;  ///< of all heads side by side
  ComputeBuffer outputs_, combined_;
  Index combined_width_ = 0;
};

}  // namespace attn::gl
