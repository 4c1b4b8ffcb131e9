#include "app/model/run/run_arrays.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "app/document/tensors/npz_writer.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Inputs of an array.
struct ArrayWork {
  const std::vector<int>& ids;
  const Model& model;
  ModelRun& run;
  NpzWriter& npz;

  Index L() const { return run.tokens(); }
  Index B() const { return static_cast<Index>(run.blocks()); }
  const std::vector<Block>& blocks() const { return model.network.blocks; }
};

/// Array of a run.
struct RunArray {
  std::string_view id;
  void (*write)(const ArrayWork& work);
  bool (*has)(const Model& model) = nullptr;  ///< null: every model
};

void append(NpzWriter& npz, const Matrix& numbers) {
  npz.append({reinterpret_cast<const char*>(numbers.data()),
              static_cast<std::size_t>(numbers.size()) * sizeof(float)});
}

void write_ids(const ArrayWork& work) {
  work.npz.begin("ids", {work.L()}, "<i8");
  const std::vector<std::int64_t> ids(work.ids.begin(), work.ids.end());
  work.npz.append({reinterpret_cast<const char*>(ids.data()), ids.size() * sizeof ids[0]});
}

void write_logits(const ArrayWork& work) {
  constexpr Index kRows = 64;
  work.npz.begin("logits", {work.L(), work.model.words()});
  const Matrix states = work.run.states(work.run.blocks());
  for (Index first = 0; first < states.rows(); first += kRows) {
    const Index some = std::min(kRows, states.rows() - first);
    append(work.npz, work.run.logits(states.middleRows(first, some)));
  }
}

void write_hidden(const ArrayWork& work) {
  work.npz.begin("hidden", {work.B() + 1, work.L(), work.model.width()});
  for (Index n = 0; n <= work.B(); ++n) {
    append(work.npz, work.run.states(static_cast<std::size_t>(n)));
  }
}

void write_final(const ArrayWork& work) {
  work.npz.begin("final", {work.L(), work.model.width()});
  append(work.npz, work.run.normed(work.run.states(work.run.blocks())));
}

Index heads_of(const Block& block) {
  return block.attention ? std::ssize(block.attention->heads) : 0;
}

/// Whether every block has as many heads, as an array needs.
bool has_equal_heads(const Model& model) {
  const auto& blocks = model.network.blocks;
  return std::ranges::all_of(blocks, [&](const Block& block) {
    return heads_of(block) > 0 && heads_of(block) == heads_of(blocks.front());
  });
}

void write_attentions(const ArrayWork& work) {
  const Index H = work.B() > 0 ? heads_of(work.blocks().front()) : 0;
  work.npz.begin("attentions", {work.B(), H, work.L(), work.L()});
  for (std::size_t b = 0; b < work.run.blocks(); ++b) {
    for (const Matrix& weights : work.run.weights(b)) append(work.npz, weights);
  }
}

constexpr std::array kArrays{
    RunArray{"ids", write_ids},
    RunArray{"logits", write_logits, [](const Model& model) { return model.has_logits; }},
    RunArray{"hidden", write_hidden},
    RunArray{"final", write_final},
    RunArray{"attentions", write_attentions, has_equal_heads},
};

}  // namespace

std::string run_array_names() { return joined(std::span<const RunArray>(kArrays), &RunArray::id); }

bool is_run_array(const std::string& name) {
  return std::ranges::find(kArrays, name, &RunArray::id) != kArrays.end();
}

void write_run_arrays(const std::vector<std::string>& names, const std::vector<int>& ids,
                      const Model& model, ModelRun& run, const Sink& sink) {
  NpzWriter npz(sink);
  const ArrayWork work{ids, model, run, npz};
  for (const RunArray& array : kArrays) {
    const bool is_wanted = names.empty() || std::ranges::find(names, array.id) != names.end();
    if (is_wanted && (array.has == nullptr || array.has(model))) array.write(work);
  }
  npz.finish();
}

}  // namespace attn
