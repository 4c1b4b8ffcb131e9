#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/document/files/file_stamp.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// Error in a file of attention, or in the request, as a one-line message.
class ImportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sizes of a layer of a dump.
struct DumpLayer {
  Index heads = 1, queries = 0, keys = 0;
  Index width = 0;  ///< of queries and keys, if weights are computed from them
  bool operator==(const DumpLayer&) const = default;
};

/// Axis of an array, with its meaning.
struct DumpAxis {
  char letter = 'k';  ///< of axis_meanings()
  Index length = 1;
  bool operator==(const DumpAxis&) const = default;
};

/// Token names in the file; empty if there are none.
struct DumpTokens {
  std::vector<std::string> keys, queries;
  std::string unread{};  ///< reason if they were not used: "tokens of the file: int64, not read"
  /// Number of the word of each key's token; below 0: it is a word of its own. Empty: unknown.
  std::vector<Index> words{};
};

/// Description of how several heads were joined to the one of a layer.
struct DumpJoin {
  std::string how;    ///< method: "mean of 12 heads"
  std::string of;     ///< input: "the given weights", "softmax of the scores given"
  std::string given;  ///< content of the file: "weights; rows sum to 1"
};

/// Doubt about the interpretation of a file.
struct DumpDoubt {
  std::string reason;  ///< "the file has 2 rows of tokens, so the first axis is the batch"
  std::string other;   ///< option for the other reading: "--axes lhqk"
};

/// Kind of the numbers in a file: weights or scores if requested, else chosen by their row sums; or
/// vectors, queries and keys, of which weights are computed.
enum class DumpAs { kGuessed, kWeights, kScores, kVectors };

/// How the weights of a layer are computed.
struct DumpComputed {
  std::string of;      ///< what the file has: "queries, keys and values"
  std::string words;   ///< "softmax(q·k/√8), causal: equal to the saved weights within 3e-7"
  double numbers = 0;  ///< in the scene's matrices
};

/// Queries, keys and values of some heads of a layer, of which their weights are computed. Grouped
/// heads share keys and values (Ainslie et al. 2023, GQA).
struct DumpVectors {
  std::vector<Matrix> queries{};        ///< of each head, M x d
  std::vector<Matrix> keys{};           ///< of each group, L x d
  std::vector<Matrix> values{};         ///< of each group, L x dv; empty: the file has none
  std::vector<std::size_t> group_of{};  ///< of each head, its group
  const ScoreKind* score = nullptr;
  std::vector<Mask> masks{};
  std::optional<Matrix> bias{};  ///< M x L
};

/// Attention computed by another program: for each head of each layer a matrix, queries × keys.
/// Numbers are read on demand.
class AttentionDump {
 public:
  virtual ~AttentionDump() = default;

  /// The file when it was opened; all 0 for standard input. Numbers of a file that was changed
  /// since cannot be read.
  FileIdentity file;
  /// Wishes about the numbers. Without `masked_from`, kNotSeen and less are hidden, and what no
  /// softmax sees, where it has the pattern of a mask.
  DumpAs as = DumpAs::kGuessed;
  std::optional<float> masked_from;

  virtual Index layer_count() const = 0;
  virtual DumpLayer layer(Index n) const = 0;
  /// Number of the layer in the file, from its name if names have numbers. Ascending.
  virtual Index layer_name(Index n) const { return n; }
  /// Number of sequences of a batch, of which the dump is one.
  virtual Index batch_count() const { return 1; }
  /// Number of steps of generation, also if one of them was chosen.
  virtual Index step_count() const { return 1; }
  /// Axes of the array, or of the first one, in the order of its indices; empty if their meaning
  /// cannot be chosen.
  virtual std::vector<DumpAxis> axes() const { return {}; }
  /// Returns whether the kind of its numbers (`as`, `masked_from`) can be chosen.
  virtual bool has_choice_of_numbers() const { return true; }
  /// Numbers as in the file, queries x keys. Throws ImportError.
  virtual Matrix numbers(Index layer, Index head) const = 0;
  virtual DumpTokens tokens() const { return {}; }
  /// Description of the layout: "attentions.0 … attentions.11, each batch × heads × queries × keys:
  /// 1 × 12 × 64 × 64 of float16".
  virtual std::string words() const = 0;
  /// Doubts about what was guessed; none about what was chosen.
  virtual std::vector<DumpDoubt> doubts() const { return {}; }
  /// Selected part of a file with several parts: "Cross", "batch 2"; empty if the file has one.
  virtual std::string chosen() const { return ""; }
  /// Returns whether the embeddings and matrices are known that weights are computed from.
  virtual bool has_scenes() const { return false; }
  /// The layer as a scene with those, if they are. Throws ImportError.
  virtual Scene scene(Index /*layer*/) const { return {}; }
  /// How the layer's single head was joined from several; empty if it was not. Throws ImportError.
  virtual std::optional<DumpJoin> joined(Index /*layer*/) const { return std::nullopt; }
  /// How the weights of these heads are computed, if they are computed from vectors of the file.
  /// Throws ImportError.
  virtual std::optional<DumpComputed> computed(Index /*layer*/,
                                               const std::vector<Index>& /*heads*/) const {
    return std::nullopt;
  }
  /// Those vectors, if they are. Throws ImportError.
  virtual DumpVectors vectors(Index /*layer*/, const std::vector<Index>& /*heads*/) const {
    return {};
  }
};

/// Selection in a file with several attentions.
struct DumpChoice {
  std::string tensor{};  ///< array name, pattern with a star for the layers' numbers, or beginning
                         ///< of their names; empty: the only one
  std::string axes{};    ///< letters of axis_meanings(); empty: guessed
  Index batch = 0;       ///< index along a batch axis
  std::optional<Index> step{};  ///< step of generation; empty: their rows are joined
  DumpAs as = DumpAs::kGuessed;
  std::optional<float> masked_from{};  ///< scores up to this one are hidden

  bool operator==(const DumpChoice&) const = default;
};

/// Names of layers `from` to `to` in a dump: "0 … 11", "4" for one; for numbers with gaps "0, 1,
/// 3", and for many "0, 1 … 40".
std::string layer_names(const AttentionDump& dump, Index from, Index to);
/// Names of all its layers.
std::string layer_names(const AttentionDump& dump);

/// Index of the layer with this number in the file; empty if there is none.
std::optional<Index> layer_called(const AttentionDump& dump, Index name);
/// Likewise. Throws ImportError if there is none, which lists the names.
Index require_layer(const AttentionDump& dump, Index name);

}  // namespace attn
