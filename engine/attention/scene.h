#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/base/cow.h"
#include "engine/base/matrix.h"

namespace attn {

/// Queries of cross-attention: M tokens with their own embeddings, M x Dq.
struct Queries {
  std::vector<std::string> tokens;
  Cow<Matrix> embeddings;
  bool operator==(const Queries&) const = default;
};

/// Differential attention: λ times the weights of these matrices is subtracted from a head's
/// weights (Ye et al. 2024, eq. 1).
struct Subtract {
  Cow<Matrix> w_q;   ///< Dq x d
  Cow<Matrix> w_k;   ///< D x d
  float lambda = 0;  ///< any number
  bool operator==(const Subtract&) const = default;
};

/// Weights of a head. Absent matrices are the identity (`v`, gains: ones; `width`, `gain`, `decay`:
/// 1; biases: zeros); absent `scores`, `sink`, `subtract` and gates are unused.
struct Head {
  std::optional<Cow<Matrix>> w_q;   ///< Dq x dk
  std::optional<Cow<Matrix>> w_k;   ///< D x dk
  std::optional<Cow<Matrix>> w_v;   ///< Dv x dv
  std::optional<Cow<Matrix>> w_a;   ///< width of q x width of k, for `general`
  std::optional<Cow<RowVector>> v;  ///< dk, for `additive`
  std::optional<float> width;       ///< > 0, for `gaussian`

  std::optional<Cow<RowVector>> b_q;  ///< dk, added after w_q, before norm and RoPE
  std::optional<Cow<RowVector>> b_k;  ///< dk
  std::optional<Cow<RowVector>> b_v;  ///< dv
  std::optional<Cow<RowVector>> g_q;  ///< width of q, gains of the score's norm
  std::optional<Cow<RowVector>> g_k;  ///< width of k
  /// Index of an earlier head whose k and v this head shares; that head must have its own (Shazeer
  /// 2019).
  std::optional<int> keys_of;
  std::optional<Cow<Matrix>> scores;  ///< M x L, kMasked for hidden keys; for `given`
  std::optional<float> sink;          ///< additional score in each row (gpt-oss 2025)
  std::optional<Subtract> subtract;
  std::optional<Cow<Matrix>> w_g;  ///< Dq x dv: outputs times σ(x · w_g + b_g) (Qiu et al. 2025)
  std::optional<Cow<RowVector>> b_g;  ///< dv
  std::optional<float> gain;          ///< factor of the outputs (Michel et al. 2019)
  std::optional<float> decay;         ///< 0 < γ <= 1, for `sum` (RetNet, Sun et al. 2023)
  std::optional<Cow<RowVector>> w_f;  ///< D: scores gain Σ ln σ(w_f · x + b_f) (Lin et al. 2025)
  std::optional<float> b_f;
  bool operator==(const Head&) const = default;
};

/// Meaning of kMasked in given scores: a hidden key, or a weight that was given as 0.
enum class NoScore { kMasked, kZero };

struct Score {
  const ScoreKind* kind = &score_kind("scaled_dot");
  float scale = 1;                            ///< for `dot` and `cosine`
  Bend bend = Bend::kTanh;                    ///< for `additive`
  const NormKind* norm = &norm_kind("none");  ///< normalisation of each row of q and k
  float epsilon = 1e-6F;                      ///< >= 0, for norms that use it
  std::optional<float> cap{};                 ///< c > 0: c · tanh(a / c) (Gemma 2, 2024)
  NoScore null = NoScore::kMasked;            ///< for `given`
  bool operator==(const Score&) const = default;
};

struct Mask {
  const MaskKind* kind = &mask_kind("causal");
  Cow<std::vector<bool>> valid;                      ///< `padding`: L
  int radius = 0;                                    ///< `window`: >= 0
  std::optional<float> sigma;                        ///< `window`: > 0
  Cow<BoolMatrix> allowed;                           ///< `custom`: M x L
  Cow<std::vector<std::pair<int, int>>> edges;       ///< `graph`: (receiver i, sender j)
  bool self_loops = true;                            ///< `graph`
  int dilation = 1;                                  ///< `window`: >= 1
  int sinks = 0;                                     ///< `window`: >= 0, first keys visible to all
  int length = 0;                                    ///< `prefix`: >= 0
  Cow<std::vector<int>> ids{};                       ///< `segments`: L
  std::optional<Cow<std::vector<int>>> query_ids{};  ///< `segments`: M; absent: ids, M = L
  int stride = 1;                                    ///< `strided`: >= 1
  bool operator==(const Mask&) const = default;
};

struct Normalizer {
  const NormalizerKind* kind = &normalizer_kind("softmax");
  float temperature = 1;          ///< 0 (hard) to infinity (uniform), both inclusive
  float alpha = 1.5F;             ///< 1 < alpha <= 4, for `entmax`
  int k = 1;                      ///< >= 1, for `topk`
  std::optional<float> offset{};  ///< for `sigmoid`; absent: −ln L
  std::optional<float> length{};  ///< scores times length · ln n for n visible keys (Nakanishi
                                  ///< 2025)
  Over over = Over::kKeys;
  bool operator==(const Normalizer&) const = default;
};

/// Scaling of RoPE frequencies for contexts longer than the trained one.
struct RopeScaling {
  const RopeScalingKind* kind = &rope_scaling_kind("linear");
  float factor = 1;       ///< > 0
  float low = 1;          ///< `llama3`: turns within the original context; frequencies with fewer
                          ///< are scaled
  float high = 4;         ///< `llama3`: > low; frequencies with more turns are kept
  float original = 8192;  ///< `llama3`: > 0, length of the trained context
  bool operator==(const RopeScaling&) const = default;
};

struct Position {
  const PositionKind* kind = &position_kind("none");
  float scale = 1;
  float base = 10000;  ///< > 0, for `sinusoidal` and `rope`
  /// `learned`: at least max(L, M) x D; `relative`: H x (2R + 1); `t5`: H x buckets.
  Cow<Matrix> table;
  std::optional<Cow<RowVector>> slopes;    ///< `alibi`: H
  PairLayout layout = PairLayout::kPairs;  ///< `rope`, `sinusoidal`
  std::optional<int> rotated{};            ///< `rope`: even number of rotated columns; absent: all
  std::optional<RopeScaling> scaling{};    ///< `rope`
  int max_distance = 128;                  ///< `t5`: > 0
  bool both = true;                        ///< `t5`: false: earlier keys only
  bool operator==(const Position&) const = default;
};

struct Combine {
  const CombineKind* kind = &combine_kind("concat");
  std::optional<Cow<Matrix>> w_o;          ///< `concat`: sum of dv x Do
  Cow<RowVector> w;                        ///< `weighted`: H
  std::vector<Cow<Matrix>> projections{};  ///< `projection`: H matrices, dv_h x Do
  std::optional<Cow<RowVector>> b_o{};     ///< `concat`: Do
  bool operator==(const Combine&) const = default;
};

/// Layer of attention without its inputs: of a scene, or of a block of a network.
struct Attention {
  Position position;
  std::vector<Head> heads{1};  ///< H >= 1
  Score score;
  std::optional<Cow<Matrix>> bias;  ///< M x L
  std::vector<Mask> masks;
  Normalizer normalizer;
  Combine combine;
  bool operator==(const Attention&) const = default;

