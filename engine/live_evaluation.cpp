#include "engine/live_evaluation.h"

#include <algorithm>
#include <chrono>

#include "engine/packing.h"
#include "engine/precision.h"
#include "engine/require.h"
#include "engine/shapes.h"
#include "engine/warnings.h"

namespace attn {
namespace {

constexpr Index kRowsOfTask = 256;    // whole panels
constexpr Index kRowsOfUpdate = 128;  // likewise; their columns' lines stay in the second cache
constexpr Index kWorthEditing = 24;   // keys: fewer are computed anew as fast

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

/// Products and sums, about, that are worth sharing between threads.
constexpr double kWorthSharing = 400e3;

}  // namespace

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

void LiveEvaluation::bring(const Scene& scene, Weights weights, Progress* progress) {
  progress_ = progress;
  const auto start = std::chrono::steady_clock::now();
  if (late_weights_ && weights == Weights::kNow && is_of_scene_) finish_weights();
  prepare(scene);
  for (std::size_t h = 0; h < heads_.size(); ++h) plan_head(h, plans_[h]);
  edit_keys(weights);
  compute_rows_of_heads();
  require_in_range();
  combine();
  evaluation_.trace.warnings = unseeing_warnings(scene, shift_.hides() ? &shift_.seen() : nullptr);
  is_of_scene_ = true;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  evaluation_.seconds = taken.count();
}

void LiveEvaluation::visit(const Scene& scene, std::size_t head, const WeightVisitor& visitor) {
  forget();
  visitor_ = &visitor;
  prepare(scene);
  plans_.assign(heads_.size(), {});
  plans_[head].computes_rows = true;
  plans_[head].from = From::kQueries;
  compute_rows_of_heads();
  visitor_ = nullptr;
  require_in_range();
}

/// All that comes before the scores.
void LiveEvaluation::prepare(const Scene& scene) {
  costs_ = costs_of(scene);
  // Then even an edit of one query is shared.
  if (static_cast<double>(scene.heads.size()) * costs_.row >= kWorthSharing) pool_.alert();
  changes_ = changes_to(scene);
  if (changes_.shapes) late_weights_ = false;
  is_of_scene_ = false;
  evaluation_.scene = scene;
  scratch_.resize(static_cast<std::size_t>(pool_.threads()));
  placement_.update(scene, changes_, evaluation_.trace);
  turns_.prepare(scene);
  shift_changed_ = shift_.prepare(scene);
  prepare_heads();
  compute_inputs();
}

template <typename Work>
void LiveEvaluation::share(Index count, double cost, const Work& work, bool backwards) {
  if (cost < kWorthSharing) {
    for (Index n = 0; n < count; ++n) work(n, scratch_[0]);
  } else {
    pool_.run(
        count, [&](Index n, int worker) { work(n, scratch_[static_cast<std::size_t>(worker)]); },
        backwards);
  }
}

template <typename Work>
void LiveEvaluation::share_heads(double cost, const Work& work) {
  share(std::ssize(heads_), cost,
        [&](Index h, Scratch& scratch) { work(static_cast<std::size_t>(h), scratch); });
}

template <typename Work>
void LiveEvaluation::share_tasks(double cost_of_row, const Work& work, bool backwards) {
  if (progress_) progress_->begin(std::ssize(tasks_));
  double rows = 0;
  for (const Task& task : tasks_) rows += static_cast<double>(task.count);
  share(
      std::ssize(tasks_), rows * cost_of_row,
      [&](Index n, Scratch& scratch) {
        const Task& task = tasks_[static_cast<std::size_t>(n)];
        if (progress_) progress_->advance();
        work(task, scratch);
      },
      backwards);
}

/// What comes after is not computed where queries, keys or values failed.
bool LiveEvaluation::has_inputs(std::size_t h) const {
  return heads_[h]->failed.load(std::memory_order_relaxed) >= Step::kScores;
}

HeadWork LiveEvaluation::work(std::size_t h) {
  return {kernels_, evaluation_.scene,          h,          evaluation_.trace,
          turns_,   evaluation_.trace.heads[h], *heads_[h], visitor_};
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
    live.failed = Step::kNone;
    if (changes_.shapes) changes.q.all = changes.k.all = changes.v.all = true;
    const bool pairs_changed = !changes.q.none() || !changes.k.none();
    if (changes.q.all || changes.k.all || (shift_changed_ && pairs_changed)) changes.scores = true;
    if (changes.q.all) live.left_length = 0;
    if (changes.k.all) live.right_length = 0;
    if (changes.v.all) live.largest_value = 0;
    head.q.resize(scene.query_count(), width_of_q(scene, h));
    head.k.resize(scene.key_count(), width_of_k(scene, h));
    head.v.resize(scene.key_count(), width_of_v(scene, h));
    if (scene.score.kind->pair_sum.rows != PairSum::Rows::kAsTheyAre) {
      live.made_left.reserve(head.q.rows() * head.k.cols());
      live.made_right.reserve(head.k.size());
    }
    // What q and k are made into, too, is made with them.
    if (changes.scores) changes.q.all = changes.k.all = true;
    if (changes_.shapes || changes.parameters || changes.scores) pack_weights(work(h));
    if (shift_changed_ && !changes.scores) keep_raw_scores(shift_, head);
    resize_trace(work(h), shift_);
  }
}

