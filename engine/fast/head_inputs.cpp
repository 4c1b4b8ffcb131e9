#include "engine/fast/head_inputs.h"

#include <cmath>

#include "engine/attention/norm.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/ties.h"
#include "engine/fast/fast.h"
#include "engine/fast/packing.h"

namespace attn {

namespace {

using WideRows = Eigen::Map<WideMatrix, 0, Eigen::OuterStride<>>;

void pack_matrix(const Kernels& kernels, const Matrix& matrix, Buffer<float>& panels) {
  const Index panel = kernels.panel_doubles;
  pack(matrix.data(), matrix.rows(), matrix.cols(), 0, matrix.rows(), panel,
       panels.reserve(matrix.rows() * padded(matrix.cols(), panel)));
}

/// Rows of x · weights in double precision, `width` numbers each.
WideRows multiplied(const Kernels& kernels, const float* x, Index depth, Index count,
                    const Buffer<float>& weights, Index width, Scratch& scratch) {
  const Index step = padded(width, kernels.panel_doubles);
  double* sums = scratch.wide.reserve(count * step);
  kernels.accumulate_wide({.left = x,
                           .left_step = depth,
                           .rows = count,
                           .panels = weights.data(),
                           .depth = depth,
                           .cols = width,
                           .adds = false,
                           .sums = sums,
                           .sums_step = step});
  return {sums, count, width, Eigen::OuterStride<>(step)};
}

/// Rows of x in double precision.
WideRows widened(const Matrix& x, Index first, Index count, Scratch& scratch) {
  WideRows rows(scratch.wide.reserve(count * x.cols()), count, x.cols(),
                Eigen::OuterStride<>(x.cols()));
  rows = x.middleRows(first, count).cast<double>();
  return rows;
}

/// Numbers of a projection, with its matrix packed.
struct PackedProjection {
  RowProjection by;
  const Buffer<float>& matrix;
  const Score* norm = nullptr;  ///< whose norm and gains are applied
  const Rotation* turn = nullptr;
};

/// Norm and gains of a projection for queries and keys; null without a norm.
const Score* norm_of(const HeadWork& work) {
  return has_norm(work.scene.score) ? &work.scene.score : nullptr;
}

/// Rows [first, first + count) of `result`: as pair_rows() of engine/attention/pair_rows.h.
void project(const HeadWork& work, const Matrix& x, const PackedProjection& projection, Index first,
             Index count, Scratch& scratch, Matrix& result) {
  const auto& [by, matrix, norm, turn] = projection;
  if (!by.matrix && !by.bias && !norm && !turn) {
    result.middleRows(first, count) = x.middleRows(first, count);
    return;
  }
  WideRows rows = by.matrix ? multiplied(work.kernels, x.row(first).data(), x.cols(), count, matrix,
                                         result.cols(), scratch)
                            : widened(x, first, count, scratch);
  if (by.bias) rows.rowwise() += by.bias->cast<double>();
  if (norm) {
    WideMatrix normed = rows;
    norm->norm->normalize(normed, norm->epsilon);
    if (by.gains) normed.array().rowwise() *= by.gains->cast<double>().array();
    rows = normed;
  }
  if (turn) turn_rows(*turn, first, rows);
  for (Index i = 0; i < count; ++i) result.row(first + i) = rows.row(i).cast<float>();
}

void raise(std::atomic<double>& most, double value) {
  double known = most.load();
  while (value > known && !most.compare_exchange_weak(known, value)) {
  }
}

double longest(const double* rows, Index count, Index width) {
  double most = 0;
  for (Index i = 0; i < count; ++i) {
    most = std::max(most, Eigen::Map<const Eigen::VectorXd>(rows + i * width, width).norm());
  }
  return most;
}

/// Length of the longest of the rows [first, first + count); infinite if squares exceed float32's
/// range.
double longest(const Kernels& kernels, const Matrix& rows, Index first, Index count) {
  const float square = kernels.largest_square(rows.row(first).data(), count, rows.cols());
  return std::isfinite(square) ? std::sqrt(static_cast<double>(square))
                               : std::numeric_limits<double>::infinity();
}

bool are_finite(const Matrix& rows, Index first, Index count) {
  return rows.middleRows(first, count).allFinite();
}

void make_unit_rows(const Matrix& rows, Index first, Index count, double* made) {
  for (Index i = first; i < first + count; ++i) {
    const double length = rows.row(i).cast<double>().norm();
    for (Index c = 0; c < rows.cols(); ++c) {
      made[i * rows.cols() + c] = static_cast<double>(rows(i, c)) / (length > 0 ? length : 1);
    }
  }
}

const PairSum& pair_sum(const HeadWork& work) { return work.scene.score.kind->pair_sum; }

bool pairs_aligned(const HeadWork& work) {
  return pair_sum(work).rows == PairSum::RowForm::kAligned && work.scene.heads[work.h].w_a;
}

/// Trace of the head whose keys and values the head has.
const HeadTrace& owner(const HeadWork& work) {
  return work.inputs.heads[keys_head(work.scene, work.h)];
}

bool pairs_unit(const HeadWork& work) { return pair_sum(work).rows == PairSum::RowForm::kUnit; }

}  // namespace

void turn_rows(const Rotation& turn, Index first, Eigen::Ref<WideMatrix> rows) {
  for (Index i = 0; i < rows.rows(); ++i) {
    for (const auto& [c, d] : turn.pairs) {
      const double x = rows(i, c), y = rows(i, d);
      const double cosine = turn.table(first + i, c), sine = turn.table(first + i, d);
      rows(i, c) = x * cosine - y * sine;
      rows(i, d) = x * sine + y * cosine;
    }
  }
}

Rotation rotation_of(const Position& position, Index rows, Index width) {
  Rotation made{.pairs = {}, .table = WideMatrix::Zero(rows, width)};
  for (Index c = 0; c < width; ++c) {
    const Index partner = rotation_partner(position, width, c);
    if (partner <= c || partner >= width) continue;
    made.pairs.emplace_back(c, partner);
    made.table.col(c).setOnes();
  }
  position.kind->rotate(position, made.table);
  return made;
}

void Rotations::prepare(const Scene& scene) {
  if (!(scene.position == position_)) rotations_.clear();
  position_ = scene.position;
  if (!position_.kind->rotate) return;
  const Index rows = std::max(scene.key_count(), scene.query_count());
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    for (const Index width : {width_of_q(scene, h), width_of_k(scene, h)}) {
      Rotation& turn = rotations_[width];
      if (turn.table.rows() >= rows) continue;
      turn = rotation_of(position_, rows, width);
    }
  }
}

