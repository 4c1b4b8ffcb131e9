#include "engine/fast/key_edit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/fast/packing.h"

namespace attn {
namespace {

float exponent_factor(const HeadWork& work) {
  return static_cast<float>(std::numbers::log2e / work.scene.normalizer.temperature);
}

template <typename Number>
void multiply(const HeadWork& work, const KeyEdit& edit, const Buffer<Number>& queries,
              const Buffer<Number>& energy, Index first, Index count, float* columns) {
  const LiveHead& live = work.live;
  const bool unit = work.scene.score.kind->pair_sum.rows == PairSum::RowForm::kUnit;
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

/// New a(q, k) of the edited keys, one row for each.
float* new_columns(const HeadWork& work, const KeyEdit& edit, Index first, Index count,
                   Scratch& scratch) {
  float* columns = scratch.sums.reserve(std::ssize(edit.keys) * count);
  if (work.live.wide_scores) {
    multiply(work, edit, work.live.wide_query_panels, work.live.wide_energy, first, count, columns);
  } else {
    multiply(work, edit, work.live.query_panels, work.live.energy, first, count, columns);
  }
  if (const auto& cap = work.scene.score.cap) {
    work.kernels.cap(columns, std::ssize(edit.keys) * count, *cap);
  }
  return columns;
}

/// Writes the score of (i, j) to the trace, from a(q, k); returns false if it exceeds float32's
/// range.
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

/// Update of several rows from old scores and values to new ones.
class RowsUpdate {
 public:
  RowsUpdate(const HeadWork& work, const ScoreShift& shift, const KeyEdit& edit, Index first,
             Index count, Scratch& scratch)
      : work_(work),
        shift_(shift),
        edit_(edit),
        first_(first),
        count_(count),
        size_(std::ssize(edit.keys) * count),
        factor_(exponent_factor(work)) {
    before_ = scratch.numbers.reserve(2 * size_ + 2 * count);
    now_ = before_ + size_;
    most_ = now_ + size_;
    kept_ = most_ + count;
  }

  /// Prefetches the inputs of take(): numbers of a column are far apart in memory.
  void look_ahead() const {
    for (const Index j : edit_.keys) {
      for (Index i = first_; i < first_ + count_; ++i) {
        __builtin_prefetch(&work_.trace.scores(i, j), 0, 2);
      }
    }
  }

  /// Reads the old and new scores as differences from the row's largest: one row for each key.
  /// Writes `columns` to the trace if scores changed; returns false if one exceeds float32's range.
  bool take(const float* columns) {
    const bool plain = !shift_.shifts() && !shift_.hides() && !work_.live.wide_scores;
    const float* largest = work_.live.largest.data() + first_;
    bool in_range = true;
    Index at = 0;
    for (const Index j : edit_.keys) {
      float* score = &work_.trace.scores(first_, j);
      const Index step = work_.trace.scores.cols();
      for (Index r = 0; plain && r < count_; ++r, ++at, score += step) {
        before_[at] = *score - largest[r];
        if (columns) *score = columns[at];
        now_[at] = *score - largest[r];
      }
      for (Index r = 0; !plain && r < count_; ++r, ++at, score += step) {
        before_[at] = exponent(*score, largest[r]);
        if (columns && !is_left_out(edit_, first_ + r)) {
          in_range &= put_score(work_, shift_, first_ + r, j, columns[at]);
        }
        now_[at] = exponent(*score, largest[r]);
      }
    }
    return in_range;
  }

  /// Converts the scores to unnormalised weights.
  void weigh() {
    std::copy_n(now_, count_, most_);
    for (Index n = count_; n < size_; n += count_) {
      for (Index r = 0; r < count_; ++r) most_[r] = std::max(most_[r], now_[n + r]);
    }
    const float limit = kMostExponent / factor_;
    for (Index n = 0; n < size_; ++n) now_[n] = std::min(now_[n], limit);
    work_.kernels.exponentials(before_, 2 * size_, 0, factor_, before_);
  }

  /// Updates the rows' sums, and the coefficients for their outputs; calls anew(i) for each row to
  /// recompute.
  template <typename Anew>
  void sum(const Anew& anew) {
    for (Index r = 0; r < count_; ++r) {
      if (is_left_out(edit_, first_ + r)) {
        leave(r);
      } else if (!sum_row(r)) {
        leave(r);
        anew(first_ + r);
      }
    }
  }

  void mix() {
    for (std::size_t n = 0; n < edit_.keys.size(); ++n) {
      if (n == 1) std::fill_n(kept_, count_, 1.0f);
      const Index at = static_cast<Index>(n) * count_;
      work_.kernels.remix({.kept = kept_,
                           .now = now_ + at,
                           .before = before_ + at,
                           .value = work_.trace.v.row(edit_.keys[n]).data(),
                           .old_value = edit_.old_values.row(static_cast<Index>(n)).data(),
                           .width = work_.trace.v.cols(),
                           .rows = count_,
                           .outputs = work_.trace.output.row(first_).data()});
    }
  }

 private:
  static constexpr float kMostExponent = 20;

  static float exponent(float score, float largest) {
    return score == kMasked ? kMasked : score - largest;
  }

  bool sum_row(Index r) {
    LiveHead& live = work_.live;
    const auto row = static_cast<std::size_t>(first_ + r);
    if (live.largest[row] == kMasked) {
      if (most_[r] != kMasked) return false;
      leave(r);
      return true;
    }
    if (most_[r] * factor_ > kMostExponent) return false;
    const double old_sum = live.sums[row];
    double sum = old_sum;
    for (Index n = r; n < size_; n += count_) {
      sum += static_cast<double>(now_[n]) - static_cast<double>(before_[n]);
    }
    double& largest_sum = live.largest_sums[row];
    constexpr double kLeastPart = 0.25;
    if (!(sum >= kLeastPart * largest_sum)) return false;
    largest_sum = std::max(largest_sum, sum);
    live.sums[row] = sum;
    const double part = 1 / sum;
    kept_[r] = static_cast<float>(old_sum * part);
    for (Index n = r; n < size_; n += count_) {
      now_[n] = static_cast<float>(static_cast<double>(now_[n]) * part);
      before_[n] = static_cast<float>(static_cast<double>(before_[n]) * part);
    }
    return true;
  }

  /// Leaves the row's output unchanged.
  void leave(Index r) {
    kept_[r] = 1;
    for (Index n = r; n < size_; n += count_) now_[n] = before_[n] = 0;
  }

  const HeadWork& work_;
  const ScoreShift& shift_;
  const KeyEdit& edit_;
  const Index first_, count_, size_;
  const float factor_;
  float* before_;
  float* now_;
  float* most_;  ///< largest new score of each row
  float* kept_;  ///< factor of each row's old output
};

}  // namespace

void pack_query_panel_row(const HeadWork& work, Index i) {
  LiveHead& live = work.live;
  if (live.wide_scores) {
    pack_transposed_row(live.wide_left.data(), live.depth, i, work.kernels.panel_doubles,
                        live.wide_query_panels.data());
  } else {
    pack_transposed_row(live.left, live.depth, i, work.kernels.panel_floats,
                        live.query_panels.data());
  }
}

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
      if (!put_score(work, shift, i, edit.keys[n], score)) work.live.fail(Part::scores);
    }
  }
}

void update_rows(const HeadWork& work, const ScoreShift& shift, const KeyEdit& edit, Index first,
                 Index count, bool weights, Scratch& scratch) {
  RowsUpdate update(work, shift, edit, first, count, scratch);
  update.look_ahead();
  const float* columns = edit.scores ? new_columns(work, edit, first, count, scratch) : nullptr;
  if (!update.take(columns)) return work.live.fail(Part::scores);
  update.weigh();
  scratch.rows.clear();
  update.sum([&](Index i) { scratch.rows.push_back(i); });
  update.mix();
  for (const Index i : scratch.rows) compute_rows(work, shift, From::kScores, {i, 1}, scratch);
  for (Index i = first; weights && edit.scores && i < first + count; ++i) {
    if (!is_left_out(edit, i)) refresh_weights(work, i, 1, scratch);
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
