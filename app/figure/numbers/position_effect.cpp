#include "app/figure/numbers/position_effect.h"

#include <algorithm>

#include "app/document/edits/widths.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/figure/numbers/last_made.h"
#include "engine/attention/combine.h"
#include "engine/attention/position.h"
#include "engine/attention/shapes.h"
#include "engine/base/clamped.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

constexpr Index kFarthest = 32;

/// The scene with head `h` only, which keeps its own terms by distance.
Scene with_one_head(const Scene& scene, Index h) {
  Scene one = scene;
  one.heads = {with_own_keys(scene, static_cast<std::size_t>(h))};
  if (scene.position.kind->column) one.position.table = Matrix(scene.position.table->row(h));
  one.combine = Combine{};
  one.combine.kind = &combine_kind("none");
  if (scene.position.kind->slope) {
    const double slope = scene.position.kind->slope(scene.position, h, std::ssize(scene.heads));
    one.position.slopes = Cow<RowVector>(RowVector::Constant(1, static_cast<float>(slope)).eval());
  }
  return one;
}

Scene without_positions(Scene scene) {
  scene.position = Position{};
  return scene;
}

/// `scene` with `count` copies of key `pair.key` as tokens and of query `pair.query` as queries,
/// with only the score and the positions.
Scene same_everywhere(const Scene& scene, Cell pair, Index count) {
  Scene same = scene;
  const auto times = static_cast<std::size_t>(count);
  same.tokens.assign(times, scene.key_token(pair.key));
  same.embeddings = Matrix(scene.embeddings->row(pair.key).replicate(count, 1));
  Queries queries;
  queries.tokens.assign(times, scene.query_token(pair.query));
  queries.embeddings = Matrix(scene.query_embeddings().row(pair.query).replicate(count, 1));
  same.queries = std::move(queries);
  if (scene.values) same.values = Matrix(Matrix::Zero(count, (*scene.values)->cols()));
  if (auto& given = same.heads[0].scores) {
    given = Matrix(Matrix::Constant(count, count, (**given)(pair.query, pair.key)));
  }
  for (Head& head : same.heads) {  // also removes other parts that depend on positions
    head.w_f.reset();
    head.b_f.reset();
    head.decay.reset();
  }
  same.bias.reset();
  same.masks.clear();
  return same;
}

/// Evaluates the head of a scene with one head, while `open` stays. Throws SceneError.
std::shared_ptr<const HeadTrace> head_of(const Scene& open, const Scene& scene) {
  struct HeadOrProblem {
    std::optional<HeadTrace> head;
    std::optional<Problem> problem;
  };
  static LastMade<EvaluatedScene, HeadOrProblem> last;
  const auto made = last.of({scene}, takes_long(scene), [=]() -> HeadOrProblem {
    try {
      return {std::move(evaluate_beside(open, scene, bytes_of_one(scene)).heads[0]), std::nullopt};
    } catch (const SceneError& error) {
      return {std::nullopt, error.problem()};
    }
  });
  if (made->problem) throw SceneError(*made->problem);
  return {made, &*made->head};
}

void add_scores(PositionEffect& effect, const Scene& open, const Scene& scene, Cell pair) {
  Index count = 2 * kFarthest + 1;
  if (scene.position.kind->table && scene.position.table->size() > 0) {
    count = std::min(count, scene.position.table->rows());
  }
  const Index middle = count / 2;
  const Trace trace = evaluate_beside(open, same_everywhere(scene, pair, count));
  effect.first_distance = -middle;
  for (Index j = 0; j < count; ++j) {
    effect.scores.push_back(static_cast<double>(trace.heads[0].scores(middle, j)));
  }
  const Scene alone = without_positions(same_everywhere(scene, pair, 1));
  effect.score_without = static_cast<double>(evaluate_beside(open, alone).heads[0].scores(0, 0));
}

}  // namespace

PositionEffect position_effect(const std::shared_ptr<const Evaluation>& evaluation, Index head,
                               Cell pair) {
  const std::shared_ptr<const HeadTrace> now{evaluation, &evaluation->trace.head(head)};
  const Scene& open = evaluation->scene;
  Scene with = with_one_head(open, head);
  const bool has_positions = !with.position.kind->does_nothing();
  if (!has_positions) {
    with.position = Position{};
    with.position.kind = &position_kind("sinusoidal");
  }
  PositionEffect effect;
  effect.kind = with.position.kind;
  pair.key = clamped<Index>(pair.key, 0, with.key_count() - 1);
  pair.query = clamped<Index>(pair.query, 0, with.query_count() - 1);
  try {
    effect.with = has_positions ? now : head_of(open, with);
    effect.without = has_positions ? head_of(open, without_positions(with)) : now;
    add_scores(effect, open, with, pair);
  } catch (const SceneError& error) {
    effect.problem = error.problem().text;
  }
  return effect;
}

}  // namespace attn
