#include "engine/fast/changes.h"

#include <algorithm>
#include <cstring>

#include "engine/attention/shapes.h"

namespace attn {
namespace {

constexpr std::size_t kFew = 4;

ChangedRows changed_rows(const Cow<Matrix>& from, const Cow<Matrix>& to) {
  ChangedRows changed;
  if (from.is_same(to)) return changed;
  const auto differ = [&](Index first, Index count) {
    const auto bytes = static_cast<std::size_t>(count * to->cols()) * sizeof(float);
    return std::memcmp(to->row(first).data(), from->row(first).data(), bytes) != 0;
  };
  constexpr Index kBlock = 16;  // rows that are compared at once, as most are the same
  for (Index first = 0; first < to->rows(); first += kBlock) {
    const Index count = std::min(kBlock, to->rows() - first);
    if (!differ(first, count)) continue;
    for (Index i = first; i < first + count; ++i) {
      if (!differ(i, 1)) continue;
      changed.some.push_back(i);
      if (changed.some.size() > kFew) return {true, {}};
    }
  }
  return changed;
}

template <typename Value>
bool same_shape(const std::optional<Cow<Value>>& a, const std::optional<Cow<Value>>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return (*a)->rows() == (*b)->rows() && (*a)->cols() == (*b)->cols();
}

bool same_shapes(const Scene& a, const Scene& b) {
  return a.tokens.size() == b.tokens.size() && a.heads.size() == b.heads.size() &&
         a.embeddings->cols() == b.embeddings->cols() &&
         a.queries.has_value() == b.queries.has_value() && a.query_count() == b.query_count() &&
         a.query_embeddings().cols() == b.query_embeddings().cols() &&
         same_shape(a.values, b.values) && a.position == b.position;
}

bool same_norm(const Score& a, const Score& b) {
  return a.norm == b.norm && a.epsilon == b.epsilon;
}

bool same_queries(const Head& a, const Head& b) {
  return a.w_q == b.w_q && a.b_q == b.b_q && a.g_q == b.g_q;
}

bool same_keys(const Head& a, const Head& b) {
  return a.w_k == b.w_k && a.b_k == b.b_k && a.g_k == b.g_k;
}

bool same_values(const Head& a, const Head& b) { return a.w_v == b.w_v && a.b_v == b.b_v; }

/// The same from a pair's query and key to its score.
bool same_pairs(const Head& a, const Head& b) {
  return a.w_a == b.w_a && a.v == b.v && a.width == b.width && a.scores == b.scores &&
         a.decay == b.decay && a.w_f == b.w_f && a.b_f == b.b_f;
}

bool same_weights(const Head& a, const Head& b) {
  return a.sink == b.sink && a.subtract == b.subtract;
}

bool same_gates(const Head& a, const Head& b) {
  return a.w_g == b.w_g && a.b_g == b.b_g && a.gain == b.gain;
}

HeadChanges head_changes(const Changes& inputs, const Scene& from, const Scene& to, std::size_t h) {
  const Head& a = from.heads[h];
  const Head& b = to.heads[h];
  const Head& keys_a = from.heads[keys_head(from, h)];
  const Head& keys_b = to.heads[keys_head(to, h)];
  const ChangedRows all{true, {}};
  const bool norm = same_norm(from.score, to.score);
  HeadChanges changes;
  changes.parameters = !(a == b) || !(keys_a == keys_b);
  changes.q = norm && same_queries(a, b) ? inputs.query_x : all;
  changes.k = norm && same_keys(keys_a, keys_b) ? inputs.x : all;
  changes.v = same_values(keys_a, keys_b) && same_gates(a, b) ? inputs.values : all;
  const bool pairs = from.score == to.score && same_pairs(a, b) && same_weights(a, b);
  const bool few = !changes.q.all && !changes.k.all;
  const bool any = !changes.q.none() || !changes.k.none();
  changes.scores = !pairs || !few || (inputs.weights && any);
  return changes;
}

}  // namespace

Changes changes_between(const Scene& from, const Scene& to) {
  Changes changes;
  changes.shapes = !same_shapes(from, to);
  changes.heads.resize(to.heads.size());
  if (changes.shapes) return changes;
  changes.x = changed_rows(from.embeddings, to.embeddings);
  changes.query_x =
      to.queries ? changed_rows(from.queries->embeddings, to.queries->embeddings) : changes.x;
  changes.values = to.values ? changed_rows(*from.values, *to.values) : changes.x;
  changes.weights = !(from.normalizer == to.normalizer);
  changes.combine = !(from.combine == to.combine);
  for (std::size_t h = 0; h < to.heads.size(); ++h) {
    changes.heads[h] = head_changes(changes, from, to, h);
  }
  return changes;
}

}  // namespace attn
