#pragma once

#include <span>
#include <string_view>

#include "app/gl/compute/compute_batch.h"
#include "engine/attention/scene.h"

namespace attn::gl {

// Shader functions of each kind, by the engine's ids. Kinds without a row are computed by Eigen.

/// Score as factor · Σ pair(left, right) over rows derived from q and k, or given scores.
struct ComputeScore {
  /// Rows derived from queries and keys before pairing.
  enum class MadeRows {
    kAsTheyAre,
    kAligned,   ///< q · w_a in place of q, if w_a is present
    kUnit,      ///< shaders/units.comp
    kFeatures,  ///< shaders/features.comp
  };

  std::string_view id;
  /// Function in shaders/product.comp; empty: computed by Eigen, or given.
  std::string_view pair = {};
  double (*factor)(const Score& score, Index dk) = nullptr;
  /// Parameters of each head that `pair` reads, for rows of width dk.
  RowVector (*parameters)(const Head& head, Index dk) = nullptr;
  /// Upper bound of a sum before `factor`, for the parameters of some heads and the lengths of the
  /// longest rows.
  double (*bound)(const Score& score, const Matrix& parameters, double left,
                  double right) = nullptr;
  MadeRows rows = MadeRows::kAsTheyAre;
  bool is_given = false;
};

struct ComputeNormalizer {
  std::string_view id;
  std::string_view weigh = {};  ///< function in shaders/normalise.comp; empty: Eigen computes it
  bool wide = false;            ///< sums in double precision
};

/// Combination of the heads' concatenated outputs.
struct ComputeCombine {
  std::string_view id;
  /// Matrix on the right of the concatenated outputs; null: not used, empty: identity.
  std::optional<Matrix> (*projection)(const Scene& scene);
  /// Row added afterwards; null and empty: none.
  std::optional<Matrix> (*added)(const Scene& scene);
  /// Factors of the heads in shaders/combine.comp; null: not used.
  Matrix (*weights)(const Scene& scene);  ///< one row
  double (*factor)(const Scene& scene);
  std::string_view defines;
};

std::span<const ComputeScore> compute_scores();
std::span<const ComputeNormalizer> compute_normalizers();
std::span<const ComputeCombine> compute_combines();

/// Returns whether shaders support the kind.
bool computes(const ScoreKind& kind);
bool computes(const NormalizerKind& kind);
bool computes(const CombineKind& kind);

/// Rows of the scene's kinds. Throws ComputeError if a kind has none.
const ComputeScore& score_row(const Scene& scene);
const ComputeNormalizer& normalizer_row(const Scene& scene);
const ComputeCombine& combine_row(const Scene& scene);

/// Returns whether shaders support all kinds of the scene.
bool computes(const Scene& scene);

/// Function in shaders/compute.glsl or product.comp for the nonlinearity of `additive`.
std::string_view bend_function(Bend bend);

/// Parameters of a batch's heads for `score`, whose keys have width `k_width`: one row per head.
Matrix head_parameters(const ComputeScore& score, const Scene& scene, const ComputeBatch& batch,
                       Index k_width);

}  // namespace attn::gl
