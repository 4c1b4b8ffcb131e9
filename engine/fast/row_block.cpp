#include "engine/fast/row_block.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/numbers.h"
#include "engine/attention/shift.h"
#include "engine/base/clamped.h"
#include "engine/base/huge_pages.h"
#include "engine/fast/fast.h"
#include "engine/fast/packing.h"
#include "engine/fast/weights.h"
#include "engine/reference/parts.h"

namespace attn {

bool ScoreShift::prepare(const Scene& scene) {
  const bool same_size = M_ == scene.query_count() && L_ == scene.key_count();
  const bool same_masks = same_size && of_.masks == scene.masks;
  bool same = same_masks && of_.bias == scene.bias && of_.position == scene.position &&
              of_.heads.size() == scene.heads.size();
  for (std::size_t h = 0; same && h < scene.heads.size(); ++h) {
    same = !part_kind(Part::shift).differ(of_, scene, h);
  }
  if (same) return false;
  remember(scene);
  M_ = scene.query_count();
  L_ = scene.key_count();
  shifts_ = shifts_scores(scene);
  if (!same_masks) {
    seen_ = of_.masks.empty() ? BoolMatrix() : visible_keys(scene);
    hides_ = !seen_.all();
  }
  make_distances();
  return true;
}

/// Keeps what shifts scores, without the matrices of heads, which would be copied when edited.
void ScoreShift::remember(const Scene& scene) {
  of_.bias = scene.bias;
  of_.masks = scene.masks;
  of_.position = scene.position;
  of_.heads.assign(scene.heads.size(), {});
  for (const NumberRow<Head>& number : numbers_of<Head>()) {
    for (std::size_t h = 0; number.stale == Part::shift && h < scene.heads.size(); ++h) {
      const auto value = number_at(number, scene.heads[h]);
      if (value) put_number(number, of_.heads[h], *value);
    }
  }
}

void ScoreShift::make_distances() {
  distances_.clear();
  const auto shifts = [](const Mask& mask) { return mask.kind->shift && mask.sigma; };
  if (!has_distance_terms(of_) && std::ranges::none_of(of_.masks, shifts)) return;
  // Row of terms of the last query, extended to all distances.
  WideRow windows = WideRow::Zero(M_ + L_ - 1);
  for (const Mask& mask : of_.masks) {
    if (shifts(mask)) mask.kind->shift(mask, M_ - 1, windows);
  }
  for (std::size_t h = 0; h < of_.heads.size(); ++h) {
    distances_.emplace_back(windows + distance_sums(of_, h, M_, L_));
  }
}

void ScoreShift::add(std::size_t h, Index i, Index first, Index count, float* scores) const {
  const float* bias = of_.bias ? (*of_.bias)->row(i).data() + first : nullptr;
  const double* by_distance =
      distances_.empty() ? nullptr : distances_[h].data() + (first - i + M_ - 1);
  for (Index j = 0; j < count; ++j) {
    double score = static_cast<double>(scores[j]);
    if (bias) score += static_cast<double>(bias[j]);
    if (by_distance) score += by_distance[j];
    scores[j] = static_cast<float>(score);
  }
}

namespace {

/// Returns whether scores differ from a(q, k), which is then also stored.
bool has_raw_scores(const ScoreShift& shift) { return shift.shifts() || shift.hides(); }

/// Several rows of a head.
class RowBlock {
 public:
  RowBlock(const HeadWork& work, const ScoreShift& shift, const Rows& rows, Scratch& scratch)
      : work_(work),
        head_(work.trace),
        live_(work.live),
        shift_(shift),
        scratch_(scratch),
        rows_(rows),
        count_(rows.count),
        keys_(work.trace.k.rows()),
        step_(row_step(keys_)),
        large_(is_large(work)),
        put_(large_ ? work.kernels.stream : work.kernels.scale) {
    scratch_.row_factors.assign(static_cast<std::size_t>(count_), 1.0f);
  }

  void compute(From from) {
    if (from == From::kWeights)
      return mix(head_.weights.row(rows_.first).data(), keys_ * rows_.step, {});
    tile_ = scratch_.tile.reserve(count_ * step_);
    if (from == From::kQueries) pair_rows();
    if (from == From::kRaw) {
      for (Index r = 0; r < count_; ++r) {
        std::copy_n(head_.raw.row(rows_[r]).data(), keys_, tile_ + r * step_);
      }
    }
    if (from <= From::kRaw && !finish_scores()) return live_.fail(Part::scores);
    for (Index r = 0; r < count_; ++r) {
      float* row = tile_ + r * step_;
      const float* scores = from == From::kScores ? head_.scores.row(rows_[r]).data() : row;
      scratch_.row_factors[static_cast<std::size_t>(r)] = weigh(rows_[r], scores, row);
    }
    if (work_.visitor) return visit();
    mix(tile_, step_, copy_to(head_.weights, scratch_.row_factors.data()));
    work_.kernels.end_stream();
  }

