#pragma once

#include <span>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/base/product.h"

namespace attn {

// The waves of sinusoidal and rotary positions (Vaswani et al. 2017, section 3.5; Su et al. 2021).

/// 2π / ω: how many positions one turn takes.
double wavelength(double frequency);

/// Which columns pair j of `pairs` has.
struct PairColumns {
  Index sine, cosine;
};
PairColumns columns_of_pair(RopeLayout layout, Index pairs, Index j);

/// R_δ, with which P[i + δ] = R_δ P[i] for pairs (sine, cosine): as wide as the `pairs` that have
/// both.
WideMatrix shift_matrix(std::span<const double> frequencies, Index pairs, double shift,
                        RopeLayout layout = RopeLayout::kPairs);

/// The largest ‖P[i + δ] − R_δ P[i]‖ over all i for which `table` has both rows; only dimensions in
/// whole pairs count. 0 where it has none.
double shift_error(const Matrix& table, std::span<const double> frequencies, Index shift,
                   RopeLayout layout = RopeLayout::kPairs);

/// P · Pᵀ.
Matrix similarity(const Matrix& table);

/// The number of the frequency whose wavelength is nearest to `period`, as a ratio.
std::size_t nearest_wave(std::span<const double> frequencies, double period);

}  // namespace attn
