#include "engine/attention/shapes.h"

#include "engine/base/require.h"

namespace attn {
namespace {

Index projected_width(const std::optional<Cow<Matrix>>& weights, Index input_width) {
  return weights ? (*weights)->cols() : input_width;
}

}  // namespace

Shape embeddings_shape(const Scene& scene) { return {exactly(scene.key_count(), "L"), {}}; }

Shape query_embeddings_shape(const Scene& scene) { return {exactly(scene.query_count(), "M"), {}}; }

Shape w_q_shape(const Scene& scene) {
  return {exactly(scene.query_embeddings().cols(), scene.queries ? "Dq" : "D"), {}};
}

Shape w_k_shape(const Scene& scene) { return {exactly(scene.embeddings->cols(), "D"), {}}; }

Shape w_v_shape(const Scene& scene) {
  return {exactly(value_width(scene), scene.values ? "Dv" : "D"), {}};
}

Shape w_a_shape(const Scene& scene, std::size_t h) {
  return {exactly(width_of_q(scene, h), "width of q"), exactly(width_of_k(scene, h), "width of k")};
}

Shape w_g_shape(const Scene& scene, std::size_t h) {
  return {w_q_shape(scene).rows, exactly(width_of_v(scene, h), "dv")};
}

Shape pair_shape(const Scene& scene) {
  return {exactly(scene.query_count(), scene.queries ? "M" : "L"), exactly(scene.key_count(), "L")};
}

Shape w_o_shape(const Scene& scene) {
  Index width = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) width += width_of_v(scene, h);
  return {exactly(width, "sum of dv"), {}};
}

Shape projection_shape(const Scene& scene, std::size_t h) {
  const Extent Do =
      h == 0 ? Extent{} : exactly(scene.combine.projections[0]->cols(), "Do, as of head 0");
  return {exactly(width_of_v(scene, h), "dv"), Do};
}

Index value_width(const Scene& scene) {
  return scene.values ? (*scene.values)->cols() : scene.embeddings->cols();
}

Index width_of_q(const Scene& scene, std::size_t h) {
  return projected_width(scene.heads[h].w_q, scene.query_embeddings().cols());
}

Index width_of_k(const Scene& scene, std::size_t h) {
  return projected_width(scene.heads[keys_head(scene, h)].w_k, scene.embeddings->cols());
}

Index width_of_v(const Scene& scene, std::size_t h) {
  return projected_width(scene.heads[keys_head(scene, h)].w_v, value_width(scene));
}

Index width_of_subtract(const Attention& attention, std::size_t h) {
  return attention.heads[h].subtract->w_q->cols();
}

std::size_t keys_head(const Attention& attention, std::size_t h) {
  const int head = attention.heads[h].keys_of.value_or(-1);
  const bool is_earlier = head >= 0 && static_cast<std::size_t>(head) < h;
  return is_earlier ? static_cast<std::size_t>(head) : h;
}

Extent head_count(const Attention& attention) { return exactly(std::ssize(attention.heads), "H"); }

void require_count(Index found, const Extent& expected, std::string_view thing,
                   const std::string& place) {
  if (expected.holds(found)) return;
  std::string text = "expected ";
  if (expected.rule == Extent::Rule::kAtLeast) text += "at least ";
  text += std::to_string(expected.count) + " ";
  text += thing;
  if (expected.count != 1) text += "s";
  if (!expected.symbol.empty()) text += " (" + std::string(expected.symbol) + ")";
  require(false, place, text + ", found " + std::to_string(found));
}

void require_shape(const Matrix& matrix, const Shape& shape, const std::string& place) {
  require_count(matrix.rows(), shape.rows, "row", place);
  require_count(matrix.cols(), shape.cols, "number", place + "/0");
  require_finite(matrix, place);
}

}  // namespace attn
