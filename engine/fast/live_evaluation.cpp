#include "engine/fast/live_evaluation.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "engine/attention/mask.h"
#include "engine/attention/shapes.h"
#include "engine/fast/fast.h"
#include "engine/fast/packing.h"
#include "engine/reference/attention.h"

namespace attn {
namespace {

constexpr Index kWorthEditing = 24;  // keys: with fewer, a full evaluation is as fast

// Parts computed by the steps.
constexpr std::array kPlaced{Part::position, Part::query_position, Part::x, Part::query_x};
constexpr std::array kProjected{Part::q, Part::k, Part::v};
constexpr std::array kWeighed{Part::raw, Part::scores, Part::weights, Part::head_output};
constexpr std::array kCombined{Part::output};

}  // namespace

std::span<const LiveEvaluation::FastStep> LiveEvaluation::steps() {
  static constexpr std::array kSteps{
      FastStep{kPlaced, &LiveEvaluation::place}, FastStep{kProjected, &LiveEvaluation::project},
      FastStep{kWeighed, &LiveEvaluation::weigh}, FastStep{kCombined, &LiveEvaluation::combine}};
  return kSteps;
}

void LiveEvaluation::run_steps_to(Part last) {
  for (const FastStep& step : steps()) {
    if (step.parts.front() <= last) (this->*step.run)();
  }
}

LiveEvaluation::Costs LiveEvaluation::costs_of(const Scene& scene) {
  Costs costs;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const Head& head = scene.heads[h];
    const auto k = static_cast<double>(width_of_k(scene, h));
    const auto v = static_cast<double>(width_of_v(scene, h));
    const bool multiplies = head.w_q || head.w_k || head.w_v;
    const auto depth = static_cast<double>(multiplies ? 4 * scene.embeddings->cols() : 0);
    costs.input = std::max(costs.input, std::max(k, v) * (depth + 16));
    costs.column = std::max(costs.column, k + 2 * v + 32);
    costs.row = std::max(costs.row, static_cast<double>(scene.key_count()) * (k + v + 8));
  }
  return costs;
}

Changes LiveEvaluation::changes_to(const Scene& scene) const {
  if (is_of_scene_) return changes_between(evaluation_.scene, scene);
  Changes changes;
  changes.shapes = true;
  changes.heads.resize(scene.heads.size());
  return changes;
}

/// Evaluates by the reference; the next evaluation cannot reuse the result.
void LiveEvaluation::update_plainly(const Scene& scene, Progress* progress) {
  invalidate();
  late_weights_ = false;
  evaluation_.scene = scene;
  evaluation_.trace = evaluate_plainly(scene, progress);
}

