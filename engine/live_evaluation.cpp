#include "engine/live_evaluation.h"

#include <algorithm>
#include <chrono>

#include "engine/packing.h"
#include "engine/position.h"
#include "engine/require.h"
#include "engine/shapes.h"
#include "engine/warnings.h"

namespace attn {
namespace {

constexpr Index kRowsOfTask = 256;  // whole panels

std::string_view words(Step step) {
  switch (step) {
    case Step::kQueries:
      return "queries";
    case Step::kKeys:
      return "keys";
    case Step::kValues:
      return "values";
    case Step::kScores:
      return "scores";
    default:
      return "outputs";
  }
}

/// Products and sums that the evaluation takes, about.
double work_of(const Scene& scene) {
  const auto M = static_cast<double>(scene.query_count());
  const auto L = static_cast<double>(scene.key_count());
  double work = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const auto dk = static_cast<double>(width_of_k(scene, h));
    const auto dv = static_cast<double>(width_of_v(scene, h));
    work += M * L * (dk + dv + 8) + (M + L) * (2 * dk + dv) * 16;
  }
  return work;
}

}  // namespace

void LiveEvaluation::bring(const Scene& scene) {
  const auto start = std::chrono::steady_clock::now();
  evaluation_.scene = scene;
  constexpr double kWorthSharing = 500e3;
  small_ = work_of(scene) < kWorthSharing;
  scratch_.resize(static_cast<std::size_t>(pool_.threads()));
  add_positions(scene, evaluation_.trace);
  turns_.prepare(scene);
  shift_.prepare(scene);
  prepare_heads();
  compute_inputs();
  compute_scores_to_outputs();
  require_in_range();
  combine();
  evaluation_.trace.warnings = unseeing_warnings(scene, shift_.hides() ? &shift_.seen() : nullptr);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  evaluation_.seconds = taken.count();
}

template <typename Work>
void LiveEvaluation::share(Index count, const Work& work) {
  if (small_) {
    for (Index n = 0; n < count; ++n) work(n, scratch_[0]);
  } else {
    pool_.run(count,
              [&](Index n, int worker) { work(n, scratch_[static_cast<std::size_t>(worker)]); });
  }
}

HeadWork LiveEvaluation::work(std::size_t h) {
  return {kernels_, evaluation_.scene,          h,         evaluation_.trace,
          turns_,   evaluation_.trace.heads[h], *heads_[h]};
}

void LiveEvaluation::prepare_heads() {
  const Scene& scene = evaluation_.scene;
  Trace& trace = evaluation_.trace;
  trace.heads.resize(scene.heads.size());
  heads_.resize(scene.heads.size());
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    if (!heads_[h]) heads_[h] = std::make_unique<LiveHead>();
    LiveHead& live = *heads_[h];
    HeadTrace& head = trace.heads[h];
    live.failed = Step::kNone;
    live.left_length = live.right_length = live.largest_value = 0;
    head.q.resize(scene.query_count(), width_of_q(scene, h));
    head.k.resize(scene.key_count(), width_of_k(scene, h));
    head.v.resize(scene.key_count(), width_of_v(scene, h));
    if (scene.score.kind->pair_sum.rows != PairSum::Rows::kAsTheyAre) {
      live.made_left.reserve(head.q.rows() * head.k.cols());
      live.made_right.reserve(head.k.size());
    }
    pack_weights(work(h));
    resize_trace(work(h), shift_);
  }
}

void LiveEvaluation::list_parts() {
  tasks_.clear();
  const auto list = [&](std::size_t h, Part part, Index rows) {
    for (Index first = 0; first < rows; first += kRowsOfTask) {
      tasks_.push_back({h, part, first, std::min(kRowsOfTask, rows - first)});
    }
  };
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    list(h, Part::kQueries, evaluation_.scene.query_count());
    list(h, Part::kKeys, evaluation_.scene.key_count());
    list(h, Part::kValues, evaluation_.scene.key_count());
  }
}

void LiveEvaluation::compute_inputs() {
  list_parts();
  share(static_cast<Index>(tasks_.size()), [&](Index n, Scratch& scratch) {
    const Task& task = tasks_[static_cast<std::size_t>(n)];
    const auto compute = task.part == Part::kQueries ? compute_queries
                         : task.part == Part::kKeys  ? compute_keys
                                                     : compute_values;
    compute(work(task.h), task.first, task.count, scratch);
  });
  for (std::size_t h = 0; h < heads_.size(); ++h) choose_precision(work(h));
  share(static_cast<Index>(tasks_.size()), [&](Index n, Scratch&) {
    const Task& task = tasks_[static_cast<std::size_t>(n)];
    const auto pack = task.part == Part::kQueries ? pack_queries
                      : task.part == Part::kKeys  ? pack_keys
                                                  : pack_values;
    pack(work(task.h), task.first, task.count);
  });
}

void LiveEvaluation::list_blocks() {
  const Index M = evaluation_.scene.query_count();
  const Index all = M * static_cast<Index>(heads_.size());
  const Index rows =
      rows_of_block(kernels_, all, evaluation_.scene.key_count(), small_ ? 1 : pool_.threads());
  tasks_.clear();
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    for (Index first = 0; first < M; first += rows) {
      tasks_.push_back({h, Part::kQueries, first, std::min(rows, M - first)});
    }
  }
}

void LiveEvaluation::compute_scores_to_outputs() {
  list_blocks();
  share(static_cast<Index>(tasks_.size()), [&](Index n, Scratch& scratch) {
    const Task& task = tasks_[static_cast<std::size_t>(n)];
    if (heads_[task.h]->failed.load(std::memory_order_relaxed) < Step::kScores) return;
    compute_rows(work(task.h), shift_, From::kQueries, task.first, task.count, scratch);
  });
}

void LiveEvaluation::require_in_range() const {
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const Step step = heads_[h]->failed;
    if (step == Step::kNone) continue;
    require(false, "/heads/" + std::to_string(h),
            std::string(words(step)) + " leave the range of float32");
  }
}

void LiveEvaluation::combine() {
  Trace& trace = evaluation_.trace;
  combine_.prepare(kernels_, evaluation_.scene.combine, trace);
  if (combine_.works_by_rows()) {
    const Index M = evaluation_.scene.query_count();
    share((M + kRowsOfTask - 1) / kRowsOfTask, [&](Index n, Scratch& scratch) {
      const Index first = n * kRowsOfTask;
      combine_.rows(kernels_, first, std::min(kRowsOfTask, M - first), scratch, trace);
    });
  }
  if (combine_.computes() && !trace.output->allFinite()) {
    require(false, "/combine", "combined outputs leave the range of float32");
  }
}

}  // namespace attn
