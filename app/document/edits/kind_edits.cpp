#include "app/document/edits/kind_edits.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/part_edits.h"
#include "app/document/edits/widths.h"
#include "app/document/scene_file/fields.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"
#include "engine/fast/evaluate.h"

namespace attn {
namespace {

using Edge = std::pair<int, int>;

Edge edge(Index receiver, Index sender) {
  return {static_cast<int>(receiver), static_cast<int>(sender)};
}

/// q · w_a · kᵀ = (x · (w_q · w_a)) · kᵀ: a plain product with the scores of `general`.
void take_in_w_a(Scene& scene, std::size_t h) {
  if (width_of_q(scene, h) == width_of_k(scene, h)) return;
  Head& head = scene.heads[h];
  head.w_q = head.w_q ? Cow(product(**head.w_q, **head.w_a)) : head.w_a;
  if (head.b_q) head.b_q = Cow(RowVector(product(Matrix(**head.b_q), **head.w_a).row(0)));
  if (head.subtract) head.subtract->w_q = product(*head.subtract->w_q, **head.w_a);
  head.g_q.reset();
  head.w_a.reset();
}

/// A matrix with ones on its diagonal.
Cow<Matrix> identity(Index rows, Index cols) { return Matrix(Matrix::Identity(rows, cols)); }

/// Projection matrices, one per head: the slices of w_o, or identities if w_o is absent.
std::vector<Cow<Matrix>> projections_for(const Scene& scene) {
  const std::vector<Index> widths = widths_of_values(scene);
  std::vector<Cow<Matrix>> projections;
  Index first = 0;
  for (const Index dv : widths) {
    projections.push_back(scene.combine.w_o
                              ? Cow(Matrix((*scene.combine.w_o)->middleRows(first, dv)))
                              : identity(dv, std::ranges::max(widths)));
    first += dv;
  }
  return projections;
}

/// The w_o equivalent to the projections.
Cow<Matrix> stacked(const Scene& scene) {
  Matrix w_o(w_o_shape(scene).rows.count, scene.combine.projections[0]->cols());
  Index first = 0;
  for (const Cow<Matrix>& projection : scene.combine.projections) {
    w_o.middleRows(first, projection->rows()) = *projection;
    first += projection->rows();
  }
  return w_o;
}

/// Sets the heads' scores to those of `from`, so that their weights stay. Removes the cap and
/// subtraction, which would apply again or need queries and keys.
void give_scores(Scene& scene, const Scene& from) {
  const Trace trace = evaluate(from);
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    scene.heads[h].scores = trace.heads[h].raw_scores();
    scene.heads[h].subtract.reset();
  }
  scene.score.cap.reset();
}

RowVector equal_weights(const Scene& scene) {
  const auto H = std::ssize(scene.heads);
  return RowVector::Constant(H, 1 / static_cast<float>(H));
}

/// Zeros: one row per position, or per head if columns are distances.
Matrix new_table(const Scene& scene) {
  constexpr Index kDistances = 9;  // distances from −4 to 4, or this number of buckets
  const Shape shape = position_table_shape(scene);
  if (!scene.position.kind->column) return Matrix::Zero(shape.rows.count, shape.cols.count);
  return Matrix::Zero(std::ssize(scene.heads), kDistances);
}

std::vector<std::pair<int, int>> edges_between_neighbours(const Scene& scene) {
  const auto M = static_cast<int>(scene.query_count());
  const auto L = static_cast<int>(scene.key_count());
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < M; ++i) {
    for (const int j : {i - 1, i + 1}) {
      if (j >= 0 && j < L) edges.emplace_back(i, j);
    }
  }
  return edges;
}

/// Segment ids: 0 for the first half of the tokens, 1 for the second.
std::vector<int> halves(Index count) {
  std::vector<int> ids(static_cast<std::size_t>(count));
  std::fill(ids.begin() + static_cast<std::ptrdiff_t>((count + 1) / 2), ids.end(), 1);
  return ids;
}

constexpr int kFewKeys = 2;  // initial k of top-k

}  // namespace

void set_score_kind(Scene& scene, const ScoreKind& kind) {
  if (scene.score.kind == &kind) return;
  edit_checked(scene, [&](Scene& changed) {
    changed.score.kind = &kind;
    if (!takes(kind, "scale")) changed.score.scale = 1;
    if (!takes(kind, "bend")) changed.score.bend = Bend::kTanh;
    if (!takes(kind, "null")) changed.score.null = NoScore::kMasked;
    for (std::size_t h = 0; h < changed.heads.size(); ++h) {
      if (may_differ_in_width(scene, h) && !may_differ_in_width(changed, h))
        take_in_w_a(changed, h);
    }
    if (takes_of_head(kind, "scores")) return give_scores(changed, scene);
    for (Head& head : changed.heads) head.scores.reset();
  });
}

