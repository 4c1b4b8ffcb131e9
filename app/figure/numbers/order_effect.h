#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/document/edits/origins.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Effect of another order of the tokens on the output, without and with positions.
struct OrderEffect {
  /// A scene in its own order and shuffled.
  struct Comparison {
    Matrix before, after;  ///< outputs, M x Do
    std::string problem;   ///< reason why there are no outputs; else empty
    /// max |after(i) − before(origins[i])| over row i.
    Eigen::ArrayXd differences;
    double largest() const { return differences.size() > 0 ? differences.maxCoeff() : 0; }
    /// Returns whether row i is equal up to rounding.
    bool is_same(Index i) const { return differences(i) <= rounding; }
    bool is_same() const { return largest() <= rounding; }
    double rounding = 0;
  };

  Origins order;          ///< of the tokens: the one at i was at order[i]
  Origins origins;        ///< of the outputs, which keep their places in cross-attention
  std::string positions;  ///< label of the added positions
  std::string by_place;   ///< masks by place instead of by token, in words; may be empty
  Comparison without, with;
};

/// Permutation for a seed: 0 is the scene's order, all others differ from it.
Origins order_of(Index count, std::uint64_t seed);

/// `scene` with its tokens in `order`; queries of cross-attention keep their order. Properties of a
/// token or pair (values, bias, padding, custom and graph masks) move with it; positions, causal
/// masks and windows belong to places and stay.
Scene with_order(const Scene& scene, const Origins& order);

/// Evaluates the scene without positions and with its own (sinusoidal if it has none), in both
/// orders. Uses `head` if heads are not combined. The last result is cached. In a LaterScope it may
/// throw MadeLater.
std::shared_ptr<const OrderEffect> order_effect_of(
    const std::shared_ptr<const Evaluation>& evaluation, std::uint64_t seed, Index head);

}  // namespace attn
