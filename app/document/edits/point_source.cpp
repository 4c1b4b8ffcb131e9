#include "app/document/edits/point_source.h"

#include <Eigen/QR>
#include <string>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/input_edits.h"
#include "engine/attention/score.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

Matrix pseudoinverse(const Matrix& weights) {
  const Eigen::MatrixXd wide = weights.cast<double>();
  const Eigen::MatrixXd inverse = wide.completeOrthogonalDecomposition().pseudoInverse();
  return inverse.cast<float>();
}

const Matrix& input_at(const Scene& scene, const Where& where) {
  return *part_kind(where.part).held(scene, Trace(), static_cast<std::size_t>(where.head));
}

/// Matrix whose rows are the points of `space`; empty if the matrix is computed after the scores.
std::optional<Where> matrix_of_space(const Scene& scene, Index head, std::string_view space,
                                     bool is_query) {
  if (space == "keys") return Where{is_query ? Part::q : Part::k, head};
  if (space == "inputs") return Where{is_query && scene.queries ? Part::query_x : Part::x};
  if (is_query) return std::nullopt;  // an output
  return Where{Part::v, head};
}

/// Returns whether the rows of `part` are normalised.
bool is_normed(const Scene& scene, Part part) {
  return (part == Part::q || part == Part::k) && has_norm(scene.score);
}

void put_point(Scene& scene, Index token, float x, float y) {
  if (!scene.values) use_own_values(scene);
  scene.embeddings.edit()(token, 0) = x;
  scene.values->edit()(token, 0) = y;
}

}  // namespace

std::optional<PointSource> point_source(const Scene& scene, std::size_t head,
                                        std::string_view space, bool is_query, Index n) {
  auto where = matrix_of_space(scene, static_cast<Index>(head), space, is_query);
  if (!where) return std::nullopt;
  const Index width = shape_of(scene, *where).cols.count;
  PointSource source{.row = n, .back = Matrix::Identity(width, width)};
  // Row n is computed from row n of the first input, by a product or a sum with the others.
  for (auto feeds = feeds_of(scene, *where); !feeds.empty(); feeds = feeds_of(scene, *where)) {
    if (is_normed(scene, where->part)) return std::nullopt;
    for (const Feed& feed : feeds) {
      if (feed.columns == Feed::Reach::kTurned) return std::nullopt;
      if (feed.joined == "·") source.back *= pseudoinverse(input_at(scene, feed.where));
    }
    where = feeds.front().where;
  }
  source.input = *where;
  return source;
}

RowVector row_of(const Scene& scene, const PointSource& source) {
  return input_at(scene, source.input).row(source.row);
}

void set_row(Scene& scene, const PointSource& source, const RowVector& row) {
  Matrix changed = input_at(scene, source.input);
  changed.row(source.row) = row;
  part_kind(source.input.part).set(scene, 0, changed);
}

void move_point(Scene& scene, Index token, float x, float y) {
  edit_checked(scene, [=](Scene& changed) { put_point(changed, token, x, y); });
}

void add_point(Scene& scene, float x, float y) {
  edit_checked(scene, [=](Scene& changed) {
    const Index end = changed.key_count();
    insert_token(changed, TokenList::kTokens, end, "x" + std::to_string(end));
    put_point(changed, end, x, y);
  });
}

}  // namespace attn
