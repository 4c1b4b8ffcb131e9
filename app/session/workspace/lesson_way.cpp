#include "app/session/workspace/lesson_way.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_budget.h"
#include "app/document/lessons/lesson_scene.h"
#include "app/session/measures/temperature_scale.h"
#include "engine/base/text.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

/// Seconds of a move: something is lit, then it changes, then it is looked at.
constexpr double kLit = 0.6, kMoving = 1.4, kLooked = 0.6;
constexpr double kMove = kLit + kMoving + kLooked;
/// More would take too long to look at.
constexpr std::size_t kMostMoves = 8;
/// So many cells of a matrix are lit one by one.
constexpr std::size_t kMostCells = 24;

bool can_be(const Scene& scene) { return !check(scene); }

/// The scenes that the lines of `text` lead to, one after the other; empty where they make none.
std::vector<Scene> scenes_by_lines(const Scene& before, const SceneChange& solution) {
  std::vector<Scene> scenes;
  if (trimmed(solution.text).starts_with('{')) return scenes;
  Scene last = before;
  std::string lines;
  LessonBudget budget;
  for_each_line(solution.text, solution.line, [&](std::string_view one, int line) {
    lines += std::string(one) + "\n";
    try {
      Scene scene = apply_change({lines, line, false}, last, budget);
      if (!can_be(scene)) return;
      last = scene;
      scenes.push_back(std::move(scene));
      lines.clear();
    } catch (const LessonError&) {
      // It needs the next line, too.
    }
  });
  return scenes;
}

float mixed(float from, float to, float share) { return from + share * (to - from); }

/// As short as a person would write it.
float rounded(float number) { return std::round(number * 100) / 100; }

/// Likewise, but 0 only where one of them is: some numbers may not be.
float number_between(float from, float to, float share) {
  const float exact = mixed(from, to, share), brief = rounded(exact);
  return brief == 0 ? exact : brief;
}

template <typename Numbers>
void mix(const Cow<Numbers>& from, Cow<Numbers>& to, float share) {
  if (from == to || from->rows() != to->rows() || from->cols() != to->cols()) return;
  Numbers numbers = *from;
  for (Index i = 0; i < numbers.rows(); ++i) {
    for (Index j = 0; j < numbers.cols(); ++j) {
      const float a = numbers(i, j), b = (*to)(i, j);
      if (a != b && std::isfinite(a) && std::isfinite(b)) {
        numbers(i, j) = rounded(mixed(a, b, share));
      }
    }
  }
  to = Cow(std::move(numbers));
}

template <typename Numbers>
void mix(const std::optional<Cow<Numbers>>& from, std::optional<Cow<Numbers>>& to, float share) {
  if (from && to) mix(*from, *to, share);
}

void mix(const std::optional<float>& from, std::optional<float>& to, float share) {
  if (from && to && *from != *to) to = number_between(*from, *to, share);
}

void mix(const Head& from, Head& to, float share) {
  mix(from.sink, to.sink, share);
  mix(from.gain, to.gain, share);
  mix(from.b_f, to.b_f, share);
  if (from.subtract && to.subtract && from.subtract->lambda != to.subtract->lambda) {
    to.subtract->lambda = number_between(from.subtract->lambda, to.subtract->lambda, share);
  }
  mix(from.w_q, to.w_q, share);
  mix(from.w_k, to.w_k, share);
  mix(from.w_v, to.w_v, share);
  mix(from.w_a, to.w_a, share);
  mix(from.v, to.v, share);
  // Widths differ by factors.
  const float a = from.width.value_or(1), b = to.width.value_or(1);
  if (a != b) to.width = a * std::pow(b / a, share);
}

/// Lights those cells of the matrix called `name` that differ.
template <typename Numbers>
void light(std::vector<Source>& lights, const std::string& name, const Numbers& from,
           const Numbers& to) {
  if (from.rows() != to.rows() || from.cols() != to.cols()) {
    lights.push_back({name, {}, {}, Side::kQuery});
    return;
  }
  std::vector<Source> cells;
  for (Index i = 0; i < from.rows(); ++i) {
    for (Index j = 0; j < from.cols(); ++j) {
      if (from(i, j) != to(i, j)) cells.push_back({name, i, j, Side::kQuery});
    }
  }
  if (cells.size() > kMostCells) cells = {{name, {}, {}, Side::kQuery}};
  lights.insert(lights.end(), cells.begin(), cells.end());
}

template <typename Numbers>
void light(std::vector<Source>& lights, const std::string& name,
           const std::optional<Cow<Numbers>>& from, const std::optional<Cow<Numbers>>& to) {
  if (from == to) return;
  if (from && to) return light(lights, name, **from, **to);
  lights.push_back({name + (from ? ".drop" : ".give"), {}, {}, Side::kQuery});
  if (to) lights.push_back({name, {}, {}, Side::kQuery});
}

