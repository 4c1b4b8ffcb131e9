#include "app/session/words/cost_lines.h"

#include <utility>

#include "app/figure/numbers/cost_words.h"
#include "engine/reference/cost.h"

namespace attn {

const std::vector<std::string>& CachedCostLines::of(const Scene& scene) {
  if (scene_ == scene) return lines_;
  if (!scene_ || !see_alike(*scene_, scene)) seen_ = count_seen_pairs(scene);
  auto lines = cost_lines(scene, Cost(scene, seen_));
  if (lines != lines_) lines_ = std::move(lines);
  scene_ = scene;
  return lines_;
}

}  // namespace attn
