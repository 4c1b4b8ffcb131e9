#include "app/document/edits/widths.h"

#include <algorithm>
#include <numeric>

#include "app/document/edits/matrix_fill.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

using Columns = std::optional<Origins>;

void follow(Cow<Matrix>& m, const Columns& rows, const Columns& columns) {
  if (!rows && !columns) return;
  m = pick_cells(*m, rows ? *rows : same_places(m->rows()),
                 columns ? *columns : same_places(m->cols()), 0.F);
}

void follow(std::optional<Cow<Matrix>>& m, const Columns& rows, const Columns& columns) {
  if (m) follow(*m, rows, columns);
}

/// Rearranges the row, if present; new numbers are `fresh`.
void follow(std::optional<Cow<RowVector>>& row, const Columns& columns, float fresh) {
  if (row && columns) row = Cow(RowVector(pick_columns(**row, *columns, fresh)));
}

/// A new row and a new column at the same index get a 1, as in an identity.
void follow_w_a(Cow<Matrix>& w_a, const Columns& rows, const Columns& columns) {
  follow(w_a, rows, columns);
  if (!rows || !columns) return;
  const Index count = static_cast<Index>(std::min(rows->size(), columns->size()));
  for (Index n = 0; n < count; ++n) {
    const auto at = static_cast<std::size_t>(n);
    if ((*rows)[at] == kNew && (*columns)[at] == kNew) w_a.edit()(n, n) = 1;
  }
}

/// Returns whether the subtracted pairs have the width of the head's own queries and keys.
bool subtracts_as_wide(const Scene& scene, const Head& head) {
  const ScoreKind& kind = *scene.score.kind;
  return head.subtract &&
         ((head.v && takes_of_head(kind, "v")) || (head.w_a && takes_of_head(kind, "w_a")));
}

/// Rearranges parts of head h for the columns of q and k; empty: unchanged.
void follow_pairs(Scene& scene, std::size_t h, const Columns& q, const Columns& k) {
  Head& head = scene.heads[h];
  if (subtracts_as_wide(scene, head)) {
    follow(head.subtract->w_q, {}, q);
    follow(head.subtract->w_k, {}, k);
  }
  if (head.w_a) follow_w_a(*head.w_a, q, k);
  follow(head.v, k, 1);
  follow(head.b_q, q, 0);
  follow(head.g_q, q, 1);
  follow(head.b_k, k, 0);
  follow(head.g_k, k, 1);
}

/// Rearranges the inputs of the heads with the keys of `source`.
void follow_inputs(Scene& scene, std::size_t source, const Columns& queries, const Columns& keys) {
  const std::vector<std::size_t> heads = heads_with_keys_of(scene, source);
  for (const std::size_t h : heads) {
    Head& head = scene.heads[h];
    follow(head.w_q, queries, {});
    follow(head.w_k, keys, {});
    follow(head.w_g, queries, {});
    follow(head.w_f, keys, 0);
    if (!head.subtract) continue;
    follow(head.subtract->w_q, queries, {});
    follow(head.subtract->w_k, keys, {});
  }
  // Without w_a, q and k must have equal widths.
  const auto must_follow = [&](std::size_t h) { return !may_differ_in_width(scene, h); };
  const auto turns = [&](std::size_t h) { return !scene.heads[h].w_q && must_follow(h); };
  Cow<Matrix>* w_k = scene.heads[source].w_k ? &*scene.heads[source].w_k : nullptr;
  Columns k = w_k ? Columns() : keys;
  if (w_k && queries && std::ranges::any_of(heads, turns)) {
    follow(*w_k, {}, queries);
    k = queries;
  }
  std::vector<Columns> q;
  for (const std::size_t h : heads) {
    auto& w_q = scene.heads[h].w_q;
    q.push_back(w_q ? Columns() : queries);
    if (!w_q || !k || !must_follow(h)) continue;
    follow(*w_q, {}, k);
    q.back() = k;
  }
  for (std::size_t n = 0; n < heads.size(); ++n) follow_pairs(scene, heads[n], q[n], k);
}

