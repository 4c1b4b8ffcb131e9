#include "app/figure/views/large_pairs.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "app/figure/numbers/strongest_keys.h"

namespace attn {
namespace {

/// Cache of the last drawn shades of several heads.
class DrawnHeads {
 public:
  DrawnHeads(std::shared_ptr<const Evaluation> evaluation, std::vector<std::size_t> heads,
             std::vector<Shading> shadings)
      : evaluation_(std::move(evaluation)),
        heads_(std::move(heads)),
        shadings_(std::move(shadings)) {}

  /// Shades of the n-th head.
  Matrix shades(std::size_t n, int rows, int columns) {
    const std::lock_guard lock(mutex_);
    if (strongest_.empty() || rows != rows_ || columns != columns_) {
      strongest_ = strongest_weights(evaluation_->scene, heads_, rows, columns);
      rows_ = rows;
      columns_ = columns;
    }
    return shadings_[n].shades(strongest_[n]);
  }

 private:
  const std::shared_ptr<const Evaluation> evaluation_;
  const std::vector<std::size_t> heads_;
  const std::vector<Shading> shadings_;
  std::mutex mutex_;
  int rows_ = 0, columns_ = 0;
  std::vector<Matrix> strongest_;
};

}  // namespace

std::vector<Shading> drawn_with_large(const Scene& scene, std::span<const std::size_t> heads,
                                      std::vector<Shading> shadings) {
  // Weights lie within 0 … 1.
  const bool is_known =
      std::ranges::all_of(shadings, [](const Shading& one) { return one.kind->is_unit(); });
  if (is_known) return shadings;
  const std::vector<ColorRange> found = weight_extremes(scene, heads);
  for (std::size_t n = 0; n < shadings.size(); ++n) {
    const Matrix ends{{found[n].low, found[n].high}};
    shadings[n] = drawn_with(std::move(shadings[n]), ends);
  }
  return shadings;
}

std::vector<std::shared_ptr<const LargeMatrix>> large_weights(
    const std::shared_ptr<const Evaluation>& evaluation, std::vector<std::size_t> heads,
    std::vector<Shading> shadings) {
  const Scene& scene = evaluation->scene;
  const std::size_t count = heads.size();
  const auto drawn =
      std::make_shared<DrawnHeads>(evaluation, std::move(heads), std::move(shadings));
  std::vector<std::shared_ptr<const LargeMatrix>> matrices;
  matrices.reserve(count);
  for (std::size_t n = 0; n < count; ++n) {
    const auto strongest = [drawn, n](int rows, int columns) {
      return drawn->shades(n, rows, columns);
    };
    matrices.push_back(std::make_shared<const LargeMatrix>(
        LargeMatrix{scene.query_count(), scene.key_count(), strongest}));
  }
  return matrices;
}

}  // namespace attn
