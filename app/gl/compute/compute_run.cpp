#include "app/gl/compute/compute_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "app/gl/compute/compute_kinds.h"
#include "app/gl/compute/compute_projection.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/attention/weight_bounds.h"
#include "engine/fast/fast.h"
#include "engine/reference/parts.h"

namespace attn::gl {
namespace {

// Parts computed by the steps.
constexpr std::array kPlaced{Part::position, Part::query_position, Part::x, Part::query_x};
constexpr std::array kProjected{Part::q, Part::k, Part::v};
constexpr std::array kScored{Part::raw};
constexpr std::array kShifted{Part::scores};
constexpr std::array kSubtractProjected{Part::subtract_q, Part::subtract_k};
constexpr std::array kSubtractScored{Part::subtract_raw};
constexpr std::array kSubtractShifted{Part::subtract_scores};
constexpr std::array kSubtractNormalized{Part::subtract_weights};
constexpr std::array kWeighed{Part::weights};
constexpr std::array kMixed{Part::gates, Part::head_output};
constexpr std::array kCombined{Part::output};

/// Upper bound of the sum of a row's absolute weights.
double most_in_row(const Scene& scene, std::size_t h) {
  const WeightBounds bounds = weight_bounds(scene, h);
  if (!bounds.is_unit()) return std::numeric_limits<double>::infinity();
  return bounds.row == WeightBounds::Sum::kAny ? static_cast<double>(scene.key_count()) : 1;
}

double size_of_gain(const Head& head) {
  return std::abs(static_cast<double>(head.gain.value_or(1.0F)));
}

/// Returns whether weights may change much more than their scores: if scores tie, if the
/// denominator may cancel, or for roots near 0 in alpha-entmax.
bool needs_exact_scores(const Normalizer& normalizer) {
  const NormalizerKind& kind = *normalizer.kind;
  const bool divides = !kind.weighs_each_by_itself || normalizer.over == Over::kQueriesThenKeys;
  return jumps_at_ties(normalizer) || (kind.keeps_signs && divides) ||
         (takes(kind, "alpha") && normalizer.alpha > 2);
}

/// The normalizer at the temperature that includes the length factor of the scores.
Normalizer without_length(Normalizer normalizer, Index longest) {
  if (!normalizer.length) return normalizer;
  const double factor = std::abs(static_cast<double>(*normalizer.length)) *
                        std::log(static_cast<double>(std::max<Index>(longest, 1)));
  normalizer.temperature /= static_cast<float>(std::max(1.0, factor));
  return normalizer;
}

/// Lines that are normalised independently.
struct Lines {
  Index count, length, step, number_step;
};
Lines rows_of(Index M, Index L) { return {M, L, L, 1}; }
Lines columns_of(Index M, Index L) { return {L, M, 1, L}; }

}  // namespace

std::span<const ComputeRun::ShaderStep> ComputeRun::steps() {
  constexpr Pairs kSubtracted = Pairs::kSubtracted;
  static constexpr std::array kSteps{
      ShaderStep{.parts = kPlaced, .of_all = &ComputeRun::place},
      ShaderStep{.parts = kProjected, .of_all = &ComputeRun::project},
      ShaderStep{.parts = kScored, .of_pairs = &ComputeRun::score},
      ShaderStep{.parts = kShifted, .of_pairs = &ComputeRun::shift},
      ShaderStep{.parts = kSubtractProjected, .of_all = &ComputeRun::project_subtracted},
      ShaderStep{.parts = kSubtractScored, .of_pairs = &ComputeRun::score, .pairs = kSubtracted},
      ShaderStep{.parts = kSubtractShifted, .of_pairs = &ComputeRun::shift, .pairs = kSubtracted},
      ShaderStep{
          .parts = kSubtractNormalized, .of_pairs = &ComputeRun::normalize, .pairs = kSubtracted},
      ShaderStep{.parts = kWeighed, .of_batch = &ComputeRun::weigh},
      ShaderStep{.parts = kMixed, .of_batch = &ComputeRun::mix},
      ShaderStep{.parts = kCombined, .of_all = &ComputeRun::combine}};
  return kSteps;
}

void ComputeRun::run_steps() {
  const auto run_of_batch = [this](const ShaderStep& one, ComputeBatch& batch) {
    if (one.of_batch) (this->*one.of_batch)(batch);
    if (one.of_pairs && batch.has(one.pairs)) (this->*one.of_pairs)(batch, one.pairs);
  };
  const std::span<const ShaderStep> all = steps();
  for (auto step = all.begin(); step != all.end();) {
    if (step->of_all) {
      (this->*step->of_all)();
      ++step;
      continue;
    }
    // Each batch runs through all of these steps before the next batch.
    const auto end =
        std::find_if(step, all.end(), [](const ShaderStep& one) { return one.of_all != nullptr; });
    for (ComputeBatch& batch : batches_) {
      std::for_each(step, end, [&](const ShaderStep& one) { run_of_batch(one, batch); });
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
      wide_(is_small(scene) || needs_exact_scores(scene.normalizer)),
      overflows_(limits, std::ssize(scene.heads) + 1),
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
    projection.run_pairs(batch, Pairs::kOwn);
    projection.run_values(batch);
    output_width_ += static_cast<Index>(batch.count) * batch.dv;
  }
  lengths_ = projection.lengths(batches_, Pairs::kOwn);
  outputs_ = room(M_ * output_width_);
}

void ComputeRun::project_subtracted() {
  const auto subtracts = [](const Head& head) { return head.subtract.has_value(); };
  if (std::ranges::none_of(scene_.heads, subtracts)) return;
  ComputeProjection projection(scene_, limits_, kernels_, inputs_, wide_);
  for (ComputeBatch& batch : batches_) {
    if (batch.has(Pairs::kSubtracted)) projection.run_pairs(batch, Pairs::kSubtracted);
  }
  subtracted_lengths_ = projection.lengths(batches_, Pairs::kSubtracted);
}

RowLengths ComputeRun::longest(const ComputeBatch& batch, Pairs which) const {
  RowLengths all;
  for (std::size_t h = batch.first; h < batch.first + batch.count; ++h) {
    const RowLengths& one = (which == Pairs::kOwn ? lengths_ : subtracted_lengths_)[h];
    all.q = std::max(all.q, one.q);
    all.k = std::max(all.k, one.k);
    all.v = std::max(all.v, one.v);
  }
  return all;
}

void ComputeRun::score(ComputeBatch& batch, Pairs which) {
  if (has_given_scores(scene_.score)) {
    batch.of(which).scores =
        upload_by_heads(limits_, batch, [this](std::size_t h) { return **scene_.heads[h].scores; });
  } else {
    pair(batch, which);
  }
  if (scene_.score.cap) cap(batch, which);
}

void ComputeRun::pair(ComputeBatch& batch, Pairs which) {
  PairBuffers& pairs = batch.of(which);
  const ComputeScore& kind = score_row(scene_);
  const Index heads = static_cast<Index>(batch.count);
  ComputeOperand left = inputs_.queries(batch, which), right = inputs_.keys(batch, which);
  const RowLengths longest_rows = longest(batch, which);
  double left_length = longest_rows.q, right_length = longest_rows.k;
  ComputeBuffer made_left, made_right;
  switch (kind.rows) {
    case ComputeScore::MadeRows::kAsTheyAre:
      break;
    case ComputeScore::MadeRows::kAligned:
      if (!scene_.heads[batch.first].w_a) break;
      made_left = aligned_queries(batch, which, left_length);
      left = {&made_left, M_ * pairs.k_width, pairs.k_width};
      break;
    case ComputeScore::MadeRows::kUnit:
      made_left = unit_rows(left, heads, M_);
      made_right = unit_rows(right, heads, L_);
      left_length = right_length = 1;
      left.buffer = &made_left;
      right.buffer = &made_right;
      break;
    case ComputeScore::MadeRows::kFeatures:
      made_left = features(left, heads, M_);
      made_right = features(right, heads, L_);
      left_length += std::sqrt(static_cast<double>(pairs.q_width));
      right_length += std::sqrt(static_cast<double>(pairs.k_width));
      left.buffer = &made_left;
      right.buffer = &made_right;
      break;
  }
  const Matrix parameters = head_parameters(kind, scene_, batch, pairs.k_width);
  const ComputeBuffer parameter_buffer(limits_, parameters);
  pairs.scores = room(heads * M_ * L_);
  ComputeProduct product;
  product.pair = kind.pair;
  product.bend = bend_function(scene_.score.bend);
  product.left = left;
  product.right = right;
  product.result = {&pairs.scores, M_ * L_, L_};
  product.right_rows = true;
  product.rows = M_;
  product.columns = L_;
  product.depth = pairs.k_width;
  product.first_head = batch.first;
  product.heads = batch.count;
  product.parameters = &parameter_buffer;
  product.parameter_step = parameters.cols();
  product.factor = kind.factor(scene_.score, pairs.k_width);
  // Scores may exceed float32's range if they are hidden later, or reduced by a cap.
  const bool is_last = !inputs_.changes_scores(batch, which) && !scene_.score.cap;
  const Part part = which == Pairs::kOwn ? Part::scores : Part::subtract_scores;
  product.stage = is_last ? overflow_bit(part) : 0;
  const double bound =
      std::abs(product.factor) * kind.bound(scene_.score, parameters, left_length, right_length);
  double gain = 1;
  for (std::size_t h = batch.first; h < batch.first + batch.count; ++h) {
    const double own = gain_of_combining(scene_, h) * size_of_gain(scene_.heads[h]);
    gain = std::max(gain, own * std::sqrt(most_in_row(scene_, h)));
  }
  // No number of a row exceeds its length.
  product.wide = wide_ || needs_wide_scores(without_length(scene_.normalizer, std::max(M_, L_)),
                                            bound, gain * double{longest_rows.v});
  product.run(kernels_);
}

void ComputeRun::cap(const ComputeBatch& batch, Pairs which) {
  const Part part = which == Pairs::kOwn ? Part::scores : Part::subtract_scores;
  const ComputeKernel& kernel = kernels_.use("cap", "", wide_);
  batch.of(which).scores.bind(2);
  kernel.set("count", static_cast<int>(M_ * L_))
      .set("hides", batch.hides ? 1 : 0)
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", inputs_.changes_scores(batch, which) ? 0 : overflow_bit(part))
      .set_real("cap", static_cast<double>(*scene_.score.cap))
      .dispatch_for(M_ * L_, 256, static_cast<Index>(batch.count));
}

ComputeBuffer ComputeRun::aligned_queries(const ComputeBatch& batch, Pairs which, double& longest) {
  double largest = 0;
  for (std::size_t h = batch.first; h < batch.first + batch.count; ++h) {
    largest = std::max(largest, (**scene_.heads[h].w_a).cast<double>().norm());
  }
  longest *= largest;
  const PairBuffers& pairs = batch.of(which);
  const ComputeBuffer weights =
      upload_by_heads(limits_, batch, [this](std::size_t h) { return **scene_.heads[h].w_a; });
  ComputeBuffer result = room(static_cast<Index>(batch.count) * M_ * pairs.k_width);
  ComputeProduct product;
  product.left = inputs_.queries(batch, which);
  product.right = {&weights, pairs.q_width * pairs.k_width, pairs.k_width};
  product.result = {&result, M_ * pairs.k_width, pairs.k_width};
  product.rows = M_;
  product.columns = pairs.k_width;
  product.depth = pairs.q_width;
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

ComputeBuffer ComputeRun::features(const ComputeOperand& source, Index heads, Index rows) {
  const Index all = (source.head_step == 0 ? rows : heads * rows) * source.row_step;
  ComputeBuffer result = room(all);
  const ComputeKernel& kernel = kernels_.use("features", "", wide_);
  source.buffer->bind(0);
  result.bind(2);
  kernel.set("count", static_cast<int>(all)).dispatch_for(all, 256, 1);
  return result;
}

void ComputeRun::shift(ComputeBatch& batch, Pairs which) {
  if (!inputs_.changes_scores(batch, which)) return;
  PairBuffers& pairs = batch.of(which);
  const bool is_own = which == Pairs::kOwn;
  const ComputeBuffer &addends = inputs_.addends(), &terms = inputs_.terms();
  const ComputeBuffer fades = is_own ? inputs_.decays(batch) : ComputeBuffer();
  pairs.raw = std::move(pairs.scores);
  pairs.scores = room(pairs.raw.count());
  // Prefix sums of forget gates are large, and their differences small.
  const ComputeKernel& kernel = kernels_.use("shift", "", wide_ || !fades.empty());
  bind(pairs.raw, 0);
  bind(addends, 1);
  bind(pairs.scores, 2);
  bind(terms, 3);
  bind(fades, 4);
  kernel.set("shape", static_cast<int>(M_), static_cast<int>(L_))
      .set("hides", batch.hides ? 1 : 0)
      .set("has_addends", addends.empty() ? 0 : 1)
      .set("has_terms", terms.empty() ? 0 : 1)
      .set("has_fades", fades.empty() ? 0 : 1)
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", overflow_bit(is_own ? Part::scores : Part::subtract_scores))
      .dispatch_for(M_ * L_, 256, static_cast<Index>(batch.count));
}

void ComputeRun::normalize(ComputeBatch& batch, Pairs which) {
  PairBuffers& pairs = batch.of(which);
  const Normalizer& normalizer = scene_.normalizer;
  const bool is_own = which == Pairs::kOwn, jumps = jumps_at_ties(normalizer);
  const Lines lines = normalizer.over == Over::kKeys ? rows_of(M_, L_) : columns_of(M_, L_);
  const Index heads = static_cast<Index>(batch.count);
  pairs.weights = room(pairs.scores.count());
  std::vector<std::unique_ptr<Ties>> ties;
  ComputeBuffer margins, close, sinks;
  if (jumps) {
    Matrix margins_of_lines(heads, lines.count);
    for (Index n = 0; n < heads; ++n) {
      ties.push_back(ties_of(batch, n, which));
      margins_of_lines.row(n).setConstant(ties.back()->margin());
    }
    margins = ComputeBuffer(limits_, margins_of_lines);
    close = room(heads * lines.count);
  }
  const bool has_sink = is_own && scene_.heads[batch.first].sink.has_value();
  if (has_sink) {
    sinks = upload_by_heads(limits_, batch, [this](std::size_t h) {
      return Matrix::Constant(1, 1, *scene_.heads[h].sink);
    });
  }
  const ComputeNormalizer& kind = normalizer_row(scene_);
  const bool has_length = normalizer.length && takes(*normalizer.kind, "length");
  const auto all = static_cast<double>(lines.length);
  const float T = normalizer.temperature;
  const bool in_range = normalizer.kind->sums_to_one();
  const bool keeps_wide = normalizer.over == Over::kQueriesThenKeys;
  const ComputeBuffer kept = keeps_wide ? room(2 * pairs.scores.count()) : ComputeBuffer();
  const std::string defines = "#define WEIGH " + std::string(kind.weigh) + "\n#define THREADS " +
                              (lines.length <= 128 ? "32" : "256") + "\n" +
                              (in_range ? "#define LIMITS\n" : "") +
                              (keeps_wide ? "#define KEEPS_WIDE\n" : "");
  const ComputeKernel& kernel =
      kernels_.use("normalize", defines, kind.wide || jumps || keeps_wide || has_length);
  bind(pairs.scores, 0);
  bind(margins, 1);
  bind(keeps_wide ? kept : pairs.weights, 2);
  bind(close, 3);
  bind(sinks, 4);
  kernel.set("shape", static_cast<int>(lines.count), static_cast<int>(lines.length))
      .set("steps", static_cast<int>(lines.step), static_cast<int>(lines.number_step))
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", in_range ? 0 : overflow_bit(is_own ? Part::weights : Part::subtract_weights))
      .set_real("temperature", static_cast<double>(T))
      .set("part_of_largest", Ties::kPartOfLargest)
      .set("limit", T == 0          ? 1
                    : std::isinf(T) ? 2
                                    : 0)
      .set("jumps", jumps ? 1 : 0)
      .set("has_sink", has_sink ? 1 : 0)
      .set("has_length", has_length ? 1 : 0)
      .set_real("length_factor", static_cast<double>(normalizer.length.value_or(1.0F)))
      .set_real("alpha", static_cast<double>(normalizer.alpha))
      .set("largest_count", normalizer.k)
      .set_real("offset",
                normalizer.offset ? static_cast<double>(*normalizer.offset) : -std::log(all))
      .dispatch(lines.count, 1, heads);
  if (keeps_wide) divide_rows(batch, which, kept);
  if (jumps) settle_ties(batch, which, ties, close);
}

void ComputeRun::divide_rows(const ComputeBatch& batch, Pairs which, const ComputeBuffer& kept) {
  const Part part = which == Pairs::kOwn ? Part::weights : Part::subtract_weights;
  const ComputeKernel& kernel = kernels_.use("divide", "", true);
  kept.bind(0);
  batch.of(which).weights.bind(2);
  kernel.set("shape", static_cast<int>(M_), static_cast<int>(L_))
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", overflow_bit(part))
      .dispatch_for(M_, 64, static_cast<Index>(batch.count));
}

void ComputeRun::weigh(ComputeBatch& batch) {
  normalize(batch, Pairs::kOwn);
  if (!batch.has(Pairs::kSubtracted)) return;
  const ComputeBuffer lambdas = upload_by_heads(limits_, batch, [this](std::size_t h) {
    return Matrix::Constant(1, 1, scene_.heads[h].subtract->lambda);
  });
  const ComputeKernel& kernel = kernels_.use("subtract", "", wide_);
  batch.subtracted.weights.bind(0);
  lambdas.bind(1);
  batch.weights.bind(2);
  kernel.set("count", static_cast<int>(M_ * L_))
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", overflow_bit(Part::weights))
      .dispatch_for(M_ * L_, 256, static_cast<Index>(batch.count));
}

std::unique_ptr<Ties> ComputeRun::ties_of(const ComputeBatch& batch, Index n, Pairs which) const {
  const Trace& trace = inputs_.trace();
  const PairBuffers& pairs = batch.of(which);
  const auto part = [n](const ComputeBuffer& buffer, const Matrix& input, Index width) {
    if (buffer.empty()) return input;
    return buffer.download(n * input.rows() * width, input.rows(), width);
  };
  return std::make_unique<Ties>(scene_, batch.first + static_cast<std::size_t>(n), trace,
                                part(pairs.q, trace.query_x, pairs.q_width),
                                part(pairs.k, trace.x, pairs.k_width), which);
}

/// Recomputes heads with lines whose ties the margins leave undecided. Waits for the scores.
void ComputeRun::settle_ties(ComputeBatch& batch, Pairs which,
                             const std::vector<std::unique_ptr<Ties>>& ties,
                             const ComputeBuffer& close) {
  PairBuffers& pairs = batch.of(which);
  const Normalizer& normalizer = scene_.normalizer;
  const Index heads = std::ssize(ties);
  const Matrix counts = close.download(0, heads, close.count() / heads);
  // A score close to the largest counts as the largest; signs are decided one by one.
  const float undecided = normalizer.kind->sums_to_one() ? 2 : 1;
  for (Index n = 0; n < heads; ++n) {
    if (counts.row(n).maxCoeff() < undecided) continue;
    const auto h = static_cast<std::size_t>(n);
    const auto sink = which == Pairs::kOwn ? scene_.heads[batch.first + h].sink : std::nullopt;
    const Matrix scores = pairs.scores.download(n * M_ * L_, M_, L_);
    const Matrix weights =
        attn::normalize(normalizer, settled_scores(*ties[h], normalizer, scores), sink);
    pairs.weights.upload(n * M_ * L_, weights.data(), weights.size());
  }
}

void ComputeRun::mix(ComputeBatch& batch) {
  double most = 0;
  for (std::size_t h = batch.first; h < batch.first + batch.count; ++h) {
    most = std::max(most, most_in_row(scene_, h));
  }
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
  product.wide = wide_ || needs_wide_sum(most * double{longest(batch, Pairs::kOwn).v});
  product.run(kernels_);
  const ComputeBuffer factors = inputs_.factors(batch);
  if (factors.empty()) return;
  const ComputeKernel& kernel = kernels_.use("gate", "", false);
  factors.bind(0);
  outputs_.bind(2);
  kernel.set("shape", static_cast<int>(M_), static_cast<int>(batch.dv))
      .set("column", static_cast<int>(batch.column))
      .set("outputs_width", static_cast<int>(output_width_))
      .set("first_head", static_cast<int>(batch.first))
      .set("stage", overflow_bit(Part::head_output))
      .dispatch_for(M_ * batch.dv, 256, static_cast<Index>(batch.count));
}

void ComputeRun::combine() {
  if (output_width_ == 0) return;
  const ComputeCombine& kind = combine_row(scene_);
  const auto projection = kind.projection ? kind.projection(scene_) : std::nullopt;
  if (projection) return project_outputs(*projection);
  if (!kind.weights) return;
  const ComputeBuffer weights(limits_, kind.weights(scene_));
  const int heads = static_cast<int>(scene_.heads.size());
  combined_width_ = output_width_ / heads;
  combined_ = room(M_ * combined_width_);
  // One product per head for each number: double precision is cheap.
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
  const auto added = combine_row(scene_).added ? combine_row(scene_).added(scene_) : std::nullopt;
  const ComputeBuffer added_row = added ? ComputeBuffer(limits_, *added) : ComputeBuffer();
  double squares = 0;  // of the longest row of outputs
  for (std::size_t h = 0; h < lengths_.size(); ++h) {
    const double most = most_in_row(scene_, h) * size_of_gain(scene_.heads[h]);
    squares += std::pow(double{lengths_[h].v} * most, 2);
  }
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
  if (added) product.added = &added_row;
  const double largest = added ? static_cast<double>(added->cwiseAbs().maxCoeff()) : 0;
  product.wide = wide_ || needs_wide_sum(std::sqrt(squares) * longest_column + largest);
  product.run(kernels_);
}

void ComputeRun::finish() const {
  std::vector<std::int32_t> bits(static_cast<std::size_t>(overflows_.count()));
  overflows_.download(0, reinterpret_cast<float*>(bits.data()), overflows_.count());
  require_healthy(status_);
  // Bits of each head, then of parts that belong to no head.
  for (std::size_t h = 0; h < bits.size(); ++h) {
    for (const Part part : kCheckedParts) {
      if (bits[h] & overflow_bit(part)) fail_out_of_range({part, static_cast<Index>(h)});
    }
  }
}

}  // namespace attn::gl