const Rotation* Rotations::of(Index width) const {
  if (!position_.kind->rotate) return nullptr;
  return &rotations_.at(width);
}

bool copies_keys(const Scene& scene, std::size_t h) { return keys_head(scene, h) != h; }

void pack_weights(const HeadWork& work) {
  const Head& head = work.scene.heads[work.h];
  if (head.w_q) pack_matrix(work.kernels, **head.w_q, work.live.w_q);
  if (head.w_k) pack_matrix(work.kernels, **head.w_k, work.live.w_k);
  if (head.w_v) pack_matrix(work.kernels, **head.w_v, work.live.w_v);
  if (pairs_aligned(work)) pack_matrix(work.kernels, **head.w_a, work.live.w_a);
}

void compute_queries(const HeadWork& work, Index first, Index count, Scratch& scratch) {
  Matrix& q = work.trace.q;
  LiveHead& live = work.live;
  project(
      work, work.inputs.query_x,
      {query_projection(work.scene, work.h), live.w_q, norm_of(work), work.rotations.of(q.cols())},
      first, count, scratch, q);
  const double length = longest(work.kernels, q, first, count);
  if (std::isinf(length) && !are_finite(q, first, count)) return live.fail(Part::q);
  if (pairs_aligned(work)) {
    const Index width = work.trace.k.cols();
    const WideRows rows =
        multiplied(work.kernels, q.row(first).data(), q.cols(), count, live.w_a, width, scratch);
    double* made = live.made_left.data() + first * width;
    for (Index i = 0; i < count; ++i) std::copy_n(rows.row(i).data(), width, made + i * width);
    raise(live.left_length, longest(made, count, width));
    return;
  }
  if (pairs_unit(work)) make_unit_rows(q, first, count, live.made_left.data());
  raise(live.left_length, pairs_unit(work) ? 1.0 : length);
}

