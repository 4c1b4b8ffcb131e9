#include "app/document/dumps/vector_scene.h"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/attention/combine.h"

namespace attn {
namespace {

/// Matrices with as many rows, side by side.
Matrix side_by_side(const std::vector<Matrix>& matrices) {
  Index columns = 0;
  for (const Matrix& one : matrices) columns += one.cols();
  Matrix all(matrices.front().rows(), columns);
  Index at = 0;
  for (const Matrix& one : matrices) {
    all.middleCols(at, one.cols()) = one;
    at += one.cols();
  }
  return all;
}

/// Matrix that picks the columns of `matrices[n]` where they are side by side; none if it is the
/// only one.
std::optional<Cow<Matrix>> picking(const std::vector<Matrix>& matrices, std::size_t n) {
  if (matrices.size() == 1) return std::nullopt;
  Index width = 0, from = 0;
  for (std::size_t other = 0; other < matrices.size(); ++other) {
    if (other == n) from = width;
    width += matrices[other].cols();
  }
  Matrix picks = Matrix::Zero(width, matrices[n].cols());
  picks.middleRows(from, picks.cols()).setIdentity();
  return picks;
}

}  // namespace

void put_vectors(Scene& scene, const DumpVectors& vectors) {
  scene.embeddings = side_by_side(vectors.keys);
  if (!scene.queries) scene.queries.emplace().tokens = scene.tokens;
  scene.queries->embeddings = side_by_side(vectors.queries);
  const bool has_values = !vectors.values.empty();
  scene.values =
      has_values ? side_by_side(vectors.values) : Matrix(Matrix::Zero(scene.embeddings->rows(), 1));
  if (!has_values) scene.combine.kind = &combine_kind("none");
  scene.score.kind = vectors.score;
  if (vectors.bias) scene.bias = *vectors.bias;
  scene.masks.insert(scene.masks.end(), vectors.masks.begin(), vectors.masks.end());
  scene.heads.assign(vectors.queries.size(), Head{});
  std::map<std::size_t, int> first_of_group;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    Head& head = scene.heads[h];
    head.w_q = picking(vectors.queries, h);
    const std::size_t group = vectors.group_of[h];
    const auto [first, is_new] = first_of_group.try_emplace(group, static_cast<int>(h));
    if (!is_new) {
      head.keys_of = first->second;
      continue;
    }
    head.w_k = picking(vectors.keys, group);
    if (has_values) head.w_v = picking(vectors.values, group);
  }
}

double numbers_in_vectors(const DumpVectorSizes& sizes) {
  const auto number = [](Index n) { return static_cast<double>(n); };
  const double M = number(sizes.queries), L = number(sizes.keys), H = number(sizes.heads),
               G = number(sizes.groups), d = number(sizes.width), dv = number(sizes.value_width);
  const double inputs = M * H * d + L * G * (d + dv);
  return inputs + (H > 1 ? H * H * d * d : 0) + (G > 1 ? G * G * (d * d + dv * dv) : 0);
}

Index first_picked(const Matrix& picking) {
  Index row = 0;
  picking.col(0).maxCoeff(&row);
  return row;
}

}  // namespace attn
