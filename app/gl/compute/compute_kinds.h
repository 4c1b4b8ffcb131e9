#pragma once

#include <span>
#include <string_view>

#include "app/gl/compute/compute_batch.h"
#include "engine/attention/scene.h"

namespace attn::gl {

// What shaders do of each kind, by the engine's ids: a row names the function in a shader, or none
// where Eigen is to do it.

/// A score as factor · Σ pair(left, right) over rows that are made of q and k, or as it is given.
struct ComputeScore {
  /// What is made of queries and keys before they are paired.
  enum class MadeRows {
    kAsTheyAre,
    kAligned,   ///< q · w_a in place of q, where there is w_a
    kUnit,      ///< shaders/units.comp
    kFeatures,  ///< shaders/features.comp
  };

  std::string_view id;
  /// A function in shaders/product.comp; empty: Eigen does it, or nobody, as scores are given.
  std::string_view pair = {};
  double (*factor)(const Score& score, Index dk) = nullptr;
  /// What `pair` reads of each head, for rows of width dk.
  RowVector (*parameters)(const Head& head, Index dk) = nullptr;
  /// The largest that a sum can be, before `factor`, for the parameters of some heads and the
  /// lengths of the longest rows.
  double (*bound)(const Score& score, const Matrix& parameters, double left,
                  double right) = nullptr;
  MadeRows rows = MadeRows::kAsTheyAre;
  bool is_given = false;
};

struct ComputeNormalizer {
  std::string_view id;
  std::string_view weigh = {};  ///< a function in shaders/normalize.comp; empty: Eigen does it
  bool wide = false;            ///< it sums in double precision
};

/// How heads become one, from their outputs side by side.
struct ComputeCombine {
  std::string_view id;
  /// What they are multiplied with from the right; null where they are not, empty where they are
  /// taken as they are.
  std::optional<Matrix> (*projection)(const Scene& scene);
  /// A row that is added then; null and empty for none.
  std::optional<Matrix> (*added)(const Scene& scene);
  /// What shaders/combine.comp multiplies each head with; null where it has no part.
  Matrix (*weights)(const Scene& scene);  ///< one row
  double (*factor)(const Scene& scene);
  std::string_view defines;
};

std::span<const ComputeScore> compute_scores();
std::span<const ComputeNormalizer> compute_normalizers();
std::span<const ComputeCombine> compute_combines();

/// Whether shaders have the kind.
bool computes(const ScoreKind& kind);
bool computes(const NormalizerKind& kind);
bool computes(const CombineKind& kind);

/// The rows of the scene's kinds. Throws ComputeError where a kind has none.
const ComputeScore& score_row(const Scene& scene);
const ComputeNormalizer& normalizer_row(const Scene& scene);
const ComputeCombine& combine_row(const Scene& scene);

/// Whether shaders compute all that the scene asks for: whether they have its kinds.
bool computes(const Scene& scene);

/// The function in shaders/compute.glsl, or product.comp, that `additive` bends by.
std::string_view bend_function(Bend bend);

/// What `score` reads of a batch's heads, whose keys are `k_width` wide: a row each.
Matrix head_parameters(const ComputeScore& score, const Scene& scene, const ComputeBatch& batch,
                       Index k_width);

}  // namespace attn::gl
