#include "app/document/edits/point_source.h"

#include <Eigen/QR>

#include "engine/attention/parts.h"

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

const Matrix* weights_of(const Scene& scene, const Where& where) {
  return part_kind(where.part).held(scene, Trace(), static_cast<std::size_t>(where.head));
}

/// Whose rows the points of `space` are; nothing where that is no part before the scores.
std::optional<Where> matrix_of_space(const Scene& scene, Index head, std::string_view space,
                                     bool is_query) {
  if (space == "keys") return Where{is_query ? Part::q : Part::k, head};
  if (space == "inputs") return Where{is_query && scene.queries ? Part::query_x : Part::x};
  if (is_query) return std::nullopt;  // an output
  return Where{Part::v, head};
}

}  // namespace

std::optional<PointSource> point_source(const Scene& scene, std::size_t head,
                                        std::string_view space, bool is_query, Index n) {
  auto where = matrix_of_space(scene, static_cast<Index>(head), space, is_query);
  if (!where) return std::nullopt;
  const Index width = shape_of(scene, *where).cols.count;
  PointSource source{.row = n, .back = Matrix::Identity(width, width)};
  // Row n of what comes first is what row n is made of, by a product or a sum with the others.
  for (auto feeds = feeds_of(scene, *where); !feeds.empty(); feeds = feeds_of(scene, *where)) {
    for (const Feed& feed : feeds) {
      if (feed.columns == Feed::Reach::kTurned) return std::nullopt;
      if (feed.joined == "·") source.back *= pseudoinverse(*weights_of(scene, feed.where));
    }
    where = feeds.front().where;
  }
  if (where->part == Part::query_embeddings) source.input = Input::kQueries;
  if (where->part == Part::values) source.input = Input::kValues;
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
