#include "app/command/train_start.h"

#include <stdexcept>
#include <string_view>
#include <utility>

#include "app/command/failure.h"
#include "app/command/scene_work.h"
#include "app/document/files/memory_limit.h"
#include "app/document/files/problem_line.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/tasks/task_file.h"
#include "engine/base/text.h"
#include "engine/tasks/first_network.h"

namespace attn {
namespace {

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

}  // namespace

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
  try {
    for (const std::string& text : options.sets) {
      apply_training_setting(text, start.is_from_file, plan);
    }
    if (!start.is_from_file) check_sizes(plan.sizes);
  } catch (const std::invalid_argument& error) {
    refuse(error.what());
  }
  start.settings = plan.settings;
  if (start.is_from_file) {
    start.network = network_in(options.what);
    about_scene(options.what, [&] { require_fit(start.network, start.task); });
  } else {
    start.task.normalizer = plan.normalizer;
    start.network = first_network(start.task, plan.sizes, options.seed);
  }
  about_scene(options.what, [&] { require_memory_to_train(start.network, start.settings.batch); });
  return start;
}

}  // namespace attn