void light(std::vector<Source>& lights, const std::string& head, const Head& from, const Head& to) {
  light(lights, head + ".w_q", from.w_q, to.w_q);
  light(lights, head + ".w_k", from.w_k, to.w_k);
  light(lights, head + ".w_v", from.w_v, to.w_v);
  light(lights, head + ".w_a", from.w_a, to.w_a);
  light(lights, head + ".v", from.v, to.v);
  const auto add = [&](bool differs, const char* number) {
    if (differs) lights.push_back({head + "." + number, {}, {}, Side::kQuery});
  };
  add(from.width != to.width, "width");
  add(from.keys_of != to.keys_of, "keys_of");
  add(from.sink != to.sink, "sink");
  add(from.gain != to.gain, "gain");
  add(from.decay != to.decay, "decay");
  add(from.b_f != to.b_f, "b_f");
  const bool both = from.subtract && to.subtract;
  add(both && from.subtract->lambda != to.subtract->lambda, "subtract.lambda");
}

/// How RoPE is stretched.
void light_scaling(std::vector<Source>& lights, const std::optional<RopeScaling>& from,
                   const std::optional<RopeScaling>& to) {
  const auto add = [&](bool differs, const char* control) {
    if (differs) lights.push_back({control, {}, {}, Side::kQuery});
  };
  if (!from || !to || from->kind != to->kind) return add(from != to, "position.scaling");
  add(from->factor != to->factor, "position.scaling.factor");
  add(from->low != to->low, "position.scaling.low");
  add(from->high != to->high, "position.scaling.high");
  add(from->original != to->original, "position.scaling.original");
}

/// The nodes whose edges differ, and the tool that draws edges.
void light_edges(std::vector<Source>& lights, const Mask& from, const Mask& to) {
  const auto add_missing = [&](const auto& those, const auto& among) {
    for (const auto& edge : those) {
      if (std::ranges::find(among, edge) != among.end()) continue;
      for (const int node : {edge.first, edge.second}) {
        lights.push_back({"graph.node[" + std::to_string(node) + "]", {}, {}, Side::kQuery});
      }
    }
  };
  if (from.edges == to.edges) return;
  lights.push_back({"graph.tool.1", {}, {}, Side::kQuery});
  add_missing(*from.edges, *to.edges);
  add_missing(*to.edges, *from.edges);
}

void light_masks(std::vector<Source>& lights, const std::vector<Mask>& from,
                 const std::vector<Mask>& to) {
  const auto add = [&](const std::string& control) {
    lights.push_back({control, {}, {}, Side::kQuery});
  };
  if (to.size() > from.size()) add("mask.add");
  for (std::size_t n = 0; n < from.size(); ++n) {
    const std::string name = "mask." + std::to_string(n);
    const bool is_gone = n >= to.size() || from[n].kind != to[n].kind;
    if (is_gone) add(name + ".remove");
    if (is_gone || from[n] == to[n]) continue;
    if (from[n].radius != to[n].radius) add(name + ".radius");
    if (from[n].dilation != to[n].dilation) add(name + ".dilation");
    if (from[n].sinks != to[n].sinks) add(name + ".sinks");
    if (from[n].length != to[n].length) add(name + ".length");
    if (from[n].stride != to[n].stride) add(name + ".stride");
    light_edges(lights, from[n], to[n]);
    for (std::size_t j = 0; j < std::min(from[n].valid->size(), to[n].valid->size()); ++j) {
      if ((*from[n].valid)[j] != (*to[n].valid)[j]) add(name + ".valid." + std::to_string(j));
    }
  }
}

}  // namespace

Scene between(const Scene& from, const Scene& to, float share) {
  if (share >= 1) return to;
  Scene scene = to;
  mix(from.embeddings, scene.embeddings, share);
  mix(from.values, scene.values, share);
  mix(from.bias, scene.bias, share);
  if (from.queries && scene.queries) {
    mix(from.queries->embeddings, scene.queries->embeddings, share);
  }
  if (from.heads.size() == scene.heads.size()) {
    for (std::size_t h = 0; h < scene.heads.size(); ++h) mix(from.heads[h], scene.heads[h], share);
  }
  if (from.combine.kind == scene.combine.kind) {
    mix(from.combine.w_o, scene.combine.w_o, share);
    mix(from.combine.w, scene.combine.w, share);
  }
  if (from.position.kind == scene.position.kind) {
    mix(from.position.table, scene.position.table, share);
  }
  const float a = from.normalizer.temperature, b = to.normalizer.temperature;
  if (a != b) scene.normalizer.temperature = temperature_at(mixed(place_of(a), place_of(b), share));
  if (from.score.scale != to.score.scale) {
    scene.score.scale = mixed(from.score.scale, to.score.scale, share);
  }
  mix(from.score.cap, scene.score.cap, share);
  mix(from.normalizer.offset, scene.normalizer.offset, share);
  mix(from.normalizer.length, scene.normalizer.length, share);
  const auto &stretched = from.position.scaling, &stretch = to.position.scaling;
  if (stretched && stretch && stretched->kind == stretch->kind) {
    scene.position.scaling->factor = number_between(stretched->factor, stretch->factor, share);
  }
  return scene;
}

