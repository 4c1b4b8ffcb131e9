#include "engine/attention/project.h"

#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/shapes.h"
#include "engine/base/product.h"

namespace attn {
namespace {

/// What rows are multiplied with, what is added, and the gains of their norm; null where absent.
struct Weights {
  const Matrix* matrix = nullptr;
  const RowVector* bias = nullptr;
  const RowVector* gains = nullptr;
};

template <typename Value>
const Value* pointer(const std::optional<Cow<Value>>& value) {
  return value ? &**value : nullptr;
}

WideMatrix affine(const Matrix& x, const Weights& weights) {
  WideMatrix rows = x.cast<double>();
  if (weights.matrix) rows *= weights.matrix->cast<double>();
  if (weights.bias) rows.rowwise() += weights.bias->cast<double>();
  return rows;
}

Matrix project(const Matrix& x, const Weights& weights) {
  if (weights.bias) return affine(x, weights).cast<float>();
  return weights.matrix ? product(x, *weights.matrix) : x;
}

void normalize_rows(const Score& score, const Weights& weights, WideMatrix& rows) {
  if (rows.cols() == 0) return;
  score.norm->normalize(rows, score.epsilon);
  if (weights.gains) rows.array().rowwise() *= weights.gains->cast<double>().array();
}

/// For queries and keys.
Matrix project_pairs(const Scene& scene, const Matrix& x, const Weights& weights) {
  const bool has_norm = scene.score.norm != &norm_kind("none");
  const auto rotate = scene.position.kind->rotate;
  if (!has_norm && !rotate) return project(x, weights);
  WideMatrix rows = affine(x, weights);
  if (has_norm) normalize_rows(scene.score, weights, rows);
  if (rotate) rotate(scene.position, rows);
  return rows.cast<float>();
}

}  // namespace

Matrix project_queries(const Scene& scene, std::size_t h, const Matrix& query_x) {
  const Head& head = scene.heads[h];
  return project_pairs(scene, query_x, {pointer(head.w_q), pointer(head.b_q), pointer(head.g_q)});
}

Matrix project_keys(const Scene& scene, std::size_t h, const Matrix& x) {
  const Head& head = scene.heads[keys_head(scene, h)];
  return project_pairs(scene, x, {pointer(head.w_k), pointer(head.b_k), pointer(head.g_k)});
}

Matrix project_values(const Scene& scene, std::size_t h, const Matrix& x) {
  const Head& head = scene.heads[keys_head(scene, h)];
  return project(scene.values ? **scene.values : x, {pointer(head.w_v), pointer(head.b_v)});
}

Matrix project_subtract_queries(const Scene& scene, std::size_t h, const Matrix& query_x) {
  return project_pairs(scene, query_x, {&*scene.heads[h].subtract->w_q});
}

Matrix project_subtract_keys(const Scene& scene, std::size_t h, const Matrix& x) {
  return project_pairs(scene, x, {&*scene.heads[h].subtract->w_k});
}

}  // namespace attn