 private:
  void visit() const {
    (*work_.visitor)({.head = work_.h,
                      .first = rows_.first,
                      .count = count_,
                      .keys = keys_,
                      .parts = tile_,
                      .step = step_,
                      .factors = scratch_.row_factors.data(),
                      .seen = shift_.hides() ? &shift_.seen() : nullptr});
  }

  template <typename Number>
  Multiplication<Number, Number> product(const Number* left, const Number* keys,
                                         const Number* energy) const {
    return {.pairing = live_.pairing,
            .left = left + rows_.first * live_.depth,
            .left_step = live_.depth * rows_.step,
            .rows = count_,
            .panels = keys,
            .depth = live_.depth,
            .cols = keys_,
            .factor = live_.factor,
            .energy = energy,
            .result = tile_,
            .result_step = step_,
            .copy = cap() ? RowCopy() : copy_to(raw_scores(), nullptr)};
  }

  const std::optional<float>& cap() const { return work_.scene.score.cap; }
  Matrix& raw_scores() const { return head_.raw.size() ? head_.raw : head_.scores; }

  /// No copy if rows are only visited.
  RowCopy copy_to(Matrix& matrix, const float* factors) const {
    if (work_.visitor) return {};
    return {.to = matrix.row(rows_.first).data(),
            .step = keys_ * rows_.step,
            .factors = factors,
            .past_caches = large_};
  }

  void pair_rows() {
    if (live_.wide_scores) {
      const double* left = live_.wide_left.data();
      work_.kernels.multiply_wide(product(left, live_.wide_keys.data(), live_.wide_energy.data()));
    } else {
      work_.kernels.multiply(product(live_.left, live_.keys.data(), live_.energy.data()));
    }
    for (Index r = 0; cap() && r < count_; ++r) {
      work_.kernels.cap(tile_ + r * step_, keys_, *cap());
      if (!work_.visitor) put_(tile_ + r * step_, keys_, 1, raw_scores().row(rows_[r]).data());
    }
  }

  /// Adds the shift and masks. Returns false if a visible score exceeds float32's range.
  bool finish_scores() {
    const bool same = !has_raw_scores(shift_);
    if (same && !live_.wide_scores) return true;
    for (Index r = 0; r < count_; ++r) {
      const Index i = rows_[r];
      float* row = tile_ + r * step_;
      if (shift_.shifts()) shift_.add(work_.h, i, 0, keys_, row);
      const bool* seen = shift_.hides() ? shift_.seen().row(i).data() : nullptr;
      // Scores of narrow rows are far from the limits.
      if ((live_.wide_scores || shift_.shifts()) && !in_range(row, seen)) return false;
      if (seen) {
        for (Index j = 0; j < keys_; ++j) row[j] = seen[j] ? row[j] : kMasked;
      }
      if (!same && !work_.visitor) put_(row, keys_, 1, head_.scores.row(i).data());
    }
    return true;
  }

  bool in_range(const float* row, const bool* seen) const {
    bool beyond = false;
    for (Index j = 0; j < keys_; ++j) {
      beyond |= !(std::abs(row[j]) <= std::numeric_limits<float>::max()) & (!seen || seen[j]);
    }
    return !beyond;
  }

  /// Turns scores into weights except for a factor, which is returned; in place is allowed.
  float weigh(Index i, const float* scores, float* weights) {
    const Normalizer& normalizer = work_.scene.normalizer;
    if (live_.wide_values || !has_fast_weights(normalizer)) {
      if (scores != weights) std::copy_n(scores, keys_, weights);
      const std::span<float> row(weights, static_cast<std::size_t>(keys_));
      if (live_.ties) live_.ties->settle_row(i, row);
      normalize_row(normalizer, row, scratch_.seen);
      return 1;
    }
    const auto factor = static_cast<float>(std::numbers::log2e / normalizer.temperature);
    const RowWeights row = weigh_row(work_.kernels, scores, keys_, factor, weights);
    live_.largest[static_cast<std::size_t>(i)] = row.largest;
    live_.sums[static_cast<std::size_t>(i)] = row.sum;
    live_.largest_sums[static_cast<std::size_t>(i)] = row.sum;
    return row.factor();
  }

