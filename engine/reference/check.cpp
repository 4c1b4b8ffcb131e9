#include "engine/reference/check.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/base/require.h"
#include "engine/base/text_bounds.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

void check_tokens(const std::vector<std::string>& tokens, const std::string& place) {
  std::size_t bytes = 0;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    bytes += tokens[n].size();
    if (tokens[n].size() <= kMaxTokenBytes) continue;
    require_bytes(tokens[n].size(), kMaxTokenBytes, place + "/" + std::to_string(n));
  }
  require_bytes(bytes, kMaxTokensBytes, place);
}

void check_texts(const Scene& scene) {
  require_bytes(scene.title.size(), kMaxTitleBytes, "/title");
  require_bytes(scene.notes.size(), kMaxNotesBytes, "/notes");
  check_tokens(scene.tokens, "/tokens");
  if (scene.queries) check_tokens(scene.queries->tokens, "/queries/tokens");
}

/// A scene of given scores may have no embeddings at all: then they have no columns.
void check_no_embeddings(const Scene& scene) {
  require_count(scene.embeddings->rows(), embeddings_shape(scene).rows, "row", "/embeddings");
  if (!scene.queries) return;
  require_count(scene.query_count(), Extent{}, "token", "/queries/tokens");
  const Matrix& queries = *scene.queries->embeddings;
  require(queries.cols() == 0, "/queries/embeddings", "expected none, as the keys have none");
  require_count(queries.rows(), query_embeddings_shape(scene).rows, "row", "/queries/embeddings");
}

void check_embeddings(const Scene& scene) {
  if (has_given_scores(scene.score) && scene.embeddings->cols() == 0)
    return check_no_embeddings(scene);
  require_shape(*scene.embeddings, embeddings_shape(scene), "/embeddings");
  if (!scene.queries) return;
  require_count(scene.query_count(), Extent{}, "token", "/queries/tokens");
  require_shape(*scene.queries->embeddings, query_embeddings_shape(scene), "/queries/embeddings");
}

void check_inputs(const Scene& scene) {
  require_count(scene.key_count(), Extent{}, "token", "/tokens");
  check_embeddings(scene);
  if (scene.values) require_shape(**scene.values, values_shape(scene), "/values");
}

/// Divides instead of multiplying: the product of three counts may leave 64 bits.
void check_size(const Scene& scene) {
  const long long M = scene.query_count();
  const long long L = scene.key_count();
  const auto H = static_cast<long long>(scene.heads.size());
  require(M <= kMaxWeights / L && H <= kMaxWeights / (M * L), "/tokens",
          "expected H·M·L of at most " + std::to_string(kMaxWeights) + ", found " +
              std::to_string(H) + " · " + std::to_string(M) + " · " + std::to_string(L));
}

void check_trace_size(const Scene& scene) {
  require(numbers_in_trace(scene) <= static_cast<double>(kMaxTraceNumbers), "/heads",
          "expected an evaluation of at most " + std::to_string(kMaxTraceNumbers) +
              " numbers, found more");
}

/// q and k must be equally wide, unless w_a stands between them: the error names w_k, else w_q,
/// else the queries.
void check_widths(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  const Index q = width_of_q(scene, h);
  const Index k = width_of_k(scene, h);
  const bool aligned = head.w_a && takes_of_head(*scene.score.kind, "w_a");
  if (q == k || aligned) return;
  const auto expected = [](std::string_view what, Index width, std::string_view other,
                           Index found) {
    return "expected " + std::to_string(width) + " columns (the width of " + std::string(what) +
           "), found " + std::to_string(found) + std::string(other);
  };
  if (head.w_k) require(false, place + "/w_k", expected("q", q, "", k));
  if (head.w_q) require(false, place + "/w_q", expected("k", k, "", q));
  require(false, "/queries/embeddings", expected("k", k, "", q));
}

void check_row(const std::optional<Cow<RowVector>>& row, const Extent& extent,
               const std::string& place) {
  if (!row) return;
  require_count((*row)->cols(), extent, "number", place);
  require_finite(**row, place);
}

