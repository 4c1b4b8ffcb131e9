#include "app/figure/numbers/strongest_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/heatmap_image.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

/// Blocks of a side of `count` cells, at most `most`.
std::vector<CellSpan> parts_of(Index count, int most) {
  const auto parts = static_cast<int>(std::min<Index>(count, most));
  std::vector<CellSpan> spans;
  spans.reserve(static_cast<std::size_t>(parts));
  for (int n = 0; n < parts; ++n) spans.push_back(cells_under(n, parts, count));
  return spans;
}

class Reduction {
 public:
  Reduction(const Scene& scene, int rows, int columns)
      : rows_(parts_of(scene.query_count(), rows)),
        columns_(parts_of(scene.key_count(), columns)),
        strongest_(Matrix::Constant(std::ssize(rows_), std::ssize(columns_), kMasked)) {}

  void add(const WeightRows& block) {
    std::vector<float> largest(static_cast<std::size_t>(block.keys));
    const Index end = block.first + block.count;
    auto part = std::ranges::find_if(rows_, [&](CellSpan s) { return s.last > block.first; });
    for (; part != rows_.end() && part->first < end; ++part) {
      std::ranges::fill(largest, kMasked);
      const Index last = std::min(part->last, end);
      for (Index i = std::max(part->first, block.first); i < last; ++i) {
        add_row(block, i - block.first, largest.data());
      }
      merge(part - rows_.begin(), largest);
    }
  }

  Matrix take() && { return std::move(strongest_); }

 private:
  static void add_row(const WeightRows& block, Index r, float* largest) {
    const float* parts = block.parts + r * block.step;
    const float factor = block.factors[r];
    if (const bool* seen = block.seen_keys(r)) {
      for (Index j = 0; j < block.keys; ++j) {
        largest[j] = std::max(largest[j], seen[j] ? parts[j] * factor : kMasked);
      }
    } else {
      for (Index j = 0; j < block.keys; ++j) largest[j] = std::max(largest[j], parts[j] * factor);
    }
  }

  /// Two blocks of rows may share a part.
  void merge(Index part, const std::vector<float>& largest) {
    const std::lock_guard lock(mutex_);
    for (std::size_t n = 0; n < columns_.size(); ++n) {
      float& strongest = strongest_(part, static_cast<Index>(n));
      for (Index j = columns_[n].first; j < columns_[n].last; ++j) {
        strongest = std::max(strongest, largest[static_cast<std::size_t>(j)]);
      }
    }
  }

  const std::vector<CellSpan> rows_, columns_;
  std::mutex mutex_;
  Matrix strongest_;
};

constexpr double kTie = 1e-5;  // relative to a weight: rounding by the order of a sum

bool tie(double larger, double smaller) { return smaller >= larger * (1 - kTie); }

/// Shortest decimal fraction above `next` and at most `least`.
std::string number_between(double next, double least) {
  double power = 1;
  for (int decimals = 0; decimals < 15; ++decimals, power *= 10) {
    const double cut = std::floor(least * power) / power;
    if (cut > next && cut <= least) return fixed(cut, decimals);
  }
  return brief(least, 9);
}

}  // namespace

DrawnShare DrawnShare::operator+(const DrawnShare& other) const {
  return {held + other.held,
          all + other.all,
          std::min(least, other.least),
          std::max(next, other.next),
          has_below_0 || other.has_below_0,
          has_bare_row || other.has_bare_row};
}

int DrawnShare::percent() const {
  if (all <= 0) return 0;
  if (next <= 0) return 100;
  const int whole = static_cast<int>(std::lround(100 * held / all));
  return clamped(whole, 0, 99);  // something is omitted
}

std::string DrawnShare::words(std::string_view what) const {
  if (next <= 0) return "";
  const std::string plural(what);
  if (held <= 0) return "no " + plural + ": too many equal weights";
  const std::string mass = ": " + std::to_string(percent()) + " % of the mass";
  const std::string bare = has_bare_row ? ", none if too many are equal" : "";
  if (least <= next) return plural + " of each query's strongest keys" + bare + mass;
  return plural + (has_below_0 ? " of |weight| ≥ " : " of weight ≥ ") +
         number_between(next, least) + mass;
}

