#include "engine/changes.h"

#include <algorithm>
#include <cstring>

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

HeadChanges head_changes(const Changes& inputs, const Scene& from, const Scene& to, std::size_t h) {
  const Head& a = from.heads[h];
  const Head& b = to.heads[h];
  HeadChanges changes;
  changes.parameters = !(a == b);
  changes.q = a.w_q == b.w_q ? inputs.query_x : ChangedRows{true, {}};
  changes.k = a.w_k == b.w_k ? inputs.x : ChangedRows{true, {}};
  changes.v = a.w_v == b.w_v ? inputs.values : ChangedRows{true, {}};
  const bool same_pairs =
      from.score == to.score && a.w_a == b.w_a && a.v == b.v && a.width == b.width;
  const bool few = !changes.q.all && !changes.k.all;
  const bool any = !changes.q.none() || !changes.k.none();
  changes.scores = !same_pairs || !few || (inputs.weights && any);
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