void check_number(const std::optional<float>& number, const std::string& place) {
  if (number) require_finite(*number, place);
}

/// A head that has another's keys and values has none of its own, and gives none to a third.
void check_keys_of(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  if (!head.keys_of) return;
  const std::string found = ", found " + std::to_string(*head.keys_of);
  require(keys_head(scene, h) != h, place + "/keys_of",
          "expected the index of an earlier head" + found);
  require(!scene.heads[keys_head(scene, h)].keys_of, place + "/keys_of",
          "expected a head with keys of its own" + found);
  const std::pair<std::string_view, bool> own[] = {{"w_k", head.w_k.has_value()},
                                                   {"w_v", head.w_v.has_value()},
                                                   {"b_k", head.b_k.has_value()},
                                                   {"b_v", head.b_v.has_value()},
                                                   {"g_k", head.g_k.has_value()}};
  for (const auto& [key, is_there] : own) {
    require(!is_there, place + "/" + std::string(key), "expected none beside keys_of");
  }
}

void check_projections(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  if (head.w_q) require_shape(**head.w_q, w_q_shape(scene), place + "/w_q");
  if (head.w_k) require_shape(**head.w_k, w_k_shape(scene), place + "/w_k");
  if (head.w_v) require_shape(**head.w_v, w_v_shape(scene), place + "/w_v");
  check_row(head.b_q, exactly(width_of_q(scene, h), "dk"), place + "/b_q");
  check_row(head.b_k, exactly(width_of_k(scene, h), "dk"), place + "/b_k");
  check_row(head.b_v, exactly(width_of_v(scene, h), "dv"), place + "/b_v");
  check_widths(scene, h, place);
}

void check_gains(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  const bool is_normed = has_norm(scene.score);
  constexpr auto kNeedsNorm = "expected none, as the score has no norm";
  require(is_normed || !head.g_q, place + "/g_q", kNeedsNorm);
  require(is_normed || !head.g_k, place + "/g_k", kNeedsNorm);
  check_row(head.g_q, exactly(width_of_q(scene, h), "width of q"), place + "/g_q");
  check_row(head.g_k, exactly(width_of_k(scene, h), "width of k"), place + "/g_k");
}

/// Each finite, or kMasked.
void check_given_scores(const Scene& scene, const Head& head, const std::string& place) {
  const bool is_needed = has_given_scores(scene.score);
  require(is_needed == head.scores.has_value(), place,
          is_needed ? "expected the head's scores, found none"
                    : "expected none but for the score \"given\"");
  if (!head.scores) return;
  const Matrix& scores = **head.scores;
  const Matrix seen = scores.unaryExpr([](float s) { return s == kMasked ? 0 : s; });
  require_shape(seen, pair_shape(scene), place);
}

void check_pairing(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  if (head.w_a) require_shape(**head.w_a, w_a_shape(scene, h), place + "/w_a");
  check_row(head.v, exactly(width_of_k(scene, h), "dk"), place + "/v");
  if (head.width) require_positive(*head.width, place + "/width");
  check_given_scores(scene, head, place + "/scores");
}

void check_sink(const Scene& scene, const Head& head, const std::string& place) {
  if (!head.sink) return;
  const Normalizer& normalizer = scene.normalizer;
  require(normalizer.kind->sums_to_one(), place,
          "expected none for the normalizer \"" + std::string(normalizer.kind->id) + "\"");
  require(normalizer.over == Over::kKeys, place, "expected none but for a normalizer over keys");
  require_finite(*head.sink, place);
}

