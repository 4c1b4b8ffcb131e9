#include "app/gl/compute/compute_inputs.h"

#include <algorithm>
#include <limits>

#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/attention/shift.h"

namespace attn::gl {

void ComputeInputs::place() {
  place_tokens(scene_, trace_);
  place_queries(scene_, trace_);
  x_ = ComputeBuffer(limits_, trace_.x);
  if (scene_.queries) query_x_ = ComputeBuffer(limits_, trace_.query_x);
  if (scene_.values) values_ = ComputeBuffer(limits_, **scene_.values);
  const BoolMatrix seen = visible_keys(scene_);
  trace_.warnings = unseeing_warnings(scene_, &seen);
  make_addends(seen);
  make_slopes();
}

void ComputeInputs::make_addends(const BoolMatrix& seen) {
  Scene alike;  // as far as what is added to all heads' scores goes
  alike.bias = scene_.bias;
  alike.masks = scene_.masks;
  if (!shifts_scores(alike) && seen.all()) return;
  Matrix addends = Matrix::Zero(seen.rows(), seen.cols());
  if (shifts_scores(alike)) shift_scores(alike, 0, addends);
  // −∞ stands for hidden keys alone.
  constexpr float kLargest = std::numeric_limits<float>::max();
  addends = addends.cwiseMax(-kLargest).cwiseMin(kLargest).eval();
  mask_scores(seen, addends);
  addends_ = ComputeBuffer(limits_, addends);
}

void ComputeInputs::make_slopes() {
  const auto slope = scene_.position.kind->slope;
  if (!slope) return;
  const Index H = static_cast<Index>(scene_.heads.size());
  Matrix slopes(1, H);
  for (Index h = 0; h < H; ++h) slopes(0, h) = static_cast<float>(slope(scene_.position, h, H));
  slopes_ = ComputeBuffer(limits_, slopes);
}

const Matrix& ComputeInputs::values_of_trace() const {
  return scene_.values ? **scene_.values : trace_.x;
}

ComputeOperand ComputeInputs::queries(const ComputeBatch& batch) const {
  if (batch.q.empty()) return {&queries(), 0, batch.q_width};
  return {&batch.q, scene_.query_count() * batch.q_width, batch.q_width};
}

ComputeOperand ComputeInputs::keys(const ComputeBatch& batch) const {
  if (batch.k.empty()) return {&keys(), 0, batch.k_width};
  return {&batch.k, scene_.key_count() * batch.k_width, batch.k_width};
}

ComputeOperand ComputeInputs::values(const ComputeBatch& batch) const {
  if (batch.v.empty()) return {&values(), 0, batch.dv};
  return {&batch.v, scene_.key_count() * batch.dv, batch.dv};
}

const ComputeBuffer& ComputeInputs::turns(Index width) {
  ComputeBuffer& kept = turns_[width];
  if (!kept.empty()) return kept;
  // What becomes of (1, 0) is the cosine and the sine.
  WideMatrix pairs = WideMatrix::Zero(std::max(scene_.query_count(), scene_.key_count()), width);
  for (Index c = 0; c < width; c += 2) pairs.col(c).setOnes();
  scene_.position.kind->rotate(scene_.position, pairs);
  return kept = ComputeBuffer(limits_, pairs.cast<float>());
}

}  // namespace attn::gl
