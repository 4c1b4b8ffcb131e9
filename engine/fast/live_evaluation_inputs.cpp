// Queries, keys and values.

#include <algorithm>

#include "engine/fast/live_evaluation.h"

namespace attn {

void LiveEvaluation::list_all_parts() {
  tasks_.clear();
  const auto list = [&](std::size_t h, Part part, const FewLines& changed, Index rows) {
    for (Index first = 0; changed.all() && first < rows; first += kRowsOfTask) {
      tasks_.push_back({h, part, first, std::min(kRowsOfTask, rows - first)});
    }
  };
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    const HeadChanges& changes = changes_.heads[h];
    list(h, Part::q, changes.q, evaluation_.scene.query_count());
    list(h, Part::k, changes.k, evaluation_.scene.key_count());
    list(h, Part::v, changes.v, evaluation_.scene.key_count());
  }
}

void LiveEvaluation::compute_part(const Task& task, Scratch& scratch) {
  const auto compute = task.part == Part::q   ? compute_queries
                       : task.part == Part::k ? compute_keys
                                              : compute_values;
  compute(work(task.h), task.first, task.count, scratch);
}

void LiveEvaluation::pack_part(const Task& task) {
  const auto pack = task.part == Part::q   ? pack_queries
                    : task.part == Part::k ? pack_keys
                                           : pack_values;
  pack(work(task.h), task.first, task.count);
}

double LiveEvaluation::cost_of_few_inputs() const {
  std::size_t rows = 0;
  for (const HeadChanges& changes : changes_.heads) {
    rows += changes.q.some().size() + changes.k.some().size() + changes.v.some().size();
  }
  return static_cast<double>(rows) * costs_.input;
}

void LiveEvaluation::compute_few_inputs(std::size_t h, Scratch& scratch) {
  const HeadChanges& changes = changes_.heads[h];
  for (const Index i : changes.q.some()) compute_queries(work(h), i, 1, scratch);
  for (const Index j : changes.k.some()) compute_keys(work(h), j, 1, scratch);
  for (const Index j : changes.v.some()) compute_values(work(h), j, 1, scratch);
}

void LiveEvaluation::pack_few_inputs(std::size_t h) {
  const HeadChanges& changes = changes_.heads[h];
  for (const Index i : changes.q.some()) pack_queries(work(h), i, 1);
  for (const Index j : changes.k.some()) pack_key(work(h), j);
  for (const Index j : changes.v.some()) pack_values(work(h), j, 1);
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
    const bool has_others = !changes.q.none() || !changes.k.none() || !changes.v.none();
    if (!has_others && !changes.weights && !changes_.combine) continue;
    if (choose_precision(work(h))) {
      changes.scores = true;
      for (FewLines* rows : {&changes.q, &changes.k, &changes.v}) rows->add_all();
    }
  }
  list_all_parts();
  share_tasks(costs_.input, [&](const Task& task, Scratch&) {
    if (has_inputs(task.h)) pack_part(task);
  });
}

}  // namespace attn
