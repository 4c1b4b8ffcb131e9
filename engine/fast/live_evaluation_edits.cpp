// Computation of queries, keys and values, and updates after edits of a few rows.

#include <algorithm>

#include "engine/fast/live_evaluation.h"
#include "engine/fast/packing.h"

namespace attn {

namespace {

/// Computation of a part, and its packing as an operand.
struct InputStep {
  Part part;
  FewLines HeadChanges::*changed;
  void (*compute)(const HeadWork& work, Index first, Index count, Scratch& scratch);
  void (*pack)(const HeadWork& work, Index first, Index count);
  void (*pack_row)(const HeadWork& work, Index row);
};

constexpr InputStep kInputSteps[] = {
    {Part::q, &HeadChanges::q, compute_queries, pack_queries,
     [](const HeadWork& work, Index row) { pack_queries(work, row, 1); }},
    {Part::k, &HeadChanges::k, compute_keys, pack_keys, pack_key},
    {Part::v, &HeadChanges::v, compute_values, pack_values,
     [](const HeadWork& work, Index row) { pack_values(work, row, 1); }}};

const InputStep& input_step(Part part) {
  return *std::ranges::find(kInputSteps, part, &InputStep::part);
}

}  // namespace

/// Lists all rows of the parts that changed as a whole, and for which wanted(h, part).
template <typename Wanted>
void LiveEvaluation::list_all_parts(const Wanted& wanted) {
  tasks_.clear();
  const Scene& scene = evaluation_.scene;
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    for (const InputStep& one : kInputSteps) {
      if (!(changes_.heads[h].*one.changed).all() || !wanted(h, one.part)) continue;
      const bool asks = part_kind(one.part).rows == Axis::kQueries;
      const Index rows = asks ? scene.query_count() : scene.key_count();
      for (Index first = 0; first < rows; first += kRowsOfTask) {
        tasks_.push_back({h, one.part, first, std::min(kRowsOfTask, rows - first)});
      }
    }
  }
}

double LiveEvaluation::cost_of_few_inputs() const {
  std::size_t rows = 0;
  for (const HeadChanges& changes : changes_.heads) {
    rows += changes.q.some().size() + changes.k.some().size() + changes.v.some().size();
  }
  return static_cast<double>(rows) * costs_.input;
}

void LiveEvaluation::pack_few_inputs(std::size_t h) {
  for (const InputStep& one : kInputSteps) {
    for (const Index row : (changes_.heads[h].*one.changed).some()) one.pack_row(work(h), row);
  }
}

void LiveEvaluation::compute_inputs() {
  plans_.resize(heads_.size());
  for (std::size_t h = 0; h < heads_.size(); ++h) prepare_edit(h);
  const Scene& scene = evaluation_.scene;
  bool any_copies = false;
  for (std::size_t h = 0; h < heads_.size(); ++h) any_copies |= copies_keys(scene, h);
  for (const bool copies : {false, true}) {
    if (copies && !any_copies) break;
    const auto wanted = [&](std::size_t h, Part part) {
      return (part != Part::q && copies_keys(scene, h)) == copies;
    };
    list_all_parts(wanted);
    share_tasks(costs_.input, [&](const Task& task, Scratch& scratch) {
      input_step(task.part).compute(work(task.h), task.first, task.count, scratch);
    });
    share_heads(cost_of_few_inputs(), [&](std::size_t h, Scratch& scratch) {
      for (const InputStep& one : kInputSteps) {
        if (!wanted(h, one.part)) continue;
        for (const Index row : (changes_.heads[h].*one.changed).some()) {
          one.compute(work(h), row, 1, scratch);
        }
      }
    });
  }
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    HeadChanges& changes = changes_.heads[h];
    const bool has_others = !changes.q.none() || !changes.k.none() || !changes.v.none();
    if (!has_others && !changes.weights && !changes_.combine) continue;
    if (choose_precision(work(h))) {
      changes.scores = true;
      for (FewLines* rows : {&changes.q, &changes.k, &changes.v}) rows->add_all();
    }
  }
  list_all_parts([](std::size_t, Part) { return true; });
  share_tasks(costs_.input, [&](const Task& task, Scratch&) {
    if (!has_inputs(task.h)) return;
    input_step(task.part).pack(work(task.h), task.first, task.count);
  });
}

namespace {

constexpr Index kRowsOfUpdate = 128;  // whole panels; the cache lines of their columns stay in the
                                      // second-level cache

}  // namespace

/// Collects the edited keys, with their current values.
void LiveEvaluation::prepare_edit(std::size_t h) {
  const HeadChanges& changes = changes_.heads[h];
  KeyEdit& edit = plans_[h].edit;
  edit.keys.assign(changes.k.some().begin(), changes.k.some().end());
  for (const Index j : changes.v.some()) {
    if (std::ranges::find(edit.keys, j) == edit.keys.end()) edit.keys.push_back(j);
  }
  edit.queries.assign(changes.q.some().begin(), changes.q.some().end());
  edit.scores = !changes.k.none();
  const HeadTrace& head = evaluation_.trace.heads[h];
  edit.old_values.resize(std::ssize(edit.keys), head.v.cols());
  for (std::size_t n = 0; n < edit.keys.size(); ++n) {
    edit.old_values.row(static_cast<Index>(n)) = head.v.row(edit.keys[n]);
  }
}

/// In addition to edited queries, one query in turn is computed in full if outputs are updated,
/// because rounding errors accumulate.
void LiveEvaluation::add_query_in_turn(std::size_t h) {
  constexpr Index kTurns = 2000;
  KeyEdit& edit = plans_[h].edit;
  const Index turn = heads_[h]->edits++ % std::max(kTurns, evaluation_.scene.query_count());
  if (!plans_[h].mixes || edit.keys.empty() || turn >= evaluation_.scene.query_count()) return;
  if (std::ranges::find(edit.queries, turn) == edit.queries.end()) edit.queries.push_back(turn);
}

/// Computes the rows of edited queries in full, in pairs that share each read of a key.
void LiveEvaluation::compute_edited_queries() {
  tasks_.clear();
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    if (!plans_[h].edits_keys) continue;
    const Index count = std::ssize(plans_[h].edit.queries);
    for (Index n = 0; n < count; n += 2) {
      tasks_.push_back({h, Part::scores, n, std::min<Index>(2, count - n)});
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

/// Packs the panels of queries, or of changed ones, if columns are computed.
void LiveEvaluation::prepare_columns(std::size_t h) {
  LiveHead& live = *heads_[h];
  const FewLines& changed = changes_.heads[h].q;
  const bool needed = plans_[h].edits_keys && plans_[h].edit.scores;
  if (changed.all() || (!needed && !changed.none())) live.has_query_panels = false;
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
    for (const Index i : changed.some()) pack_query_panel_row(work(h), i);
  }
}

void LiveEvaluation::edit_keys() {
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
    late_weights_ |= plan.mixes && weights_ == Weights::kLater;
    for (Index first = 0; first < M; first += kRowsOfUpdate) {
      tasks_.push_back({h, Part::scores, first, std::min(kRowsOfUpdate, M - first)});
    }
  }
  share_tasks(
      costs_.column,
      [&](const Task& task, Scratch& scratch) {
        if (!has_inputs(task.h)) return;
        const KeyEdit& edit = plans_[task.h].edit;
        if (plans_[task.h].mixes) {
          update_rows(work(task.h), shift_, edit, task.first, task.count, weights_ == Weights::kNow,
                      scratch);
        } else {
          update_scores(work(task.h), shift_, edit, task.first, task.count, scratch);
        }
      },
      backwards_);
}

}  // namespace attn
