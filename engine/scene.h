#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/cow.h"
#include "engine/kinds.h"
#include "engine/matrix.h"

namespace attn {

/// The other side of cross-attention: M tokens with their own embeddings, M x Dq.
struct Queries {
  std::vector<std::string> tokens;
  Cow<Matrix> embeddings;
  bool operator==(const Queries&) const = default;
};

/// One head's weights. What is absent is the identity (`v`: ones, `width`: 1).
struct Head {
  std::optional<Cow<Matrix>> w_q;   ///< Dq x dk
  std::optional<Cow<Matrix>> w_k;   ///< D x dk
  std::optional<Cow<Matrix>> w_v;   ///< Dv x dv
  std::optional<Cow<Matrix>> w_a;   ///< width of q x width of k, for `general`
  std::optional<Cow<RowVector>> v;  ///< dk, for `additive`
  std::optional<float> width;       ///< > 0, for `gaussian`
  bool operator==(const Head&) const = default;
};

struct Score {
  const ScoreKind* kind = &score_kind("scaled_dot");
  float scale = 1;  ///< for `dot` and `cosine`
  bool operator==(const Score&) const = default;
};

struct Mask {
  const MaskKind* kind = &mask_kind("causal");
  Cow<std::vector<bool>> valid;                 ///< `padding`: L
  int radius = 0;                               ///< `window`: >= 0
  std::optional<float> sigma;                   ///< `window`: > 0
  Cow<BoolMatrix> allowed;                      ///< `custom`: M x L
  Cow<std::vector<std::pair<int, int>>> edges;  ///< `graph`: (receiver i, sender j)
  bool self_loops = true;                       ///< `graph`
  bool operator==(const Mask&) const = default;
};

struct Normalizer {
  const NormalizerKind* kind = &normalizer_kind("softmax");
  float temperature = 1;  ///< 0 (hard) to infinity (uniform), both included
  bool operator==(const Normalizer&) const = default;
};

struct Position {
  const PositionKind* kind = &position_kind("none");
  float scale = 1;
  float base = 10000;                    ///< > 0, for `sinusoidal` and `rope`
  Cow<Matrix> table;                     ///< `learned`: at least max(L, M) x D
  std::optional<Cow<RowVector>> slopes;  ///< `alibi`: H
  bool operator==(const Position&) const = default;
};

struct Combine {
  const CombineKind* kind = &combine_kind("concat");
  std::optional<Cow<Matrix>> w_o;        ///< `concat`: sum of dv x Do
  Cow<RowVector> w;                      ///< `weighted`: H
  std::vector<Cow<Matrix>> projections;  ///< `projection`: H matrices, dv_h x Do
  bool operator==(const Combine&) const = default;
};

/// Everything a person can edit, and nothing computed: the scene file is this and no more.
/// Shapes and defaults are those of the scene format; `check` says whether they hold.
struct Scene {
  std::string title;
  std::string notes;
  std::vector<std::string> tokens;    ///< L
  Cow<Matrix> embeddings;             ///< L x D
  std::optional<Queries> queries;     ///< absent: self-attention
  std::optional<Cow<Matrix>> values;  ///< L x Dv; absent: the embeddings, positions added
  Position position;
  std::vector<Head> heads{1};  ///< H >= 1
  Score score;
  std::optional<Cow<Matrix>> bias;  ///< M x L
  std::vector<Mask> masks;
  Normalizer normalizer;
  Combine combine;
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

/// The same for all that attention is computed from: title, notes, token texts and view may differ.
bool same_computation(const Scene& a, const Scene& b);

/// The same, where the temperature may differ too.
bool same_but_temperature(const Scene& a, const Scene& b);

/// The same in all but the view.
bool same_but_view(const Scene& a, const Scene& b);

}  // namespace attn
