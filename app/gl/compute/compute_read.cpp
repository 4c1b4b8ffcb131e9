// Reads the results of a run from the device.

#include <algorithm>

#include "app/gl/compute/compute_kinds.h"
#include "app/gl/compute/compute_run.h"

namespace attn::gl {
namespace {

/// Weights of hidden keys are 0 where they were kMasked for drawing.
Matrix unmasked(const Matrix& weights) { return (weights.array() == kMasked).select(0.F, weights); }

}  // namespace

Trace ComputeRun::read(bool pairs) const {
  Trace trace = inputs_.trace();
  const Matrix outputs = outputs_.download(0, M_, output_width_);
  for (const ComputeBatch& batch : batches_) {
    for (std::size_t n = 0; n < batch.count; ++n) {
      HeadTrace& head = trace.heads[batch.first + n];
      Matrix gates = std::move(head.gates);
      auto mask = std::move(head.mask);
      head = read_head(batch, static_cast<Index>(n), outputs, pairs);
      head.gates = std::move(gates);
      head.mask = std::move(mask);
    }
  }
  const ComputeCombine& kind = combine_row(scene_);
  if (!combined_.empty()) {
    trace.output = combined_.download(0, M_, combined_width_);
  } else if (kind.projection && output_width_ > 0) {
    trace.output = outputs;
  }
  require_healthy(status_);
  return trace;
}

PairTrace ComputeRun::read_pairs(const ComputeBatch& batch, Index n, Pairs which,
                                 bool pairs) const {
  const auto part = [n](const ComputeBuffer& buffer, Index rows, Index columns) {
    return buffer.download(n * rows * columns, rows, columns);
  };
  const PairBuffers& from = batch.of(which);
  const Trace& trace = inputs_.trace();
  PairTrace read;
  read.q = from.q.empty() ? trace.query_x : part(from.q, M_, from.q_width);
  read.k = from.k.empty() ? trace.x : part(from.k, L_, from.k_width);
  if (!pairs) return read;
  if (!from.raw.empty()) read.raw = part(from.raw, M_, L_);
  read.scores = part(from.scores, M_, L_);
  read.weights = unmasked(part(from.weights, M_, L_));
  return read;
}

HeadTrace ComputeRun::read_head(const ComputeBatch& batch, Index n, const Matrix& outputs,
                                bool pairs) const {
  HeadTrace head;
  static_cast<PairTrace&>(head) = read_pairs(batch, n, Pairs::kOwn, pairs);
  if (batch.has(Pairs::kSubtracted)) {
    head.subtracted = read_pairs(batch, n, Pairs::kSubtracted, pairs);
  }
  head.v = batch.v.empty() ? inputs_.values_of_trace()
                           : batch.v.download(n * L_ * batch.dv, L_, batch.dv);
  head.output = outputs.middleCols(batch.column + n * batch.dv, batch.dv);
  return head;
}

const ComputeBatch& ComputeRun::batch_of(Index head) const {
  const auto h = static_cast<std::size_t>(head);
  return *std::ranges::find_if(batches_,
                               [h](const ComputeBatch& one) { return h < one.first + one.count; });
}

PairTrace ComputeRun::read_row(Index head, Index query, Pairs which) const {
  const ComputeBatch& batch = batch_of(head);
  const PairBuffers& pairs = batch.of(which);
  const Index first = ((head - static_cast<Index>(batch.first)) * M_ + query) * L_;
  const auto row = [&](const ComputeBuffer& buffer) { return buffer.download(first, 1, L_); };
  PairTrace found;
  if (!pairs.raw.empty()) found.raw = row(pairs.raw);
  found.scores = row(pairs.scores);
  found.weights = unmasked(row(pairs.weights));
  require_healthy(status_);
  return found;
}

void ComputeRun::mask_weights() {
  if (masks_weights_) return;
  for (const ComputeBatch& batch : batches_) {
    if (inputs_.addends().empty() && !batch.hides) continue;
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