bool combines(const Scene& scene) try {
  scene.combine.kind->check(scene);
  return true;
} catch (const SceneError&) {
  return false;
}

/// Rearranges combine's parameters for the values of the marked heads.
void follow_values(Scene& scene, const std::vector<Index>& old_widths,
                   const std::vector<bool>& is_marked, const Origins& columns) {
  HeadOrigins origins{old_widths, same_places(std::ssize(scene.heads)), {}};
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    origins.columns.push_back(is_marked[h] ? columns : same_places(old_widths[h]));
  }
  follow_heads(scene, origins);
}

/// Rearranges parts of head h for the columns of its values.
void follow_own_values(Head& head, const Origins& columns) {
  follow(head.b_v, columns, 0);
  follow(head.w_g, {}, columns);
  follow(head.b_g, columns, 0);
}

/// Call after the values of the marked heads got `columns`.
void follow_changed_values(Scene& scene, const std::vector<Index>& old_widths,
                           std::vector<bool> is_marked, const Origins& columns) {
  const auto follow_marked = [&](const std::vector<Index>& widths) {
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      if (is_marked[h]) follow_own_values(scene.heads[h], columns);
    }
    follow_values(scene, widths, is_marked, columns);
  };
  follow_marked(old_widths);
  if (combines(scene)) return;
  const std::vector<Index> widths = widths_of_values(scene);
  is_marked.flip();
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    auto& w_v = scene.heads[h].w_v;
    if (!is_marked[h] || scene.heads[h].keys_of) continue;
    if (!w_v) w_v = Cow(Matrix(Matrix::Identity(widths[h], widths[h])));
    follow(w_v, {}, columns);
  }
  follow_marked(widths);
}

std::size_t at(Index n) { return static_cast<std::size_t>(n); }

/// Origin of each row of the new w_o.
Origins concatenated(const HeadOrigins& origins) {
  Origins rows;
  for (std::size_t n = 0; n < origins.heads.size(); ++n) {
    const Index head = origins.heads[n];
    const Index first = head == kNew ? 0
                                     : std::accumulate(origins.old_widths.begin(),
                                                       origins.old_widths.begin() + head, Index{0});
    for (const Index column : origins.columns[n]) {
      rows.push_back(head == kNew || column == kNew ? kNew : first + column);
    }
  }
  return rows;
}

void follow_w_o(Cow<Matrix>& w_o, const HeadOrigins& origins, std::uint64_t seed) {
  const Matrix fresh =
      random_matrix(static_cast<Index>(concatenated(origins).size()), w_o->cols(), seed);
  Matrix rows = pick_rows(*w_o, concatenated(origins), 0.F);
  Index first = 0;
  for (std::size_t n = 0; n < origins.heads.size(); ++n) {
    const auto width = std::ssize(origins.columns[n]);
    if (origins.heads[n] == kNew) rows.middleRows(first, width) = fresh.middleRows(first, width);
    first += width;
  }
  w_o = std::move(rows);
}

void follow_projections(std::vector<Cow<Matrix>>& projections, const HeadOrigins& origins,
                        std::uint64_t seed) {
  const Index Do = projections[0]->cols();
  std::vector<Cow<Matrix>> followed;
  for (std::size_t n = 0; n < origins.heads.size(); ++n) {
    const Index head = origins.heads[n];
    const auto width = std::ssize(origins.columns[n]);
    followed.emplace_back(head == kNew
                              ? random_matrix(width, Do, seed + n)
                              : pick_rows(*projections[at(head)], origins.columns[n], 0.F));
  }
  projections = std::move(followed);
}

/// A new head's number is `factor` times the previous one.
RowVector follow_row(const RowVector& row, const Origins& heads, float factor) {
  RowVector followed(std::ssize(heads));
  for (Index n = 0; n < followed.cols(); ++n) {
    const Index head = heads[at(n)];
    const float last = n > 0 ? followed(n - 1) : 1;
    followed(n) = head == kNew ? factor * last : row(head);
  }
  return followed;
}

}  // namespace