std::string DrawnShare::brief_words() const {
  if (next <= 0) return "";
  if (held <= 0) return "too many are equal";
  const std::string mass = ": " + std::to_string(percent()) + " %";
  return (least <= next ? "the strongest"
                        : (has_below_0 ? "|weight| ≥ " : "≥ ") + number_between(next, least)) +
         mass;
}

std::string fitting_words(const DrawnShare& drawn, std::string_view what, const Ruler& ruler,
                          Type type, double width) {
  std::string words = drawn.words(what);
  return ruler.width(words, type) <= width ? words : drawn.brief_words();
}

StrongestKeys strongest_keys(const Matrix& weights, Index query, const KeyLimits& limits) {
  const RowVector row = weights.row(query).cwiseAbs();
  std::vector<Index> keys;
  for (Index j = 0; j < row.size(); ++j) {
    if (row(j) > 0) keys.push_back(j);
  }
  std::ranges::stable_sort(keys, [&](Index a, Index b) { return row(a) > row(b); });
  const auto weight = [&](std::size_t rank) { return static_cast<double>(row(keys[rank])); };
  StrongestKeys strongest;
  DrawnShare& drawn = strongest.drawn;
  for (const Index key : keys) drawn.all += row(key);
  drawn.has_below_0 = weights.row(query).minCoeff() < 0;
  std::size_t count = 0;
  while (count < keys.size() && (count == 0 || drawn.held < limits.share * drawn.all)) {
    std::size_t end = count + 1;
    while (end < keys.size() && tie(weight(end - 1), weight(end))) ++end;
    const std::size_t most = count == 0 ? std::max(limits.most, limits.most_tied) : limits.most;
    if (end > most || (count > 0 && weight(count) < limits.least)) break;
    for (; count < end; ++count) drawn.held += weight(count);
    drawn.least = weight(count - 1);
  }
  if (count < keys.size()) drawn.next = weight(count);
  drawn.has_bare_row = count == 0 && !keys.empty();
  keys.resize(count);
  strongest.keys = std::move(keys);
  return strongest;
}

std::vector<Matrix> strongest_weights(const Scene& scene, std::span<const std::size_t> heads,
                                      int rows, int columns) {
  std::map<std::size_t, Reduction> reductions;
  for (const std::size_t head : heads) reductions.try_emplace(head, scene, rows, columns);
  visit_weights(scene, heads,
                [&](const WeightRows& block) { reductions.find(block.head)->second.add(block); });
  std::vector<Matrix> strongest;
  strongest.reserve(heads.size());
  for (const std::size_t head : heads) {
    strongest.push_back(std::move(reductions.find(head)->second).take());
  }
  return strongest;
}

std::vector<ColorRange> weight_extremes(const Scene& scene, std::span<const std::size_t> heads) {
  constexpr ColorRange kNone{std::numeric_limits<float>::infinity(), 0};
  std::mutex mutex;
  std::map<std::size_t, ColorRange> found;
  for (const std::size_t head : heads) found[head] = kNone;
  visit_weights(scene, heads, [&](const WeightRows& block) {
    ColorRange own = kNone;
    for (Index r = 0; r < block.count; ++r) {
      const float* parts = block.parts + r * block.step;
      const bool* seen = block.seen_keys(r);
      for (Index j = 0; j < block.keys; ++j) {
        if (seen && !seen[j]) continue;
        const float weight = parts[j] * block.factors[r];
        own = {std::min(own.low, weight), std::max(own.high, weight)};
      }
    }
    const std::lock_guard lock(mutex);
    ColorRange& all = found[block.head];
    all = {std::min(all.low, own.low), std::max(all.high, own.high)};
  });
  std::vector<ColorRange> extremes;
  extremes.reserve(heads.size());
  for (const std::size_t head : heads) {
    const ColorRange all = found[head];
    extremes.push_back(all.low <= all.high ? all : ColorRange{0, 0});
  }
  return extremes;
}

}  // namespace attn
