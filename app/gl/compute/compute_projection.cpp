#include "app/gl/compute/compute_projection.h"

#include <algorithm>

#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/fast/fast.h"
#include "engine/reference/parts.h"

namespace attn::gl {
namespace {

template <typename Rows>
double longest_row(const Rows& m) {
  return m.template cast<double>().rowwise().norm().maxCoeff();
}
double longest_column(const Matrix& m) { return m.cast<double>().colwise().norm().maxCoeff(); }

}  // namespace

ComputeProjection::ComputeProjection(const Scene& scene, const ComputeLimits& limits,
                                     ComputeKernels& kernels, ComputeInputs& inputs, bool wide)
    : scene_(scene), limits_(limits), kernels_(kernels), inputs_(inputs), wide_(wide) {}

void ComputeProjection::run_pairs(ComputeBatch& batch, Pairs which) {
  PairBuffers& pairs = batch.of(which);
  const Trace& trace = inputs_.trace();
  const bool is_own = which == Pairs::kOwn;
  const Part q = is_own ? Part::q : Part::subtract_q, k = is_own ? Part::k : Part::subtract_k;
  if (has_norm(scene_.score)) {
    pairs.q = by_engine(
        batch, q, [&](std::size_t h) { return project_queries(scene_, h, trace.query_x, which); });
    pairs.k =
        by_engine(batch, k, [&](std::size_t h) { return project_keys(scene_, h, trace.x, which); });
    return;
  }
  const auto query_side_of = [&](std::size_t h) { return query_projection(scene_, h, which); };
  const auto key_side_of = [&](std::size_t h) { return key_projection(scene_, h, which); };
  pairs.q = projected(batch, inputs_.queries(), trace.query_x, query_side_of, q);
  pairs.k = projected(batch, inputs_.keys(), trace.x, key_side_of, k);
  if (!scene_.position.kind->rotate) return;
  pairs.q = rotated(batch, inputs_.queries(batch, which), scene_.query_count(), q);
  pairs.k = rotated(batch, inputs_.keys(batch, which), scene_.key_count(), k);
}

void ComputeProjection::run_values(ComputeBatch& batch) {
  const auto side_of = [this](std::size_t h) { return value_projection(scene_, h); };
  batch.v = projected(batch, inputs_.values(), inputs_.values_of_trace(), side_of, Part::v);
}

ComputeBuffer ComputeProjection::by_engine(const ComputeBatch& batch, Part part,
                                           const std::function<Matrix(std::size_t h)>& rows_of) {
  return upload_by_heads(limits_, batch, [&](std::size_t h) {
    kernels_.pace().step(0);
    Matrix rows = rows_of(h);
    if (!rows.allFinite()) fail_out_of_range({part, static_cast<Index>(h)});
    return rows;
  });
}

ComputeBuffer ComputeProjection::projected(const ComputeBatch& batch, const ComputeBuffer& x,
                                           const Matrix& rows, const SideOfHead& side_of,
                                           Part part) {
  const RowProjection first = side_of(batch.first);
  if (!first.matrix && !first.bias) return {};
  const Index depth = rows.cols(), width = first.matrix ? first.matrix->cols() : depth;
  double longest = 0, largest = 0;
  for (std::size_t n = 0; !wide_ && n < batch.count; ++n) {
    const RowProjection side = side_of(batch.first + n);
    longest = std::max(longest, side.matrix ? longest_column(*side.matrix) : 1);
    if (side.bias) largest = std::max(largest, longest_row(*side.bias));
  }
  const ComputeBuffer weights = upload_by_heads(limits_, batch, [&](std::size_t h) -> Matrix {
    const Matrix* const matrix = side_of(h).matrix;
    return matrix ? *matrix : Matrix::Identity(depth, depth);
  });
  ComputeBuffer biases;
  if (first.bias) {
    biases = upload_by_heads(limits_, batch, [&](std::size_t h) { return *side_of(h).bias; });
  }
  ComputeBuffer result(limits_, static_cast<Index>(batch.count) * rows.rows() * width);
  ComputeProduct product;
  product.left = {&x, 0, depth};
  product.right = {&weights, depth * width, width};
  product.result = {&result, rows.rows() * width, width};
  product.rows = rows.rows();
  product.columns = width;
  product.depth = depth;
  product.first_head = batch.first;
  product.heads = batch.count;
  if (!biases.empty()) product.added = &biases;
  product.stage = overflow_bit(part);
  product.wide = wide_ || needs_wide_sum(longest_row(rows) * longest + largest);
  product.run(kernels_);
  return result;
}

ComputeBuffer ComputeProjection::rotated(const ComputeBatch& batch, const ComputeOperand& source,
                                         Index rows, Part part) {
  const Index width = source.row_step;
  ComputeBuffer result(limits_, static_cast<Index>(batch.count) * rows * width);
  const ComputeBuffer& angles = inputs_.rotations(width);
  const ComputeKernel& kernel = kernels_.use("rotate", "", wide_);
  source.buffer->bind(0);
  angles.bind(1);
  result.bind(2);
  kernel.set("rows", static_cast<int>(rows))
      .set("width", static_cast<int>(width))
      .set("turned", static_cast<int>(rotated_width(scene_.position, width)))
      .set("halves", scene_.position.layout == PairLayout::kHalves ? 1 : 0)
      .set("source_step", static_cast<int>(source.head_step))
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", overflow_bit(part))
      .dispatch_for(rows * width, 128, static_cast<Index>(batch.count));
  return result;
}

std::vector<RowLengths> ComputeProjection::lengths(const std::vector<ComputeBatch>& batches,
                                                   Pairs which) {
  std::vector<RowLengths> lengths(scene_.heads.size());
  if (wide_) return lengths;
  const Index count = static_cast<Index>(3 * lengths.size());
  ComputeBuffer buffer(limits_, count);
  buffer.clear();
  for (const ComputeBatch& batch : batches) {
    if (!batch.has(which)) continue;
    measure(batch, inputs_.queries(batch, which), scene_.query_count(), 0, buffer);
    measure(batch, inputs_.keys(batch, which), scene_.key_count(), 1, buffer);
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

bool is_small(const Scene& scene) {
  constexpr double kFewProducts = 1 << 26;
  double products = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const double widths = static_cast<double>(width_of_k(scene, h) + width_of_v(scene, h));
    products += widths * static_cast<double>(scene.query_count() * scene.key_count());
  }
  return products < kFewProducts;
}

bool needs_wide_sum(double bound) {
  // Same rule as for scores that are used directly as weights.
  return needs_wide_scores(Normalizer{}, bound, 1);
}

}  // namespace attn::gl
