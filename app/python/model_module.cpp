#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/json/json_write.h"
#include "app/model/run/model_document.h"
#include "app/model/run/run_dump.h"
#include "app/model/run/run_result.h"
#include "app/python/arrays.h"
#include "app/python/core.h"

namespace attn::python {
namespace {

using SharedModel = std::shared_ptr<const ModelStart>;

/// Run of a model, with what it needs. One thread at a time uses it.
class CoreRun {
 public:
  CoreRun(SharedModel start, const RunRequest& given)
      : start_(std::move(start)),
        request_(start_->request(given)),
        result_(start_->model(), request_) {
    json::Writer out;
    result_.write(out);
    text_ = std::move(out).take();
  }

  const std::string& text() const { return text_; }
  const std::vector<int>& ids() const { return result_.ids(); }
  ModelRun& run() { return result_.run(); }
  const Model& model() const { return start_->model().model(); }
  std::shared_ptr<const AttentionDump> heads(const std::shared_ptr<CoreRun>& own) {
    const std::lock_guard lock(mutex_);
    if (!heads_) {
      heads_ = std::make_unique<RunDump>(run(), start_->model().names_of(ids()),
                                         start_->model().description().path);
    }
    return {own, heads_.get()};
  }

  std::mutex& mutex() { return mutex_; }

 private:
  SharedModel start_;
  RunRequest request_;
  RunResult result_;
  std::string text_;
  std::unique_ptr<RunDump> heads_;
  std::mutex mutex_;
};

/// New array with these axes, of which `fill` writes matrix n, for all n along the first axes.
template <typename Fill>
py::array_t<float> stacked(const std::vector<Index>& axes, const Fill& fill) {
  py::array_t<float> made(axes);
  float* to = made.mutable_data();
  without_lock([&] { fill(to); });
  return made;
}

void append(float*& to, const Matrix& numbers) {
  to = std::copy_n(numbers.data(), numbers.size(), to);
}

/// States that each block reads, and after the last: (B + 1) x L x D.
py::object hidden_of(CoreRun& core) {
  ModelRun& run = core.run();
  const auto count = static_cast<Index>(run.blocks()) + 1;
  return stacked({count, run.tokens(), core.model().width()}, [&](float* to) {
    const std::lock_guard lock(core.mutex());
    for (Index n = 0; n < count; ++n) append(to, run.states(static_cast<std::size_t>(n)));
  });
}

Matrix last_states(CoreRun& core) { return core.run().states(core.run().blocks()); }

py::object final_of(CoreRun& core) {
  return array_of(without_lock([&] {
    const std::lock_guard lock(core.mutex());
    return std::make_shared<const Matrix>(core.run().normed(last_states(core)));
  }));
}

py::object logits_of(CoreRun& core) {
  if (!core.model().has_logits) return py::none();
  return array_of(without_lock([&] {
    const std::lock_guard lock(core.mutex());
    return std::make_shared<const Matrix>(core.run().logits(last_states(core)));
  }));
}

/// Weights of a block's heads, H x L x L; None without attention.
py::object weights_of(CoreRun& core, std::size_t block) {
  const Attention* attention = core.run().attention(block);
  if (attention == nullptr) return py::none();
  const Index L = core.run().tokens();
  return stacked({std::ssize(attention->heads), L, L}, [&](float* to) {
    const std::lock_guard lock(core.mutex());
    for (const Matrix& weights : core.run().weights(block)) append(to, weights);
  });
}

/// Change of a head's weights, "9.6" or "9.*".
GivenChange weights_change(
    const std::string& place,
    const py::array_t<float, py::array::c_style | py::array::forcecast>& numbers) {
  ChangeTexts texts;
  texts.off = {place};
  GivenChange made = given_changes(texts).front();
  made.where = "weights";
  made.kind = "weights";
  if (numbers.ndim() != 2) throw std::invalid_argument("weights: expected an array of two axes");
  made.weights = Eigen::Map<const Matrix>(numbers.data(), numbers.shape(0), numbers.shape(1));
  return made;
}

}  // namespace

void add_models(py::module_& module) {
  using Numbers = py::array_t<float, py::array::c_style | py::array::forcecast>;
  py::class_<ModelText>(module, "ModelText")
      .def(py::init([](std::optional<std::string> text, std::vector<int> ids) {
        return ModelText{std::move(text), std::move(ids)};
      }));
  py::class_<ChangeTexts>(module, "ChangeTexts")
      .def(py::init())
      .def_readwrite("off", &ChangeTexts::off)
      .def_readwrite("mean", &ChangeTexts::mean)
      .def_readwrite("temperature", &ChangeTexts::temperature)
      .def_readwrite("mask", &ChangeTexts::mask)
      .def_readwrite("patch", &ChangeTexts::patch)
      .def_readwrite("cut", &ChangeTexts::cut);
  py::class_<RunRequest>(module, "RunRequest")
      .def(py::init())
      .def_readwrite("text", &RunRequest::text)
      .def_readwrite("other", &RunRequest::other)
      .def_readwrite("top", &RunRequest::count)
      .def_readwrite("at", &RunRequest::at)
      .def_readwrite("layers", &RunRequest::has_layers)
      .def_readwrite("generate", &RunRequest::generated)
      .def_readwrite("seed", &RunRequest::seed)
      .def("sample",
           [](RunRequest& request, double temperature, int top_k, double top_p) {
             request.sampling = {temperature, top_k, top_p};
           })
      .def("change", [](RunRequest& request, const ChangeTexts& texts,
                        const std::vector<std::pair<std::string, Numbers>>& weights) {
        request.changes = given_changes(texts);
        for (const auto& [place, numbers] : weights) {
          request.changes.push_back(weights_change(place, numbers));
        }
      });
  py::class_<CoreRun, std::shared_ptr<CoreRun>>(module, "Run")
      .def("text", &CoreRun::text)
      .def("ids", &CoreRun::ids)
      .def("hidden", &hidden_of)
      .def("final", &final_of)
      .def("logits", &logits_of)
      .def("block_count", [](CoreRun& core) { return core.run().blocks(); })
      .def("weights", &weights_of)
      .def("heads",
           [](const std::shared_ptr<CoreRun>& core) { return CoreAttention{core->heads(core)}; });
  py::class_<ModelStart, std::shared_ptr<ModelStart>>(module, "Model")
      .def(py::init([](const std::string& path) {
        return without_lock([&] { return std::make_shared<ModelStart>(path); });
      }))
      .def("description",
           [](const ModelStart& start) {
             json::Writer out;
             write_model_description(out, start.model().description());
             return std::move(out).take();
           })
      .def("tokens",
           [](const ModelStart& start, const std::string& text) {
             return start.model().ids_of({text, {}});
           })
      .def("texts", [](const ModelStart& start,
                       const std::vector<int>& ids) { return start.model().texts(ids); })
      .def("run", [](const std::shared_ptr<ModelStart>& start, const RunRequest& request) {
        return without_lock([&] { return std::make_shared<CoreRun>(start, request); });
      });
}

}  // namespace attn::python
