#include "engine/key_edit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/packing.h"
#include "engine/row_block.h"

namespace attn {
namespace {

float exponent_factor(const HeadWork& work) {
  return static_cast<float>(std::numbers::log2e / work.scene.normalizer.temperature);
}

template <typename Number>
void multiply(const HeadWork& work, const KeyEdit& edit, const Buffer<Number>& queries,
              const Buffer<Number>& energy, Index first, Index count, float* columns) {
  const LiveHead& live = work.live;
  const bool unit = work.scene.score.kind->pair_sum.rows == PairSum::Rows::kUnit;
  std::vector<Number> keys;
  for (const Index j : edit.keys) {
    for (Index c = 0; c < live.depth; ++c) {
      keys.push_back(static_cast<Number>(unit ? live.made_right.data()[j * live.depth + c]
                                              : static_cast<double>(work.trace.k(j, c))));
    }
  }
  const Multiplication<Number, Number> product{.pairing = live.pairing,
                                               .left = keys.data(),
                                               .left_step = live.depth,
                                               .rows = std::ssize(edit.keys),
                                               .panels = queries.data() + first * live.depth,
                                               .depth = live.depth,
                                               .cols = count,
                                               .factor = live.factor,
                                               .energy = energy.data(),
                                               .result = columns,
                                               .result_step = count};
  if constexpr (std::is_same_v<Number, float>) {
    work.kernels.multiply(product);
  } else {
    work.kernels.multiply_wide(product);
  }
}

/// What a(q, k) is now for the edited keys, a row for each.
float* new_columns(const HeadWork& work, const KeyEdit& edit, Index first, Index count,
                   Scratch& scratch) {
  float* columns = scratch.sums.reserve(std::ssize(edit.keys) * count);
  if (work.live.wide_scores) {
    multiply(work, edit, work.live.wide_query_panels, work.live.wide_energy, first, count, columns);
  } else {
    multiply(work, edit, work.live.query_panels, work.live.energy, first, count, columns);
  }
  return columns;
}

/// The score of (i, j) from a(q, k), put into the trace; false where it leaves float32's range.
bool put_score(const HeadWork& work, const ScoreShift& shift, Index i, Index j, float score) {
  if (work.trace.raw.size()) work.trace.raw(i, j) = score;
  if (shift.shifts()) shift.add(work.h, i, j, 1, &score);
  const bool hidden = shift.hides() && !shift.seen()(i, j);
  work.trace.scores(i, j) = hidden ? kMasked : score;
  return hidden || std::isfinite(score);
}

bool is_left_out(const KeyEdit& edit, Index i) {
  return std::ranges::find(edit.queries, i) != edit.queries.end();
}

/// Some rows' way from old scores and values to new ones.
class RowsUpdate {
 public:
  RowsUpdate(const HeadWork& work, const KeyEdit& edit, Index first, Index count, Scratch& scratch)
      : work_(work), edit_(edit), first_(first), count_(count), factor_(exponent_factor(work)) {
    const Index size = std::ssize(edit.keys) * count;
    before_ = scratch.numbers.reserve(2 * size);
    now_ = before_ + size;
  }

  /// Takes the scores before and now, as differences to their row's largest: a row of them for
  /// each key. Puts `columns` into the trace where scores changed; false where one leaves
  /// float32's range.
  bool take(const ScoreShift& shift, const float* columns) {
    const Matrix& scores = work_.trace.scores;
    bool in_range = true;
    Index at = 0;
    for (const Index j : edit_.keys) {
      for (Index r = 0; r < count_; ++r, ++at) {
        // The column's next numbers are far from each other.
        const Index next = std::min(r + kAhead, count_ - 1);
        __builtin_prefetch(&scores(first_ + next, j), 1);
        const Index i = first_ + r;
        before_[at] = exponent(i, scores(i, j));
        if (columns && !is_left_out(edit_, i)) {
          in_range &= put_score(work_, shift, i, j, columns[at]);
        }
        now_[at] = exponent(i, scores(i, j));
      }
    }
    return in_range;
  }

  /// To what each weighs.
  void weigh() {
    const Index size = std::ssize(edit_.keys) * count_;
    most_.assign(now_, now_ + count_);
    for (Index n = count_; n < size; n += count_) {
      for (Index r = 0; r < count_; ++r) {
        float& most = most_[static_cast<std::size_t>(r)];
        most = std::max(most, now_[n + r]);
      }
    }
    const float limit = kMostExponent / factor_;
    for (Index n = 0; n < size; ++n) now_[n] = std::min(now_[n], limit);
    work_.kernels.exponentials(before_, 2 * size, 0, factor_, before_);
  }

