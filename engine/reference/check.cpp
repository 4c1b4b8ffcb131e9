#include "engine/reference/check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "engine/attention/numbers.h"
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

/// A scene of given scores may have no embeddings: zero columns.
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
  if (scene.values) require_shape(**scene.values, embeddings_shape(scene), "/values");
}

/// By division: the product of three counts may overflow 64 bits.
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

/// q and k must have equal width, unless w_a is between them: the error is reported at w_k, else
/// w_q, else the queries.
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

void check_value(const NumberRange&, const Shape& shape, const Cow<RowVector>& row,
                 const std::string& place) {
  require_count(row->cols(), shape.cols, "number", place);
  require_finite(*row, place);
}

void check_value(const NumberRange& range, const Shape& shape, const Cow<Matrix>& matrix,
                 const std::string& place) {
  if (!std::isinf(range.least)) return require_shape(*matrix, shape, place);
  const Matrix seen = matrix->unaryExpr([](float s) { return s == kMasked ? 0 : s; });
  require_shape(seen, shape, place);
}

void check_value(const NumberRange& range, int value, const std::string& place) {
  if (static_cast<float>(value) >= range.least)
    return;  // the default lower bound does not fit in an int
  require(false, place,
          "expected a whole number >= " + std::to_string(static_cast<int>(range.least)) +
              ", found " + std::to_string(value));
}

void check_value(const NumberRange& range, float value, const std::string& place) {
  const auto& [least, has_least, most] = range;
  const bool has_most = most < std::numeric_limits<float>::max();
  if (least < 0) return require_finite(value, place);
  if (!has_least && !has_most) return require_positive(value, place);
  const auto bound = [](float limit) { return std::to_string(static_cast<int>(limit)); };
  const std::string expected = (has_least ? "a number >= " : "a number > ") + bound(least);
  require_number((has_least ? value >= least : value > least) && value <= most, value,
                 has_most ? expected + " and <= " + bound(most) : expected, place);
}

/// Checks the numbers of the n-th owner by the rows of its table: whether they are allowed, shapes
/// and ranges.
template <typename Owner>
void check_numbers(const Scene& scene, std::size_t n, const std::string& owner_place,
                   std::span<const NumberRow<Owner>> rows = numbers_of<Owner>()) {
  const Owner& owner = owner_in<Owner>(scene, n);
  for (const NumberRow<Owner>& number : rows) {
    visit_slot(number, owner, [&](const auto& slot) {
      const auto* value = value_in(slot);
      if (!value) return;
      const std::string place = owner_place + place_below(number.key);
      const std::string why_not = number.why_not ? number.why_not(scene, n) : "";
      require(why_not.empty(), place, why_not);
      if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(*value)>>) {
        check_value(number.range, *value, place);
      } else if (number.shape && takes_number(owner, number)) {
        check_value(number.range, number.shape(scene, n), *value, place);
      }
    });
  }
}

/// A head that shares keys and values has none of its own, and is not shared by a third.
void check_keys_of(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  if (!head.keys_of) return;
  const std::string found = ", found " + std::to_string(*head.keys_of);
  require(keys_head(scene, h) != h, place + "/keys_of",
          "expected the index of an earlier head" + found);
  require(!scene.heads[keys_head(scene, h)].keys_of, place + "/keys_of",
          "expected a head with keys of its own" + found);
}

void check_given_scores(const Scene& scene, std::size_t h, const std::string& place) {
  const bool is_needed = has_given_scores(scene.score);
  require(is_needed == scene.heads[h].scores.has_value(), place + "/scores",
          is_needed ? "expected the head's scores, found none"
                    : "expected none, except with the score \"given\"");
}

/// Subtracted pairs use the head's own w_a or v.
void check_subtract(const Scene& scene, std::size_t h, const std::string& place) {
  const Head& head = scene.heads[h];
  if (!head.subtract) return;
  Shape w_q = w_q_shape(scene);
  Shape w_k = w_k_shape(scene);
  w_k.cols = exactly(width_of_subtract(scene, h), "width of subtract's q");
  const ScoreKind& kind = *scene.score.kind;
  if (head.v && takes_of_head(kind, "v")) w_q.cols = exactly(width_of_q(scene, h), "dk");
  if (head.w_a && takes_of_head(kind, "w_a")) {
    w_q.cols = exactly((*head.w_a)->rows(), "rows of w_a");
    w_k.cols = exactly((*head.w_a)->cols(), "columns of w_a");
  }
  require_shape(*head.subtract->w_q, w_q, place + "/w_q");
  require_shape(*head.subtract->w_k, w_k, place + "/w_k");
}

void check_head(const Scene& scene, std::size_t h) {
  const std::string place = "/heads/" + std::to_string(h);
  const auto rows = numbers_of<Head>();
  const auto w_a = std::ranges::find(rows, "w_a", &NumberRow<Head>::key);
  check_keys_of(scene, h, place);
  check_numbers<Head>(scene, h, place, {rows.begin(), w_a});
  check_widths(scene, h, place);
  check_given_scores(scene, h, place);
  require(!has_given_scores(scene.score) || !scene.heads[h].subtract, place + "/subtract",
          "expected none, as scores are given");
  check_numbers<Head>(scene, h, place, {w_a, rows.end()});
  check_subtract(scene, h, place + "/subtract");
}

void check_temperature(const Normalizer& normalizer) {
  require(normalizer.temperature >= 0, "/normalizer/temperature",
          "expected a number >= 0 or \"inf\"");
  require(normalizer.temperature > 0 || normalizer.kind->takes_zero, "/normalizer/temperature",
          "expected a number > 0 or \"inf\" for " + std::string(normalizer.kind->id) + ", found 0");
}

void require_valid(const Scene& scene) {
  check_texts(scene);
  check_inputs(scene);
  require_count(std::ssize(scene.heads), Extent{}, "head", "/heads");
  check_size(scene);
  for (std::size_t h = 0; h < scene.heads.size(); ++h) check_head(scene, h);
  check_numbers<Position>(scene, 0, "/position");
  scene.position.kind->check(scene);
  check_numbers<Score>(scene, 0, "/score");
  if (scene.bias) require_shape(**scene.bias, pair_shape(scene), "/bias");
  for (std::size_t n = 0; n < scene.masks.size(); ++n) {
    const std::string place = "/masks/" + std::to_string(n);
    check_numbers<Mask>(scene, n, place);
    scene.masks[n].kind->check(scene, scene.masks[n], place);
  }
  check_temperature(scene.normalizer);
  check_numbers<Normalizer>(scene, 0, "/normalizer");
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
