#include "app/command/train_start.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

#include "app/command/failure.h"
#include "app/command/scene_work.h"
#include "app/document/files/memory_limit.h"
#include "app/document/files/problem_line.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/tasks/task_file.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/base/text.h"
#include "engine/tasks/first_network.h"

namespace attn {
namespace {

/// Parses a number >= `low` (> `low` if `is_above`) and <= `high`; returns false for others.
bool set_number(std::string_view text, double low, bool is_above, double high, double& to) {
  const auto number = parsed<double>(text);
  if (!number || !std::isfinite(*number)) return false;
  if (*number < low || (is_above && *number == low) || *number > high) return false;
  to = *number;
  return true;
}

bool set_whole(std::string_view text, Index low, Index high, Index& to) {
  const auto number = parsed<Index>(text);
  if (!number || *number < low || *number > high) return false;
  to = *number;
  return true;
}

bool set_choice(std::string_view text, std::string_view yes, std::string_view no, bool& to) {
  if (text != yes && text != no) return false;
  to = text == yes;
  return true;
}

bool set_optimizer(std::string_view text, PlannedTraining& plan) {
  plan.settings.optimizer = find_row(optimizer_kinds(), text);
  return plan.settings.optimizer != nullptr;
}

/// Returns whether the normalizer has no required parameters.
bool can_be_made(const NormalizerKind& kind) {
  return std::ranges::none_of(kind.parameters, &Parameter::required);
}

bool set_normalizer(std::string_view text, PlannedTraining& plan) {
  plan.normalizer = find_row(normalizer_kinds(), text);
  return plan.normalizer && can_be_made(*plan.normalizer);
}

std::string normalizers_in_words() {
  return joined(normalizer_kinds(),
                [](const NormalizerKind& kind) { return can_be_made(kind) ? kind.id : ""; });
}

constexpr double kLargestRate = 1e6;
constexpr Index kMostLayers = 8, kMostHeads = 64, kMostWidth = 256, kMostHidden = 1024;
constexpr Index kLargestBatch = 4096;

/// Row of the table of settings. `set` returns whether the text is a valid value.
struct TrainingSetting {
  std::string_view name;
  std::string takes;
  bool is_size;
  std::function<bool(std::string_view text, PlannedTraining& plan)> set;
};

std::string up_to(Index least, Index most) {
  return std::to_string(least) + " to " + std::to_string(most);
}

TrainingSetting size_setting(std::string_view name, Index least, Index most, Index Sizes::*which,
                             std::string_view note = "") {
  return {name, up_to(least, most).append(note), true,
          [=](std::string_view text, PlannedTraining& plan) {
            return set_whole(text, least, most, plan.sizes.*which);
          }};
}

TrainingSetting choice_setting(std::string_view name, std::string takes, std::string_view yes,
                               std::string_view no, bool Sizes::*which) {
  return {name, std::move(takes), true, [=](std::string_view text, PlannedTraining& plan) {
            return set_choice(text, yes, no, plan.sizes.*which);
          }};
}

const std::vector<TrainingSetting>& training_settings() {
  using Text = std::string_view;
  static const std::vector<TrainingSetting> kAll = {
      {"lr", "a number > 0, up to 1e6", false,
       [](Text text, PlannedTraining& plan) {
         return set_number(text, 0, true, kLargestRate, plan.settings.step.learning_rate);
       }},
      {"batch", up_to(1, kLargestBatch), false,
       [](Text text, PlannedTraining& plan) {
         return set_whole(text, 1, kLargestBatch, plan.settings.batch);
       }},
      {"optimizer", joined(optimizer_kinds(), &OptimizerKind::id), false, set_optimizer},
      {"decay", "0 to 1", false,
       [](Text text, PlannedTraining& plan) {
         return set_number(text, 0, false, 1, plan.settings.step.decay);
       }},
      {"momentum", "0 to 0.9999", false,
       [](Text text, PlannedTraining& plan) {
         return set_number(text, 0, false, 0.9999, plan.settings.step.momentum);
       }},
      size_setting("layers", 1, kMostLayers, &Sizes::layers),
      size_setting("heads", 1, kMostHeads, &Sizes::heads),
      size_setting("width", 1, kMostWidth, &Sizes::width),
      size_setting("mlp", 0, kMostHidden, &Sizes::mlp, ", 0 for none"),
      choice_setting("positions", "none, learned", "learned", "none", &Sizes::has_positions),
      choice_setting("residual", "on, off", "on", "off", &Sizes::has_residual),
      choice_setting("causal", "on, off", "on", "off", &Sizes::is_causal),
      {"normalizer", normalizers_in_words(), true, set_normalizer},
  };
  return kAll;
}

[[noreturn]] void refuse(const std::string& text) { throw Failure(Status::kWrong, text); }

/// Lists the names of tasks that the command accepts.
std::string task_names() {
  return "one of " + joined(tasks(), &LearningTask::id) + ", or a file of input → output lines";
}

bool is_file_name(const std::string& text) {
  return text == "-" || text.find_first_of("./") != std::string::npos;
}

/// Built-in task with that id, or the task in the file of that name.
LearningTask task_called(const std::string& option, const std::string& name) {
  if (const LearningTask* task = find_task(name)) return *task;
  if (!is_file_name(name)) {
    refuse(option + ": expected " + task_names() + ", found " + name);
  }
  return task_in(name);
}

/// "expected 10 tokens (a sequence of reverse), found 4"
void require_count(const std::string& place, Index expected, const std::string& what, Index found) {
  if (expected == found) return;
  throw SceneError({place, "expected " + std::to_string(expected) + " " + what + ", found " +
                               std::to_string(found)});
}

/// Throws SceneError.
void require_fit(const Network& network, const LearningTask& task) {
  const std::string of = " of the task " + std::string(task.id) + ")";
  const auto count = [](const auto& list) { return std::ssize(list); };
  require_count("/vocabulary", count(task.vocabulary), "words (the vocabulary" + of,
                count(network.vocabulary));
  for (std::size_t n = 0; n < task.vocabulary.size(); ++n) {
    if (network.vocabulary[n] == task.vocabulary[n]) continue;
    throw SceneError({"/vocabulary/" + std::to_string(n), "expected " + task.vocabulary[n] +
                                                              " (the vocabulary" + of + ", found " +
                                                              network.vocabulary[n]});
  }
  if (network.inputs.has_value() != task.is_of_points) {
    const std::string tokens = "the tokens of the task " + std::string(task.id) + " are ";
    throw SceneError({"/inputs", task.is_of_points ? "expected: " + tokens + "vectors"
                                                   : "not expected: " + tokens + "words"});
  }
  require_count("/tokens", task.length, "tokens (a sequence" + of, count(network.tokens));
  const Index classes =
      network.unembedding ? (*network.unembedding)->cols() : count(network.vocabulary);
  require_count("/unembedding/0", count(task.classes), "numbers (the classes" + of, classes);
}

/// Throws SceneError if a run needs more memory than the limit.
void require_memory_to_train(const Network& network, Index batch) {
  const int threads = WorkerPool::shared().threads();
  if (auto problem = memory_problem(training_bytes(network, batch, threads))) {
    throw SceneError(*problem);
  }
}

Network network_in(const std::string& file) {
  Computable read = computable_in(file);
  if (auto* network = std::get_if<Network>(&read)) return std::move(*network);
  throw Failure(Status::kWrong, file, "expected a network, found a scene");
}

/// Throws Failure if the sizes are inconsistent.
void check_sizes(const Sizes& sizes) {
  if (sizes.width % sizes.heads != 0) {
    refuse("--set width: expected a multiple of heads (" + std::to_string(sizes.heads) +
           "), found " + std::to_string(sizes.width));
  }
  if (sizes.has_residual) return;
  if (sizes.layers > 1) {
    refuse("--set layers: expected 1 without a residual, found " + std::to_string(sizes.layers) +
           "; --set residual=on adds one");
  }
  if (sizes.mlp > 0) {
    refuse("--set mlp: expected 0 without a residual, found " + std::to_string(sizes.mlp) +
           "; --set residual=on adds one");
  }
}

/// Applies a setting "lr=0.01". The sizes of a network from a file are fixed. Throws Failure with a
/// list of all settings if the name is unknown or the value is not allowed.
void apply_setting(const std::string& text, bool is_from_file, PlannedTraining& plan) {
  const std::size_t sign = text.find('=');
  const std::string_view all = text, name = all.substr(0, sign);
  const auto found = std::ranges::find(training_settings(), name, &TrainingSetting::name);
  if (sign == std::string::npos || found == training_settings().end()) {
    refuse("--set: expected NAME=VALUE of " + settings_in_words() + ", found " + text);
  }
  if (is_from_file && found->is_size) {
    refuse("--set " + std::string(name) +
           ": has no effect for a network from a file, which has "
           "its sizes");
  }
  if (!found->set(all.substr(sign + 1), plan)) {
    refuse("--set " + std::string(name) + ": expected " + found->takes + ", found " +
           std::string(all.substr(sign + 1)) + "; the settings are: " + settings_in_words());
  }
}

}  // namespace

std::string settings_in_words() {
  return joined(training_settings(), [](const TrainingSetting& setting) {
    return std::string(setting.name) + " (" + setting.takes + ")";
  });
}

LearningTask task_in(const std::string& file) try {
  return read_task(file);
} catch (const TaskFileError& error) {
  const std::string line = error.line() > 0 ? ":" + std::to_string(error.line()) : "";
  throw Failure(Status::kWrong, file + line, error.what());
}

TrainingStart training_start(const TrainOptions& options) {
  TrainingStart start;
  const bool is_task = find_task(options.what) != nullptr;
  if (is_task && !options.task.empty()) refuse("--task: has no effect with a task");
  // A file is a network if --task is given or its name ends in .json; otherwise it is a task.
  start.is_from_file = !is_task && is_file_name(options.what) &&
                       (!options.task.empty() || options.what.ends_with(".json"));
  if (start.is_from_file && options.task.empty()) {
    throw Failure(Status::kWrong, options.what, "expected --task with a network: " + task_names());
  }
  start.task = start.is_from_file ? task_called("--task", options.task)
                                  : task_called("NETWORK|TASK", options.what);
  PlannedTraining plan{.sizes = start.task.smallest,
                       .settings = settings_for(start.task, options.seed),
                       .normalizer = start.task.normalizer};
  for (const std::string& text : options.sets) apply_setting(text, start.is_from_file, plan);
  start.settings = plan.settings;
  if (start.is_from_file) {
    start.network = network_in(options.what);
    about_scene(options.what, [&] { require_fit(start.network, start.task); });
  } else {
    check_sizes(plan.sizes);
    start.task.normalizer = plan.normalizer;
    start.network = first_network(start.task, plan.sizes, options.seed);
  }
  about_scene(options.what, [&] { require_memory_to_train(start.network, start.settings.batch); });
  return start;
}

}  // namespace attn
