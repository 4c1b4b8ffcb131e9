#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "engine/model/model_run.h"

namespace attn {

/// Heads of a run as an import has them: a layer for each block with attention, with the weights
/// that it was run with. Computes the weights of a layer when they are asked for. Thread-safe.
class RunDump : public AttentionDump {
 public:
  /// A run of `tokens`, described by `words`; `run` has to stay, and stays as it is. Throws
  /// ImportError if no block has attention.
  RunDump(ModelRun& run, std::vector<std::string> tokens, std::string words);

  Index layer_count() const override { return std::ssize(blocks_); }
  Index layer_name(Index n) const override { return blocks_[static_cast<std::size_t>(n)]; }
  DumpLayer layer(Index n) const override;
  bool has_choice_of_numbers() const override { return false; }
  Matrix numbers(Index layer, Index head) const override;
  DumpTokens tokens() const override { return {.keys = tokens_, .queries = {}}; }
  std::string words() const override { return words_; }
  bool has_scenes() const override { return true; }
  Scene scene(Index layer) const override;

 private:
  ModelRun& run_;
  std::vector<std::string> tokens_;
  std::string words_;
  std::vector<Index> blocks_;
  mutable std::mutex mutex_;
  mutable Index computed_ = -1;  ///< layer of `weights_`
  mutable std::vector<Matrix> weights_;
};

}  // namespace attn
