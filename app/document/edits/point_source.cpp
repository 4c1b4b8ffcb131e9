#include "app/document/edits/point_source.h"

#include <Eigen/QR>

#include "engine/attention/position.h"

namespace attn {
namespace {

Cow<Matrix>& matrix_of(Scene& scene, Input input) {
  if (input == Input::kQueries) return scene.queries->embeddings;
  if (input == Input::kValues) return *scene.values;
  return scene.embeddings;
}

Matrix pseudoinverse(const Matrix& weights) {
  const Eigen::MatrixXd wide = weights.cast<double>();
  const Eigen::MatrixXd inverse = wide.completeOrthogonalDecomposition().pseudoInverse();
  return inverse.cast<float>();
}

}  // namespace

std::optional<PointSource> point_source(const Scene& scene, std::size_t head,
                                        std::string_view space, bool is_query, Index n) {
  PointSource source;
  source.row = n;
  const std::optional<Cow<Matrix>>* weights = nullptr;
  if (space == "values") {
    if (is_query) return std::nullopt;  // an output
    if (scene.values) source.input = Input::kValues;
    weights = &scene.heads[head].w_v;
  } else {
    if (is_query && scene.queries) source.input = Input::kQueries;
    if (space == "keys") {
      if (scene.position.kind->rotate != nullptr) return std::nullopt;
      weights = is_query ? &scene.heads[head].w_q : &scene.heads[head].w_k;
    }
  }
  const Index width = row_of(scene, source).cols();
  const bool is_plain = !weights || !*weights;
  source.back = is_plain ? Matrix(Matrix::Identity(width, width)) : pseudoinverse(***weights);
  return source;
}

RowVector row_of(const Scene& scene, const PointSource& source) {
  switch (source.input) {
    case Input::kQueries:
      return scene.queries->embeddings->row(source.row);
    case Input::kValues:
      return (*scene.values)->row(source.row);
    case Input::kEmbeddings:
      break;
  }
  return scene.embeddings->row(source.row);
}

void set_row(Scene& scene, const PointSource& source, const RowVector& row) {
  Cow<Matrix>& matrix = matrix_of(scene, source.input);
  Matrix changed = *matrix;
  changed.row(source.row) = row;
  matrix = std::move(changed);
}

}  // namespace attn
