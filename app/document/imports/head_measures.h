#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/imports/attention_dump.h"
#include "engine/base/matrix.h"

namespace attn {

/// What the weights of one head come to: means over its rows that see a key, each row divided by
/// its sum. A number that there is none of is NaN: of weights below 0 there is no entropy, and
/// between queries and keys that are other tokens no distance.
struct HeadMeasures {
  static constexpr double kNoMeasure = std::numeric_limits<double>::quiet_NaN();
  double entropy = kNoMeasure;   ///< of a row, in nats
  double distance = kNoMeasure;  ///< |i − j| from query to key, by weight
  double first = kNoMeasure;     ///< the share that the first key takes
  double previous = kNoMeasure;  ///< likewise the key before the query
  double itself = kNoMeasure;    ///< likewise the query's own
};

/// One of them, for lists to choose from.
struct HeadMeasure {
  std::string_view id, label;
  std::string_view says;  ///< what it is, in a few words
  double HeadMeasures::*number;
};
std::span<const HeadMeasure> head_measures();

/// `weights` with rows that are kMasked, or of zeros, where no key is seen.
HeadMeasures measures_of(const Matrix& weights);

/// `matrix` with at most `most` rows and columns: of the cells that share one the largest, by its
/// amount where some are below 0; kMasked only where all are.
Matrix pooled(const Matrix& matrix, Index most);

/// A thumbnail has so many rows and columns at most.
inline constexpr Index kThumbnail = 42;

/// What is shown of a head beside others.
struct HeadSummary {
  HeadMeasures measures{};
  std::shared_ptr<const Matrix> thumbnail{};  ///< its weights, pooled
  Index lost_rows = 0;                        ///< that have too little left where keys are hidden
  bool are_scores = false;                    ///< the weights are softmax of the scores given
  bool has_shares = true;                     ///< its rows sum to 1; of others no key is hidden
  std::string problem{};                      ///< why it has none of these; empty where it has
};

/// Reads one head of the dump, and nothing else. `shown` says which keys are; empty: all. Throws
/// ImportError.
HeadSummary summary_of(const AttentionDump& dump, Index layer, Index head,
                       const std::vector<bool>& shown = {});

/// What a figure of `heads` heads says of weights, where `scores` of them were given as scores:
/// "weights are softmax of the scores given"; nothing where none were.
std::string softmax_words(Index scores, Index heads);

}  // namespace attn
