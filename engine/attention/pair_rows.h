#pragma once

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// Pairs of queries and keys of a head: its own, or those of its `subtract`.
enum class Pairs { kOwn, kSubtracted };

/// Parameters of a projection of rows; null: the identity, no bias, or no gains.
struct RowProjection {
  const Matrix* matrix = nullptr;
  const RowVector* bias = nullptr;
  const RowVector* gains = nullptr;  ///< of the norm
};

RowProjection query_projection(const Scene& scene, std::size_t h, Pairs pairs = Pairs::kOwn);
/// Projection of the keys, of the head that owns the keys of head h.
RowProjection key_projection(const Scene& scene, std::size_t h, Pairs pairs = Pairs::kOwn);

RowProjection value_projection(const Scene& scene, std::size_t h);
RowProjection gate_projection(const Head& head);

/// x (rows x any) times the matrix, plus the bias.
WideMatrix projected(const WideMatrix& x, const RowProjection& by);
/// Queries or keys: projects x, normalises rows by the score's norm, multiplies by the gains, and
/// rotates by position if the kind does.
WideMatrix pair_rows(const Attention& attention, const WideMatrix& x, const RowProjection& by);

}  // namespace attn