/// What is subtracted is paired as the head's own queries and keys are, by its w_a or v.
void check_subtract(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  if (!head.subtract) return;
  require(!has_given_scores(scene.score), place, "expected none, as scores are given");
  Shape w_q = subtract_w_q_shape(scene);
  Shape w_k = subtract_w_k_shape(scene);
  w_k.cols = exactly(width_of_subtract(scene, h), "width of subtract's q");
  const ScoreKind& kind = *scene.score.kind;
  if (head.v && takes_of_head(kind, "v")) w_q.cols = exactly(width_of_q(scene, h), "dk");
  if (head.w_a && takes_of_head(kind, "w_a")) {
    w_q.cols = exactly((*head.w_a)->rows(), "rows of w_a");
    w_k.cols = exactly((*head.w_a)->cols(), "columns of w_a");
  }
  require_shape(*head.subtract->w_q, w_q, place + "/w_q");
  require_shape(*head.subtract->w_k, w_k, place + "/w_k");
  require_finite(head.subtract->lambda, place + "/lambda");
}

void check_gates(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  if (head.w_g) require_shape(**head.w_g, w_g_shape(scene, h), place + "/w_g");
  require(head.w_g || !head.b_g, place + "/b_g", "expected none without w_g");
  check_row(head.b_g, exactly(width_of_v(scene, h), "dv"), place + "/b_g");
  check_number(head.gain, place + "/gain");
}

void check_fading(const Scene& scene, const Head& head, const std::string& place) {
  require(!head.decay || scene.normalizer.kind->takes_decay, place + "/decay",
          "expected none but for the normalizer \"sum\"");
  const float decay = head.decay.value_or(1.0F);
  require_number(decay > 0 && decay <= 1, decay, "a number > 0 and <= 1", place + "/decay");
  require(!head.w_f || !scene.queries, place + "/w_f", "expected none but in self-attention");
  check_row(head.w_f, w_k_shape(scene).rows, place + "/w_f");
  require(head.w_f || !head.b_f, place + "/b_f", "expected none without w_f");
  check_number(head.b_f, place + "/b_f");
}

void check_head(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  const std::string place = "/heads/" + std::to_string(h);
  check_keys_of(scene, h, place);
  check_projections(scene, h, place);
  check_pairing(scene, h, place);
  check_gains(scene, h, place);
  check_sink(scene, head, place + "/sink");
  check_subtract(scene, h, place + "/subtract");
  check_gates(scene, h, place);
  check_fading(scene, head, place);
}

void check_score(const Score& score) {
  require_finite(score.scale, "/score/scale");
  require_number(score.epsilon >= 0 && std::isfinite(score.epsilon), score.epsilon, "a number >= 0",
                 "/score/epsilon");
  if (score.cap) require_positive(*score.cap, "/score/cap");
}

void check_normalizer(const Normalizer& normalizer) {
  require(normalizer.temperature >= 0, "/normalizer/temperature",
          "expected a number >= 0 or \"inf\"");
  require(normalizer.temperature > 0 || normalizer.kind->takes_zero, "/normalizer/temperature",
          "expected a number > 0 or \"inf\" for " + std::string(normalizer.kind->id) + ", found 0");
  require_number(normalizer.alpha > 1 && normalizer.alpha <= 4, normalizer.alpha,
                 "a number > 1 and <= 4", "/normalizer/alpha");
  require(normalizer.k >= 1, "/normalizer/k",
          "expected a whole number >= 1, found " + std::to_string(normalizer.k));
  check_number(normalizer.offset, "/normalizer/offset");
  check_number(normalizer.length, "/normalizer/length");
}

void require_valid(const Scene& scene) {
  check_texts(scene);
  check_inputs(scene);
  require_count(static_cast<Index>(scene.heads.size()), Extent{}, "head", "/heads");
  check_size(scene);
  for (std::size_t h = 0; h < scene.heads.size(); ++h) check_head(scene, h);
  scene.position.kind->check(scene);
  check_score(scene.score);
  if (scene.bias) require_shape(**scene.bias, pair_shape(scene), "/bias");
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const Mask& mask = scene.masks[n];
    mask.kind->check(scene, mask, "/masks/" + std::to_string(n));
  }
  check_normalizer(scene.normalizer);
  scene.combine.kind->check(scene);
  check_trace_size(scene);
}

}  // namespace

std::optional<Problem> check(const Scene& scene) {
  try {
    require_valid(scene);
  } catch (const SceneError& error) {
    return error.problem();
  }
  return std::nullopt;
}

}  // namespace attn
