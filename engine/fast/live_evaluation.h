#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/attention/evaluation.h"
#include "engine/attention/where.h"
#include "engine/base/progress.h"
#include "engine/fast/changes.h"
#include "engine/fast/fast_combine.h"
#include "engine/fast/head_inputs.h"
#include "engine/fast/key_edit.h"
#include "engine/fast/live_head.h"
#include "engine/fast/row_block.h"

namespace attn {

/// Evaluation that is updated incrementally: reused buffers, operands in the kernels' layout, and
/// updates of only a few edited rows. Results equal the plain reference within the tolerance of the
/// scene format, and are the same for any number of threads. Scenes that are not fast (fast.h) use
/// the reference.
class LiveEvaluation {
 public:
  LiveEvaluation(const Kernels& kernels, WorkerPool& pool) : kernels_(kernels), sharing_(pool) {}

  enum class Weights { kNow, kLater };

  /// Updates the evaluation to `scene`, which must pass check(), by computing the differences from
  /// the current scene. Throws SceneError if a number exceeds float32's range, with the same place
  /// as the reference; the evaluation then has no scene until the next successful call. With
  /// Weights::kLater the trace's weights may stay those of an earlier scene, until
  /// finish_weights(). Throws Cancelled soon after `progress` was cancelled.
  void update_to(const Scene& scene, Weights weights = Weights::kNow, Progress* progress = nullptr);
  void finish_weights();

  /// Implements visit_weights() of evaluator.h; afterwards the evaluation has no scene.
  void visit(const Scene& scene, std::span<const std::size_t> heads, const WeightVisitor& visitor);

  /// Recomputes everything in the next call.
  void invalidate() { is_of_scene_ = false; }

  /// A step in order, with the parts of the trace that it updates.
  struct FastStep {
    std::span<const Part> parts;
    void (LiveEvaluation::*run)();
  };
  /// Steps of a fast scene, in the order of the table of parts.
  static std::span<const FastStep> steps();

  const Evaluation& evaluation() const { return evaluation_; }
  Trace trace() && { return std::move(evaluation_.trace); }

 private:
  /// Work on a head's rows.
  struct Plan {
    bool computes_rows = false;  ///< computes all rows, from step `from`
    From from = From::kWeights;
    bool edits_keys = false;
    bool mixes = false;  ///< edits also update outputs
    KeyEdit edit;
  };
  static constexpr Index kRowsOfTask = 256;  // whole panels
  struct Task {
    std::size_t h;
    Part part;  ///< computed part
    Index first, count;
  };

  /// Upper bounds of the number of multiply-adds in a head.
  struct Costs {
    double input = 0;   ///< a row to its query, key or value
    double row = 0;     ///< a query to its output
    double column = 0;  ///< one key of a query, with an update of its output
  };

  void update_fast(const Scene& scene, Weights weights);
  void update_plainly(const Scene& scene, Progress* progress);
  static void visit_plainly(const Scene& scene, std::span<const std::size_t> heads,
                            const WeightVisitor& visitor);
  static Costs costs_of(const Scene& scene);
  Changes changes_to(const Scene& scene) const;
  void begin(const Scene& scene);
  void run_steps_to(Part last);
  void place();
  void project();
  void weigh();
  void prepare_heads();
  void prepare_ties();
  void plan_head(std::size_t h, Plan& plan) const;
  void compute_inputs();
  template <typename Wanted>
  void list_all_parts(const Wanted& wanted);
  double cost_of_few_inputs() const;
  void pack_few_inputs(std::size_t h);
  void edit_keys();
  void prepare_edit(std::size_t h);
  void prepare_columns(std::size_t h);
  void add_query_in_turn(std::size_t h);
  void compute_edited_queries();
  void compute_rows_of_heads();
  void combine();
  void require_in_range() const;
  bool has_inputs(std::size_t h) const;
  HeadWork work(std::size_t h);

  /// Calls work(h, scratch) for all heads.
  template <typename Work>
  void share_heads(double cost, const Work& work) {
    sharing_.run(std::ssize(heads_), cost,
                 [&](Index h, Scratch& scratch) { work(static_cast<std::size_t>(h), scratch); });
  }

  /// Calls work(task, scratch) for all tasks.
  template <typename Work>
  void share_tasks(double cost_of_row, const Work& work, bool backwards = false) {
    if (progress_) progress_->begin(std::ssize(tasks_));
    double rows = 0;
    for (const Task& task : tasks_) rows += static_cast<double>(task.count);
    const auto call = [&](Index n, Scratch& scratch) {
      const Task& task = tasks_[static_cast<std::size_t>(n)];
      if (progress_) progress_->advance();
      work(task, scratch);
    };
    sharing_.run(std::ssize(tasks_), rows * cost_of_row, call, backwards);
  }

  const Kernels& kernels_;
  Sharing sharing_;
  Evaluation evaluation_;
  bool is_of_scene_ = false;
  bool late_weights_ = false;  ///< some weights belong to an earlier scene
  Placement placement_;
  Rotations rotations_;
  ScoreShift shift_;
  FastCombine combine_;
  std::vector<std::unique_ptr<LiveHead>> heads_;

  // Members of the running evaluation.
  Progress* progress_ = nullptr;
  Weights weights_ = Weights::kNow;
  const WeightVisitor* visitor_ = nullptr;  ///< visits the weights of `visited_`, and nothing else
                                            ///< is computed
  std::span<const std::size_t> visited_{};
  Changes changes_;
  bool shift_changed_ = false;  ///< terms or masks of scores changed
  std::vector<Plan> plans_;
  std::vector<Task> tasks_;
  Costs costs_;
  /// Edits alternate the direction through the heads: data read last is still cached.
  bool backwards_ = false;
};

}  // namespace attn
