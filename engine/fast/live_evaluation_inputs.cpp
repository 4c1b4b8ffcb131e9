// Queries, keys and values.

#include <algorithm>

#include "engine/fast/live_evaluation.h"

namespace attn {
namespace {

/// How one of the parts is computed, and made an operand.
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

void LiveEvaluation::list_all_parts() {
  tasks_.clear();
  const Scene& scene = evaluation_.scene;
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    for (const InputStep& one : kInputSteps) {
      if (!(changes_.heads[h].*one.changed).all()) continue;
      const bool asks = part_kind(one.part).rows == Axis::kQueries;
      const Index rows = asks ? scene.query_count() : scene.key_count();
      for (Index first = 0; first < rows; first += kRowsOfTask) {
        tasks_.push_back({h, one.part, first, std::min(kRowsOfTask, rows - first)});
      }
    }
  }
}

void LiveEvaluation::compute_part(const Task& task, Scratch& scratch) {
  input_step(task.part).compute(work(task.h), task.first, task.count, scratch);
}

void LiveEvaluation::pack_part(const Task& task) {
  input_step(task.part).pack(work(task.h), task.first, task.count);
}

double LiveEvaluation::cost_of_few_inputs() const {
  std::size_t rows = 0;
  for (const HeadChanges& changes : changes_.heads) {
    rows += changes.q.some().size() + changes.k.some().size() + changes.v.some().size();
  }
  return static_cast<double>(rows) * costs_.input;
}

void LiveEvaluation::compute_few_inputs(std::size_t h, Scratch& scratch) {
  for (const InputStep& one : kInputSteps) {
    for (const Index row : (changes_.heads[h].*one.changed).some()) {
      one.compute(work(h), row, 1, scratch);
    }
  }
}

void LiveEvaluation::pack_few_inputs(std::size_t h) {
  for (const InputStep& one : kInputSteps) {
    for (const Index row : (changes_.heads[h].*one.changed).some()) one.pack_row(work(h), row);
  }
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
