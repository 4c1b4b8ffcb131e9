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
#include "engine/kernels/kernels.h"

namespace attn {

/// Normalisation of rows, times a gain, plus a shift: `rms` (Zhang & Sennrich 2019, eq. 4) or
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
  double (*bend)(double x);
  double (*slope)(double x);  ///< derivative of `bend`; 0 at a corner
  LaneBend lanes;             ///< the same in the kernels
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

/// Position of a norm: x + f(norm x), or norm(x + f(x)) (Xiong et al. 2020, table 1); or x +
/// after(f(norm x)), with a second norm (Gemma Team 2024, section 2).
enum class NormPlace { kPre, kPost, kBoth };

/// Layer: attention, an mlp, or both in sequence.
struct Block {
  std::optional<Attention> attention = {};  ///< without added positions; its output is D wide
  std::optional<Mlp> mlp = {};
  std::optional<Norm> attention_norm = {};
  std::optional<Norm> mlp_norm = {};
  std::optional<Norm> attention_norm_after = {};  ///< with kBoth only, where it is required
  std::optional<Norm> mlp_norm_after = {};
  NormPlace norm_place = NormPlace::kPre;
  bool residual = true;  ///< false: without "x +"
  /// x + attention(attention_norm x) + mlp(mlp_norm x), both of the block's own x; without an
  /// mlp_norm, the mlp reads what the attention reads (Wang & Komatsuzaki 2021).
  bool parallel = false;
  bool operator==(const Block&) const = default;
};

/// Types of tokens, each a row of `table`, which is added to the embedding (Devlin et al. 2019,
/// figure 2).
struct TokenTypes {
  Cow<Matrix> table;          ///< T x D
  std::vector<int> ids = {};  ///< L, below T; empty: all 0
  bool operator==(const TokenTypes&) const = default;
};

/// norm(act(x · w + b)) before the unembedding, for masked tokens (Devlin et al. 2019,
/// section 3.1).
struct OutputHead {
  Cow<Matrix> w;                         ///< D x D
  std::optional<Cow<RowVector>> b = {};  ///< D
  const ActivationKind* activation = &activation_kind("gelu");
  std::optional<Norm> norm = {};
  bool operator==(const OutputHead&) const = default;
};

/// Network of attention layers: everything that can be edited, without computed data.
struct Network {
  std::string title = {};
  std::string notes = {};
  std::vector<std::string> vocabulary = {};  ///< V distinct words
  std::vector<std::string> tokens = {};      ///< L tokens
  Cow<Matrix> embedding = {};                ///< V x D
  /// Factor of the embedding's rows, but not of the unembedding (Vaswani et al. 2017, section 3.4).
  std::optional<float> embedding_scale = {};
  /// L x V: tokens as vectors, with a coefficient for each word. Absent: each token is one word.
  std::optional<Cow<Matrix>> inputs = {};
  std::optional<TokenTypes> types = {};  ///< added like positions
  Position position = {};                ///< added positions
  std::optional<Norm> norm_in = {};      ///< of embeddings with positions added
  std::vector<Block> blocks = {};        ///< B >= 0
  std::optional<Norm> norm_out = {};     ///< before the head and the unembedding
  std::optional<OutputHead> head = {};
  std::optional<Cow<Matrix>> unembedding = {};  ///< D x V′; absent: the embedding transposed
  std::optional<Cow<RowVector>> unembedding_bias = {};  ///< V′
  std::optional<float> logits_cap =
      {};                   ///< c > 0: c · tanh(logit / c) (Gemma Team 2024, section 2)
  std::string view = "{}";  ///< state of the window: a JSON object, opaque to the engine

  Index width() const { return embedding->cols(); }  ///< D
  bool operator==(const Network&) const = default;
};

/// Index of each token in the vocabulary. Precondition: all tokens are in it; there are no
/// `inputs`.
std::vector<Index> places_in_vocabulary(const Network& network);

/// Attention of a block with inputs `x` (L x D), as a scene.
Scene scene_of(const Network& network, std::size_t block, Matrix x);

}  // namespace attn