void LiveEvaluation::list_all_parts() {
  tasks_.clear();
  const auto list = [&](std::size_t h, Part part, const ChangedRows& changed, Index rows) {
    for (Index first = 0; changed.all && first < rows; first += kRowsOfTask) {
      tasks_.push_back({h, part, first, std::min(kRowsOfTask, rows - first)});
    }
  };
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const HeadChanges& changes = changes_.heads[h];
    list(h, Part::kQueries, changes.q, evaluation_.scene.query_count());
    list(h, Part::kKeys, changes.k, evaluation_.scene.key_count());
    list(h, Part::kValues, changes.v, evaluation_.scene.key_count());
  }
}

void LiveEvaluation::compute_part(const Task& task, Scratch& scratch) {
  const auto compute = task.part == Part::kQueries ? compute_queries
                       : task.part == Part::kKeys  ? compute_keys
                                                   : compute_values;
  compute(work(task.h), task.first, task.count, scratch);
}

void LiveEvaluation::pack_part(const Task& task) {
  const auto pack = task.part == Part::kQueries ? pack_queries
                    : task.part == Part::kKeys  ? pack_keys
                                                : pack_values;
  pack(work(task.h), task.first, task.count);
}

double LiveEvaluation::cost_of_few_inputs() const {
  std::size_t rows = 0;
  for (const HeadChanges& changes : changes_.heads) {
    rows += changes.q.some.size() + changes.k.some.size() + changes.v.some.size();
  }
  return static_cast<double>(rows) * costs_.input;
}

void LiveEvaluation::compute_few_inputs(std::size_t h, Scratch& scratch) {
  const HeadChanges& changes = changes_.heads[h];
  for (const Index i : changes.q.some) compute_queries(work(h), i, 1, scratch);
  for (const Index j : changes.k.some) compute_keys(work(h), j, 1, scratch);
  for (const Index j : changes.v.some) compute_values(work(h), j, 1, scratch);
}

void LiveEvaluation::pack_few_inputs(std::size_t h) {
  const HeadChanges& changes = changes_.heads[h];
  for (const Index i : changes.q.some) pack_queries(work(h), i, 1);
  for (const Index j : changes.k.some) pack_key(work(h), j);
  for (const Index j : changes.v.some) pack_values(work(h), j, 1);
}

