#include "app/figure/numbers/evaluated_scene.h"

#include <utility>

#include "app/document/history/memory_limit.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"

namespace attn {

Trace evaluate_beside(const Scene& open, const Scene& scene, double others) {
  const double needed = bytes_needed(open) + bytes_of_one(scene) + others;
  if (auto problem = memory_problem(needed)) throw SceneError(*std::move(problem));
  return evaluate(scene);
}

}  // namespace attn