void LiveEvaluation::update_to(const Scene& scene, Weights weights, Progress* progress) {
  progress_ = progress;
  visitor_ = nullptr;
  const auto start = std::chrono::steady_clock::now();
  if (is_fast(scene)) {
    update_fast(scene, weights);
  } else {
    update_plainly(scene, progress);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  evaluation_.seconds = taken.count();
}

void LiveEvaluation::update_fast(const Scene& scene, Weights weights) {
  if (late_weights_ && weights == Weights::kNow && is_of_scene_) finish_weights();
  weights_ = weights;
  begin(scene);
  run_steps_to(Part::output);
  evaluation_.trace.warnings = no_key_warnings(scene, shift_.hides() ? &shift_.seen() : nullptr);
  is_of_scene_ = true;
}

/// Visits each head's weights as one block.
void LiveEvaluation::visit_plainly(const Scene& scene, std::span<const std::size_t> heads,
                                   const WeightVisitor& visitor) {
  const Trace trace = evaluate_plainly(scene);
  for (const std::size_t head : heads) {
    const Matrix& weights = trace.heads[head].weights;
    const BoolMatrix seen = trace.heads[head].scores.array() != kMasked;
    const std::vector<float> factors(static_cast<std::size_t>(weights.rows()), 1.0F);
    visitor({.head = head,
             .first = 0,
             .count = weights.rows(),
             .keys = weights.cols(),
             .parts = weights.data(),
             .step = weights.cols(),
             .factors = factors.data(),
             .seen = seen.all() ? nullptr : &seen});
  }
}

void LiveEvaluation::visit(const Scene& scene, std::span<const std::size_t> heads,
                           const WeightVisitor& visitor) {
  invalidate();
  if (!is_fast(scene)) return visit_plainly(scene, heads, visitor);
  visitor_ = &visitor;
  visited_ = heads;
  begin(scene);
  run_steps_to(Part::weights);
}

void LiveEvaluation::begin(const Scene& scene) {
  costs_ = costs_of(scene);
  // Wakes the workers early, so that even an edit of one query is shared between threads.
  sharing_.announce(static_cast<double>(scene.heads.size()) * costs_.row);
  changes_ = changes_to(scene);
  if (changes_.shapes) late_weights_ = false;
  is_of_scene_ = false;
  evaluation_.scene = scene;
}

void LiveEvaluation::place() { placement_.update(evaluation_.scene, changes_, evaluation_.trace); }

/// Steps between the inputs and the scores.
void LiveEvaluation::project() {
  const Scene& scene = evaluation_.scene;
  rotations_.prepare(scene);
  shift_changed_ = shift_.prepare(scene);
  prepare_heads();
  compute_inputs();
  prepare_ties();
}

/// Computes each row from its scores to its output.
void LiveEvaluation::weigh() {
  if (visitor_) {
    plans_.assign(heads_.size(), {});
    for (const std::size_t h : visited_) {
      plans_[h].computes_rows = true;
      plans_[h].from = From::kQueries;
    }
  } else {
    for (std::size_t h = 0; h < heads_.size(); ++h) plan_head(h, plans_[h]);
    edit_keys();
  }
  compute_rows_of_heads();
  require_in_range();
}

/// Cheap compared with the rows: ties are resolved later, and rarely.
void LiveEvaluation::prepare_ties() {
  const Scene& scene = evaluation_.scene;
  const Trace& trace = evaluation_.trace;
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    heads_[h]->ties.reset();
    if (!jumps_at_ties(scene.normalizer)) continue;
    const HeadTrace& head = trace.heads[h];
    heads_[h]->ties = std::make_unique<const Ties>(scene, h, trace, head.q, head.k);
  }
}

/// Later parts are skipped if queries, keys or values failed.
bool LiveEvaluation::has_inputs(std::size_t h) const {
  return heads_[h]->failed.load(std::memory_order_relaxed) > Part::v;
}

HeadWork LiveEvaluation::work(std::size_t h) {
  return {kernels_,   evaluation_.scene,          h,          evaluation_.trace,
          rotations_, evaluation_.trace.heads[h], *heads_[h], visitor_};
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
    HeadChanges& changes = changes_.heads[h];
    live.failed = LiveHead::kNone;
    if (changes_.shapes) {
      for (FewLines* rows : {&changes.q, &changes.k, &changes.v}) rows->add_all();
    }
    const bool pairs_changed = !changes.q.none() || !changes.k.none();
    if (changes.q.all() || changes.k.all() || (shift_changed_ && pairs_changed))
      changes.scores = true;
    if (changes.q.all()) live.left_length = 0;
    if (changes.k.all()) live.right_length = 0;
    if (changes.v.all()) live.largest_value = 0;
    head.q.resize(scene.query_count(), width_of_q(scene, h));
    head.k.resize(scene.key_count(), width_of_k(scene, h));
    head.v.resize(scene.key_count(), width_of_v(scene, h));
    // Left from an evaluation by the reference.
    head.gates.resize(0, 0);
    head.subtracted = {};
    if (scene.score.kind->pair_sum.rows != PairSum::RowForm::kAsTheyAre) {
      live.made_left.reserve(head.q.rows() * head.k.cols());
      live.made_right.reserve(head.k.size());
    }
    // Rows derived from q and k are recomputed too.
    if (changes.scores) {
      changes.q.add_all();
      changes.k.add_all();
    }
    if (changes_.shapes || changes.parameters || changes.scores) pack_weights(work(h));
    if (shift_changed_ && !changes.scores) keep_raw_scores(shift_, head);
    resize_trace(work(h), shift_);
  }
}

