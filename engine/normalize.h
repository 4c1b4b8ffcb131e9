#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/kinds.h"
#include "engine/matrix.h"
#include "engine/scene.h"

namespace attn {

/// How the scores of one query become weights that sum to 1.
struct NormalizerKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;
  std::span<const Parameter> parameters;
  /// Turns (score − largest score) / T of the keys that are seen, at least one, each <= 0 or −∞,
  /// into their weights, in place.
  void (*weigh)(std::span<double> scores);
};

/// e^z / Σ e^z. Vaswani et al. 2017, eq. 1.
void softmax(std::span<double> scores);
/// The point of the simplex nearest to z. Martins & Astudillo 2016, algorithm 1.
void sparsemax(std::span<double> scores);
/// 1.5-entmax, exact, by sorting. Peters et al. 2019, eq. 10 and algorithm 2.
void entmax15(std::span<double> scores);

/// The weights, M x L, of `scores` (M x L, kMasked where a key is not seen) at the normalizer's
/// temperature. Masked keys weigh exactly 0, and so does a row without a seen key. T = 0: keys that
/// tie for the maximum share equally; T = ∞: all seen keys do. Double precision within a row.
Matrix normalize(const Normalizer& normalizer, const Matrix& scores);

/// One row of it, in place; false, and all zeros, where no key is seen. `seen` is room to work in.
bool normalize_row(const Normalizer& normalizer, std::span<float> row, std::vector<double>& seen);

}  // namespace attn
