#include "engine/check.h"

#include <algorithm>
#include <cmath>

#include "engine/combine.h"
#include "engine/mask.h"
#include "engine/position.h"
#include "engine/require.h"
#include "engine/score.h"
#include "engine/shapes.h"
#include "engine/text_bounds.h"

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

void check_inputs(const Scene& scene) {
  require_count(scene.key_count(), Extent{}, "token", "/tokens");
  require_shape(*scene.embeddings, embeddings_shape(scene), "/embeddings");
  if (scene.queries) {
    require_count(scene.query_count(), Extent{}, "token", "/queries/tokens");
    require_shape(*scene.queries->embeddings, query_embeddings_shape(scene), "/queries/embeddings");
  }
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

/// In double precision, which no product of sizes leaves.
double trace_numbers(const Scene& scene) {
  constexpr double kMatricesOfWeights = 3;  // raw, scores and weights
  const auto M = static_cast<double>(scene.query_count());
  const auto L = static_cast<double>(scene.key_count());
  double numbers = 0;
  double width = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const auto dv = static_cast<double>(width_of_v(scene, h));
    numbers += kMatricesOfWeights * M * L + M * static_cast<double>(width_of_q(scene, h)) +
               L * static_cast<double>(width_of_k(scene, h)) + (L + M) * dv;
    width += dv;
  }
  if (scene.combine.w_o) width += static_cast<double>((*scene.combine.w_o)->cols());
  for (const auto& projection : scene.combine.projections) {
    width = std::max(width, static_cast<double>(projection->cols()));
  }
  return numbers + M * width;
}

void check_trace_size(const Scene& scene) {
  require(trace_numbers(scene) <= static_cast<double>(kMaxTraceNumbers), "/heads",
          "expected an evaluation of at most " + std::to_string(kMaxTraceNumbers) +
              " numbers, found more");
}

/// q and k must be equally wide, unless w_a stands between them: the error names w_k, else w_q,
/// else the queries.
void check_widths(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  const Index q = width_of_q(scene, h);
  const Index k = width_of_k(scene, h);
  const bool aligned = head.w_a && std::ranges::any_of(scene.score.kind->head_parameters,
                                                       [](auto& p) { return p.key == "w_a"; });
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

void check_head(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  const std::string place = "/heads/" + std::to_string(h);
  if (head.w_q) require_shape(**head.w_q, w_q_shape(scene), place + "/w_q");
  if (head.w_k) require_shape(**head.w_k, w_k_shape(scene), place + "/w_k");
  if (head.w_v) require_shape(**head.w_v, w_v_shape(scene), place + "/w_v");
  check_widths(scene, h, place);
  if (head.w_a) require_shape(**head.w_a, w_a_shape(scene, h), place + "/w_a");
  if (head.v) {
    const Extent dk{width_of_k(scene, h), "dk", Extent::Rule::kExactly};
    require_count((*head.v)->cols(), dk, "number", place + "/v");
    require_finite(**head.v, place + "/v");
  }
  if (head.width) require_positive(*head.width, place + "/width");
}

void check_normalizer(const Normalizer& normalizer) {
  require(normalizer.temperature >= 0, "/normalizer/temperature",
          "expected a number >= 0 or \"inf\"");
}

void require_valid(const Scene& scene) {
  check_texts(scene);
  check_inputs(scene);
  require_count(static_cast<Index>(scene.heads.size()), Extent{}, "head", "/heads");
  check_size(scene);
  for (std::size_t h = 0; h < scene.heads.size(); ++h) check_head(scene, h);
  check_trace_size(scene);
  scene.position.kind->check(scene);
  require_finite(scene.score.scale, "/score/scale");
  if (scene.bias) require_shape(**scene.bias, pair_shape(scene), "/bias");
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const Mask& mask = scene.masks[n];
    mask.kind->check(scene, mask, "/masks/" + std::to_string(n));
  }
  check_normalizer(scene.normalizer);
  scene.combine.kind->check(scene);
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
