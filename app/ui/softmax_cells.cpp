#include "app/ui/softmax_cells.h"

#include <cmath>
#include <numbers>

#include "engine/normalize.h"

namespace attn::ui {
namespace {

constexpr Index kMany = 512 * 512;

bool is_softmax(const NormalizerKind& kind, float temperature) {
  return kind.id == "softmax" && temperature > 0 &&
         std::isfinite(std::numbers::log2e_v<float> / temperature) && std::isfinite(temperature);
}

}  // namespace

bool SoftmaxCells::can_draw(const Evaluation& evaluation, float temperature) {
  const Scene& scene = evaluation.scene;
  return scene.query_count() * scene.key_count() >= kMany &&
         is_softmax(*scene.normalizer.kind, temperature);
}

/// As the evaluation's weights have it, so that what is drawn is what they are.
void SoftmaxCells::take_levels(const HeadTrace& trace) {
  for (std::size_t i = 0; i < strongest_.size(); ++i) {
    const auto row = static_cast<Index>(i);
    const float weight = trace.weights(row, strongest_[i]);
    // Of a row that sees no key, every cell is masked.
    rows_.push_back(
        weight > 0 ? gl::Heatmap::SoftmaxRow{trace.scores(row, strongest_[i]), std::log2(weight)}
                   : gl::Heatmap::SoftmaxRow{});
  }
}

/// As they will be.
void SoftmaxCells::compute_levels(const HeadTrace& trace, float temperature) {
  sums_.compute(trace.scores, temperature);
  for (std::size_t i = 0; i < sums_.sums.size(); ++i) {
    rows_.push_back(sums_.sums[i] > 0
                        ? gl::Heatmap::SoftmaxRow{sums_.largest[i], -std::log2(sums_.sums[i])}
                        : gl::Heatmap::SoftmaxRow{});
  }
}

bool SoftmaxCells::upload(gl::Heatmap& heatmap, const Evaluation& evaluation, Index head,
                          float temperature) {
  const Scene& scene = evaluation.scene;
  const HeadTrace& trace = evaluation.trace.heads[static_cast<std::size_t>(head)];
  if (!can_draw(evaluation, temperature)) return false;
  if (!uploaded_ || uploaded_->head != head || !same_but_temperature(uploaded_->scene, scene)) {
    heatmap.set_scores(trace.scores);
    strongest_.resize(static_cast<std::size_t>(trace.scores.rows()));
    for (Index i = 0; i < trace.scores.rows(); ++i) {
      trace.scores.row(i).maxCoeff(&strongest_[static_cast<std::size_t>(i)]);
    }
    uploaded_ = Uploaded{scene, head};
  }
  rows_.clear();
  if (temperature == scene.normalizer.temperature) {
    take_levels(trace);
  } else {
    compute_levels(trace, temperature);
  }
  heatmap.set_softmax(std::numbers::log2e_v<float> / temperature, rows_);
  return true;
}

}  // namespace attn::ui
