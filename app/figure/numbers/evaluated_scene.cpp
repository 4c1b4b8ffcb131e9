#include "app/figure/numbers/evaluated_scene.h"

#include <utility>

#include "app/document/files/memory_limit.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"

namespace attn {

double bytes_in_window(const Scene& scene) {
  // Measured: up to 6 matrices of one head, and 18 of eight heads.
  constexpr double kOfAll = 6, kOfHead = 2;
  const auto pairs = static_cast<double>(scene.query_count() * scene.key_count());
  const auto heads = static_cast<double>(scene.heads.size());
  return bytes_needed(scene) + sizeof(float) * pairs * (kOfAll + kOfHead * heads);
}

Trace evaluate_among(const Scene& scene, double others) {
  if (auto problem = memory_problem(bytes_of_one(scene) + others)) {
    throw SceneError(*std::move(problem));
  }
  return evaluate(scene);
}

Trace evaluate_beside(const Scene& open, const Scene& scene, double others) {
  return evaluate_among(scene, bytes_in_window(open) + others);
}

}  // namespace attn
