#include "app/document/edits/combine_parameters.h"

#include <numeric>

#include "app/document/edits/matrix_fill.h"
#include "engine/attention/position.h"
#include "engine/attention/shapes.h"

namespace attn {
namespace {

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

}  // namespace attn
