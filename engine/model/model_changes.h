#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/model/model.h"

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

/// Attention that takes the place of a block's own.
struct ChangedAttention {
  Attention attention;   ///< its matrices are those of `weights`, and may be empty
  LayerWeights weights;  ///< q, k, v and o
};

/// Valid attention, whose matrices become weights. Throws SceneError at the place below `place` of
/// what a model's run does not support.
std::shared_ptr<const ChangedAttention> changed_attention(Attention attention,
                                                          const std::string& place);

/// Everything that differs from the model as it was trained.
struct ModelChanges {
  std::map<std::size_t, std::shared_ptr<const ChangedAttention>> attentions;  ///< by block
  std::map<std::pair<std::size_t, std::size_t>, HeadChange> heads;            ///< by block and head
  std::vector<StatePatch> patches;

  bool are_none() const { return attentions.empty() && heads.empty() && patches.empty(); }
  /// The changed attention of a block; null: it is the model's own.
  const ChangedAttention* attention(std::size_t block) const;
  /// First block whose computation differs between both, B = `blocks` after the last; more if none
  /// does.
  static std::size_t first_difference(const ModelChanges& a, const ModelChanges& b,
                                      std::size_t blocks);
};

}  // namespace attn