void compute_keys(const HeadWork& work, Index first, Index count, Scratch& scratch) {
  Matrix& k = work.trace.k;
  LiveHead& live = work.live;
  if (copies_keys(work.scene, work.h)) {
    k.middleRows(first, count) = owner(work).k.middleRows(first, count);
  } else {
    project(
        work, work.inputs.x,
        {key_projection(work.scene, work.h), live.w_k, norm_of(work), work.rotations.of(k.cols())},
        first, count, scratch, k);
  }
  const double length = longest(work.kernels, k, first, count);
  if (std::isinf(length) && !are_finite(k, first, count)) return live.fail(Part::k);
  if (pairs_unit(work)) make_unit_rows(k, first, count, live.made_right.data());
  raise(live.right_length, pairs_unit(work) ? 1.0 : length);
}

void compute_values(const HeadWork& work, Index first, Index count, Scratch& scratch) {
  Matrix& v = work.trace.v;
  if (copies_keys(work.scene, work.h)) {
    v.middleRows(first, count) = owner(work).v.middleRows(first, count);
  } else {
    const Matrix& from = work.scene.values ? **work.scene.values : work.inputs.x;
    project(work, from, {value_projection(work.scene, work.h), work.live.w_v}, first, count,
            scratch, v);
  }
  const float size = work.kernels.largest_size(v.row(first).data(), count * v.cols());
  if (!std::isfinite(size)) return work.live.fail(Part::v);
  raise(work.live.largest_value, static_cast<double>(size));
}

bool choose_precision(const HeadWork& work) {
  LiveHead& live = work.live;
  const Head& head = work.scene.heads[work.h];
  const Index M = work.trace.q.rows();
  const Index L = work.trace.k.rows();
  live.depth = work.trace.k.cols();
  live.pairing = pair_sum(work).pairing;
  live.factor = pair_sum(work).factor(work.scene.score, head, live.depth);
  const double bound =
      score_bound(work.scene, work.h, live.left_length, live.right_length, live.depth);
  const double largest = live.largest_value * gain_of_combining(work.scene, work.h);
  const bool wide_scores = jumps_at_ties(work.scene.normalizer) ||
                           needs_wide_scores(work.scene.normalizer, bound, largest);
  const bool wide_values = needs_wide_values(largest);
  const bool changed = wide_scores != live.wide_scores || wide_values != live.wide_values;
  live.wide_scores = wide_scores;
  live.wide_values = wide_values;
  const Kernels& kernels = work.kernels;
  const bool made = pairs_aligned(work) || pairs_unit(work);
  if (live.wide_scores) {
    live.wide_left.reserve(M * live.depth);
    live.wide_keys.reserve(padded(L, kernels.panel_doubles) * live.depth);
  } else {
    live.left = made ? live.made.reserve(M * live.depth) : work.trace.q.data();
    live.keys.reserve(padded(L, kernels.panel_floats) * live.depth);
  }
  if (live.wide_values) {
    live.wide_v.reserve(L * padded(work.trace.v.cols(), kernels.panel_doubles));
  } else {
    live.values.reserve(L * padded(work.trace.v.cols(), kernels.panel_floats));
  }
  if (live.pairing == Pairing::kTanhOfSum) {
    float* energy = live.energy.reserve(live.depth);
    double* wide_energy = live.wide_energy.reserve(live.depth);
    for (Index c = 0; c < live.depth; ++c) {
      energy[c] = head.v ? (**head.v)(c) : 1.0f;
      wide_energy[c] = static_cast<double>(energy[c]);
    }
  }
  return changed;
}

