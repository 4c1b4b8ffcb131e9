#include "app/document/imports/joined_heads.h"

#include <array>
#include <utility>

#include "app/document/imports/dump_rows.h"
#include "app/document/imports/layer_names.h"

namespace attn {
namespace {

constexpr auto kJoins = std::to_array<JoinKind>({
    {JoinHeads::kMean, "mean", "Mean"},
    {JoinHeads::kMax, "max", "Max"},
    {JoinHeads::kRollout, "rollout", "Rollout"},
});

std::string size_words(const DumpLayer& layer) {
  return std::to_string(layer.queries) + " × " + std::to_string(layer.keys);
}

/// The weights of one head, which see nothing where the file has no numbers.
Matrix weights_in(const AttentionDump& dump, Index layer, Index head) {
  Matrix numbers = dump.numbers(layer, head);
  DumpRows rows;
  look_at(rows, numbers);
  meaning_of(rows).make_weights(numbers);
  return numbers;
}

Matrix mean_of_heads(const AttentionDump& dump, Index layer) {
  const Index heads = dump.layer(layer).heads;
  Matrix sum = weights_in(dump, layer, 0);
  for (Index h = 1; h < heads; ++h) sum += weights_in(dump, layer, h);
  return sum / static_cast<float>(heads);
}

Matrix max_of_heads(const AttentionDump& dump, Index layer) {
  Matrix most = weights_in(dump, layer, 0);
  for (Index h = 1; h < dump.layer(layer).heads; ++h) {
    most = most.cwiseMax(weights_in(dump, layer, h)).eval();
  }
  return most;
}

/// One head in each layer, of what another dump has.
class JoinedDump : public AttentionDump {
 public:
  explicit JoinedDump(std::shared_ptr<const AttentionDump> dump) : dump_(std::move(dump)) {}
  Index layer_count() const override { return dump_->layer_count(); }
  Index layer_name(Index n) const override { return dump_->layer_name(n); }
  DumpLayer layer(Index n) const override {
    const DumpLayer all = dump_->layer(n);
    return {1, all.queries, all.keys};
  }
  DumpTokens tokens() const override { return dump_->tokens(); }
  std::string words() const override { return dump_->words(); }
  std::string chosen() const override { return dump_->chosen(); }

 protected:
  std::string heads_of(Index layer) const {
    const Index heads = dump_->layer(layer).heads;
    return std::to_string(heads) + (heads == 1 ? " head" : " heads");
  }
  const AttentionDump& dump() const { return *dump_; }

 private:
  std::shared_ptr<const AttentionDump> dump_;
};

class MeanDump : public JoinedDump {
 public:
  using JoinedDump::JoinedDump;
  Matrix numbers(Index layer, Index) const override { return mean_of_heads(dump(), layer); }
  std::string joined(Index layer) const override { return "mean of " + heads_of(layer); }
};

class MaxDump : public JoinedDump {
 public:
  using JoinedDump::JoinedDump;
  Matrix numbers(Index layer, Index) const override { return max_of_heads(dump(), layer); }
  std::string joined(Index layer) const override { return "max of " + heads_of(layer); }
};

class RolloutDump : public JoinedDump {
 public:
  explicit RolloutDump(std::shared_ptr<const AttentionDump> whole) : JoinedDump(std::move(whole)) {
    const DumpLayer first = dump().layer(0);
    for (Index n = 0; n < layer_count(); ++n) {
      const DumpLayer layer = dump().layer(n);
      const std::string where = "rollout: layer " + std::to_string(layer_name(n)) + " is ";
      if (layer.queries != layer.keys) {
        throw ImportError(where + size_words(layer) + ", expected as many queries as keys");
      }
      if (layer.keys != first.keys) {
        throw ImportError(where + size_words(layer) + ", expected " + size_words(first) +
                          " as layer " + std::to_string(layer_name(0)) + " is");
      }
    }
    if (first.keys > kMostRolledOut) {
      throw ImportError("rollout: expected at most " + std::to_string(kMostRolledOut) +
                        " tokens, found " + std::to_string(first.keys));
    }
  }

  Matrix numbers(Index layer, Index) const override {
    if (layer < next_) next_ = 0;
    for (; next_ <= layer; ++next_) {
      Matrix step = mean_of_heads(dump(), next_);
      if ((step.array() < 0).any()) {
        throw ImportError("rollout: layer " + std::to_string(layer_name(next_)) +
                          " has weights below 0");
      }
      step.diagonal().array() += 1;
      for (Index i = 0; i < step.rows(); ++i) step.row(i) /= step.row(i).sum();
      rolled_ = next_ == 0 ? std::move(step) : Matrix(step * rolled_);
    }
    return rolled_;
  }
  std::string joined(Index layer) const override {
    return (layer == 0 ? "rollout through layer " : "rollout through layers ") +
           layer_names(dump(), 0, layer);
  }

 private:
  // Through the layers before next_, to go on from.
  mutable Matrix rolled_;
  mutable Index next_ = 0;
};

}  // namespace

std::span<const JoinKind> join_kinds() { return kJoins; }

std::unique_ptr<AttentionDump> joined_heads(std::shared_ptr<const AttentionDump> dump,
                                            JoinHeads how) {
  switch (how) {
    case JoinHeads::kMean:
      return std::make_unique<MeanDump>(std::move(dump));
    case JoinHeads::kMax:
      return std::make_unique<MaxDump>(std::move(dump));
    default:
      return std::make_unique<RolloutDump>(std::move(dump));
  }
}

}  // namespace attn
