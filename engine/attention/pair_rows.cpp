#include "engine/attention/pair_rows.h"

#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"

namespace attn {
namespace {

template <typename Value>
const Value* pointer(const std::optional<Cow<Value>>& value) {
  return value ? &**value : nullptr;
}

Matrix project(const Matrix& x, const RowProjection& by) {
  if (by.bias) return projected(x.cast<double>(), by).cast<float>();
  return by.matrix ? product(x, *by.matrix) : x;
}

/// Projection of queries or keys.
Matrix project_pairs(const Attention& attention, const Matrix& x, const RowProjection& by) {
  if (!has_norm(attention.score) && !attention.position.kind->rotate) return project(x, by);
  return pair_rows(attention, x.cast<double>(), by).cast<float>();
}

}  // namespace

RowProjection query_projection(const Scene& scene, std::size_t h, Pairs pairs) {
  const Head& head = scene.heads[h];
  if (pairs == Pairs::kSubtracted) return {&*head.subtract->w_q};
  return {pointer(head.w_q), pointer(head.b_q), pointer(head.g_q)};
}

RowProjection key_projection(const Scene& scene, std::size_t h, Pairs pairs) {
  if (pairs == Pairs::kSubtracted) return {&*scene.heads[h].subtract->w_k};
  const Head& head = scene.heads[keys_head(scene, h)];
  return {pointer(head.w_k), pointer(head.b_k), pointer(head.g_k)};
}

RowProjection value_projection(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[keys_head(scene, h)];
  return {pointer(head.w_v), pointer(head.b_v)};
}

RowProjection gate_projection(const Head& head) { return {pointer(head.w_g), pointer(head.b_g)}; }

WideMatrix projected(const WideMatrix& x, const RowProjection& by) {
  WideMatrix rows = x;
  if (by.matrix) rows *= by.matrix->cast<double>();
  if (by.bias) rows.rowwise() += by.bias->cast<double>();
  return rows;
}

WideMatrix pair_rows(const Attention& attention, const WideMatrix& x, const RowProjection& by) {
  WideMatrix rows = projected(x, by);
  if (has_norm(attention.score) && rows.cols() > 0) {
    attention.score.norm->normalize(rows, attention.score.epsilon);
    if (by.gains) rows.array().rowwise() *= by.gains->cast<double>().array();
  }
  if (const auto rotate = attention.position.kind->rotate) rotate(attention.position, rows);
  return rows;
}

Matrix project_queries(const Scene& scene, std::size_t h, const Matrix& query_x, Pairs pairs) {
  return project_pairs(scene, query_x, query_projection(scene, h, pairs));
}

Matrix project_keys(const Scene& scene, std::size_t h, const Matrix& x, Pairs pairs) {
  return project_pairs(scene, x, key_projection(scene, h, pairs));
}

Matrix project_values(const Scene& scene, std::size_t h, const Matrix& x) {
  return project(scene.values ? **scene.values : x, value_projection(scene, h));
}

}  // namespace attn
