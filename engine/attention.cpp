#include "engine/attention.h"

#include "engine/combine.h"
#include "engine/kernel_choice.h"
#include "engine/live_evaluation.h"
#include "engine/mask.h"
#include "engine/normalize.h"
#include "engine/position.h"
#include "engine/product.h"
#include "engine/project.h"
#include "engine/require.h"
#include "engine/score.h"
#include "engine/shift.h"
#include "engine/warnings.h"

namespace attn {
namespace {

void require_in_range(bool finite, std::string_view what, const std::string& place) {
  if (!finite) require(false, place, std::string(what) + " leave the range of float32");
}

HeadTrace evaluate_head(const Scene& scene, std::size_t h, const Trace& inputs,
                        const BoolMatrix& seen) {
  const std::string place = "/heads/" + std::to_string(h);
  HeadTrace head;
  head.q = project_queries(scene, h, inputs.query_x);
  head.k = project_keys(scene, h, inputs.x);
  head.v = project_values(scene, h, inputs.x);
  require_in_range(head.q.allFinite(), "queries", place);
  require_in_range(head.k.allFinite(), "keys", place);
  require_in_range(head.v.allFinite(), "values", place);

  head.scores = scene.score.kind->scores(scene.score, scene.heads[h], head.q, head.k);
  if (shifts_scores(scene) || !seen.all()) head.raw = head.scores;
  if (shifts_scores(scene)) shift_scores(scene, h, head.scores);
  require_in_range((head.scores.array().isFinite() || !seen.array()).all(), "scores", place);
  mask_scores(seen, head.scores);

  head.weights = normalize(scene.normalizer, head.scores);
  head.output = product(head.weights, head.v);
  require_in_range(head.output.allFinite(), "outputs", place);
  return head;
}

}  // namespace

Trace evaluate(const Scene& scene) {
  LiveEvaluation live(fastest_kernels(), WorkerPool::shared());
  live.bring(scene);
  return std::move(live).trace();
}

Trace evaluate_plainly(const Scene& scene) {
  Trace trace;
  add_positions(scene, trace);
  const BoolMatrix seen = visible_keys(scene);
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    trace.heads.push_back(evaluate_head(scene, h, trace, seen));
  }
  trace.output = combine_heads(scene.combine, trace.heads);
  require_in_range(!trace.output || trace.output->allFinite(), "combined outputs", "/combine");
  trace.warnings = unseeing_warnings(scene, &seen);
  return trace;
}

}  // namespace attn
