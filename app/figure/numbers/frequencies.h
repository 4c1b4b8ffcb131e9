#pragma once

#include <span>

#include "engine/attention/kinds.h"
#include "engine/base/matrix.h"

namespace attn {

// Waves of sinusoidal and rotary positions (Vaswani et al. 2017, section 3.5; Su et al. 2021).

/// 2π / ω: positions per turn.
double wavelength(double frequency);

/// Columns of pair j of `pairs`.
struct PairColumns {
  Index sine, cosine;
};
PairColumns columns_of_pair(RopeLayout layout, Index pairs, Index j);

/// R_δ, with P[i + δ] = R_δ P[i] for pairs (sine, cosine): as wide as the complete `pairs`.
WideMatrix shift_matrix(std::span<const double> frequencies, Index pairs, double shift,
                        RopeLayout layout = RopeLayout::kPairs);

/// Largest ‖P[i + δ] − R_δ P[i]‖ over all i for which `table` has both rows; only dimensions in
/// complete pairs count. 0 if there are none.
double shift_error(const Matrix& table, std::span<const double> frequencies, Index shift,
                   RopeLayout layout = RopeLayout::kPairs);

/// P · Pᵀ.
Matrix similarity(const Matrix& table);

/// Index of the frequency whose wavelength is nearest to `period`, by ratio.
std::size_t nearest_wave(std::span<const double> frequencies, double period);

}  // namespace attn
