#pragma once

#include <algorithm>
#include <string>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/scene.h"
#include "engine/attention/score.h"

namespace attn {

// The numbers that are given and can be learned, each with its place below an object of the file (a
// JSON pointer): `visit(place, numbers)` of a Cow<Matrix>, a Cow<RowVector> or a float. Others have
// no gradient: which keys are seen, how many are kept, powers (`alpha`) and what keeps a norm from
// dividing by 0 (`epsilon`) are chosen. A Scene, or its parts, may be const.

/// What is absent has no number that could move.
template <typename Given, typename Visit>
void visit_given(Given& given, const std::string& place, const Visit& visit) {
  if (given) visit(place, *given);
}

template <typename OfHead, typename Visit>
void visit_head_numbers(OfHead& head, const std::string& place, const Visit& visit) {
  const auto given = [&](const char* key, auto& numbers) {
    visit_given(numbers, place + "/" + key, visit);
  };
  given("w_q", head.w_q);
  given("w_k", head.w_k);
  given("w_v", head.w_v);
  given("w_a", head.w_a);
  given("v", head.v);
  given("width", head.width);
  given("b_q", head.b_q);
  given("b_k", head.b_k);
  given("b_v", head.b_v);
  given("g_q", head.g_q);
  given("g_k", head.g_k);
  given("scores", head.scores);
  given("sink", head.sink);
  if (head.subtract) {
    visit(place + "/subtract/w_q", head.subtract->w_q);
    visit(place + "/subtract/w_k", head.subtract->w_k);
    visit(place + "/subtract/lambda", head.subtract->lambda);
  }
  given("w_g", head.w_g);
  given("b_g", head.b_g);
  given("gain", head.gain);
  given("decay", head.decay);
  given("w_f", head.w_f);
  given("b_f", head.b_f);
}

template <typename OfPosition, typename Visit>
void visit_position_numbers(OfPosition& position, const std::string& place, const Visit& visit) {
  const PositionKind& kind = *position.kind;
  if (takes(kind, "base")) visit(place + "/base", position.base);
  if (takes(kind, "scale")) visit(place + "/scale", position.scale);
  if (takes(kind, "table")) visit(place + "/table", position.table);
  if (takes(kind, "slopes")) visit_given(position.slopes, place + "/slopes", visit);
}

template <typename OfCombine, typename Visit>
void visit_combine_numbers(OfCombine& combine, const std::string& place, const Visit& visit) {
  const CombineKind& kind = *combine.kind;
  if (takes(kind, "w_o")) visit_given(combine.w_o, place + "/w_o", visit);
  if (takes(kind, "w") && kind.joins == Joins::kByNumber) visit(place + "/w", combine.w);
  if (takes(kind, "w") && kind.joins == Joins::kByMatrix) {
    for (std::size_t h = 0; h < combine.projections.size(); ++h) {
      visit(place + "/w/" + std::to_string(h), combine.projections[h]);
    }
  }
  if (takes(kind, "b_o")) visit_given(combine.b_o, place + "/b_o", visit);
}

template <typename OfAttention, typename Visit>
void visit_attention_numbers(OfAttention& attention, const std::string& place, const Visit& visit) {
  visit_position_numbers(attention.position, place + "/position", visit);
  for (std::size_t h = 0; h < attention.heads.size(); ++h) {
    visit_head_numbers(attention.heads[h], place + "/heads/" + std::to_string(h), visit);
  }
  if (takes(*attention.score.kind, "scale")) visit(place + "/score/scale", attention.score.scale);
  visit_given(attention.score.cap, place + "/score/cap", visit);
  visit_given(attention.bias, place + "/bias", visit);
  for (std::size_t n = 0; n < attention.masks.size(); ++n) {
    auto& mask = attention.masks[n];
    if (!takes(*mask.kind, "sigma")) continue;
    visit_given(mask.sigma, place + "/masks/" + std::to_string(n) + "/sigma", visit);
  }
  auto& normalizer = attention.normalizer;
  const NormalizerKind& kind = *normalizer.kind;
  const std::string below = place + "/normalizer";
  if (takes(kind, "temperature")) visit(below + "/temperature", normalizer.temperature);
  if (takes(kind, "offset")) visit_given(normalizer.offset, below + "/offset", visit);
  if (takes(kind, "length")) visit_given(normalizer.length, below + "/length", visit);
  visit_combine_numbers(attention.combine, place + "/combine", visit);
}

template <typename OfScene, typename Visit>
void visit_scene_numbers(OfScene& scene, const Visit& visit) {
  if (scene.embeddings->cols() > 0) {
    visit("/embeddings", scene.embeddings);
    if (scene.queries) visit("/queries/embeddings", scene.queries->embeddings);
  }
  visit_given(scene.values, "/values", visit);
  visit_attention_numbers(scene, "", visit);
}

}  // namespace attn
