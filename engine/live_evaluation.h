#pragma once

#include <memory>
#include <vector>

#include "engine/evaluation.h"
#include "engine/fast_combine.h"
#include "engine/head_inputs.h"
#include "engine/row_block.h"
#include "engine/score_shift.h"
#include "engine/worker_pool.h"

namespace attn {

/// An evaluation with all that makes computing it, and the next one, fast: buffers that are kept,
/// and operands in the kernels' order. The same numbers as the plain reference, within what the
/// scene format allows; the same on any number of threads.
class LiveEvaluation {
 public:
  LiveEvaluation(const Kernels& kernels, WorkerPool& pool) : kernels_(kernels), pool_(pool) {}

  /// Makes it one of `scene`, which must pass check(). Throws SceneError where a number leaves
  /// float32's range, at the same place as the reference; it then is of no scene until the next
  /// call that succeeds.
  void bring(const Scene& scene);

  const Evaluation& evaluation() const { return evaluation_; }
  Trace trace() && { return std::move(evaluation_.trace); }

 private:
  enum class Part { kQueries, kKeys, kValues };
  struct Task {
    std::size_t h;
    Part part;
    Index first, count;
  };

  void prepare_heads();
  void compute_inputs();
  void compute_scores_to_outputs();
  void combine();
  void require_in_range() const;
  void list_parts();
  void list_blocks();
  HeadWork work(std::size_t h);

  /// Calls work(n, scratch) for all n below `count`.
  template <typename Work>
  void share(Index count, const Work& work);

  const Kernels& kernels_;
  WorkerPool& pool_;
  Evaluation evaluation_;
  Turns turns_;
  ScoreShift shift_;
  FastCombine combine_;
  std::vector<std::unique_ptr<LiveHead>> heads_;
  std::vector<Scratch> scratch_;
  std::vector<Task> tasks_;
  bool small_ = false;  ///< sharing would take longer than the work
};

}  // namespace attn
