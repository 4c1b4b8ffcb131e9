#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// What is wrong with a file of attention, or with what is wanted of it, in one line of words.
class ImportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What one layer of a dump has.
struct DumpLayer {
  Index heads = 1, queries = 0, keys = 0;
  bool operator==(const DumpLayer&) const = default;
};

/// The tokens that a file names itself; empty where it names none.
struct DumpTokens {
  std::vector<std::string> keys, queries;
  std::string unread{};  ///< what there is instead: "tokens of the file: int64, not read"
};

/// How several heads became the one that a layer has, in words.
struct DumpJoin {
  std::string how;    ///< "mean of 12 heads"
  std::string of;     ///< "the given weights", "softmax of the scores given"
  std::string given;  ///< "weights; rows sum to 1": what the file has
};

/// Attention that was computed elsewhere: for each head of each layer a matrix, queries × keys.
/// Only what is asked for is read.
class AttentionDump {
 public:
  virtual ~AttentionDump() = default;

  virtual Index layer_count() const = 0;
  virtual DumpLayer layer(Index n) const = 0;
  /// Its number in the file, by which it is called: that in a name, where names have one. Rises.
  virtual Index layer_name(Index n) const { return n; }
  /// As it stands in the file. Throws ImportError.
  virtual Matrix numbers(Index layer, Index head) const = 0;
  virtual DumpTokens tokens() const { return {}; }
  /// What was understood: "attentions.0 … attentions.11, each batch × heads × queries × keys:
  /// 1 × 12 × 64 × 64 of float16".
  virtual std::string words() const = 0;
  /// Which of several it is: "Cross", "batch 2"; empty where the file has but one.
  virtual std::string chosen() const { return ""; }
  /// Where a layer's one head was made of several; none where it was not. Throws ImportError.
  virtual std::optional<DumpJoin> joined(Index /*layer*/) const { return std::nullopt; }
};

/// What is chosen of a file that has several.
struct DumpChoice {
  std::string tensor;  ///< of one array, or what names of layers begin with; empty: what there is
  Index batch = 0;     ///< of an axis that is a batch
};

}  // namespace attn
