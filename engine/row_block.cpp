#include "engine/row_block.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/huge_pages.h"
#include "engine/normalize.h"
#include "engine/packing.h"
#include "engine/precision.h"

namespace attn {
namespace {

/// One block: the rows [first, first + count) of a head.
class RowBlock {
 public:
  RowBlock(const HeadWork& work, const ScoreShift& shift, Index first, Index count,
           Scratch& scratch)
      : work_(work),
        head_(work.trace),
        live_(work.live),
        shift_(shift),
        scratch_(scratch),
        first_(first),
        count_(count),
        keys_(work.trace.k.rows()),
        step_(row_step(keys_)),
        put_(is_large(work) ? work.kernels.stream : work.kernels.scale) {
    scratch_.row_factors.assign(static_cast<std::size_t>(count), 1.0f);
  }

  void compute(From from) {
    if (from == From::kWeights) return mix(head_.weights.row(first_).data(), keys_);
    tile_ = scratch_.tile.reserve(count_ * step_);
    if (from == From::kQueries) pair_rows();
    for (Index r = 0; r < count_; ++r) {
      float* row = tile_ + r * step_;
      if (from == From::kScores) {
        std::copy_n(head_.scores.row(first_ + r).data(), keys_, row);
      } else if (!finish_scores(first_ + r, row)) {
        return live_.fail(Step::kScores);
      }
      scratch_.row_factors[static_cast<std::size_t>(r)] = weigh(first_ + r, row);
    }
    if (work_.visitor) return visit();
    mix(tile_, step_);
    for (Index r = 0; r < count_; ++r) {
      put_(tile_ + r * step_, keys_, scratch_.row_factors[static_cast<std::size_t>(r)],
           head_.weights.row(first_ + r).data());
    }
    work_.kernels.end_stream();
  }

  /// Rows one cache line apart from a power of two would take each other's place in the cache.
  static Index row_step(Index keys) { return padded(keys, kVector) + kVector; }

  static constexpr Index kVector = 16;  // floats of the longest vectors

