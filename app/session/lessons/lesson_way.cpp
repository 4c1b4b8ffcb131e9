#include "app/session/lessons/lesson_way.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_budget.h"
#include "app/document/lessons/lesson_scene.h"
#include "app/session/measures/temperature_scale.h"
#include "engine/attention/numbers.h"
#include "engine/base/text.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

/// Durations of a move in seconds: highlight, change, pause.
constexpr double kLit = 0.6, kMoving = 1.4, kLooked = 0.6;
constexpr double kMove = kLit + kMoving + kLooked;
/// Maximum number of moves; more would take too long.
constexpr std::size_t kMostMoves = 8;
/// Maximum number of cells highlighted one by one.
constexpr std::size_t kMostCells = 24;

bool can_be(const Scene& scene) { return !check(scene); }

/// Scenes after the lines of `text`, in order; empty if they are invalid.
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
      // Invalid without the next line.
    }
  });
  return scenes;
}

float mixed(float from, float to, float share) { return from + share * (to - from); }

/// Rounds to two decimals.
float rounded(float number) { return std::round(number * 100) / 100; }

/// Rounded interpolation; 0 only if an end is 0, as some numbers must not be 0.
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

void mix(float from, float& to, float share) {
  if (from != to) to = number_between(from, to, share);
}

/// Whole numbers change at once.
void mix(int, int&, float) {}

/// Interpolates the numbers that both owners have.
template <typename Owner>
void mix_numbers(const Owner& from, Owner& to, float share) {
  for (const NumberRow<Owner>& number : numbers_of<Owner>()) {
    visit_slot(number, to, [&](auto& value) {
      const auto* slot = slot_of_other(number, from, value);
      const auto* before = slot ? value_in(*slot) : nullptr;
      if (auto* now = value_in(value); before && now) mix(*before, *now, share);
    });
  }
}

void mix_head(const Head& from, Head& to, float share) {
  // Widths are interpolated geometrically.
  const float a = from.width.value_or(1), b = to.width.value_or(1);
  mix_numbers(from, to, share);
  if (a != b) to.width = a * std::pow(b / a, share);
}

/// Highlights the cells of the matrix `name` that differ.
template <typename Numbers>
void light(std::vector<Source>& lights, const std::string& name, const Cow<Numbers>& before,
           const Cow<Numbers>& after) {
  const Numbers &from = *before, &to = *after;
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
  if (from && to) return light(lights, name, *from, *to);
  lights.push_back({name + (from ? ".drop" : ".give"), {}, {}, Side::kQuery});
  if (to) lights.push_back({name, {}, {}, Side::kQuery});
}

/// Highlights the numbers that differ, if both owners support them.
template <typename Owner>
void light_numbers(std::vector<Source>& lights, const std::string& place, const Owner& from,
                   const Owner& to) {
  for (const NumberRow<Owner>& number : numbers_of<Owner>()) {
    if (same_number(number, from, to)) continue;
    const std::string key(number.key);
    std::string name = key == "temperature" ? "" : place + ".";
    name += key;
    visit_slot(number, to, [&](const auto& value) {
      const auto* before = slot_of_other(number, from, value);
      if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(*value_in(value))>>) {
        if (before) lights.push_back({name, {}, {}, Side::kQuery});
      } else {
        if (before) light(lights, name, *before, value);
      }
    });
  }
}

/// Highlights nodes whose edges differ, and the tool that draws edges.
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
    light_numbers(lights, name, from[n], to[n]);
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
    for (std::size_t h = 0; h < scene.heads.size(); ++h) {
      mix_head(from.heads[h], scene.heads[h], share);
    }
  }
  if (from.combine.kind == scene.combine.kind) mix_numbers(from.combine, scene.combine, share);
  if (from.position.kind == scene.position.kind) mix_numbers(from.position, scene.position, share);
  mix_numbers(from.score, scene.score, share);
  mix_numbers(from.normalizer, scene.normalizer, share);
  const float a = from.normalizer.temperature, b = to.normalizer.temperature;
  if (a != b) scene.normalizer.temperature = temperature_at(mixed(place_of(a), place_of(b), share));
  return scene;
}

std::vector<Source> changed_sources(const Scene& from, const Scene& to) {
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
    light(lights, "embeddings", from.embeddings, to.embeddings);
  }
  if (from.values && to.values) light(lights, "values", from.values, to.values);
  if (from.queries && to.queries && from.queries != to.queries) {
    add(from.queries->tokens != to.queries->tokens, "query-sentence");
    light(lights, "queries", from.queries->embeddings, to.queries->embeddings);
  }
  add(to.heads.size() < from.heads.size(), "heads.count.0");
  add(to.heads.size() > from.heads.size(), "heads.count.2");
  for (std::size_t h = 0; h < std::min(from.heads.size(), to.heads.size()); ++h) {
    const std::string head = "heads." + std::to_string(h);
    light_numbers(lights, head, from.heads[h], to.heads[h]);
    add(from.heads[h].keys_of != to.heads[h].keys_of, (head + ".keys_of").c_str());
  }
  add(from.score.kind != to.score.kind, "score");
  add(from.score.norm != to.score.norm, "score.norm");
  light_numbers(lights, "score", from.score, to.score);
  light(lights, "bias", from.bias, to.bias);
  add(from.normalizer.kind != to.normalizer.kind, "normalizer");
  add(from.normalizer.over != to.normalizer.over, "normalizer.over");
  light_numbers(lights, "normalizer", from.normalizer, to.normalizer);
  add(from.normalizer.temperature != to.normalizer.temperature, "temperature.slider");
  light_masks(lights, from.masks, to.masks);
  add(from.combine.kind != to.combine.kind, "combine");
  if (from.combine.kind == to.combine.kind) {
    light_numbers(lights, "combine", from.combine, to.combine);
  }
  add(from.position.kind != to.position.kind, "position");
  if (from.position.kind == to.position.kind) {
    light_numbers(lights, "position", from.position, to.position);
  }
  const auto &stretched = from.position.scaling, &stretch = to.position.scaling;
  const bool is_same_stretch = stretched && stretch && stretched->kind == stretch->kind;
  add(stretched != stretch && !is_same_stretch, "position.scaling");
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
    std::vector<Source> lights = changed_sources(from, to);
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
