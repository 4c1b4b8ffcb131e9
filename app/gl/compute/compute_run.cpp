#include "app/gl/compute/compute_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "app/gl/compute/compute_kinds.h"
#include "app/gl/compute/compute_precision.h"
#include "app/gl/compute/compute_stage.h"
#include "engine/attention/normalize.h"
#include "engine/fast/precision.h"
#include "engine/reference/parts.h"

namespace attn::gl {
namespace {

// What the steps give.
constexpr std::array kPlaced{Part::position, Part::query_position, Part::x, Part::query_x};
constexpr std::array kProjected{Part::q, Part::k, Part::v};
constexpr std::array kScored{Part::raw};
constexpr std::array kShifted{Part::scores};
constexpr std::array kNormalized{Part::weights};
constexpr std::array kMixed{Part::head_output};
constexpr std::array kCombined{Part::output};

}  // namespace

std::span<const ComputeRun::ShaderStep> ComputeRun::steps() {
  static constexpr std::array kSteps{
      ShaderStep{.parts = kPlaced, .of_all = &ComputeRun::place},
      ShaderStep{.parts = kProjected, .of_all = &ComputeRun::project},
      ShaderStep{.parts = kScored, .of_batch = &ComputeRun::score},
      ShaderStep{.parts = kShifted, .of_batch = &ComputeRun::shift},
      ShaderStep{.parts = kNormalized, .of_batch = &ComputeRun::normalize},
      ShaderStep{.parts = kMixed, .of_batch = &ComputeRun::mix},
      ShaderStep{.parts = kCombined, .of_all = &ComputeRun::combine}};
  return kSteps;
}

void ComputeRun::run_steps() {
  const std::span<const ShaderStep> all = steps();
  for (auto step = all.begin(); step != all.end();) {
    if (step->of_all) {
      (this->*step->of_all)();
      ++step;
      continue;
    }
    // One batch goes through all of them before the next.
    const auto end =
        std::find_if(step, all.end(), [](const ShaderStep& one) { return one.of_all != nullptr; });
    for (ComputeBatch& batch : batches_) {
      std::for_each(step, end, [&](const ShaderStep& one) { (this->*one.of_batch)(batch); });
    }
    step = end;
  }
}

ComputeRun::ComputeRun(const Scene& scene, const ComputeLimits& limits, ComputeKernels& kernels,
                       Progress* progress, ResetStatus status)
    : scene_(scene),
      limits_(limits),
      kernels_(kernels),
      status_(status),
      M_(scene.query_count()),
      L_(scene.key_count()),
      wide_(is_small(scene) || jumps_at_ties(scene.normalizer)),
      overflows_(limits, static_cast<Index>(scene.heads.size()) + 1),
      nothing_(limits, 1),
      inputs_(scene_, limits),
      batches_(compute_batches(scene, limits)) {
  kernels.pace().follow(progress);
  overflows_.clear();
  overflows_.bind(7);
  run_steps();
  kernels.pace().follow(nullptr);
}

void ComputeRun::project() {
  ComputeProjection projection(scene_, limits_, kernels_, inputs_, wide_);
  for (ComputeBatch& batch : batches_) {
    projection.run(batch);
    output_width_ += static_cast<Index>(batch.count) * batch.dv;
  }
  lengths_ = projection.lengths(batches_);
  outputs_ = room(M_ * output_width_);
}

RowLengths ComputeRun::longest(const ComputeBatch& batch) const {
  RowLengths all;
  for (std::size_t h = batch.first; h < batch.first + batch.count; ++h) {
    all.q = std::max(all.q, lengths_[h].q);
    all.k = std::max(all.k, lengths_[h].k);
    all.v = std::max(all.v, lengths_[h].v);
  }
  return all;
}

void ComputeRun::score(ComputeBatch& batch) {
  const ComputeScore& kind = score_row(scene_);
  const PairSum::RowForm rows = scene_.score.kind->pair_sum.rows;
  const Index heads = static_cast<Index>(batch.count);
  ComputeOperand left = inputs_.queries(batch), right = inputs_.keys(batch);
  double left_length = longest(batch).q, right_length = longest(batch).k;
  ComputeBuffer made_left, made_right;
  if (rows == PairSum::RowForm::kAligned && scene_.heads[batch.first].w_a) {
    made_left = aligned_queries(batch, left_length);
    left = {&made_left, M_ * batch.k_width, batch.k_width};
  } else if (rows == PairSum::RowForm::kUnit) {
    made_left = unit_rows(left, heads, M_);
    made_right = unit_rows(right, heads, L_);
    left.buffer = &made_left;
    right.buffer = &made_right;
    left_length = right_length = 1;
  }
  const Matrix parameters = head_parameters(kind, scene_, batch);
  const ComputeBuffer parameter_buffer(limits_, parameters);
  batch.scores = room(heads * M_ * L_);
  ComputeProduct product;
  product.pair = kind.pair;
  product.left = left;
  product.right = right;
  product.result = {&batch.scores, M_ * L_, L_};
  product.right_rows = true;
  product.rows = M_;
  product.columns = L_;
  product.depth = batch.k_width;
  product.first_head = batch.first;
  product.heads = batch.count;
  product.parameters = &parameter_buffer;
  product.parameter_step = parameters.cols();
  product.factor = kind.factor(scene_.score, batch.k_width);
  // What is hidden may leave the range.
  product.stage = inputs_.shifts() ? 0 : overflow_bit(Part::scores);
  const double bound = std::abs(product.factor) * kind.bound(parameters, left_length, right_length);
  double gain = 1;
  for (std::size_t h = batch.first; h < batch.first + batch.count; ++h) {
    gain = std::max(gain, gain_of_combining(scene_, h));
  }
  // No number of a row is larger than its length.
  product.wide = wide_ || needs_wide_scores(scene_.normalizer, bound, gain * longest(batch).v);
  product.run(kernels_);
}

ComputeBuffer ComputeRun::aligned_queries(const ComputeBatch& batch, double& longest) {
  double largest = 0;
  for (std::size_t h = batch.first; h < batch.first + batch.count; ++h) {
    largest = std::max(largest, (**scene_.heads[h].w_a).cast<double>().norm());
  }
  longest *= largest;
  const ComputeBuffer weights = upload_weights(limits_, scene_, batch, &Head::w_a);
  ComputeBuffer result = room(static_cast<Index>(batch.count) * M_ * batch.k_width);
  ComputeProduct product;
  product.left = inputs_.queries(batch);
  product.right = {&weights, batch.q_width * batch.k_width, batch.k_width};
  product.result = {&result, M_ * batch.k_width, batch.k_width};
  product.rows = M_;
  product.columns = batch.k_width;
  product.depth = batch.q_width;
  product.heads = batch.count;
  product.wide = wide_ || needs_wide_sum(longest);
  product.run(kernels_);
  return result;
}

ComputeBuffer ComputeRun::unit_rows(const ComputeOperand& source, Index heads, Index rows) {
  const Index all = source.head_step == 0 ? rows : heads * rows;
  ComputeBuffer result = room(all * source.row_step);
  const ComputeKernel& kernel = kernels_.use("units", "", wide_);
  source.buffer->bind(0);
  result.bind(2);
  kernel.set("rows", static_cast<int>(all))
      .set("width", static_cast<int>(source.row_step))
      .dispatch_for(all, 64, 1);
  return result;
}

void ComputeRun::shift(ComputeBatch& batch) {
  if (!inputs_.shifts()) return;
  const ComputeBuffer &addends = inputs_.addends(), &slopes = inputs_.slopes();
  batch.raw = std::move(batch.scores);
  batch.scores = room(batch.raw.count());
  const ComputeKernel& kernel = kernels_.use("shift", "", wide_);
  batch.raw.bind(0);
  (addends.empty() ? nothing_ : addends).bind(1);
  batch.scores.bind(2);
  (slopes.empty() ? nothing_ : slopes).bind(3);
  kernel.set("shape", static_cast<int>(M_), static_cast<int>(L_))
      .set("has_addends", addends.empty() ? 0 : 1)
      .set("has_slopes", slopes.empty() ? 0 : 1)
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", overflow_bit(Part::scores))
      .dispatch_for(M_ * L_, 256, static_cast<Index>(batch.count));
}

void ComputeRun::normalize(ComputeBatch& batch) {
  batch.weights = room(batch.scores.count());
  const float T = scene_.normalizer.temperature;
  const std::string defines = "#define WEIGH " + std::string(normalizer_row(scene_).weigh) +
                              "\n#define THREADS " + (L_ <= 128 ? "32" : "256") + "\n";
  std::vector<std::unique_ptr<Ties>> ties;
  ComputeBuffer margins, close;
  if (jumps_at_ties(scene_.normalizer)) {
    const Index heads = static_cast<Index>(batch.count);
    Matrix margins_of_rows(heads, M_);
    for (Index n = 0; n < heads; ++n) {
      ties.push_back(ties_of(batch, n));
      for (Index i = 0; i < M_; ++i) margins_of_rows(n, i) = ties.back()->margin(i);
    }
    margins = ComputeBuffer(limits_, margins_of_rows);
    close = room(heads * M_);
  }
  const ComputeKernel& kernel = kernels_.use("normalize", defines, false);
  batch.scores.bind(0);
  (ties.empty() ? nothing_ : margins).bind(1);
  batch.weights.bind(2);
  (ties.empty() ? nothing_ : close).bind(3);
  kernel.set("shape", static_cast<int>(M_), static_cast<int>(L_))
      .set_float("temperature", T)
      .set_float("part_of_largest", Ties::kPartOfLargest)
      .set("limit", T == 0          ? 1
                    : std::isinf(T) ? 2
                                    : 0)
      .dispatch(M_, 1, static_cast<Index>(batch.count));
  if (!ties.empty()) settle_ties(batch, ties, close);
}

std::unique_ptr<Ties> ComputeRun::ties_of(const ComputeBatch& batch, Index n) const {
  const Trace& trace = inputs_.trace();
  const auto part = [n](const ComputeBuffer& buffer, const Matrix& input, Index width) {
    if (buffer.empty()) return input;
    return buffer.download(n * input.rows() * width, input.rows(), width);
  };
  return std::make_unique<Ties>(scene_, batch.first + static_cast<std::size_t>(n), trace,
                                part(batch.q, trace.query_x, batch.q_width),
                                part(batch.k, trace.x, batch.k_width));
}

/// Rows that their margins leave undecided are weighed here. Waits for the scores.
void ComputeRun::settle_ties(ComputeBatch& batch, const std::vector<std::unique_ptr<Ties>>& ties,
                             const ComputeBuffer& close) {
  const Matrix counts = close.download(0, std::ssize(ties), M_);
  std::vector<double> seen;
  for (Index n = 0; n < counts.rows(); ++n) {
    for (Index i = 0; i < M_; ++i) {
      if (counts(n, i) < 2) continue;
      const Index first = (n * M_ + i) * L_;
      Matrix scores = batch.scores.download(first, 1, L_);
      const std::span<float> row(scores.data(), static_cast<std::size_t>(L_));
      ties[static_cast<std::size_t>(n)]->settle_row(i, row);
      normalize_row(scene_.normalizer, row, seen);
      batch.weights.upload(first, row.data(), L_);
    }
  }
}

void ComputeRun::mix(ComputeBatch& batch) {
  ComputeProduct product;
  product.left = {&batch.weights, M_ * L_, L_};
  product.right = inputs_.values(batch);
  product.result = {&outputs_, batch.dv, output_width_, batch.column};
  product.rows = M_;
  product.columns = batch.dv;
  product.depth = L_;
  product.first_head = batch.first;
  product.heads = batch.count;
  product.stage = overflow_bit(Part::head_output);
  // Weights sum to 1: no sum is larger than the largest value.
  product.wide = wide_ || needs_wide_sum(longest(batch).v);
  product.run(kernels_);
}

void ComputeRun::combine() {
  const ComputeCombine& kind = combine_row(scene_);
  const auto projection = kind.projection ? kind.projection(scene_) : std::nullopt;
  if (projection) return project_outputs(*projection);
  if (!kind.weights) return;
  const ComputeBuffer weights(limits_, kind.weights(scene_));
  const int heads = static_cast<int>(scene_.heads.size());
  combined_width_ = output_width_ / heads;
  combined_ = room(M_ * combined_width_);
  // As few products as there are heads for each number: double precision costs nothing.
  const ComputeKernel& kernel = kernels_.use("combine", std::string(kind.defines), true);
  outputs_.bind(0);
  weights.bind(1);
  combined_.bind(2);
  kernel.set("shape", static_cast<int>(M_), static_cast<int>(combined_width_))
      .set("heads", heads)
      .set("stage", overflow_bit(Part::output))
      .set_real("factor", kind.factor(scene_))
      .dispatch_for(M_ * combined_width_, 256, 1);
}

void ComputeRun::project_outputs(const Matrix& weights) {
  double squares = 0;  // of the longest row of outputs: none is longer than the longest value
  for (const RowLengths& lengths : lengths_) squares += double{lengths.v} * double{lengths.v};
  const double longest_column = weights.cast<double>().colwise().norm().maxCoeff();
  const ComputeBuffer right(limits_, weights);
  combined_width_ = weights.cols();
  combined_ = room(M_ * combined_width_);
  ComputeProduct product;
  product.left = {&outputs_, 0, output_width_};
  product.right = {&right, 0, combined_width_};
  product.result = {&combined_, 0, combined_width_};
  product.rows = M_;
  product.columns = combined_width_;
  product.depth = output_width_;
  product.first_head = scene_.heads.size();
  product.stage = overflow_bit(Part::output);
  product.wide = wide_ || needs_wide_sum(std::sqrt(squares) * longest_column);
  product.run(kernels_);
}

void ComputeRun::finish() const {
  std::vector<std::int32_t> bits(static_cast<std::size_t>(overflows_.count()));
  overflows_.download(0, reinterpret_cast<float*>(bits.data()), overflows_.count());
  require_healthy(status_);
  // The bits of each head, then those of parts that belong to none.
  for (std::size_t h = 0; h < bits.size(); ++h) {
    for (const Part part : kCheckedParts) {
      if (bits[h] & overflow_bit(part)) fail_out_of_range({part, static_cast<Index>(h)});
    }
  }
}

}  // namespace attn::gl
