#include "app/document/imports/network_dump.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/matrix_files.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/base/text.h"
#include "engine/blocks/stages.h"

namespace attn {
namespace {

/// "2 layers × 4 heads"; "6 heads of 2 layers" if layers differ.
std::string heads_of(const Network& network) {
  std::size_t layers = 0, heads = 0, most = 0;
  for (const Block& block : network.blocks) {
    if (!block.attention) continue;
    ++layers;
    heads += block.attention->heads.size();
    most = std::max(most, block.attention->heads.size());
  }
  if (layers * most != heads) return counted(heads, "head") + " of " + counted(layers, "layer");
  return counted(layers, "layer") + " × " + counted(most, "head");
}

std::string network_words(const Network& network) {
  return "network of " + heads_of(network) + ", " + counted(network.tokens.size(), "token");
}

class NetworkDump : public AttentionDump {
 public:
  explicit NetworkDump(const Network& network)
      : tokens_(network.tokens), words_(network_words(network)) {
    const NetworkTrace trace = evaluate_plainly(network);
    for (std::size_t b = 0; b < network.blocks.size(); ++b) {
      const auto block = static_cast<Index>(b);
      auto attention = attention_of(network, trace, block);
      if (!attention) continue;
      layers_.push_back(std::move(attention));
      names_.push_back(block);
    }
    if (layers_.empty()) throw ImportError("expected a block with attention, found none");
    as = DumpAs::kWeights;
  }

  Index layer_count() const override { return std::ssize(layers_); }
  Index layer_name(Index n) const override { return names_[static_cast<std::size_t>(n)]; }
  DumpLayer layer(Index n) const override {
    const auto count = std::ssize(tokens_);
    return {.heads = std::ssize(trace_of(n).heads), .queries = count, .keys = count};
  }
  Matrix numbers(Index layer, Index head) const override {
    return trace_of(layer).head(head).weights;
  }
  bool has_choice_of_numbers() const override { return false; }
  DumpTokens tokens() const override { return {.keys = tokens_, .queries = {}}; }
  std::string words() const override { return words_; }

 private:
  const AttentionTrace& trace_of(Index n) const {
    return layers_[static_cast<std::size_t>(n)]->trace;
  }

  std::vector<std::string> tokens_;
  std::string words_;
  std::vector<std::shared_ptr<const Evaluation>> layers_;
  std::vector<Index> names_;
};

/// Result of work(), whose SceneError becomes an ImportError with its place.
template <typename Work>
auto as_import(const Work& work) try {
  return work();
} catch (const SceneError& error) {
  throw ImportError(error.problem().words());
}

}  // namespace

bool is_network(std::string_view begin) {
  return begin.find("\"" + std::string(kNetworkFormat) + "\"") != begin.npos;
}

Network network_in(const std::string& text, const std::string& path) {
  return as_import([&] {
    Computable read =
        computable_of(parse_whole(text), path.empty() ? MatrixFiles() : MatrixFiles(path));
    if (auto* network = std::get_if<Network>(&read)) return std::move(*network);
    throw ImportError("expected a network, found a scene");
  });
}

std::unique_ptr<AttentionDump> dump_of(const Network& network) {
  return as_import([&] {
    const auto problem =
        memory_problem(static_cast<double>(sizeof(float)) * trace_numbers(network));
    if (problem) throw ImportError(problem->text);
    return std::make_unique<NetworkDump>(network);
  });
}

DumpContents contents_of_network(const Network& network) {
  const std::string words = network_words(network);
  return {.words = words, .parts = {{.name = "", .words = words, .is_usual = true}}};
}

}  // namespace attn
