#include "app/figure/numbers/order_effect.h"

#include <algorithm>

#include "app/document/edits/tokens.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/figure/numbers/last_made.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/numbers.h"
#include "engine/attention/position.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kRounding = 1e-5;  // relative to the largest output

std::string masks_by_place(const Attention& attention) {
  std::string words;
  for (const Mask& mask : attention.masks) {
    if (!mask.kind->by_place) continue;
    const std::string label = within_words(mask.kind->label);
    if (words.find(label) != std::string::npos) continue;
    words += (words.empty() ? "" : " and the ") + label + " mask";
  }
  return words;
}

Matrix output_of(const AttentionTrace& trace, Index head) {
  return trace.output ? *trace.output : trace.head(head).output;
}

/// `known`: outputs of the scene in its own order, if already computed.
OrderEffect::Comparison compare(const Scene& open, const Scene& scene, const OrderEffect& effect,
                                Index head, const Trace* known) {
  OrderEffect::Comparison made;
  try {
    made.before = output_of(known ? *known : evaluate_beside(open, scene), head);
    made.after = output_of(evaluate_beside(open, with_order(scene, effect.order)), head);
  } catch (const SceneError& error) {
    made.problem = error.what();
    return made;
  }
  made.rounding =
      kRounding * std::max(1e-6, static_cast<double>(made.before.cwiseAbs().maxCoeff()));
  made.differences.resize(made.after.rows());
  for (Index i = 0; i < made.after.rows(); ++i) {
    const Index origin = effect.origins[static_cast<std::size_t>(i)];
    made.differences(i) =
        (made.after.row(i).cast<double>() - made.before.row(origin).cast<double>())
            .cwiseAbs()
            .maxCoeff();
  }
  return made;
}

struct OrderEffectKey {
  EvaluatedScene scene;
  std::uint64_t seed;
  Index head;
  bool operator==(const OrderEffectKey&) const = default;
};

OrderEffect make(const Evaluation& evaluation, std::uint64_t seed, Index head) {
  const Scene& scene = evaluation.scene;
  OrderEffect effect;
  effect.order = order_of(scene.key_count(), seed);
  effect.origins = scene.queries ? same_places(scene.query_count()) : effect.order;
  effect.by_place = masks_by_place(scene);
  const auto add_if_any = [&](std::string_view name, const auto& has) {
    if (std::ranges::none_of(scene.heads, has)) return;
    effect.by_place += (effect.by_place.empty() ? "" : " and the ") + std::string(name);
  };
  add_if_any("forget gates", [](const Head& head) { return head.w_f.has_value(); });
  for (const NumberRow<Head>& number : numbers_of<Head>()) {
    if (number.stale != Part::shift && number.stale != Part::scores) continue;
    add_if_any(number.key, [&number, absent = number.absent(scene, 0)](const Head& head) {
      return number_at(number, head).value_or(absent) != absent;
    });
  }
  Scene without = scene, with = scene;
  const bool has_none = scene.position.kind->does_nothing();
  without.position = Position{};
  if (has_none) with.position.kind = &position_kind("sinusoidal");
  effect.positions = with.position.kind->label;
  effect.without = compare(scene, without, effect, head, has_none ? &evaluation.trace : nullptr);
  effect.with = compare(scene, with, effect, head, has_none ? nullptr : &evaluation.trace);
  return effect;
}

}  // namespace

Origins order_of(Index count, std::uint64_t seed) {
  Origins order = same_places(count);
  if (seed == 0) return order;
  Origins other = shuffled(count, seed);
  if (other == order) std::rotate(other.begin(), other.begin() + (count > 1), other.end());
  return other;
}

Scene with_order(const Scene& scene, const Origins& order) {
  Scene plain = scene;
  for (Mask& mask : plain.masks) {
    // Queries whose segments are those of the keys with equal index keep them.
    const bool has_ids = takes(*mask.kind, "ids");
    if (scene.queries && has_ids && !mask.query_ids) mask.query_ids = mask.ids;
    // In cross-attention, self-loops connect a query to the token with its index; converted to
    // edges, they move with the token.
    const bool has_loops = takes(*mask.kind, "self_loops") && mask.self_loops;
    if (!scene.queries || !has_loops) continue;
    for (Index i = 0; i < std::min(scene.query_count(), scene.key_count()); ++i) {
      mask.edges.edit().emplace_back(static_cast<int>(i), static_cast<int>(i));
    }
    mask.self_loops = false;
  }
  std::vector<std::string> tokens;
  for (const Index origin : order) {
    tokens.push_back(scene.key_token(origin));
  }
  Scene arranged = plain;
  arrange_tokens(arranged, plain, order, std::move(tokens));
  return arranged;
}

std::shared_ptr<const OrderEffect> order_effect_of(
    const std::shared_ptr<const Evaluation>& evaluation, std::uint64_t seed, Index head) {
  static LastMade<OrderEffectKey, OrderEffect> last;
  return last.of({{evaluation->scene}, seed, head}, takes_long(evaluation->scene),
                 [=] { return make(*evaluation, seed, head); });
}

}  // namespace attn
