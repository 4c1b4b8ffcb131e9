#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "engine/base/matrix.h"

namespace attn {

/// Measures of a head's weights: means over the rows that see a key, each divided by its sum.
/// Undefined measures are NaN: no entropy with negative weights, no distance between different
/// tokens of queries and keys.
struct HeadMeasures {
  static constexpr double kNoMeasure = std::numeric_limits<double>::quiet_NaN();
  double entropy = kNoMeasure;   ///< of a row, in nats
  double distance = kNoMeasure;  ///< |i − j| from query to key, weighted
  double first = kNoMeasure;     ///< weight of the first key
  double previous = kNoMeasure;  ///< weight of the key before the query
  double itself = kNoMeasure;    ///< weight of the query's own key
};

/// A measure, for lists of choices.
struct HeadMeasure {
  std::string_view id, label;
  std::string_view unit;  ///< of the number: "nats"
  std::string_view says;  ///< short description
  double HeadMeasures::*number;
};
std::span<const HeadMeasure> head_measures();

/// Measures of `weights`; rows that see no key are kMasked or 0.
HeadMeasures measures_of(const Matrix& weights);

/// Max-pools `matrix` to at most `most` rows and columns, by absolute value if some are negative;
/// kMasked only if all cells of a block are.
Matrix pooled(const Matrix& matrix, Index most);

/// Maximum number of rows and columns of a thumbnail.
inline constexpr Index kThumbnail = 42;

/// Maximum number of rows and columns of the pictures of so many heads: as many as a page can show,
/// within 64 MiB in total; at least kThumbnail.
Index picture_side(Index heads);

/// Summary of a head for an overview.
struct HeadSummary {
  HeadMeasures measures{};
  std::shared_ptr<const Matrix> thumbnail{};  ///< its weights, pooled for a desk of many heads
  std::shared_ptr<const Matrix> picture{};    ///< and for a figure
  Index rows = 0, columns = 0;                ///< of its weights
  Index lost_rows = 0;                        ///< rows with too little weight left if keys are
                                              ///< hidden
  bool are_scores = false;                    ///< the weights are a softmax of given scores
  bool has_shares = true;                     ///< rows sum to 1; otherwise no keys are hidden
  std::string problem{};                      ///< reason why there are no measures; else empty
};

/// Reads and summarises one head, with a picture of at most `side` rows and columns. `shown`:
/// visible keys; empty: all. Throws ImportError.
HeadSummary summary_of(const AttentionDump& dump, Index layer, Index head, Index side,
                       const std::vector<bool>& shown = {});

/// Note in a figure of `heads` heads, `scores` of which were given as scores: "weights are softmax
/// of the scores given"; empty if none were.
std::string softmax_words(Index scores, Index heads);

}  // namespace attn
