#include "app/document/edits/widths.h"

#include <algorithm>
#include <vector>

#include "app/document/edits/combine_parameters.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
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

/// Where a new row meets the new column of the same place there is a 1, as in an identity.
void follow_w_a(Cow<Matrix>& w_a, const Columns& rows, const Columns& columns) {
  follow(w_a, rows, columns);
  if (!rows || !columns) return;
  const Index count = static_cast<Index>(std::min(rows->size(), columns->size()));
  for (Index n = 0; n < count; ++n) {
    const auto at = static_cast<std::size_t>(n);
    if ((*rows)[at] == kNew && (*columns)[at] == kNew) w_a.edit()(n, n) = 1;
  }
}

/// The columns of q and k change to these; nothing where they stay.
void follow_keys(Head& head, const Columns& q, const Columns& k) {
  if (head.w_a) follow_w_a(*head.w_a, q, k);
  if (head.v && k) head.v = Cow(RowVector(pick_columns(**head.v, *k, 1.F)));
}

/// The inputs of `head` get these columns.
void follow_inputs(Head& head, const Columns& queries, const Columns& keys, bool is_aligned) {
  follow(head.w_q, queries, {});
  follow(head.w_k, keys, {});
  Columns q = head.w_q ? Columns() : queries;
  Columns k = head.w_k ? Columns() : keys;
  // q and k stay equally wide, where no w_a stands between them.
  if (q && !k && head.w_k && !is_aligned) {
    follow(head.w_k, {}, q);
    k = q;
  } else if (k && !q && head.w_q && !is_aligned) {
    follow(head.w_q, {}, k);
    q = k;
  }
  follow_keys(head, q, k);
}

bool combines(const Scene& scene) try {
  scene.combine.kind->check(scene);
  return true;
} catch (const SceneError&) {
  return false;
}

/// Combine's parameters follow the values of those heads that are marked.
void follow_values(Scene& scene, const std::vector<Index>& old_widths,
                   const std::vector<bool>& is_marked, const Origins& columns) {
  HeadOrigins origins{old_widths, same_places(static_cast<Index>(scene.heads.size())), {}};
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    origins.columns.push_back(is_marked[h] ? columns : same_places(old_widths[h]));
  }
  follow_heads(scene, origins);
}

/// The values of the marked heads have got `columns`.
void follow_changed_values(Scene& scene, const std::vector<Index>& old_widths,
                           std::vector<bool> is_marked, const Origins& columns) {
  follow_values(scene, old_widths, is_marked, columns);
  if (combines(scene)) return;
  const std::vector<Index> widths = widths_of_values(scene);
  is_marked.flip();
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    auto& w_v = scene.heads[h].w_v;
    if (!is_marked[h]) continue;
    if (!w_v) w_v = Cow(Matrix(Matrix::Identity(widths[h], widths[h])));
    follow(w_v, {}, columns);
  }
  follow_values(scene, widths, is_marked, columns);
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
  if (scene.position.table->size() > 0) follow(scene.position.table, {}, keys);

  std::vector<bool> is_marked;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    Head& head = scene.heads[h];
    follow_inputs(head, queries, keys, aligns(scene, h));
    follow(head.w_v, values, {});
    is_marked.push_back(!head.w_v);
  }
  if (values) follow_changed_values(scene, old_widths, is_marked, *values);
}

bool aligns(const Scene& scene, std::size_t h) {
  return scene.heads[h].w_a && takes_of_head(*scene.score.kind, "w_a");
}

void rearrange_keys(Scene& scene, std::size_t h, const std::optional<Origins>& q,
                    const std::optional<Origins>& k) {
  Head& head = scene.heads[h];
  follow(head.w_q, {}, q);
  follow(head.w_k, {}, k);
  follow_keys(head, q, k);
}

void rearrange_values(Scene& scene, std::size_t h, const Origins& columns) {
  const std::vector<Index> old_widths = widths_of_values(scene);
  follow(scene.heads[h].w_v, {}, columns);
  std::vector<bool> is_marked(scene.heads.size());
  is_marked[h] = true;
  follow_changed_values(scene, old_widths, is_marked, columns);
}

}  // namespace attn