  /// Brings row i up to date; false where it must be computed anew.
  bool update(Index i) {
    LiveHead& live = work_.live;
    const auto row = static_cast<std::size_t>(i);
    const float most = most_[static_cast<std::size_t>(i - first_)];
    if (live.largest[row] == kMasked) return most == kMasked;
    if (most * factor_ > kMostExponent) return false;
    double sum = live.sums[row];
    for (Index n = i - first_; n < std::ssize(edit_.keys) * count_; n += count_) {
      sum += static_cast<double>(now_[n]) - static_cast<double>(before_[n]);
    }
    double& largest_sum = live.largest_sums[row];
    constexpr double kLeastPart = 0.25;
    if (!(sum >= kLeastPart * largest_sum)) return false;
    largest_sum = std::max(largest_sum, sum);
    mix(i, sum, live.sums[row] / sum);
    live.sums[row] = sum;
    return true;
  }

 private:
  static constexpr float kMostExponent = 20;

  static constexpr Index kAhead = 24;

  float exponent(Index i, float score) const {
    return score == kMasked ? kMasked : score - work_.live.largest[static_cast<std::size_t>(i)];
  }

  void mix(Index i, double sum, double kept) {
    const double part = 1 / sum;
    for (std::size_t n = 0; n < edit_.keys.size(); ++n) {
      const Index at = static_cast<Index>(n) * count_ + i - first_;
      work_.kernels.remix({.value = work_.trace.v.row(edit_.keys[n]).data(),
                           .old_value = edit_.old_values.row(static_cast<Index>(n)).data(),
                           .count = work_.trace.v.cols(),
                           .kept = n == 0 ? static_cast<float>(kept) : 1,
                           .now = static_cast<float>(static_cast<double>(now_[at]) * part),
                           .before = static_cast<float>(static_cast<double>(before_[at]) * part),
                           .output = work_.trace.output.row(i).data()});
    }
  }

  const HeadWork& work_;
  const KeyEdit& edit_;
  const Index first_, count_;
  const float factor_;
  float* before_;
  float* now_;
  std::vector<float> most_;  ///< of each row's new scores
};

}  // namespace

void pack_query_panels(const HeadWork& work, Index first, Index count) {
  LiveHead& live = work.live;
  if (live.wide_scores) {
    pack_transposed(live.wide_left.data(), live.depth, first, count, work.kernels.panel_doubles,
                    live.wide_query_panels.data());
  } else {
    pack_transposed(live.left, live.depth, first, count, work.kernels.panel_floats,
                    live.query_panels.data());
  }
}

void update_scores(const HeadWork& work, const ScoreShift& shift, const KeyEdit& edit, Index first,
                   Index count, Scratch& scratch) {
  const float* columns = new_columns(work, edit, first, count, scratch);
  for (Index i = first; i < first + count; ++i) {
    if (is_left_out(edit, i)) continue;
    for (std::size_t n = 0; n < edit.keys.size(); ++n) {
      const float score = columns[static_cast<Index>(n) * count + i - first];
      if (!put_score(work, shift, i, edit.keys[n], score)) work.live.fail(Step::kScores);
    }
  }
}

void update_rows(const HeadWork& work, const ScoreShift& shift, const KeyEdit& edit, Index first,
                 Index count, bool weights, Scratch& scratch) {
  RowsUpdate update(work, edit, first, count, scratch);
  const float* columns = edit.scores ? new_columns(work, edit, first, count, scratch) : nullptr;
  if (!update.take(shift, columns)) return work.live.fail(Step::kScores);
  update.weigh();
  for (Index i = first; i < first + count; ++i) {
    if (is_left_out(edit, i)) continue;
    if (!update.update(i)) {
      compute_rows(work, shift, From::kScores, {i, 1}, scratch);
    } else if (weights && edit.scores) {
      refresh_weights(work, i, 1, scratch);
    }
  }
  work.kernels.end_stream();
}

void refresh_weights(const HeadWork& work, Index first, Index count, Scratch& scratch) {
  const Index keys = work.trace.scores.cols();
  float* row = scratch.tile.reserve(keys);
  for (Index i = first; i < first + count; ++i) {
    const float largest = work.live.largest[static_cast<std::size_t>(i)];
    if (largest == kMasked) continue;
    work.kernels.exponentials(work.trace.scores.row(i).data(), keys, largest, exponent_factor(work),
                              row);
    const auto factor = static_cast<float>(1 / work.live.sums[static_cast<std::size_t>(i)]);
    const auto put = is_large(work) ? work.kernels.stream : work.kernels.scale;
    put(row, keys, factor, work.trace.weights.row(i).data());
  }
}

}  // namespace attn
