#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/imports/dump_scene.h"
#include "app/document/imports/head_measures.h"
#include "app/document/imports/open_dump.h"
#include "app/figure/training/head_figures.h"
#include "app/python/arrays.h"
#include "app/python/core.h"
#include "engine/base/text.h"
#include "engine/fast/evaluate.h"

namespace attn::python {
namespace {

CoreAttention open_attention(std::string tensors, const DumpChoice& choice) {
  return {without_lock(
      [&] { return open_tensors(TensorFile(FileBytes::held(std::move(tensors))), choice); })};
}

Index layer_of(const CoreAttention& attention, Index layer) {
  if (layer >= 0) return require_layer(*attention.dump, layer);
  const Index count = attention.dump->layer_count();
  if (layer < -count) throw py::index_error("layer out of range");
  return count + layer;
}

std::shared_ptr<CoreScene> scene_of_layer(const CoreAttention& attention, Index number,
                                          const ImportWishes& wishes) {
  const Index layer = layer_of(attention, number);
  return without_lock([&] {
    const AttentionDump& dump = *attention.dump;
    Evaluation made{imported_scene(dump, analyse_layer(dump, layer, wishes), wishes), {}};
    made.trace = evaluate(made.scene);
    return std::make_shared<CoreScene>(std::make_shared<const Evaluation>(std::move(made)));
  });
}

/// Measures of all heads by name: layers x heads; NaN where a layer has fewer heads or a measure is
/// undefined.
std::map<std::string, py::object> measures_in(const CoreAttention& attention) {
  const AttentionDump& dump = *attention.dump;
  Index heads = 0;
  for (Index n = 0; n < dump.layer_count(); ++n) heads = std::max(heads, dump.layer(n).heads);
  std::vector<Matrix> numbers(
      head_measures().size(),
      Matrix::Constant(dump.layer_count(), heads, static_cast<float>(HeadMeasures::kNoMeasure)));
  without_lock([&] {
    for (Index n = 0; n < dump.layer_count(); ++n) {
      for (Index h = 0; h < dump.layer(n).heads; ++h) {
        const HeadMeasures measured = summary_of(dump, n, h, 1).measures;
        for (std::size_t m = 0; m < numbers.size(); ++m) {
          numbers[m](n, h) = static_cast<float>(measured.*head_measures()[m].number);
        }
      }
    }
  });
  std::map<std::string, py::object> arrays;
  for (std::size_t m = 0; m < numbers.size(); ++m) {
    arrays.emplace(std::string(head_measures()[m].id),
                   array_of(std::make_shared<const Matrix>(std::move(numbers[m]))));
  }
  return arrays;
}

/// Writes a figure of all heads of the layers of these numbers, all if empty: a grid, or their
/// `measures`.
void export_heads(const CoreAttention& attention, const std::string& path, bool are_measures,
                  const std::vector<Index>& layers, const std::vector<Index>& heads,
                  const std::string& measure, bool has_bars, OptionWords looks) {
  const AttentionDump& dump = *attention.dump;
  if (!measure.empty() && !std::ranges::count(head_measures(), measure, &HeadMeasure::id)) {
    throw OptionError("by: expected one of " + joined(head_measures(), &HeadMeasure::id) +
                      ", found " + measure);
  }
  HeadsWish wish{.import = {.name = "Python", .heads = heads},
                 .measure = measure,
                 .has_bars = has_bars,
                 .looks = heads_figure_looks(std::move(looks))};
  for (const Index n : layers) wish.layers.push_back(layer_of(attention, n));
  for (Index n = 0; layers.empty() && n < dump.layer_count(); ++n) wish.layers.push_back(n);
  without_lock([&] {
    const MeasuredHeads measured(dump, std::move(wish), !are_measures);
    with_file(path, [&] { are_measures ? measured.write_chart(path) : measured.write_grid(path); });
  });
}

}  // namespace

void add_attention(py::module_& module) {
  py::enum_<DumpAs>(module, "As")
      .value("guessed", DumpAs::kGuessed)
      .value("weights", DumpAs::kWeights)
      .value("scores", DumpAs::kScores)
      .value("qkv", DumpAs::kVectors);
  py::class_<CoreAttention>(module, "Attention")
      .def_static("open",
                  [](std::string tensors, const std::string& axes, Index batch,
                     std::optional<Index> step, DumpAs as, std::optional<float> masked_below) {
                    return open_attention(std::move(tensors), {.axes = axes,
                                                               .batch = batch,
                                                               .step = step,
                                                               .as = as,
                                                               .masked_from = masked_below});
                  })
      .def("layer_names",
           [](const CoreAttention& attention) {
             std::vector<Index> names;
             for (Index n = 0; n < attention.dump->layer_count(); ++n) {
               names.push_back(attention.dump->layer_name(n));
             }
             return names;
           })
      .def("shape",
           [](const CoreAttention& attention, Index number) {
             const DumpLayer layer = attention.dump->layer(layer_of(attention, number));
             return std::tuple(layer.heads, layer.queries, layer.keys);
           })
      .def("words", [](const CoreAttention& attention) { return attention.dump->words(); })
      .def("doubts",
           [](const CoreAttention& attention) {
             std::vector<std::string> doubts;
             for (const DumpDoubt& doubt : attention.dump->doubts()) {
               doubts.push_back(doubt.reason);
             }
             return doubts;
           })
      .def("measures", &measures_in)
      .def("export_heads", &export_heads)
      .def("scene",
           [](const CoreAttention& attention, Index layer, std::vector<Index> heads,
              std::vector<std::string> keys, std::vector<std::string> queries, bool cleans) {
             return scene_of_layer(attention, layer,
                                   {.name = "Python",
                                    .tokens = {std::move(keys), std::move(queries)},
                                    .heads = std::move(heads),
                                    .cleans = cleans});
           });
}

}  // namespace attn::python
