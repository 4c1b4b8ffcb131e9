#include "app/gl/compute/compute_projection.h"

#include <algorithm>

#include "app/gl/compute/compute_precision.h"
#include "app/gl/compute/compute_stage.h"
#include "engine/attention/position.h"

namespace attn::gl {
namespace {

double longest_row(const Matrix& m) { return m.cast<double>().rowwise().norm().maxCoeff(); }
double longest_column(const Matrix& m) { return m.cast<double>().colwise().norm().maxCoeff(); }

}  // namespace

ComputeProjection::ComputeProjection(const Scene& scene, const ComputeLimits& limits,
                                     ComputeKernels& kernels, ComputeInputs& inputs, bool wide)
    : scene_(scene), limits_(limits), kernels_(kernels), inputs_(inputs), wide_(wide) {}

void ComputeProjection::run(ComputeBatch& batch) {
  const Index M = scene_.query_count();
  const Index L = scene_.key_count();
  const Trace& trace = inputs_.trace();
  const auto longest = [this](const Matrix& x) { return wide_ ? 0 : longest_row(x); };
  batch.q = projected(batch, inputs_.queries(), &Head::w_q, longest(trace.query_x), M,
                      overflow_bit(Part::q));
  batch.k =
      projected(batch, inputs_.keys(), &Head::w_k, longest(trace.x), L, overflow_bit(Part::k));
  batch.v = projected(batch, inputs_.values(), &Head::w_v, longest(inputs_.values_of_trace()), L,
                      overflow_bit(Part::v));
  if (!scene_.position.kind->rotate) return;
  batch.q = rotated(batch, inputs_.queries(batch), M, overflow_bit(Part::q));
  batch.k = rotated(batch, inputs_.keys(batch), L, overflow_bit(Part::k));
}

ComputeBuffer ComputeProjection::projected(const ComputeBatch& batch, const ComputeBuffer& x,
                                           std::optional<Cow<Matrix>> Head::*member,
                                           double longest_row, Index rows, int stage) {
  const auto& first = scene_.heads[batch.first].*member;
  if (!first) return {};
  const Index depth = (*first)->rows(), width = (*first)->cols();
  double longest = 0;
  for (std::size_t n = 0; !wide_ && n < batch.count; ++n) {
    longest = std::max(longest, longest_column(**(scene_.heads[batch.first + n].*member)));
  }
  const ComputeBuffer weights = upload_weights(limits_, scene_, batch, member);
  ComputeBuffer result(limits_, static_cast<Index>(batch.count) * rows * width);
  ComputeProduct product;
  product.left = {&x, 0, depth};
  product.right = {&weights, depth * width, width};
  product.result = {&result, rows * width, width};
  product.rows = rows;
  product.columns = width;
  product.depth = depth;
  product.first_head = batch.first;
  product.heads = batch.count;
  product.stage = stage;
  product.wide = wide_ || needs_wide_sum(longest_row * longest);
  product.run(kernels_);
  return result;
}

ComputeBuffer ComputeProjection::rotated(const ComputeBatch& batch, const ComputeOperand& source,
                                         Index rows, int stage) {
  const Index width = source.row_step, pairs = (width + 1) / 2;
  ComputeBuffer result(limits_, static_cast<Index>(batch.count) * rows * width);
  const ComputeBuffer& angles = inputs_.turns(width);
  const ComputeKernel& kernel = kernels_.use("rotate", "", wide_);
  source.buffer->bind(0);
  angles.bind(1);
  result.bind(2);
  kernel.set("rows", static_cast<int>(rows))
      .set("width", static_cast<int>(width))
      .set("source_step", static_cast<int>(source.head_step))
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", stage)
      .dispatch_for(rows * pairs, 128, static_cast<Index>(batch.count));
  return result;
}

std::vector<RowLengths> ComputeProjection::lengths(const std::vector<ComputeBatch>& batches) {
  std::vector<RowLengths> lengths(scene_.heads.size());
  if (wide_) return lengths;
  const Index count = static_cast<Index>(3 * lengths.size());
  ComputeBuffer buffer(limits_, count);
  buffer.clear();
  for (const ComputeBatch& batch : batches) {
    measure(batch, inputs_.queries(batch), scene_.query_count(), 0, buffer);
    measure(batch, inputs_.keys(batch), scene_.key_count(), 1, buffer);
    measure(batch, inputs_.values(batch), scene_.key_count(), 2, buffer);
  }
  static_assert(sizeof(RowLengths) == 3 * sizeof(float));
  buffer.download(0, &lengths[0].q, count);
  return lengths;
}

void ComputeProjection::measure(const ComputeBatch& batch, const ComputeOperand& source, Index rows,
                                int slot, const ComputeBuffer& lengths) {
  const ComputeKernel& kernel = kernels_.use("lengths", "", false);
  source.buffer->bind(0);
  lengths.bind(2);
  kernel.set("rows", static_cast<int>(rows))
      .set("width", static_cast<int>(source.row_step))
      .set("source_step", static_cast<int>(source.head_step))
      .set("slot", 3 * static_cast<int>(batch.first) + slot)
      .set("slot_step", 3)
      .dispatch_for(rows, 64, static_cast<Index>(batch.count));
}

}  // namespace attn::gl
