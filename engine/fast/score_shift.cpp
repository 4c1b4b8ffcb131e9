#include "engine/fast/score_shift.h"

#include <algorithm>

#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/attention/shift.h"

namespace attn {

bool ScoreShift::prepare(const Scene& scene) {
  const bool same_size = M_ == scene.query_count() && L_ == scene.key_count();
  const bool same_masks = prepared_ && same_size && masks_ == scene.masks;
  const bool same_heads = heads_ == scene.heads.size() && position_ == scene.position;
  if (same_masks && same_heads && bias_ == scene.bias) return false;
  prepared_ = true;
  M_ = scene.query_count();
  L_ = scene.key_count();
  heads_ = scene.heads.size();
  position_ = scene.position;
  bias_ = scene.bias;
  masks_ = scene.masks;
  shifts_ = shifts_scores(scene);
  if (!same_masks) {
    seen_ = masks_.empty() ? BoolMatrix() : visible_keys(scene);
    hides_ = !seen_.all();
  }
  make_distances(scene);
  return true;
}

void ScoreShift::make_distances(const Scene& scene) {
  distances_.clear();
  const auto shifts = [](const Mask& mask) { return mask.kind->shift && mask.sigma; };
  const auto term = scene.position.kind->term;
  if (!term && std::ranges::none_of(masks_, shifts)) return;
  // A row of scores of the last query, continued to all distances that there are.
  WideRow windows = WideRow::Zero(M_ + L_ - 1);
  for (const Mask& mask : masks_) {
    if (shifts(mask)) mask.kind->shift(mask, M_ - 1, windows);
  }
  for (std::size_t h = 0; h < heads_; ++h) {
    distances_.push_back(windows);
    for (Index n = 0; term && n < windows.cols(); ++n) {
      distances_[h](n) +=
          term(scene.position, static_cast<Index>(h), static_cast<Index>(heads_), n - (M_ - 1));
    }
  }
}

void ScoreShift::add(std::size_t h, Index i, Index first, Index count, float* scores) const {
  const float* bias = bias_ ? (*bias_)->row(i).data() + first : nullptr;
  const double* by_distance =
      distances_.empty() ? nullptr : distances_[h].data() + (first - i + M_ - 1);
  for (Index j = 0; j < count; ++j) {
    double score = static_cast<double>(scores[j]);
    if (bias) score += static_cast<double>(bias[j]);
    if (by_distance) score += by_distance[j];
    scores[j] = static_cast<float>(score);
  }
}

}  // namespace attn
