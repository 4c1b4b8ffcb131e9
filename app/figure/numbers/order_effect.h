#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/document/edits/origins.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// What another order of the tokens does to the output, once without positions and once with.
struct OrderEffect {
  /// One scene in its order and shuffled.
  struct Comparison {
    Matrix before, after;  ///< outputs, M x Do
    std::string problem;   ///< why there are none; else empty
    /// |after(i) − before(origins[i])|, the largest of the row.
    Eigen::ArrayXd differences;
    double largest() const { return differences.size() > 0 ? differences.maxCoeff() : 0; }
    /// Whether row i is the same up to rounding.
    bool is_same(Index i) const { return differences(i) <= rounding; }
    bool is_same() const { return largest() <= rounding; }
    double rounding = 0;
  };

  Origins order;          ///< of the tokens: the one at i stood at order[i]
  Origins origins;        ///< of the outputs: in cross-attention they stay where they are
  std::string positions;  ///< the label of those that are added
  std::string by_place;   ///< the masks that go by places and not by tokens, in words; may be empty
  Comparison without, with;
};

/// The order that a seed means: 0 is that of the scene, any other another one.
Origins order_of(Index count, std::uint64_t seed);

/// `scene` with its tokens in that order, the queries of cross-attention in theirs. What is said of
/// a token or a pair of tokens (values, bias, padding, custom and graph masks) goes with them;
/// positions, causal masks and windows go by place and stay.
Scene with_order(const Scene& scene, const Origins& order);

/// Evaluates the scene without positions and with its own, or sinusoidal ones where it has none,
/// in both orders. Of `head` where heads are not combined. The last one made is given again for
/// the same. In a LaterScope it may throw MadeLater.
std::shared_ptr<const OrderEffect> order_effect_of(
    const std::shared_ptr<const Evaluation>& evaluation, std::uint64_t seed, Index head);

}  // namespace attn
