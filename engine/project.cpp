#include "engine/project.h"

#include "engine/position.h"
#include "engine/product.h"

namespace attn {
namespace {

Matrix project(const Scene& scene, const Matrix& x, const std::optional<Cow<Matrix>>& weights) {
  const auto rotate = scene.position.kind->rotate;
  if (!rotate) return weights ? product(x, **weights) : x;
  WideMatrix rows = x.cast<double>();
  if (weights) rows *= (**weights).cast<double>();
  rotate(scene.position, rows);
  return rows.cast<float>();
}

}  // namespace

Matrix project_queries(const Scene& scene, std::size_t h, const Matrix& query_x) {
  return project(scene, query_x, scene.heads[h].w_q);
}

Matrix project_keys(const Scene& scene, std::size_t h, const Matrix& x) {
  return project(scene, x, scene.heads[h].w_k);
}

Matrix project_values(const Scene& scene, std::size_t h, const Matrix& x) {
  const Matrix& values = scene.values ? **scene.values : x;
  const auto& w_v = scene.heads[h].w_v;
  return w_v ? product(values, **w_v) : values;
}

}  // namespace attn
