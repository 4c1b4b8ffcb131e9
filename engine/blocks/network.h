#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/cow.h"
#include "engine/base/matrix.h"

namespace attn {

/// Rows brought to one size, times a gain, plus a shift: `rms` (Zhang & Sennrich 2019, eq. 4) or
/// `layer` (Ba et al. 2016, eq. 4).
struct Norm {
  const NormKind* kind = &norm_kind("layer");
  float epsilon = 1e-5F;                     ///< >= 0
  std::optional<Cow<RowVector>> gain = {};   ///< D; absent: ones
  std::optional<Cow<RowVector>> shift = {};  ///< D; absent: zeros
  bool operator==(const Norm&) const = default;
};

struct ActivationKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  double (*bend)(double x);
  double (*slope)(double x);  ///< of `bend`; 0 where it has a corner
};

std::span<const ActivationKind> activation_kinds();
const ActivationKind& activation_kind(std::string_view id);

/// act(x · w_1 + b_1) · w_2 + b_2 (Vaswani et al. 2017, eq. 2); with w_3 the activation is
/// multiplied by x · w_3 + b_3 before w_2 (Shazeer 2020, eq. 6).
struct Mlp {
  Cow<Matrix> w_1;                         ///< D x F
  std::optional<Cow<RowVector>> b_1 = {};  ///< F
  Cow<Matrix> w_2;                         ///< F x D
  std::optional<Cow<RowVector>> b_2 = {};  ///< D
  std::optional<Cow<Matrix>> w_3 = {};     ///< D x F
  std::optional<Cow<RowVector>> b_3 = {};  ///< F; only with w_3
  const ActivationKind* activation = &activation_kind("relu");
  bool operator==(const Mlp&) const = default;
};

/// Where a norm stands: x + f(norm x), or norm(x + f(x)). Xiong et al. 2020, table 1.
enum class NormPlace { kPre, kPost };

/// One layer: attention, an mlp, or one after the other.
struct Block {
  std::optional<Attention> attention =
      {};  ///< without positions that are added; its output is D wide
  std::optional<Mlp> mlp = {};
  std::optional<Norm> attention_norm = {};
  std::optional<Norm> mlp_norm = {};
  NormPlace norm_place = NormPlace::kPre;
  bool residual = true;  ///< false leaves out the "x +"
  bool operator==(const Block&) const = default;
};

/// Attention in layers: all that a person can edit of a network, and nothing computed.
struct Network {
  std::string title = {};
  std::string notes = {};
  std::vector<std::string> vocabulary = {};  ///< V, all different
  std::vector<std::string> tokens = {};      ///< L of them
  Cow<Matrix> embedding = {};                ///< V x D
  /// L x V: tokens that are vectors, so much of each word. Absent: each token is one word.
  std::optional<Cow<Matrix>> inputs = {};
  Position position = {};                       ///< of those that are added
  std::optional<Norm> norm_in = {};             ///< of embeddings with positions added
  std::vector<Block> blocks = {};               ///< B >= 0
  std::optional<Norm> norm_out = {};            ///< before the unembedding
  std::optional<Cow<Matrix>> unembedding = {};  ///< D x V′; absent: the embedding transposed
  std::optional<Cow<RowVector>> unembedding_bias = {};  ///< V′
  std::string view = "{}";  ///< what the window last showed: a JSON object, opaque to the engine

  Index width() const { return embedding->cols(); }  ///< D
  bool operator==(const Network&) const = default;
};

/// Each token's row in the vocabulary. All tokens must be of it: there are no `inputs`.
std::vector<Index> places_in_vocabulary(const Network& network);

/// The attention of a block with `x` (L x D) as its inputs: a scene like any other.
Scene scene_of(const Network& network, std::size_t block, Matrix x);

}  // namespace attn
