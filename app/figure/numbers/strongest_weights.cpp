#include "app/figure/numbers/strongest_weights.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>

#include "app/figure/diagram/heatmap_image.h"
#include "engine/attention/trace.h"
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

}  // namespace

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