void LiveEvaluation::plan_head(std::size_t h, Plan& plan) const {
  const HeadChanges& changes = changes_.heads[h];
  const bool scores = !changes.q.none() || !changes.k.none();
  const bool fast =
      has_fast_weights(evaluation_.scene.normalizer) && !heads_[h]->wide_values && !changes.v.all();
  plan.edits_keys = false;
  plan.mixes = false;
  plan.computes_rows = true;
  if (changes.scores || (scores && evaluation_.scene.key_count() < kWorthEditing)) {
    plan.from = From::kQueries;
  } else if (shift_changed_) {
    plan.from = evaluation_.trace.heads[h].raw.size() ? From::kRaw : From::kScores;
  } else if (scores || (fast && !changes.weights && !changes.v.none())) {
    plan.edits_keys = true;
    plan.mixes = fast;
    plan.computes_rows = !fast;
    plan.from = From::kScores;
  } else {
    plan.from = changes.weights || late_weights_ ? From::kScores : From::kWeights;
    plan.computes_rows = changes.weights || !changes.v.none();
  }
}

void LiveEvaluation::compute_rows_of_heads() {
  const Index M = evaluation_.scene.query_count();
  const Index all = M * std::ssize(heads_);
  const int threads = sharing_.threads(static_cast<double>(all) * costs_.row);
  const Index rows = rows_of_block(kernels_, all, evaluation_.scene.key_count(), threads);
  tasks_.clear();
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    for (Index first = 0; plans_[h].computes_rows && first < M; first += rows) {
      tasks_.push_back({h, Part::scores, first, std::min(rows, M - first)});
    }
  }
  share_tasks(costs_.row, [&](const Task& task, Scratch& scratch) {
    if (!has_inputs(task.h)) return;
    compute_rows(work(task.h), shift_, plans_[task.h].from, {task.first, task.count}, scratch);
  });
}

void LiveEvaluation::finish_weights() {
  if (!late_weights_) return;
  late_weights_ = false;
  const Index M = evaluation_.scene.query_count();
  tasks_.clear();
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    if (!has_fast_weights(evaluation_.scene.normalizer) || heads_[h]->wide_values) continue;
    for (Index first = 0; first < M; first += kRowsOfTask) {
      tasks_.push_back({h, Part::weights, first, std::min(kRowsOfTask, M - first)});
    }
  }
  share_tasks(costs_.column, [&](const Task& task, Scratch& scratch) {
    refresh_weights(work(task.h), task.first, task.count, scratch);
    kernels_.end_stream();
  });
}

void LiveEvaluation::require_in_range() const {
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const Part failed = heads_[h]->failed;
    if (failed != LiveHead::kNone) fail_out_of_range({failed, static_cast<Index>(h)});
  }
}

void LiveEvaluation::combine() {
  Trace& trace = evaluation_.trace;
  combine_.prepare(kernels_, evaluation_.scene.combine, changes_.shapes || changes_.combine, trace);
  if (combine_.works_by_rows()) {
    const Index M = evaluation_.scene.query_count();
    const Index tasks = (M + kRowsOfTask - 1) / kRowsOfTask;
    sharing_.run(tasks, static_cast<double>(M * trace.output->cols()) * costs_.column,
                 [&](Index n, Scratch& scratch) {
                   const Index first = n * kRowsOfTask;
                   combine_.rows(kernels_, first, std::min(kRowsOfTask, M - first), scratch, trace);
                 });
  }
  if (combine_.computes() && !trace.output->allFinite()) {
    fail_out_of_range({Part::output});
  }
}

}  // namespace attn