  template <typename Number>
  Accumulation<Number> weighted_sum(const float* weights, Index step, const float* values,
                                    Index panel, const RowCopy& copy, Buffer<Number>& sums) const {
    const Index width = padded(head_.v.cols(), panel);
    return {.left = weights,
            .left_step = step,
            .rows = count_,
            .panels = values,
            .depth = keys_,
            .cols = head_.v.cols(),
            .adds = false,
            .sums = sums.reserve(count_ * width),
            .sums_step = width,
            .copy = copy};
  }

  /// Also copies the weights.
  void mix(const float* weights, Index step, const RowCopy& copy) {
    if (live_.wide_values) {
      const auto sum = weighted_sum(weights, step, live_.wide_v.data(), work_.kernels.panel_doubles,
                                    copy, scratch_.wide_sums);
      work_.kernels.accumulate_wide(sum);
      write_output(sum);
    } else {
      const auto sum = weighted_sum(weights, step, live_.values.data(), work_.kernels.panel_floats,
                                    copy, scratch_.sums);
      work_.kernels.accumulate(sum);
      write_output(sum);
    }
  }

  template <typename Number>
  void write_output(const Accumulation<Number>& sum) {
    for (Index r = 0; r < count_; ++r) {
      const Number factor = scratch_.row_factors[static_cast<std::size_t>(r)];
      float* output = head_.output.row(rows_[r]).data();
      const Number* from = sum.sums + r * sum.sums_step;
      if constexpr (std::is_same_v<Number, float>) {
        work_.kernels.scale(from, sum.cols, factor, output);
      } else {
        for (Index c = 0; c < sum.cols; ++c) output[c] = static_cast<float>(factor * from[c]);
      }
    }
    for (Index r = 0; live_.wide_values && r < count_; ++r) {
      if (!head_.output.row(rows_[r]).allFinite()) live_.fail(Part::head_output);
    }
  }

  const HeadWork& work_;
  HeadTrace& head_;
  LiveHead& live_;
  const ScoreShift& shift_;
  Scratch& scratch_;
  const Rows rows_;
  const Index count_, keys_, step_;
  const bool large_;
  void (*const put_)(const float* numbers, Index count, float factor, float* scaled);
  float* tile_ = nullptr;
};

void resize(Matrix& matrix, Index rows, Index cols) {
  if (matrix.rows() == rows && matrix.cols() == cols) return;
  matrix.resize(rows, cols);
  use_huge_pages(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(float));
}

}  // namespace

Index row_step(Index keys) { return padded(keys, kLongestVector) + kLongestVector; }

bool is_large(Index scores) {
  constexpr Index kLarge = 1 << 21;
  return scores >= kLarge;
}

namespace {

/// Half of the second-level cache; the other half is for keys and values.
Index cache_of_block() {
  constexpr Index kLeast = 256 * 1024;
  constexpr Index kMost = 2048 * 1024;
  Index bytes = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
  bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
  return clamped(bytes / 2, kLeast, kMost);
}

}  // namespace

Index rows_of_block(const Kernels& kernels, Index all_rows, Index keys, int threads) {
  static const Index cache = cache_of_block();
  constexpr Index kMost = 96;
  const Index share = (all_rows + 4 * threads - 1) / (4 * threads);
  const Index fit = cache / (row_step(keys) * static_cast<Index>(sizeof(float)));
  const Index rows = std::min({fit, kMost, padded(share, kernels.tile_rows)});
  return std::max(rows / kernels.tile_rows, Index{1}) * kernels.tile_rows;
}

void compute_rows(const HeadWork& work, const ScoreShift& shift, From from, const Rows& rows,
                  Scratch& scratch) {
  RowBlock(work, shift, rows, scratch).compute(from);
}

void keep_raw_scores(const ScoreShift& shift, HeadTrace& head) {
  if (has_raw_scores(shift) == (head.raw.size() > 0)) return;
  head.raw.swap(head.scores);
}

void resize_trace(const HeadWork& work, const ScoreShift& shift) {
  HeadTrace& head = work.trace;
  const Index M = work.inputs.query_x.rows();
  const Index L = work.inputs.x.rows();
  const bool keeps = !work.visitor;
  const bool raw = keeps && has_raw_scores(shift);
  resize(head.raw, raw ? M : 0, raw ? L : 0);
  resize(head.scores, keeps ? M : 0, keeps ? L : 0);
  resize(head.weights, keeps ? M : 0, keeps ? L : 0);
  resize(head.output, keeps ? M : 0, keeps ? head.v.cols() : 0);
  work.live.largest.resize(static_cast<std::size_t>(M));
  work.live.sums.resize(static_cast<std::size_t>(M));
  work.live.largest_sums.resize(static_cast<std::size_t>(M));
}

}  // namespace attn
