#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/document/files/memory_limit.h"
#include "app/document/imports/network_dump.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/tasks/task_file.h"
#include "app/document/tasks/training_plan.h"
#include "app/python/arrays.h"
#include "app/python/core.h"
#include "engine/base/text.h"
#include "engine/blocks/stages.h"
#include "engine/tasks/first_network.h"
#include "engine/train/trainer.h"

namespace attn::python {
namespace {

constexpr Index kTests = 512;  // sequences of a test, as by the command `train`

using SharedNetwork = std::shared_ptr<const Network>;

/// Network with its trace, of which its arrays are parts.
struct CoreNetwork {
  SharedNetwork network;
  std::shared_ptr<const NetworkTrace> trace{};

  const NetworkTrace& computed() {
    if (!trace) {
      trace = without_lock(
          [&] { return std::make_shared<const NetworkTrace>(evaluate_plainly(*network)); });
    }
    return *trace;
  }
};

/// Network of a text of JSON with `tensors`, or in the file at `path`.
CoreNetwork network_of(Computable read) {
  if (auto* network = std::get_if<Network>(&read)) {
    return {std::make_shared<const Network>(std::move(*network))};
  }
  throw SceneError({"/format", "expected a network, found a scene"});
}

std::shared_ptr<CoreScene> scene_of_block(CoreNetwork& core, Index block) {
  const auto count = std::ssize(core.network->blocks);
  if (block < -count || block >= count) throw py::index_error("layer out of range");
  const auto made = attention_of(*core.network, core.computed(), block < 0 ? count + block : block);
  return made ? std::make_shared<CoreScene>(made) : nullptr;
}

/// Test of a network while it learns: step, loss, accuracy.
using Test = std::tuple<Index, double, double>;
using OnTest =
    std::function<void(const CoreNetwork& network, Index step, double loss, double accuracy)>;

/// Trains a new network on a task, by its name or in a file, as the command `train` does.
std::pair<CoreNetwork, std::vector<Test>> train(const std::string& name, Index steps,
                                                std::uint64_t seed,
                                                const std::vector<std::string>& settings,
                                                Index test_every, const OnTest& on_test) {
  const LearningTask* known = find_task(name);
  if (!known && name.find_first_of("./") == std::string::npos) {
    throw std::invalid_argument("expected a task, one of " + joined(tasks(), &LearningTask::id) +
                                ", or a file of input → output lines, found " + name);
  }
  LearningTask task = known ? *known : read_task(name);
  PlannedTraining plan{
      .sizes = task.smallest, .settings = settings_for(task, seed), .normalizer = task.normalizer};
  for (const std::string& setting : settings) apply_training_setting(setting, false, plan);
  check_sizes(plan.sizes);
  task.normalizer = plan.normalizer;
  Network first = first_network(task, plan.sizes, seed);
  const int threads = WorkerPool::shared().threads();
  if (auto problem = memory_problem(training_bytes(first, plan.settings.batch, threads))) {
    throw SceneError(*problem);
  }
  Trainer trainer(std::move(first), task, plan.settings);
  std::vector<Test> tests;
  const auto made = [&] { return CoreNetwork{std::make_shared<const Network>(trainer.network())}; };
  const auto require_finite = [&](bool is_finite) {
    if (is_finite) return;
    throw std::invalid_argument("the loss is not finite at step " +
                                std::to_string(trainer.steps() + 1) +
                                "; a smaller learning rate, lr, may help");
  };
  const auto test = [&] {
    const Answers answers = without_lock([&] { return trainer.test(kTests); });
    const auto wanted = static_cast<double>(std::max<Index>(1, answers.wanted));
    const double loss = answers.loss / wanted;
    const double accuracy =
        task.is_of_points ? std::nan("") : static_cast<double>(answers.right) / wanted;
    require_finite(std::isfinite(loss));
    tests.emplace_back(trainer.steps(), loss, accuracy);
    if (on_test) on_test(made(), trainer.steps(), loss, accuracy);
  };
  test();
  while (trainer.steps() < steps) {
    without_lock([&] { return trainer.step(); });
    require_finite(!trainer.has_failed());
    if (trainer.steps() % test_every == 0 || trainer.steps() == steps) test();
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return {made(), std::move(tests)};
}

}  // namespace

void add_networks(py::module_& module) {
  py::class_<CoreNetwork>(module, "Network")
      .def_static("open", [](const std::string& path) { return network_of(read_computable(path)); })
      .def_static(
          "parse",
          [](const std::string& text, std::string tensors) {
            return network_of(computable_of(
                parse_whole(text), MatrixFiles(tensors_in(tensor_bytes(std::move(tensors))))));
          })
      .def("text", [](const CoreNetwork& core) { return format_network(*core.network); })
      .def("save",
           [](const CoreNetwork& core, const std::string& path) {
             with_file(path, [&] { write_network(*core.network, path); });
           })
      .def("layer_count", [](const CoreNetwork& core) { return core.network->blocks.size(); })
      .def("scene", &scene_of_block)
      .def("heads",
           [](const CoreNetwork& core) {
             return CoreAttention{without_lock([&] { return dump_of(*core.network); })};
           })
      .def("logits",
           [](CoreNetwork& core) {
             core.computed();
             return array_in(core.trace, core.trace->stages.back().x);
           })
      .def("warnings", [](CoreNetwork& core) { return core.computed().warnings; });
  module.def("train", &train);
  module.def("tasks", [] {
    std::map<std::string, std::string> says;
    for (const LearningTask& task : tasks()) says.emplace(task.id, task.says);
    return says;
  });
}

}  // namespace attn::python