void set_normalizer_kind(Scene& scene, const NormalizerKind& kind) {
  if (scene.normalizer.kind == &kind) return;
  edit_checked(scene, [&](Scene& changed) {
    const Normalizer before = std::exchange(changed.normalizer, {});
    Normalizer& normalizer = changed.normalizer;
    normalizer.kind = &kind;
    normalizer.over = before.over;
    if (takes(kind, "temperature")) normalizer.temperature = before.temperature;
    if (normalizer.temperature == 0 && !kind.takes_zero) normalizer.temperature = 1;
    if (takes(kind, "length")) normalizer.length = before.length;
    if (takes(kind, "k")) normalizer.k = kFewKeys;
    drop_unfit_numbers(changed);
  });
}

void set_over(Scene& scene, Over over) {
  scene.normalizer.over = over;
  drop_unfit_numbers(scene);
}

void set_position_kind(Scene& scene, const PositionKind& kind) {
  if (scene.position.kind == &kind) return;
  edit_checked(scene, [&](Scene& changed) {
    const Position before = std::exchange(changed.position, {});
    Position& position = changed.position;
    position.kind = &kind;
    if (takes(kind, "scale")) position.scale = before.scale;
    if (takes(kind, "base")) position.base = before.base;
    if (takes(kind, "table")) position.table = new_table(changed);
  });
}

void set_combine_kind(Scene& scene, const CombineKind& kind) {
  if (scene.combine.kind == &kind) return;
  edit_checked(scene, [&](Scene& changed) {
    Combine combine;
    combine.kind = &kind;
    if (takes(kind, "w_o") && !scene.combine.projections.empty()) {
      combine.w_o = stacked(scene);
    }
    if (kind.joins == Joins::kByNumber) combine.w = equal_weights(scene);
    if (kind.joins == Joins::kByMatrix) combine.projections = projections_for(scene);
    changed.combine = std::move(combine);
  });
}

Mask new_mask(const Scene& scene, const MaskKind& kind) {
  Mask mask;
  mask.kind = &kind;
  if (takes(kind, "valid")) mask.valid = std::vector<bool>(scene.tokens.size(), true);
  if (takes(kind, "radius")) mask.radius = 1;
  if (takes(kind, "allowed")) {
    mask.allowed = BoolMatrix(BoolMatrix::Constant(scene.query_count(), scene.key_count(), true));
  }
  if (takes(kind, "edges")) mask.edges = edges_between_neighbours(scene);
  if (takes(kind, "length")) mask.length = 1;
  if (takes(kind, "stride")) mask.stride = 2;
  if (takes(kind, "ids")) {
    mask.ids = halves(scene.key_count());
    if (scene.query_count() != scene.key_count()) mask.query_ids = halves(scene.query_count());
  }
  return mask;
}

void add_mask(Scene& scene, const MaskKind& kind) { scene.masks.push_back(new_mask(scene, kind)); }

void remove_mask(Scene& scene, std::size_t n) {
  scene.masks.erase(scene.masks.begin() + static_cast<std::ptrdiff_t>(n));
}

void paint_mask(Scene& scene, Index i, Index j, bool is_allowed) {
  const auto is_custom = [](const Mask& mask) { return takes(*mask.kind, "allowed"); };
  auto mask = std::find_if(scene.masks.rbegin(), scene.masks.rend(), is_custom);
  if (mask == scene.masks.rend()) {
    add_mask(scene, mask_kind("custom"));
    mask = scene.masks.rbegin();
  }
  if ((*mask->allowed)(i, j) != is_allowed) mask->allowed.edit()(i, j) = is_allowed;
}

const Mask* graph_mask(const Scene& scene) {
  const auto found = std::find_if(scene.masks.rbegin(), scene.masks.rend(),
                                  [](const Mask& mask) { return takes(*mask.kind, "edges"); });
  return found == scene.masks.rend() ? nullptr : &*found;
}

bool has_edge(const Mask& mask, Index receiver, Index sender) {
  return std::ranges::find(*mask.edges, edge(receiver, sender)) != mask.edges->end();
}

bool is_symmetric_graph(const Mask& mask) {
  const std::set<Edge> edges(mask.edges->begin(), mask.edges->end());
  return std::ranges::all_of(edges, [&](const Edge& one) {
    return edges.contains({one.second, one.first});
  });
}

void toggle_edge(Scene& scene, Index receiver, Index sender, bool both_ways) {
  const Mask* mask = graph_mask(scene);
  if (!mask) return;
  std::vector<Edge> edges = *mask->edges;
  const bool is_there = has_edge(*mask, receiver, sender);
  const auto set = [&](const Edge& one) {
    std::erase(edges, one);
    if (!is_there) edges.push_back(one);
  };
  set(edge(receiver, sender));
  const bool has_way_back = sender < scene.query_count() && receiver < scene.key_count();
  if (both_ways && has_way_back && receiver != sender) set(edge(sender, receiver));
  scene.masks[static_cast<std::size_t>(mask - scene.masks.data())].edges = std::move(edges);
}

}  // namespace attn
