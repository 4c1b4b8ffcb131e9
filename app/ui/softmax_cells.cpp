#include "app/ui/softmax_cells.h"

#include <cmath>
#include <numbers>

#include "engine/normalize.h"

namespace attn::ui {
namespace {

constexpr Index kMany = 512 * 512;

bool is_softmax(const Normalizer& normalizer) {
  return normalizer.kind->id == "softmax" && normalizer.temperature > 0 &&
         std::isfinite(std::numbers::log2e_v<float> / normalizer.temperature) &&
         std::isfinite(normalizer.temperature);
}

/// Whether nothing but the temperature is another.
bool same_scores(Scene a, const Scene& b) {
  a.normalizer = b.normalizer;
  return same_computation(a, b);
}

}  // namespace

bool SoftmaxCells::upload(gl::Heatmap& heatmap, const Evaluation& evaluation, Index head) {
  const Scene& scene = evaluation.scene;
  const HeadTrace& trace = evaluation.trace.heads[static_cast<std::size_t>(head)];
  if (trace.weights.size() < kMany || !is_softmax(scene.normalizer)) return false;
  if (!uploaded_ || uploaded_->head != head || !same_scores(uploaded_->scene, scene)) {
    heatmap.set_scores(trace.scores);
    strongest_.resize(static_cast<std::size_t>(trace.scores.rows()));
    for (Index i = 0; i < trace.scores.rows(); ++i) {
      trace.scores.row(i).maxCoeff(&strongest_[static_cast<std::size_t>(i)]);
    }
    uploaded_ = Uploaded{scene, head};
  }
  std::vector<gl::Heatmap::SoftmaxRow> rows;
  rows.reserve(strongest_.size());
  for (std::size_t i = 0; i < strongest_.size(); ++i) {
    const auto row = static_cast<Index>(i);
    const float largest = trace.scores(row, strongest_[i]);
    const float weight = trace.weights(row, strongest_[i]);
    // Of a row that sees no key, every cell is masked.
    rows.push_back(weight > 0 ? gl::Heatmap::SoftmaxRow{largest, std::log2(weight)}
                              : gl::Heatmap::SoftmaxRow{});
  }
  heatmap.set_softmax(std::numbers::log2e_v<float> / scene.normalizer.temperature, rows);
  return true;
}

}  // namespace attn::ui