void pack_queries(const HeadWork& work, Index first, Index count) {
  LiveHead& live = work.live;
  const bool made = pairs_aligned(work) || pairs_unit(work);
  const Index begin = first * live.depth;
  const Index end = begin + count * live.depth;
  if (live.wide_scores) {
    double* to = live.wide_left.data();
    const float* q = work.trace.q.data();
    if (made) {
      std::copy(live.made_left.data() + begin, live.made_left.data() + end, to + begin);
    } else {
      std::copy(q + begin, q + end, to + begin);
    }
  } else if (made) {
    std::transform(live.made_left.data() + begin, live.made_left.data() + end,
                   live.made.data() + begin,
                   [](double number) { return static_cast<float>(number); });
  }
}

void pack_keys(const HeadWork& work, Index first, Index count) {
  LiveHead& live = work.live;
  const auto pack_from = [&](const auto* rows) {
    if (live.wide_scores) {
      pack_transposed(rows, live.depth, first, count, work.kernels.panel_doubles,
                      live.wide_keys.data());
    } else {
      pack_transposed(rows, live.depth, first, count, work.kernels.panel_floats, live.keys.data());
    }
  };
  pairs_unit(work) ? pack_from(live.made_right.data()) : pack_from(work.trace.k.data());
}

void pack_key(const HeadWork& work, Index j) {
  LiveHead& live = work.live;
  const auto pack_from = [&](const auto* rows) {
    if (live.wide_scores) {
      pack_transposed_row(rows, live.depth, j, work.kernels.panel_doubles, live.wide_keys.data());
    } else {
      pack_transposed_row(rows, live.depth, j, work.kernels.panel_floats, live.keys.data());
    }
  };
  pairs_unit(work) ? pack_from(live.made_right.data()) : pack_from(work.trace.k.data());
}

void pack_values(const HeadWork& work, Index first, Index count) {
  LiveHead& live = work.live;
  const Matrix& v = work.trace.v;
  if (live.wide_values) {
    pack(v.data(), v.rows(), v.cols(), first, count, work.kernels.panel_doubles,
         live.wide_v.data());
  } else {
    pack(v.data(), v.rows(), v.cols(), first, count, work.kernels.panel_floats, live.values.data());
  }
}

namespace {

void copy_rows(const Matrix& from, const FewLines& changed, Matrix& to) {
  if (changed.all()) to = from;
  for (const Index i : changed.some()) to.row(i) = from.row(i);
}

}  // namespace

bool Placement::Table::prepare(const Position& wanted, Index rows, Index width) {
  if (!wanted.kind->table) return false;
  if (!(position == wanted) || shift.rows() != rows || shift.cols() != width) {
    shift = position_shift(wanted, rows, width);
    position = wanted;
  }
  return true;
}

void Placement::Table::place(const Matrix& embeddings, const FewLines& changed,
                             Matrix& placed) const {
  if (changed.all()) {
    placed.resize(embeddings.rows(), embeddings.cols());
    place_rows(embeddings, shift, 0, embeddings.rows(), placed);
  }
  for (const Index i : changed.some()) place_rows(embeddings, shift, i, 1, placed);
}

void Placement::update(const Scene& scene, const Changes& changes, Trace& trace) {
  FewLines x = changes.x, query_x = changes.query_x;
  if (changes.shapes) {
    x.add_all();
    query_x.add_all();
  }
  const Matrix& embeddings = *scene.embeddings;
  const bool places = keys_.prepare(scene.position, embeddings.rows(), embeddings.cols());
  if (places) {
    keys_.place(embeddings, x, trace.x);
  } else {
    copy_rows(embeddings, x, trace.x);
  }
  if (!scene.queries) {
    copy_rows(trace.x, query_x, trace.query_x);
  } else if (queries_.prepare(scene.position, scene.query_count(),
                              scene.query_embeddings().cols())) {
    queries_.place(scene.query_embeddings(), query_x, trace.query_x);
  } else {
    copy_rows(scene.query_embeddings(), query_x, trace.query_x);
  }
  if (!changes.shapes) return;
  trace.position.reset();
  trace.query_position.reset();
  if (places) trace.position = keys_.shift.cast<float>();
  if (places && scene.queries) trace.query_position = queries_.shift.cast<float>();
}

}  // namespace attn