void LiveEvaluation::compute_inputs() {
  plans_.resize(heads_.size());
  for (std::size_t h = 0; h < heads_.size(); ++h) prepare_edit(h);
  list_all_parts();
  share_tasks(costs_.input,
              [&](const Task& task, Scratch& scratch) { compute_part(task, scratch); });
  share_heads(cost_of_few_inputs(),
              [&](std::size_t h, Scratch& scratch) { compute_few_inputs(h, scratch); });
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    HeadChanges& changes = changes_.heads[h];
    if (changes.q.none() && changes.k.none() && changes.v.none() && !changes_.weights) continue;
    if (choose_precision(work(h))) {
      changes.scores = changes.q.all = changes.k.all = changes.v.all = true;
    }
  }
  list_all_parts();
  share_tasks(costs_.input, [&](const Task& task, Scratch&) {
    if (has_inputs(task.h)) pack_part(task);
  });
}

/// The keys that are edited, with their values as they are before.
void LiveEvaluation::prepare_edit(std::size_t h) {
  const HeadChanges& changes = changes_.heads[h];
  KeyEdit& edit = plans_[h].edit;
  edit.keys = changes.k.some;
  for (const Index j : changes.v.some) {
    if (std::ranges::find(edit.keys, j) == edit.keys.end()) edit.keys.push_back(j);
  }
  edit.queries = changes.q.some;
  edit.scores = !changes.k.none();
  const HeadTrace& head = evaluation_.trace.heads[h];
  edit.old_values.resize(std::ssize(edit.keys), head.v.cols());
  for (std::size_t n = 0; n < edit.keys.size(); ++n) {
    edit.old_values.row(static_cast<Index>(n)) = head.v.row(edit.keys[n]);
  }
}

void LiveEvaluation::plan_head(std::size_t h, Plan& plan) const {
  const HeadChanges& changes = changes_.heads[h];
  const bool scores = !changes.q.none() || !changes.k.none();
  const bool fast =
      has_fast_weights(evaluation_.scene.normalizer) && !heads_[h]->wide_values && !changes.v.all;
  plan.edits_keys = false;
  plan.mixes = false;
  plan.computes_rows = true;
  if (changes.scores || (scores && evaluation_.scene.key_count() < kWorthEditing)) {
    plan.from = From::kQueries;
  } else if (shift_changed_) {
    plan.from = evaluation_.trace.heads[h].raw.size() ? From::kRaw : From::kScores;
  } else if (scores || (fast && !changes_.weights && !changes.v.none())) {
    plan.edits_keys = true;
    plan.mixes = fast;
    plan.computes_rows = !fast;
    plan.from = From::kScores;
  } else {
    plan.from = changes_.weights || late_weights_ ? From::kScores : From::kWeights;
    plan.computes_rows = changes_.weights || !changes.v.none();
  }
}

/// Besides queries that were edited themselves, each in its turn is computed in full where outputs
/// are edited: roundings add up in them.
void LiveEvaluation::add_query_in_turn(std::size_t h) {
  constexpr Index kTurns = 2000;
  KeyEdit& edit = plans_[h].edit;
  const Index turn = heads_[h]->edits++ % std::max(kTurns, evaluation_.scene.query_count());
  if (!plans_[h].mixes || edit.keys.empty() || turn >= evaluation_.scene.query_count()) return;
  if (std::ranges::find(edit.queries, turn) == edit.queries.end()) edit.queries.push_back(turn);
}

/// Queries whose rows are computed in full, by twos: both are multiplied with what is read once.
void LiveEvaluation::compute_edited_queries() {
  tasks_.clear();
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    if (!plans_[h].edits_keys) continue;
    const Index count = std::ssize(plans_[h].edit.queries);
    for (Index n = 0; n < count; n += 2) {
      tasks_.push_back({h, Part::kQueries, n, std::min<Index>(2, count - n)});
    }
  }
  share_tasks(
      costs_.row,
      [&](const Task& task, Scratch& scratch) {
        if (!has_inputs(task.h)) return;
        const Index* queries = plans_[task.h].edit.queries.data() + task.first;
        const Index step = task.count == 2 ? queries[1] - queries[0] : 1;
        compute_rows(work(task.h), shift_, From::kQueries, {queries[0], task.count, step}, scratch);
      },
      backwards_);
}

