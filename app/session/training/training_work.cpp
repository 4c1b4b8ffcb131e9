#include "app/session/training/training_work.h"

#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/document/files/user_folders.h"
#include "app/document/json/json_object.h"
#include "app/document/tasks/task_file.h"
#include "engine/attention/lookup.h"
#include "engine/base/text.h"
#include "engine/train/learned_numbers.h"

namespace attn {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kTrainingRecord = "training";
constexpr Index kMostOfSize = 4096;

std::string first_line() { return std::string(kRecordStart).append(kTrainingRecord) + "\n"; }

void require_of_record(bool is_met) {
  if (!is_met) throw std::runtime_error("expected the record of a training");
}

/// Lines of a task file, by which the task of a file is kept.
std::string lines_of(const LearningTask& task) {
  std::string lines;
  const FiniteSequences& all = *task.finite;
  const auto L = static_cast<std::size_t>(task.length);
  const auto add = [&](const std::vector<std::string>& words, const std::int32_t* first) {
    for (std::size_t i = 0; i < L; ++i) {
      lines += first[i] == kNoTarget ? "-" : words[static_cast<std::size_t>(first[i])];
      if (i + 1 < L) lines += " ";
    }
  };
  for (std::size_t n = 0; n < static_cast<std::size_t>(all.count); ++n) {
    add(task.vocabulary, all.tokens.data() + n * L);
    lines += " → ";
    add(task.classes, all.targets.data() + n * L);
    lines += "\n";
  }
  return lines;
}

/// Calls visit(key, number) with the numbers and switches of a plan, to be written or read.
template <typename Plan, typename Visit>
void visit_plan(Plan& plan, const Visit& visit) {
  visit("layers", plan.sizes.layers);
  visit("heads", plan.sizes.heads);
  visit("width", plan.sizes.width);
  visit("mlp", plan.sizes.mlp);
  visit("has_positions", plan.sizes.has_positions);
  visit("is_causal", plan.sizes.is_causal);
  visit("has_residual", plan.sizes.has_residual);
  visit("seed", plan.settings.seed);
  visit("batch", plan.settings.batch);
  visit("learning_rate", plan.settings.step.learning_rate);
  visit("decay", plan.settings.step.decay);
  visit("momentum", plan.settings.step.momentum);
  visit("second_momentum", plan.settings.step.second_momentum);
  visit("is_aimed", plan.is_aimed);
  visit("aim", plan.aim);
}

Json json_of(const TrainingPlan& plan) {
  Json made;
  visit_plan(plan, [&](const char* key, const auto& number) { made[key] = number; });
  if (plan.own) {
    made["lines"] = lines_of(*plan.own);
    made["name"] = plan.own->id;
  } else {
    made["task"] = plan.task->id;
  }
  made["optimizer"] = plan.settings.optimizer->id;
  made["score"] = plan.kinds.score->id;
  made["normalizer"] = plan.kinds.normalizer->id;
  if (plan.kinds.position != nullptr) made["position"] = plan.kinds.position->id;
  if (plan.painted) {
    const Matrix& cells = plan.painted->cells;
    made["painted"] = {{"layer", plan.painted->layer},
                       {"head", plan.painted->head},
                       {"cells", std::vector<float>(cells.data(), cells.data() + cells.size())}};
  }
  return made;
}

template <typename Kind>
const Kind* row_in(const Json& tree, const char* key, std::span<const Kind> table) {
  const Kind* const row = find_row(table, tree.at(key).get<std::string>());
  require_of_record(row != nullptr);
  return row;
}

TrainingPlan plan_in(const Json& tree) {
  TrainingPlan plan;
  if (tree.contains("lines")) {
    plan.own = std::make_shared<const LearningTask>(
        parse_task(tree.at("lines").get<std::string>(), tree.at("name").get<std::string>()));
    plan.task = plan.own.get();
  } else {
    plan.task = find_task(tree.at("task").get<std::string>());
    require_of_record(plan.task != nullptr);
  }
  visit_plan(plan, [&](const char* key, auto& number) { tree.at(key).get_to(number); });
  const Sizes& sizes = plan.sizes;
  for (const Index size : {sizes.layers, sizes.heads, sizes.width, plan.settings.batch}) {
    require_of_record(size >= 1 && size <= kMostOfSize);
  }
  require_of_record(sizes.mlp >= 0 && sizes.mlp <= kMostOfSize && sizes.width % sizes.heads == 0);
  require_of_record(sizes.has_residual || (sizes.layers == 1 && sizes.mlp == 0));
  plan.settings.optimizer = row_in(tree, "optimizer", optimizer_kinds());
  plan.kinds.score = row_in(tree, "score", score_kinds());
  plan.kinds.normalizer = row_in(tree, "normalizer", normalizer_kinds());
  if (tree.contains("position")) {
    plan.kinds.position = row_in(tree, "position", position_kinds());
  }
  if (tree.contains("painted")) {
    const Json& painted = tree.at("painted");
    auto head = std::make_shared<PaintedHead>();
    painted.at("layer").get_to(head->layer);
    painted.at("head").get_to(head->head);
    const auto cells = painted.at("cells").get<std::vector<float>>();
    const Index L = plan.task->length;
    require_of_record(head->layer >= 0 && head->layer < sizes.layers && head->head >= 0 &&
                      head->head < sizes.heads && std::ssize(cells) == L * L);
    head->cells = Eigen::Map<const Matrix>(cells.data(), L, L);
    plan.painted = std::move(head);
  }
  require_of_record(problem_of(plan).empty());
  aim(plan);
  return plan;
}

/// Numbers that may be infinite or none, which JSON has no words for.
Json shown_number(float number) { return std::isfinite(number) ? Json(number) : Json(); }
float number_in(const Json& json) {
  return json.is_null() ? std::numeric_limits<float>::infinity() : json.get<float>();
}

Json json_of(const TrainingHistory& history) {
  Json made{{"steps", Json::array()}, {"tests", Json::array()}, {"marks", Json::array()}};
  for (const StepRecord& one : history.steps) {
    made["steps"].push_back({shown_number(one.loss), shown_number(one.accuracy)});
  }
  for (const TestRecord& one : history.tests) {
    made["tests"].push_back({one.step, shown_number(one.loss), shown_number(one.accuracy)});
  }
  for (const TrainingMark& one : history.marks) made["marks"].push_back({one.step, one.words});
  return made;
}

TrainingHistory history_in(const Json& tree) {
  TrainingHistory history;
  for (const Json& one : tree.at("steps")) {
    history.steps.push_back({number_in(one.at(0)), number_in(one.at(1))});
  }
  for (const Json& one : tree.at("tests")) {
    history.tests.push_back({one.at(0).get<Index>(), number_in(one.at(1)), number_in(one.at(2))});
  }
  for (const Json& one : tree.at("marks")) {
    history.add_mark(one.at(0).get<Index>(), one.at(1).get<std::string>());
  }
  return history;
}

Json json_of(const TrainingState& state) {
  return {{"numbers", state.numbers},      {"mean", state.memory.mean},
          {"square", state.memory.square}, {"memory_steps", state.memory.steps},
          {"steps", state.steps},          {"drawn", state.drawn}};
}

TrainingState state_in(const Json& tree, const TrainingPlan& plan) {
  TrainingState state;
  tree.at("numbers").get_to(state.numbers);
  tree.at("mean").get_to(state.memory.mean);
  tree.at("square").get_to(state.memory.square);
  tree.at("memory_steps").get_to(state.memory.steps);
  tree.at("steps").get_to(state.steps);
  tree.at("drawn").get_to(state.drawn);
  const std::size_t count = LearnedNumbers(first_network(plan)).numbers.size();
  require_of_record(state.numbers.size() == count && state.steps >= 0 && state.memory.steps >= 0);
  for (const auto* of : {&state.memory.mean, &state.memory.square}) {
    require_of_record(of->empty() || of->size() == count);
  }
  return state;
}

}  // namespace

