#include "app/session/words/cost_lines.h"

#include "app/figure/numbers/cost_words.h"

namespace attn {

const std::vector<std::string>& CachedCostLines::of(const Scene& scene) {
  if (!scene_ || !cost_alike(*scene_, scene)) {
    lines_ = cost_lines(scene, Cost(scene));
    scene_ = scene;
  }
  return lines_;
}

}  // namespace attn
