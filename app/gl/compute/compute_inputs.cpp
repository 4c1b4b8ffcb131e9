#include "app/gl/compute/compute_inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"
#include "engine/reference/parts.h"

namespace attn::gl {
namespace {

constexpr Index kThreads = 16;  // along each axis of a tile

std::array<int, 3> steps(const ComputeOperand& operand) {
  return {static_cast<int>(operand.head_step), static_cast<int>(operand.row_step),
          static_cast<int>(operand.first)};
}

}  // namespace

void ComputeProduct::run(ComputeKernels& kernels) const {
  // Numbers of a tile per thread along each axis: small results would leave most unused.
  const Index each = rows > 2 * kThreads && columns > 2 * kThreads ? 4 : 1;
  const Index tile = kThreads * each;
  const std::string defines = "#define PAIR " + std::string(pair) + "\n#define BEND " +
                              std::string(bend) + "\n#define EACH " + std::to_string(each) + "\n" +
                              (right_rows ? "#define RIGHT_ROWS\n" : "");
  const ComputeKernel& kernel = kernels.use("product", defines, wide);
  left.buffer->bind(0);
  right.buffer->bind(1);
  result.buffer->bind(2);
  if (parameters != nullptr) parameters->bind(3);
  if (added != nullptr) added->bind(4);
  kernel.set("size", {static_cast<int>(rows), static_cast<int>(columns), static_cast<int>(depth)})
      .set("left_steps", steps(left))
      .set("right_steps", steps(right))
      .set("result_steps", steps(result))
      .set("parameter_step", static_cast<int>(parameter_step))
      .set("adds", added != nullptr ? 1 : 0)
      .set("first_head", static_cast<int>(first_head))
      .set("stage", stage)
      .set_real("factor", factor)
      .dispatch((columns + tile - 1) / tile, (rows + tile - 1) / tile, static_cast<Index>(heads));
}

void ComputeInputs::upload() {
  place_tokens(scene_, trace_);
  place_queries(scene_, trace_);
  x_ = ComputeBuffer(limits_, trace_.x);
  if (scene_.queries) query_x_ = ComputeBuffer(limits_, trace_.query_x);
  if (scene_.values) values_ = ComputeBuffer(limits_, **scene_.values);
  trace_.heads.resize(scene_.heads.size());
  const BoolMatrix visible = visible_keys(scene_);
  add_masks_beside_scores(scene_, visible, trace_);
  const BoolMatrix seen = seen_by_any_head(scene_, visible);
  trace_.warnings = no_key_warnings(scene_, &seen);
  make_addends(visible);
  make_terms();
}

void ComputeInputs::make_addends(const BoolMatrix& seen) {
  Scene alike;  // with only the parts that all heads' scores share
  alike.bias = scene_.bias;
  alike.masks = scene_.masks;
  if (!shifts_scores(alike) && seen.all()) return;
  Matrix addends = Matrix::Zero(seen.rows(), seen.cols());
  if (shifts_scores(alike)) shift_scores(alike, 0, addends);
  // Only hidden keys have −∞.
  constexpr float kLargest = std::numeric_limits<float>::max();
  addends = addends.cwiseMax(-kLargest).cwiseMin(kLargest).eval();
  mask_scores(seen, addends);
  addends_ = ComputeBuffer(limits_, addends);
}

void ComputeInputs::make_terms() {
  if (!has_distance_terms(scene_)) return;
  const Index H = std::ssize(scene_.heads), M = scene_.query_count(), L = scene_.key_count();
  Matrix terms(H, M + L - 1);
  for (Index h = 0; h < H; ++h) {
    terms.row(h) = distance_sums(scene_, static_cast<std::size_t>(h), M, L).cast<float>();
  }
  terms_ = ComputeBuffer(limits_, terms);
}

bool ComputeInputs::changes_scores(const ComputeBatch& batch, Pairs which) const {
  const bool all = !addends_.empty() || !terms_.empty();
  return all || (which == Pairs::kOwn && (fades_scores(scene_.heads[batch.first]) || batch.hides));
}

ComputeBuffer ComputeInputs::decays(const ComputeBatch& batch) const {
  if (!fades_scores(scene_.heads[batch.first])) return {};
  const Index L = scene_.key_count(), distances = std::max(scene_.query_count(), L);
  return upload_by_heads(limits_, batch, [&](std::size_t h) {
    const Head& head = scene_.heads[h];
    Matrix fades = Matrix::Zero(1, 2 * L + distances);
    if (head.w_f) {
      const Eigen::VectorXd sums = forgotten_sums(head, trace_.x);
      const Eigen::VectorXf rounded = sums.cast<float>();
      fades.leftCols(L) = rounded.transpose();
      fades.middleCols(L, L) = (sums - rounded.cast<double>()).cast<float>().transpose();
    }
    const double decay = head.decay.value_or(1.0F);
    for (Index n = 0; n < distances; ++n) {
      fades(0, 2 * L + n) = static_cast<float>(std::pow(decay, static_cast<double>(n)));
    }
    return fades;
  });
}

ComputeBuffer ComputeInputs::factors(const ComputeBatch& batch) {
  const Head& first = scene_.heads[batch.first];
  if (!first.w_g && !first.gain) return {};
  const Computation from{scene_, {}};
  return upload_by_heads(limits_, batch, [&](std::size_t h) -> Matrix {
    const Head& head = scene_.heads[h];
    const double gain = head.gain.value_or(1.0F);
    if (!head.w_g) {
      return Matrix::Constant(scene_.query_count(), batch.dv, static_cast<float>(gain));
    }
    part_kind(Part::gates).compute(from, h, trace_);
    return (gain * trace_.heads[h].gates.cast<double>()).cast<float>();
  });
}

const Matrix& ComputeInputs::values_of_trace() const {
  return scene_.values ? **scene_.values : trace_.x;
}

ComputeOperand ComputeInputs::queries(const ComputeBatch& batch, Pairs which) const {
  const PairBuffers& pairs = batch.of(which);
  if (pairs.q.empty()) return {&queries(), 0, pairs.q_width};
  return {&pairs.q, scene_.query_count() * pairs.q_width, pairs.q_width};
}

ComputeOperand ComputeInputs::keys(const ComputeBatch& batch, Pairs which) const {
  const PairBuffers& pairs = batch.of(which);
  if (pairs.k.empty()) return {&keys(), 0, pairs.k_width};
  return {&pairs.k, scene_.key_count() * pairs.k_width, pairs.k_width};
}

ComputeOperand ComputeInputs::values(const ComputeBatch& batch) const {
  if (batch.v.empty()) return {&values(), 0, batch.dv};
  return {&batch.v, scene_.key_count() * batch.dv, batch.dv};
}

const ComputeBuffer& ComputeInputs::rotations(Index width) {
  ComputeBuffer& kept = turns_[width];
  if (!kept.empty()) return kept;
  // The image of (1, 0) is (cosine, sine).
  const Position& position = scene_.position;
  const bool in_halves = position.layout == PairLayout::kHalves;
  WideMatrix pairs = WideMatrix::Zero(std::max(scene_.query_count(), scene_.key_count()), width);
  for (Index p = 0; p < rotated_width(position, width) / 2; ++p) {
    pairs.col(in_halves ? p : 2 * p).setOnes();
  }
  position.kind->rotate(position, pairs);
  return kept = ComputeBuffer(limits_, pairs.cast<float>());
}

}  // namespace attn::gl
