#include "engine/gradients/scene_gradients.h"

#include <algorithm>

#include "engine/attention/mask.h"
#include "engine/attention/ties.h"
#include "engine/gradients/given_numbers.h"
#include "engine/gradients/part_gradients.h"
#include "engine/reference/attention.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

std::size_t count_of(const Scene& scene, const PartKind& kind) {
  return kind.is_of_head ? scene.heads.size() : 1;
}

}  // namespace

WideTrace evaluate_wide(const Scene& scene, const WideMatrix* x) {
  WideComputation from{scene, x, visible_keys(scene)};
  if (jumps_at_ties(scene.normalizer)) {
    from.plain = std::make_shared<const Trace>(evaluate_plainly(scene));
  }
  WideTrace trace;
  trace.heads.resize(scene.heads.size());
  for (const PartGradient& step : part_gradients()) {
    const PartKind& kind = part_kind(step.part);
    for (std::size_t h = 0; h < count_of(scene, kind); ++h) {
      if (kind.is_traced(scene, h)) step.forward(from, h, trace);
    }
  }
  return trace;
}

WideTrace no_gradient(const WideTrace& trace) {
  const auto zeros = [](const WideMatrix& of) {
    return WideMatrix(WideMatrix::Zero(of.rows(), of.cols()));
  };
  WideTrace by;
  by.x = zeros(trace.x);
  by.query_x = zeros(trace.query_x);
  for (const WideHead& head : trace.heads) by.heads.emplace_back().weights = zeros(head.weights);
  if (trace.output) by.output = zeros(*trace.output);
  return by;
}

void backpropagate(const Scene& scene, const WideTrace& trace, WideTrace& by,
                   const GradientsBelow& into) {
  const WayBack way{scene, trace, by, into};
  const auto steps = part_gradients();
  std::for_each(steps.rbegin(), steps.rend(), [&](const PartGradient& step) {
    const PartKind& kind = part_kind(step.part);
    for (std::size_t h = 0; h < count_of(scene, kind); ++h) {
      if (kind.is_traced(scene, h)) step.backward(way, h);
    }
  });
}

void begin_gradient(Gradients& gradients, const std::string& place, const Cow<Matrix>& numbers) {
  gradients.begin(place, GradientForm::kMatrix, numbers->rows(), numbers->cols());
}
void begin_gradient(Gradients& gradients, const std::string& place, const Cow<RowVector>& numbers) {
  gradients.begin(place, GradientForm::kRow, 1, numbers->cols());
}
void begin_gradient(Gradients& gradients, const std::string& place, float) {
  gradients.begin(place, GradientForm::kNumber, 1, 1);
}

Gradients scene_gradients(const Scene& scene, const WideTrace& trace, WideTrace by) {
  Gradients gradients;
  visit_scene_numbers(scene, [&](const std::string& place, const auto& numbers) {
    begin_gradient(gradients, place, numbers);
  });
  backpropagate(scene, trace, by, {gradients, ""});
  return gradients;
}

}  // namespace attn
