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

/// Input of a head: of its queries, keys or values.
enum class HeadInput { kQuery, kKey, kValue };

/// Link between heads that is cut: what `from` writes is not in what `to` reads for one of its
/// inputs, while all else reads it (Goldowsky-Dill et al. 2023, "path patching"). States must be
/// sums: see why_states_do_not_split().
struct LinkCut {
  std::pair<std::size_t, std::size_t> from, to;  ///< block and head; `from` in an earlier block
  HeadInput input = HeadInput::kQuery;           ///< of shared keys, that of all their heads
  /// At least L x D: what is in its place, such as what `from` writes in another text; none:
  /// nothing.
  std::optional<Matrix> instead = {};
  bool operator==(const LinkCut& other) const;
  /// Whether it is in this input of a head of `to`'s block, which may share its keys.
  bool is_into(const Attention& attention, std::size_t head, HeadInput of) const;
};

/// Everything that differs from the model as it was trained.
struct ModelChanges {
  std::map<std::size_t, std::shared_ptr<const ChangedAttention>> attentions;  ///< by block
  std::map<std::pair<std::size_t, std::size_t>, HeadChange> heads;            ///< by block and head
  std::vector<StatePatch> patches;
  std::vector<LinkCut> cuts;

  bool are_none() const {
    return attentions.empty() && heads.empty() && patches.empty() && cuts.empty();
  }
  /// The changed attention of a block; null: it is the model's own.
  const ChangedAttention* attention(std::size_t block) const;
  /// Cuts of links into a block's heads.
  std::vector<LinkCut> cuts_into(std::size_t block) const;
  /// First block whose computation differs between both, B = `blocks` after the last; more if none
  /// does.
  static std::size_t first_difference(const ModelChanges& a, const ModelChanges& b,
                                      std::size_t blocks);
};

}  // namespace attn