std::vector<Source> lights_between(const Scene& from, const Scene& to) {
  std::vector<Source> lights;
  const auto add = [&](bool differs, const char* control) {
    if (differs) lights.push_back({control, {}, {}, Side::kQuery});
  };
  add(from.tokens != to.tokens, "sentence");
  add(!from.queries && to.queries, "queries.1");
  add(from.queries && !to.queries, "queries.0");
  add(!from.values && to.values, "values.1");
  add(from.values && !to.values, "values.0");
  if (from.embeddings != to.embeddings) {
    light(lights, "embeddings", *from.embeddings, *to.embeddings);
  }
  if (from.values && to.values) light(lights, "values", from.values, to.values);
  if (from.queries && to.queries && from.queries != to.queries) {
    add(from.queries->tokens != to.queries->tokens, "query-sentence");
    light(lights, "queries", *from.queries->embeddings, *to.queries->embeddings);
  }
  add(to.heads.size() < from.heads.size(), "heads.count.0");
  add(to.heads.size() > from.heads.size(), "heads.count.2");
  for (std::size_t h = 0; h < std::min(from.heads.size(), to.heads.size()); ++h) {
    light(lights, "heads." + std::to_string(h), from.heads[h], to.heads[h]);
  }
  add(from.score.kind != to.score.kind, "score");
  add(from.score.scale != to.score.scale, "score.scale");
  add(from.score.norm != to.score.norm, "score.norm");
  add(from.score.epsilon != to.score.epsilon, "score.epsilon");
  add(from.score.cap != to.score.cap, "score.cap");
  light(lights, "bias", from.bias, to.bias);
  add(from.normalizer.kind != to.normalizer.kind, "normalizer");
  add(from.normalizer.alpha != to.normalizer.alpha, "normalizer.alpha");
  add(from.normalizer.k != to.normalizer.k, "normalizer.k");
  add(from.normalizer.offset != to.normalizer.offset, "normalizer.offset");
  add(from.normalizer.length != to.normalizer.length, "normalizer.length");
  add(from.normalizer.over != to.normalizer.over, "normalizer.over");
  if (from.normalizer.temperature != to.normalizer.temperature) {
    add(true, "temperature.slider");
    add(true, "temperature");
  }
  light_masks(lights, from.masks, to.masks);
  add(from.combine.kind != to.combine.kind, "combine");
  if (from.combine.kind == to.combine.kind && from.combine.w != to.combine.w) {
    light(lights, "combine.w", *from.combine.w, *to.combine.w);
  }
  add(from.position.kind != to.position.kind, "position");
  add(from.position.base != to.position.base, "position.base");
  add(from.position.rotated != to.position.rotated, "position.rotated");
  add(from.position.max_distance != to.position.max_distance, "position.max_distance");
  light_scaling(lights, from.position.scaling, to.position.scaling);
  return lights;
}

LessonWay::LessonWay(const Scene& before, const SceneChange& solution, const Scene& reached)
    : shown(before) {
  std::vector<Scene> scenes = scenes_by_lines(before, solution);
  const bool is_whole = !scenes.empty() && same_but_view(scenes.back(), reached);
  if (!is_whole || scenes.size() > kMostMoves) scenes = {reached};
  scenes.back() = reached;
  Scene from = before;
  for (Scene& to : scenes) {
    std::vector<Source> lights = lights_between(from, to);
    moves_.push_back({std::exchange(from, to), std::move(to), std::move(lights)});
  }
}

double LessonWay::seconds() const { return kMove * static_cast<double>(moves_.size()); }

std::size_t LessonWay::move_at(double seconds) const {
  const auto n = static_cast<std::size_t>(std::max(0.0, seconds) / kMove);
  return std::min(n, moves_.size() - 1);
}

Scene LessonWay::at(double seconds) const {
  const std::size_t n = move_at(seconds);
  const Move& move = moves_[n];
  const double gone = seconds - kMove * static_cast<double>(n) - kLit;
  if (gone <= 0) return move.from;
  const double share = std::min(1.0, gone / kMoving);
  return between(move.from, move.to, static_cast<float>(share * share * (3 - 2 * share)));
}

const std::vector<Source>& LessonWay::lights(double seconds) const {
  return moves_[move_at(seconds)].lights;
}

}  // namespace attn
