#include "app/document/imports/joined_heads.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/dumps/dump_rows.h"
#include "app/document/imports/derived_dump.h"
#include "engine/base/text.h"

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

/// Dump with one head per layer, joined from another dump.
class JoinedDump : public DerivedDump {
 public:
  using DerivedDump::DerivedDump;
  DumpLayer layer(Index n) const override {
    const DumpLayer all = dump().layer(n);
    return {1, all.queries, all.keys};
  }

 protected:
  Matrix mean_of_heads(Index layer) const {
    const Index heads = dump().layer(layer).heads;
    Matrix sum = weights_in(layer, 0);
    for (Index h = 1; h < heads; ++h) sum += weights_in(layer, h);
    return sum / static_cast<float>(heads);
  }
};

/// Mean of the weights over the heads, or the largest of them.
class PooledDump : public JoinedDump {
 public:
  PooledDump(std::shared_ptr<const AttentionDump> whole, JoinHeads how)
      : JoinedDump(std::move(whole)), is_mean_(how == JoinHeads::kMean) {}
  Matrix numbers(Index layer, Index) const override {
    if (is_mean_) return mean_of_heads(layer);
    Matrix most = weights_in(layer, 0);
    for (Index h = 1; h < dump().layer(layer).heads; ++h) {
      most = most.cwiseMax(weights_in(layer, h)).eval();
    }
    return most;
  }
  std::optional<DumpJoin> joined(Index layer) const override {
    const DumpRows& rows = rows_of(layer);
    return DumpJoin{
        (is_mean_ ? "mean of " : "max of ") + counted(dump().layer(layer).heads, "head"),
        weights_words(rows, false), std::string(meaning_of(rows).given) + "; " + row_words(rows)};
  }

 private:
  bool is_mean_;
};

/// Appends a text to a list "a and b", unless it is in it.
void add_to_list(std::string& list, std::string_view text) {
  if (list.find(text) != list.npos) return;
  list += (list.empty() ? "" : " and ") + std::string(text);
}

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
      Matrix step = mean_of_heads(next_);
      if ((step.array() < 0).any()) {
        throw ImportError("rollout: layer " + std::to_string(layer_name(next_)) +
                          " has weights below 0");
      }
      for (Index i = 0; i < step.rows(); ++i) {
        const float sum = step.row(i).sum();
        if (sum > 0) step.row(i) /= sum;
      }
      step.diagonal().array() += 1;
      for (Index i = 0; i < step.rows(); ++i) step.row(i) /= step.row(i).sum();
      rolled_ = next_ == 0 ? std::move(step) : Matrix(step * rolled_);
    }
    return rolled_;
  }
  std::optional<DumpJoin> joined(Index layer) const override {
    DumpJoin join{(layer == 0 ? "rollout (Abnar & Zuidema 2020) through layer "
                              : "rollout (Abnar & Zuidema 2020) through layers ") +
                      layer_names(dump(), 0, layer),
                  "", ""};
    DumpRows all = no_rows(dump());
    for (Index n = 0; n <= layer; ++n) {
      const DumpRows& rows = rows_of(n);
      add_rows(all, rows);
      add_to_list(join.of, weights_words(rows, true));
      add_to_list(join.given, meaning_of(rows).given);
    }
    join.given += "; " + row_words(all);
    return join;
  }

 private:
  // Rollout through the layers before next_, to continue from.
  mutable Matrix rolled_;
  mutable Index next_ = 0;
};

}  // namespace

std::span<const JoinKind> join_kinds() { return kJoins; }

std::unique_ptr<AttentionDump> joined_heads(std::shared_ptr<const AttentionDump> dump,
                                            JoinHeads how) {
  if (how == JoinHeads::kRollout) return std::make_unique<RolloutDump>(std::move(dump));
  return std::make_unique<PooledDump>(std::move(dump), how);
}

}  // namespace attn
