// What a run has computed, read from where it is.

#include <algorithm>

#include "app/gl/compute/compute_kinds.h"
#include "app/gl/compute/compute_run.h"

namespace attn::gl {

Trace ComputeRun::read(bool pairs) const {
  Trace trace = inputs_.trace();
  const Matrix outputs = outputs_.download(0, M_, output_width_);
  for (const ComputeBatch& batch : batches_) {
    for (std::size_t n = 0; n < batch.count; ++n) {
      trace.heads.push_back(read_head(batch, static_cast<Index>(n), outputs, pairs));
    }
  }
  const ComputeCombine& kind = combine_row(scene_);
  if (!combined_.empty()) {
    trace.output = combined_.download(0, M_, combined_width_);
  } else if (kind.projection) {
    trace.output = outputs;
  }
  require_healthy(status_);
  return trace;
}

HeadTrace ComputeRun::read_head(const ComputeBatch& batch, Index n, const Matrix& outputs,
                                bool pairs) const {
  const auto part = [n](const ComputeBuffer& buffer, Index rows, Index columns) {
    return buffer.download(n * rows * columns, rows, columns);
  };
  const Trace& trace = inputs_.trace();
  HeadTrace head;
  head.q = batch.q.empty() ? trace.query_x : part(batch.q, M_, batch.q_width);
  head.k = batch.k.empty() ? trace.x : part(batch.k, L_, batch.k_width);
  head.v = batch.v.empty() ? inputs_.values_of_trace() : part(batch.v, L_, batch.dv);
  head.output = outputs.middleCols(batch.column + n * batch.dv, batch.dv);
  if (!pairs) return head;
  if (!batch.raw.empty()) head.raw = part(batch.raw, M_, L_);
  head.scores = part(batch.scores, M_, L_);
  head.weights = part(batch.weights, M_, L_);
  if (masks_weights_) head.weights = head.weights.cwiseMax(0.F);
  return head;
}

const ComputeBatch& ComputeRun::batch_of(Index head) const {
  const auto h = static_cast<std::size_t>(head);
  return *std::ranges::find_if(batches_,
                               [h](const ComputeBatch& one) { return h < one.first + one.count; });
}

QueryNumbers ComputeRun::read_row(Index head, Index query) const {
  const ComputeBatch& batch = batch_of(head);
  const Index first = ((head - static_cast<Index>(batch.first)) * M_ + query) * L_;
  const auto row = [&](const ComputeBuffer& buffer) -> RowVector {
    return buffer.download(first, 1, L_);
  };
  QueryNumbers found;
  if (!batch.raw.empty()) found.raw = row(batch.raw);
  found.scores = row(batch.scores);
  found.weights = row(batch.weights).cwiseMax(0.F);
  require_healthy(status_);
  return found;
}

void ComputeRun::mask_weights() {
  if (masks_weights_ || inputs_.addends().empty()) return;
  for (const ComputeBatch& batch : batches_) {
    const ComputeKernel& kernel = kernels_.use("mask", "", false);
    batch.scores.bind(0);
    batch.weights.bind(2);
    kernel.set("count", static_cast<int>(M_ * L_))
        .dispatch_for(M_ * L_, 256, static_cast<Index>(batch.count));
  }
  glMemoryBarrier(GL_PIXEL_BUFFER_BARRIER_BIT);
  masks_weights_ = true;
}

NumbersInBuffer ComputeRun::weights(Index head) const {
  const ComputeBatch& batch = batch_of(head);
  return {batch.weights.id(), (head - static_cast<Index>(batch.first)) * M_ * L_,
          static_cast<int>(M_), static_cast<int>(L_)};
}

}  // namespace attn::gl