  const Head& head(Index h) const { return heads[static_cast<std::size_t>(h)]; }
};

/// Everything that can be edited, without computed data: the content of the scene file. Shapes and
/// defaults are those of the scene format; `check` validates them.
struct Scene : Attention {
  std::string title;
  std::string notes;
  std::vector<std::string> tokens;    ///< L
  Cow<Matrix> embeddings;             ///< L x D
  std::optional<Queries> queries;     ///< absent: self-attention
  std::optional<Cow<Matrix>> values;  ///< L x Dv; absent: embeddings with positions added
  std::string view = "{}";            ///< state of the window: a JSON object, opaque to the engine

  Index key_count() const { return std::ssize(tokens); }
  Index query_count() const {
    return static_cast<Index>(queries ? queries->tokens.size() : tokens.size());
  }
  const std::vector<std::string>& query_tokens() const {
    return queries ? queries->tokens : tokens;
  }
  const std::string& query_token(Index i) const {
    return query_tokens()[static_cast<std::size_t>(i)];
  }
  const std::string& key_token(Index j) const { return tokens[static_cast<std::size_t>(j)]; }
  const Matrix& query_embeddings() const { return queries ? *queries->embeddings : *embeddings; }

  bool operator==(const Scene&) const = default;
};

/// Returns whether both heads have the same optional parts, regardless of their numbers, so that
/// each part depends on the same inputs.
bool same_parts(const Head& a, const Head& b);

/// Returns whether the scenes have equal results: title, notes, token texts and view may differ.
bool same_computation(const Scene& a, const Scene& b);

/// Returns whether the scenes have equal results except for a different temperature.
bool same_but_temperature(const Scene& a, const Scene& b);

/// Returns whether the scenes are equal except for the view.
bool same_but_view(const Scene& a, const Scene& b);

}  // namespace attn
