#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Change of a head.
struct HeadChange {
  std::optional<RowVector> output;   ///< dv: output of every query; zeros: the head is off
  std::optional<float> temperature;  ///< 0 (hard) to infinity (uniform)
  std::optional<BoolMatrix> seen;    ///< at least L x L: keys that each query sees, for its masks
  /// At least L x L: weights in place of the computed ones, but in rows with NaN.
  std::optional<Matrix> weights;
  bool operator==(const HeadChange& other) const;
};

/// State of a token that is replaced before block `block`; B: after the last.
struct StatePatch {
  std::size_t block = 0;
  Index token = 0;
  RowVector x;  ///< D
  bool operator==(const StatePatch& other) const;
};

/// Everything that differs from the model as it was trained.
struct ModelChanges {
  std::map<std::pair<std::size_t, std::size_t>, HeadChange> heads;  ///< by block and head
  std::vector<StatePatch> patches;

  bool are_none() const { return heads.empty() && patches.empty(); }
  /// First block whose computation differs between both, B = `blocks` after the last; more if none
  /// does.
  static std::size_t first_difference(const ModelChanges& a, const ModelChanges& b,
                                      std::size_t blocks);
};

}  // namespace attn
