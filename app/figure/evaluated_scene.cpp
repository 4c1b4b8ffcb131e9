#include "app/figure/evaluated_scene.h"

#include <utility>

#include "app/document/memory_limit.h"
#include "engine/evaluate.h"
#include "engine/evaluator.h"
#include "engine/problem.h"

namespace attn {

Trace evaluate_beside(const Scene& open, const Scene& scene, double others) {
  const double needed = bytes_needed(open) + bytes_of_one(scene) + others;
  if (auto problem = memory_problem(needed)) throw SceneError(*std::move(problem));
  return evaluate(scene);
}

}  // namespace attn
