#include "engine/train/scene_wish.h"

#include <cmath>

#include "engine/attention/mask.h"
#include "engine/base/require.h"
#include "engine/gradients/given_numbers.h"
#include "engine/gradients/scene_gradients.h"

namespace attn {
namespace {

/// Adds the gradients of the losses of `trace` to `by`; returns the loss.
double add_wish(const Scene& scene, const SceneWish& wish, const WideTrace& trace, WideTrace& by) {
  double loss = 0;
  for (const Loss& one : wish.losses) loss += add_loss(one, scene, trace, by);
  if (wish.raised) {
    const auto [head, cell] = *wish.raised;
    by.heads[head].weights(cell.query, cell.key) -= 1;
    loss -= trace.heads[head].weights(cell.query, cell.key);
  }
  return loss;
}

void check_wish(const Scene& scene, const SceneWish& wish) {
  for (const Loss& one : wish.losses) check_loss(one, scene);
  if (!wish.raised) return;
  const auto [head, cell] = *wish.raised;
  require(
      head < scene.heads.size() && cell.query < scene.query_count() && cell.key < scene.key_count(),
      "", "expected a weight that the scene has");
}

/// Scene whose outputs the goal uses: the scene, or without each query's own key.
Scene scene_of_wish(const Scene& scene, const SceneWish& wish) {
  if (!wish.hides_own_key) return scene;
  require(!scene.queries, "/queries", "expected queries that equal the keys");
  Scene without = scene;
  Mask mask;
  mask.kind = &mask_kind("custom");
  const Index L = scene.key_count();
  BoolMatrix allowed = BoolMatrix::Constant(L, L, true);
  for (Index i = 0; i < L; ++i) allowed(i, i) = false;
  mask.allowed = std::move(allowed);
  without.masks.push_back(std::move(mask));
  return without;
}

}  // namespace

SceneSlope loss_with_gradients(const Scene& scene, const SceneWish& wish) {
  const Scene looked_at = scene_of_wish(scene, wish);
  check_wish(looked_at, wish);
  SceneSlope slope;
  slope.trace = evaluate_wide(looked_at);
  slope.by = no_gradient(slope.trace);
  slope.loss = add_wish(looked_at, wish, slope.trace, slope.by);
  visit_scene_numbers(looked_at, [&](const std::string& place, const auto& numbers) {
    begin_gradient(slope.gradients, place, numbers);
  });
  backpropagate(looked_at, slope.trace, slope.by, {slope.gradients, ""});
  return slope;
}

double loss_of(const Scene& scene, const SceneWish& wish) {
  const Scene looked_at = scene_of_wish(scene, wish);
  check_wish(looked_at, wish);
  const WideTrace trace = evaluate_wide(looked_at);
  WideTrace by = no_gradient(trace);
  return add_wish(looked_at, wish, trace, by);
}

std::vector<double> saliency_of(const Scene& scene, Index query, std::optional<Index> column) {
  const WideTrace trace = evaluate_wide(scene);
  if (!trace.output || trace.x.cols() == 0) return {};
  std::vector<double> lengths(static_cast<std::size_t>(scene.key_count()), 0);
  for (Index c = 0; c < trace.output->cols(); ++c) {
    if (column && *column != c) continue;
    WideTrace by = no_gradient(trace);
    (*by.output)(query, c) = 1;
    const Gradients gradients = scene_gradients(scene, trace, std::move(by));
    const WideMatrix* of_embeddings = gradients.find("/embeddings");
    if (of_embeddings == nullptr) return {};
    for (std::size_t j = 0; j < lengths.size(); ++j) {
      lengths[j] += of_embeddings->row(static_cast<Index>(j)).squaredNorm();
    }
  }
  for (double& length : lengths) length = std::sqrt(length);
  return lengths;
}

}  // namespace attn