bool same_plan(const TrainingPlan& a, const TrainingPlan& b) {
  std::vector<double> numbers;
  visit_plan(a, [&](const char*, auto number) { numbers.push_back(static_cast<double>(number)); });
  bool same = true;
  auto next = numbers.begin();
  visit_plan(b, [&](const char*, auto number) {
    same = same && *next == static_cast<double>(number);
    ++next;
  });
  return same && a.task == b.task && a.settings.seed == b.settings.seed && a.kinds == b.kinds &&
         a.settings.optimizer == b.settings.optimizer && a.painted == b.painted;
}

std::string trainings_folder() {
  const std::string folder = data_folder();
  return folder.empty() ? "" : folder + "/trainings";
}

std::string record_of(const TrainingWork& work) {
  Json made{{"plan", json_of(work.plan)}, {"history", json_of(work.history)}};
  if (work.latest) made["state"] = json_of(work.latest->state);
  return first_line() + made.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void read_record(std::string_view record, TrainingWork& to) {
  const std::string begin = first_line();
  require_of_record(record.starts_with(begin));
  const Json tree = json::object_of(record.substr(begin.size()));
  to.plan = plan_in(tree.at("plan"));
  to.history = history_in(tree.at("history"));
  if (!tree.contains("state")) return;
  auto latest = std::make_shared<TrainingSnapshot>();
  latest->state = state_in(tree.at("state"), to.plan);
  require_of_record(latest->step() <= std::ssize(to.history.steps));
  if (!to.history.tests.empty()) latest->test = to.history.tests.back();
  to.latest = std::move(latest);
}

}  // namespace attn
