#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/gl/base/numbers_in_buffer.h"
#include "app/gl/compute/compute_batch.h"
#include "app/gl/compute/compute_inputs.h"
#include "app/gl/compute/compute_kernel.h"
#include "app/gl/compute/compute_limits.h"
#include "app/gl/compute/compute_projection.h"
#include "engine/attention/scene.h"
#include "engine/attention/ties.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"
#include "engine/base/progress.h"

namespace attn::gl {

/// An evaluation of a scene whose numbers stay on the device until they are read. Needs its context
/// throughout.
class ComputeRun {
 public:
  /// Starts all stages, mostly without waiting. `kernels` must outlive it. Throws ComputeError if
  /// the driver fails, SceneError as the engine does, and Cancelled soon after `progress`, which
  /// may be null, was cancelled. `status` returns whether the context is lost.
  ComputeRun(const Scene& scene, const ComputeLimits& limits, ComputeKernels& kernels,
             Progress* progress = nullptr, ResetStatus status = reset_status);
  ComputeRun(const ComputeRun&) = delete;
  ComputeRun& operator=(const ComputeRun&) = delete;

  /// A step in order, with the parts that it computes: for all heads at once, or batch by batch.
  struct ShaderStep {
    std::span<const Part> parts;
    void (ComputeRun::*of_all)() = nullptr;
    void (ComputeRun::*of_batch)(ComputeBatch& batch) = nullptr;
    /// Step for one kind of pairs, for batches that have such pairs.
    void (ComputeRun::*of_pairs)(ComputeBatch& batch, Pairs which) = nullptr;
    Pairs pairs = Pairs::kOwn;
  };
  /// Sorted like the table of parts.
  static std::span<const ShaderStep> steps();

  const Scene& scene() const { return scene_; }

  /// Waits for the end. Throws SceneError with the engine's place if a number left float32's range,
  /// ComputeError if the driver reports a failure or the context is lost; all functions that read
  /// do the same.
  void finish() const;

  // The following functions require finish().

  /// Every number.
  Trace read() const { return read(true); }
  /// Trace without pair matrices: raw scores, scores and weights.
  Trace read_without_pairs() const { return read(false); }
  /// Numbers of one query for each key, 1 x L, without q and k.
  PairTrace read_row(Index head, Index query, Pairs which = Pairs::kOwn) const;
  /// Returns whether a head's raw scores differ from the scores that weights are computed from.
  bool has_raw(Index head, Pairs which = Pairs::kOwn) const {
    return !batch_of(head).of(which).raw.empty();
  }

  /// Sets weights of hidden keys to kMasked on the device; reading still returns 0.
  void mask_weights();
  /// Buffer with a head's weights.
  NumbersInBuffer weights(Index head) const;

 private:
  void run_steps();
  void place() { inputs_.upload(); }
  void project();
  void project_subtracted();
  void score(ComputeBatch& batch, Pairs which);
  void pair(ComputeBatch& batch, Pairs which);
  void cap(const ComputeBatch& batch, Pairs which);
  ComputeBuffer aligned_queries(const ComputeBatch& batch, Pairs which, double& longest);
  ComputeBuffer unit_rows(const ComputeOperand& source, Index heads, Index rows);
  ComputeBuffer features(const ComputeOperand& source, Index heads, Index rows);
  void shift(ComputeBatch& batch, Pairs which);
  void normalize(ComputeBatch& batch, Pairs which);
  void weigh(ComputeBatch& batch);
  void divide_rows(const ComputeBatch& batch, Pairs which, const ComputeBuffer& kept);
  std::unique_ptr<Ties> ties_of(const ComputeBatch& batch, Index n, Pairs which) const;
  void settle_ties(ComputeBatch& batch, Pairs which, const std::vector<std::unique_ptr<Ties>>& ties,
                   const ComputeBuffer& close);
  void mix(ComputeBatch& batch);
  void combine();
  void project_outputs(const Matrix& weights);
  RowLengths longest(const ComputeBatch& batch, Pairs which) const;
  Trace read(bool pairs) const;
  PairTrace read_pairs(const ComputeBatch& batch, Index n, Pairs which, bool pairs) const;
  HeadTrace read_head(const ComputeBatch& batch, Index n, const Matrix& outputs, bool pairs) const;
  const ComputeBatch& batch_of(Index head) const;
  ComputeBuffer room(Index count) const { return ComputeBuffer(limits_, count); }
  void bind(const ComputeBuffer& buffer, GLuint binding) const {
    (buffer.empty() ? nothing_ : buffer).bind(binding);
  }

  const Scene scene_;
  const ComputeLimits limits_;
  ComputeKernels& kernels_;
  const ResetStatus status_;
  const Index M_, L_;
  const bool wide_;  ///< sums in double precision throughout; always if ties matter
  ComputeBuffer overflows_, nothing_;
  ComputeInputs inputs_;
  std::vector<ComputeBatch> batches_;
  std::vector<RowLengths> lengths_, subtracted_lengths_;
  Index output_width_ = 0;  ///< of all heads side by side
  ComputeBuffer outputs_, combined_;
  Index combined_width_ = 0;
  bool masks_weights_ = false;
};

}  // namespace attn::gl
