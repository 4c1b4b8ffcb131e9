#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/base/cow.h"
#include "engine/base/matrix.h"

namespace attn {

/// The other side of cross-attention: M tokens with their own embeddings, M x Dq.
struct Queries {
  std::vector<std::string> tokens;
  Cow<Matrix> embeddings;
  bool operator==(const Queries&) const = default;
};

/// λ times weights that are made of these is taken from a head's weights (differential attention;
/// Ye et al. 2024, eq. 1).
struct Subtract {
  Cow<Matrix> w_q;   ///< Dq x d
  Cow<Matrix> w_k;   ///< D x d
  float lambda = 0;  ///< any number
  bool operator==(const Subtract&) const = default;
};

/// One head's weights. What is absent is the identity (`v`, gains: ones; `width`, `gain`, `decay`:
/// 1; biases: zeros), or is not there (`scores`, `sink`, `subtract`, the two gates).
struct Head {
  std::optional<Cow<Matrix>> w_q;   ///< Dq x dk
  std::optional<Cow<Matrix>> w_k;   ///< D x dk
  std::optional<Cow<Matrix>> w_v;   ///< Dv x dv
  std::optional<Cow<Matrix>> w_a;   ///< width of q x width of k, for `general`
  std::optional<Cow<RowVector>> v;  ///< dk, for `additive`
  std::optional<float> width;       ///< > 0, for `gaussian`

  std::optional<Cow<RowVector>> b_q;  ///< dk, added after w_q, before all else
  std::optional<Cow<RowVector>> b_k;  ///< dk
  std::optional<Cow<RowVector>> b_v;  ///< dv
  std::optional<Cow<RowVector>> g_q;  ///< width of q, gains of the score's norm
  std::optional<Cow<RowVector>> g_k;  ///< width of k
  /// An earlier head whose k and v are this head's too, and which has none itself (Shazeer 2019).
  std::optional<int> keys_of;
  std::optional<Cow<Matrix>> scores;  ///< M x L, kMasked where not seen; for `given`
  std::optional<float> sink;          ///< one more score in each row (gpt-oss 2025)
  std::optional<Subtract> subtract;
  std::optional<Cow<Matrix>> w_g;  ///< Dq x dv: outputs times σ(x · w_g + b_g) (Qiu et al. 2025)
  std::optional<Cow<RowVector>> b_g;  ///< dv
  std::optional<float> gain;          ///< outputs times it (Michel et al. 2019)
  std::optional<float> decay;         ///< 0 < γ <= 1, for `sum` (RetNet, Sun et al. 2023)
  std::optional<Cow<RowVector>> w_f;  ///< D: scores gain Σ ln σ(w_f · x + b_f) (Lin et al. 2025)
  std::optional<float> b_f;
  bool operator==(const Head&) const = default;
};

struct Score {
  const ScoreKind* kind = &score_kind("scaled_dot");
  float scale = 1;                            ///< for `dot` and `cosine`
  Bend bend = Bend::kTanh;                    ///< for `additive`
  const NormKind* norm = &norm_kind("none");  ///< of each row of q and k
  float epsilon = 1e-6F;                      ///< >= 0, for the norms that have one
  std::optional<float> cap{};                 ///< c > 0: c · tanh(a / c) (Gemma 2, 2024)
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
  int sinks = 0;                                     ///< `window`: >= 0, keys seen by all
  int length = 0;                                    ///< `prefix`: >= 0
  Cow<std::vector<int>> ids{};                       ///< `segments`: L
  std::optional<Cow<std::vector<int>>> query_ids{};  ///< `segments`: M; absent: ids, M = L
  int stride = 1;                                    ///< `strided`: >= 1
  bool operator==(const Mask&) const = default;
};

struct Normalizer {
  const NormalizerKind* kind = &normalizer_kind("softmax");
  float temperature = 1;          ///< 0 (hard) to infinity (uniform), both included
  float alpha = 1.5F;             ///< 1 < alpha <= 4, for `entmax`
  int k = 1;                      ///< >= 1, for `topk`
  std::optional<float> offset{};  ///< for `sigmoid`; absent: −ln L
  std::optional<float> length{};  ///< scores times length · ln n of n seen keys (Nakanishi 2025)
  Over over = Over::kKeys;
  bool operator==(const Normalizer&) const = default;
};

/// How RoPE's rates are made slower for contexts longer than those that were learned.
struct RopeScaling {
  const RopeScalingKind* kind = &rope_scaling_kind("linear");
  float factor = 1;       ///< > 0
  float low = 1;          ///< `llama3`: turns in the original context, fewer of which are slowed
  float high = 4;         ///< `llama3`: > low; more of which are kept
  float original = 8192;  ///< `llama3`: > 0, the context's length that was learned
  bool operator==(const RopeScaling&) const = default;
};

struct Position {
  const PositionKind* kind = &position_kind("none");
  float scale = 1;
  float base = 10000;  ///< > 0, for `sinusoidal` and `rope`
  /// `learned`: at least max(L, M) x D; `relative`: H x (2R + 1); `t5`: H x buckets.
  Cow<Matrix> table;
  std::optional<Cow<RowVector>> slopes;    ///< `alibi`: H
  RopeLayout layout = RopeLayout::kPairs;  ///< `rope`
  std::optional<int> rotated{};            ///< `rope`: even, columns that turn; absent: all
  std::optional<RopeScaling> scaling{};    ///< `rope`
  int max_distance = 128;                  ///< `t5`: > 0
  bool both = true;                        ///< `t5`: false: backwards only
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

/// One layer of attention without its inputs: a scene's, or that of a block of a network.
struct Attention {
  Position position;
  std::vector<Head> heads{1};  ///< H >= 1
  Score score;
  std::optional<Cow<Matrix>> bias;  ///< M x L
  std::vector<Mask> masks;
  Normalizer normalizer;
  Combine combine;
  bool operator==(const Attention&) const = default;
};

/// Everything a person can edit, and nothing computed: the scene file is this and no more.
/// Shapes and defaults are those of the scene format; `check` says whether they hold.
struct Scene : Attention {
  std::string title;
  std::string notes;
  std::vector<std::string> tokens;    ///< L
  Cow<Matrix> embeddings;             ///< L x D
  std::optional<Queries> queries;     ///< absent: self-attention
  std::optional<Cow<Matrix>> values;  ///< L x Dv; absent: the embeddings, positions added
  std::string view = "{}";  ///< what the window last showed: a JSON object, opaque to the engine

  Index key_count() const { return static_cast<Index>(tokens.size()); }
  Index query_count() const {
    return static_cast<Index>(queries ? queries->tokens.size() : tokens.size());
  }
  const std::vector<std::string>& query_tokens() const {
    return queries ? queries->tokens : tokens;
  }
  const Matrix& query_embeddings() const { return queries ? *queries->embeddings : *embeddings; }

  bool operator==(const Scene&) const = default;
};

/// Whether both heads have the same parts, be their numbers what they are: then what feeds one
/// feeds the other.
bool same_parts(const Head& a, const Head& b);

/// The same for all that attention is computed from: title, notes, token texts and view may differ.
bool same_computation(const Scene& a, const Scene& b);

/// The same, where the temperature may differ too.
bool same_but_temperature(const Scene& a, const Scene& b);

/// The same in all but the view.
bool same_but_view(const Scene& a, const Scene& b);

}  // namespace attn
