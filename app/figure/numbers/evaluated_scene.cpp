#include "app/figure/numbers/evaluated_scene.h"

#include <utility>

#include "app/document/files/memory_limit.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"

namespace attn {

Trace evaluate_among(const Scene& scene, double others) {
  if (auto problem = memory_problem(bytes_of_one(scene) + others)) {
    throw SceneError(*std::move(problem));
  }
  return evaluate(scene);
}

Trace evaluate_beside(const Scene& open, const Scene& scene, double others) {
  return evaluate_among(scene, bytes_needed(open) + others);
}

}  // namespace attn
