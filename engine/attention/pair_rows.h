#pragma once

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// Which of a head's pairs: its own, or those of its `subtract`.
enum class Pairs { kOwn, kSubtracted };

/// The numbers that rows are projected by; null where absent: the identity, no bias, no gains.
struct RowProjection {
  const Matrix* matrix = nullptr;
  const RowVector* bias = nullptr;
  const RowVector* gains = nullptr;  ///< of the norm
};

RowProjection query_projection(const Scene& scene, std::size_t h, Pairs pairs = Pairs::kOwn);
/// Those of the head whose keys and values h has.
RowProjection key_projection(const Scene& scene, std::size_t h, Pairs pairs = Pairs::kOwn);

RowProjection value_projection(const Scene& scene, std::size_t h);
RowProjection gate_projection(const Head& head);

/// x (rows x any) times the matrix, plus the bias.
WideMatrix projected(const WideMatrix& x, const RowProjection& by);
/// Queries or keys: x projected, normalised as the score says, times the gains, and turned where
/// positions turn.
WideMatrix pair_rows(const Attention& attention, const WideMatrix& x, const RowProjection& by);

}  // namespace attn