/// Makes the panels of queries, or those of them that changed, where columns are computed.
void LiveEvaluation::prepare_columns(std::size_t h) {
  LiveHead& live = *heads_[h];
  const ChangedRows& changed = changes_.heads[h].q;
  const bool needed = plans_[h].edits_keys && plans_[h].edit.scores;
  if (changed.all || (!needed && !changed.none())) live.has_query_panels = false;
  if (!needed) return;
  const Index M = evaluation_.scene.query_count();
  const Index panel = live.wide_scores ? kernels_.panel_doubles : kernels_.panel_floats;
  if (!live.has_query_panels) {
    const Index size = padded(M, panel) * live.depth;
    live.wide_scores ? void(live.wide_query_panels.reserve(size))
                     : void(live.query_panels.reserve(size));
    pack_query_panels(work(h), 0, M);
    live.has_query_panels = true;
  } else {
    for (const Index i : changed.some) pack_query_panel_row(work(h), i);
  }
}

void LiveEvaluation::edit_keys(Weights weights) {
  const Index M = evaluation_.scene.query_count();
  backwards_ = !backwards_;
  share_heads(cost_of_few_inputs(), [&](std::size_t h, Scratch&) {
    pack_few_inputs(h);
    prepare_columns(h);
    add_query_in_turn(h);
  });
  compute_edited_queries();
  tasks_.clear();
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const Plan& plan = plans_[h];
    if (!plan.edits_keys || plan.edit.keys.empty()) continue;
    late_weights_ |= plan.mixes && weights == Weights::kLater;
    for (Index first = 0; first < M; first += kRowsOfUpdate) {
      tasks_.push_back({h, Part::kKeys, first, std::min(kRowsOfUpdate, M - first)});
    }
  }
  share_tasks(
      costs_.column,
      [&](const Task& task, Scratch& scratch) {
        if (!has_inputs(task.h)) return;
        const KeyEdit& edit = plans_[task.h].edit;
        if (plans_[task.h].mixes) {
          update_rows(work(task.h), shift_, edit, task.first, task.count, weights == Weights::kNow,
                      scratch);
        } else {
          update_scores(work(task.h), shift_, edit, task.first, task.count, scratch);
        }
      },
      backwards_);
}

void LiveEvaluation::compute_rows_of_heads() {
  const Index M = evaluation_.scene.query_count();
  const Index all = M * std::ssize(heads_);
  const bool is_small = static_cast<double>(all) * costs_.row < kWorthSharing;
  const Index rows =
      rows_of_block(kernels_, all, evaluation_.scene.key_count(), is_small ? 1 : pool_.threads());
  tasks_.clear();
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    for (Index first = 0; plans_[h].computes_rows && first < M; first += rows) {
      tasks_.push_back({h, Part::kQueries, first, std::min(rows, M - first)});
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
      tasks_.push_back({h, Part::kQueries, first, std::min(kRowsOfTask, M - first)});
    }
  }
  share_tasks(costs_.column, [&](const Task& task, Scratch& scratch) {
    refresh_weights(work(task.h), task.first, task.count, scratch);
    kernels_.end_stream();
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
  combine_.prepare(kernels_, evaluation_.scene.combine, changes_.shapes || changes_.combine, trace);
  if (combine_.works_by_rows()) {
    const Index M = evaluation_.scene.query_count();
    const Index tasks = (M + kRowsOfTask - 1) / kRowsOfTask;
    share(tasks, static_cast<double>(M * trace.output->cols()) * costs_.column,
          [&](Index n, Scratch& scratch) {
            const Index first = n * kRowsOfTask;
            combine_.rows(kernels_, first, std::min(kRowsOfTask, M - first), scratch, trace);
          });
  }
  if (combine_.computes() && !trace.output->allFinite()) {
    require(false, "/combine", "combined outputs leave the range of float32");
  }
}

}  // namespace attn