void rearrange_inputs(Scene& scene, const InputColumns& columns) {
  const Columns& keys = columns.embeddings;
  const Columns& queries = scene.queries ? columns.queries : keys;
  const Columns& values = scene.values ? columns.values : keys;
  const std::vector<Index> old_widths = widths_of_values(scene);

  follow(scene.embeddings, {}, keys);
  if (scene.queries) follow(scene.queries->embeddings, {}, queries);
  follow(scene.values, {}, values);
  if (scene.position.kind->table && scene.position.table->size() > 0) {
    follow(scene.position.table, {}, keys);
  }

  std::vector<bool> is_marked;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    if (keys_head(scene, h) == h) follow_inputs(scene, h, queries, keys);
    follow(scene.heads[h].w_v, values, {});
    is_marked.push_back(!scene.heads[keys_head(scene, h)].w_v);
  }
  if (values) follow_changed_values(scene, old_widths, is_marked, *values);
}

bool may_differ_in_width(const Scene& scene, std::size_t h) {
  return scene.heads[h].w_a && takes_of_head(*scene.score.kind, "w_a");
}

void rearrange_keys(Scene& scene, std::size_t h, const std::optional<Origins>& q,
                    const std::optional<Origins>& k) {
  for (const std::size_t n : heads_with_keys_of(scene, h)) {
    Head& head = scene.heads[n];
    // Heads that share the keys need queries of equal width.
    const Columns own = n == h ? q : k && !may_differ_in_width(scene, n) ? k : Columns();
    follow(head.w_q, {}, own);
    follow(head.w_k, {}, k);
    follow_pairs(scene, n, own, k);
  }
}

void rearrange_values(Scene& scene, std::size_t h, const Origins& columns) {
  const std::vector<Index> old_widths = widths_of_values(scene);
  follow(scene.heads[keys_head(scene, h)].w_v, {}, columns);
  std::vector<bool> is_marked(scene.heads.size());
  for (const std::size_t n : heads_with_keys_of(scene, h)) is_marked[n] = true;
  follow_changed_values(scene, old_widths, is_marked, columns);
}

std::vector<Index> widths_of_values(const Scene& scene) {
  std::vector<Index> widths;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) widths.push_back(width_of_v(scene, h));
  return widths;
}

void follow_heads(Scene& scene, const HeadOrigins& origins, std::uint64_t seed) {
  Combine& combine = scene.combine;
  if (combine.b_o && !combine.w_o)  // b_o has the width of the concatenated heads
    combine.b_o = Cow(RowVector(pick_columns(**combine.b_o, concatenated(origins), 0.F)));
  if (combine.w_o) follow_w_o(*combine.w_o, origins, seed);
  if (!combine.projections.empty()) follow_projections(combine.projections, origins, seed);
  if (combine.w->size() > 0) combine.w = follow_row(*combine.w, origins.heads, 1);
  if (scene.position.slopes) {
    scene.position.slopes = Cow(follow_row(**scene.position.slopes, origins.heads, 0.5F));
  }
  // Rows of terms by distance belong to heads.
  if (scene.position.kind->column)
    scene.position.table = pick_rows(*scene.position.table, origins.heads, 0.F);
}

std::vector<std::size_t> heads_with_keys_of(const Scene& scene, std::size_t h) {
  const std::size_t source = keys_head(scene, h);
  std::vector<std::size_t> heads;
  for (std::size_t n = source; n < scene.heads.size(); ++n) {
    if (keys_head(scene, n) == source) heads.push_back(n);
  }
  return heads;
}

Head with_own_keys(const Scene& scene, std::size_t h) {
  const Head& keys = scene.heads[keys_head(scene, h)];
  Head own = scene.heads[h];
  own.keys_of.reset();
  own.w_k = keys.w_k, own.b_k = keys.b_k, own.g_k = keys.g_k;
  own.w_v = keys.w_v, own.b_v = keys.b_v;
  return own;
}

}  // namespace attn