 private:
  void visit() const {
    (*work_.visitor)({.first = first_,
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
            .left = left + first_ * live_.depth,
            .left_step = live_.depth,
            .rows = count_,
            .panels = keys,
            .depth = live_.depth,
            .cols = keys_,
            .factor = live_.factor,
            .energy = energy,
            .result = tile_,
            .result_step = step_};
  }

  void pair_rows() {
    if (live_.wide_scores) {
      const double* left = live_.wide_left.data();
      work_.kernels.multiply_wide(product(left, live_.wide_keys.data(), live_.wide_energy.data()));
    } else {
      work_.kernels.multiply(product(live_.left, live_.keys.data(), live_.energy.data()));
    }
  }

  /// False where one that counts leaves float32's range.
  bool finish_scores(Index i, float* row) {
    if (head_.raw.size()) put_(row, keys_, 1, head_.raw.row(i).data());
    if (shift_.shifts()) shift_.add(work_.h, i, 0, keys_, row);
    const bool* seen = shift_.hides() ? shift_.seen().row(i).data() : nullptr;
    // Scores of narrow rows are far from the ends of the range.
    if ((live_.wide_scores || shift_.shifts()) && !in_range(row, seen)) return false;
    if (seen) {
      for (Index j = 0; j < keys_; ++j) row[j] = seen[j] ? row[j] : kMasked;
    }
    if (!work_.visitor) put_(row, keys_, 1, head_.scores.row(i).data());
    return true;
  }

  bool in_range(const float* row, const bool* seen) const {
    bool beyond = false;
    for (Index j = 0; j < keys_; ++j) {
      beyond |= !(std::abs(row[j]) <= std::numeric_limits<float>::max()) & (!seen || seen[j]);
    }
    return !beyond;
  }

  /// Turns scores into weights but for a factor, which is returned.
  float weigh(Index i, float* row) {
    const Normalizer& normalizer = work_.scene.normalizer;
    if (live_.wide_values || !has_fast_weights(normalizer)) {
      normalize_row(normalizer, {row, static_cast<std::size_t>(keys_)}, scratch_.seen);
      return 1;
    }
    // Whole vectors are faster: what is filled up weighs nothing.
    const Index whole = padded(keys_, kVector);
    std::fill(row + keys_, row + whole, kMasked);
    const float largest = work_.kernels.largest(row, whole);
    live_.largest[static_cast<std::size_t>(i)] = largest;
    double sum = 0;
    if (largest == kMasked) {
      std::fill_n(row, keys_, 0.0f);
    } else {
      const auto factor = static_cast<float>(std::numbers::log2e / normalizer.temperature);
      sum = work_.kernels.exponentials(row, whole, largest, factor);
    }
    live_.sums[static_cast<std::size_t>(i)] = sum;
    live_.largest_sums[static_cast<std::size_t>(i)] = sum;
    return sum > 0 ? static_cast<float>(1 / sum) : 0.0f;
  }

  template <typename Number>
  Accumulation<Number> weighted_sum(const float* weights, Index step, const Number* values,
                                    Index panel, Buffer<Number>& sums) const {
    const Index width = padded(head_.v.cols(), panel);
    return {.left = weights,
            .left_step = step,
            .rows = count_,
            .panels = values,
            .depth = keys_,
            .cols = head_.v.cols(),
            .adds = false,
            .sums = sums.reserve(count_ * width),
            .sums_step = width};
  }

  void mix(const float* weights, Index step) {
    if (live_.wide_values) {
      const auto sum = weighted_sum(weights, step, live_.wide_v.data(), work_.kernels.panel_doubles,
                                    scratch_.wide_sums);
      work_.kernels.accumulate_wide(sum);
      write_output(sum);
    } else {
      const auto sum = weighted_sum(weights, step, live_.values.data(), work_.kernels.panel_floats,
                                    scratch_.sums);
      work_.kernels.accumulate(sum);
      write_output(sum);
    }
  }

  template <typename Number>
  void write_output(const Accumulation<Number>& sum) {
    for (Index r = 0; r < count_; ++r) {
      const Number factor = scratch_.row_factors[static_cast<std::size_t>(r)];
      float* output = head_.output.row(first_ + r).data();
      const Number* from = sum.sums + r * sum.sums_step;
      if constexpr (std::is_same_v<Number, float>) {
        work_.kernels.scale(from, sum.cols, factor, output);
      } else {
        for (Index c = 0; c < sum.cols; ++c) output[c] = static_cast<float>(factor * from[c]);
      }
    }
    if (live_.wide_values && !head_.output.middleRows(first_, count_).allFinite()) {
      live_.fail(Step::kOutputs);
    }
  }

  const HeadWork& work_;
  HeadTrace& head_;
  LiveHead& live_;
  const ScoreShift& shift_;
  Scratch& scratch_;
  const Index first_, count_, keys_, step_;
  void (*const put_)(const float* numbers, Index count, float factor, float* scaled);
  float* tile_ = nullptr;
};

void resize(Matrix& matrix, Index rows, Index cols) {
  if (matrix.rows() == rows && matrix.cols() == cols) return;
  matrix.resize(rows, cols);
  use_huge_pages(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(float));
}

}  // namespace

bool is_large(const HeadWork& work) {
  constexpr Index kLarge = 1 << 21;  // scores
  return work.trace.scores.size() * std::ssize(work.inputs.heads) >= kLarge;
}

Index rows_of_block(const Kernels& kernels, Index all_rows, Index keys, int threads) {
  constexpr Index kCache = 384 * 1024;
  constexpr Index kMost = 96;
  const Index share = (all_rows + 4 * threads - 1) / (4 * threads);
  const Index fit = kCache / (RowBlock::row_step(keys) * static_cast<Index>(sizeof(float)));
  const Index rows = std::min({fit, kMost, padded(share, kernels.tile_rows)});
  return std::max(rows / kernels.tile_rows, Index{1}) * kernels.tile_rows;
}

void compute_rows(const HeadWork& work, const ScoreShift& shift, From from, Index first,
                  Index count, Scratch& scratch) {
  RowBlock(work, shift, first, count, scratch).compute(from);
}

void resize_trace(const HeadWork& work, const ScoreShift& shift) {
  HeadTrace& head = work.trace;
  const Index M = work.inputs.query_x.rows();
  const Index L = work.inputs.x.rows();
  const bool keeps = !work.visitor;
  const bool raw = keeps && (shift.shifts() || shift.hides());
  resize(head.raw, raw ? M : 0, raw ? L : 0);
  resize(head.scores, keeps ? M : 0, keeps ? L : 0);
  resize(head.weights, keeps ? M : 0, keeps ? L : 0);
  resize(head.output, keeps ? M : 0, keeps ? head.v.cols() : 0);
  work.live.largest.resize(static_cast<std::size_t>(M));
  work.live.sums.resize(static_cast<std::size_t>(M));
  work.live.largest_sums.resize(static_cast<std::size_t>(M));
}

}  // namespace attn
