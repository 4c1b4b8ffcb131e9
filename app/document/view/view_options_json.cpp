#include "app/document/view/view_options_json.h"

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/document/json/json_object.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using Json = nlohmann::json;  // sorted by keys, so that access to many takes logarithmic time

[[noreturn]] void refuse_setting(std::string_view setting, const std::string& expected) {
  throw std::invalid_argument("expected " + expected + ", found " + shown(setting));
}

/// Parses a number, a list and similar; everything else is a text.
Json value_in(std::string_view text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? Json(text) : value;
}

using Json = nlohmann::json;  // sorted by keys, so that access to many takes logarithmic time

constexpr std::size_t kLongestList = 100'000;
constexpr double kLargestIndex = 1 << 26;
constexpr double kMostNoise = 1000;

const Json& member(const Json& object, const char* key) {
  static const Json kNothing;
  if (!object.is_object()) return kNothing;
  const auto found = object.find(key);
  return found != object.end() ? *found : kNothing;
}

bool is_index(const Json& value) {
  return value.is_number_unsigned() && value.get<double>() <= kLargestIndex;
}
bool is_finite(const Json& value) {
  return value.is_number() && std::isfinite(value.get<double>());
}
bool is_list(const Json& value) { return value.is_array() && value.size() <= kLongestList; }

void read(const Json& value, std::string& text) {
  if (value.is_string()) text = value.get<std::string>();
}
void read(const Json& value, bool& is_on) {
  if (value.is_boolean()) is_on = value.get<bool>();
}
void read(const Json& value, double& number, double low, double high) {
  if (is_finite(value) && value.get<double>() >= low && value.get<double>() <= high) {
    number = value.get<double>();
  }
}
void read(const Json& value, std::optional<double>& number, double low, double high) {
  if (is_finite(value) && value.get<double>() >= low && value.get<double>() <= high) {
    number = value.get<double>();
  }
}
void read(const Json& value, int& number, int low, int high) {
  if (value.is_number_integer() && value.get<double>() >= low && value.get<double>() <= high) {
    number = value.get<int>();
  }
}

void read(const Json& value, std::vector<Index>& indices) {
  if (!is_list(value)) return;
  for (const Json& one : value) {
    if (is_index(one)) indices.push_back(one.get<Index>());
  }
}

void read(const Json& value, ViewOptions::Graph& graph) {
  if (!is_list(value)) return;
  for (const Json& one : value) {
    if (!one.is_array() || one.size() != 3) continue;
    if (is_index(one[0]) && is_finite(one[1]) && is_finite(one[2])) {
      graph.nodes.push_back({one[0].get<Index>(), one[1].get<double>(), one[2].get<double>()});
    }
  }
}

void read(const Json& value, ViewOptions::Compare& compare) {
  read(member(value, "difference"), compare.difference);
  const Json& panels = value.is_object() ? member(value, "panels") : value;
  if (!is_list(panels)) return;
  for (const Json& one : panels) {
    const bool is_long = one.is_array() && one.size() == 4;
    if (!is_long && !(one.is_array() && one.size() == 2)) continue;
    if (!one[0].is_string() || !one[1].is_string()) continue;
    if (is_long && (!one[2].is_string() || !one[3].is_object())) continue;
    ViewOptions::Compare::Panel panel{one[0].get<std::string>(), one[1].get<std::string>()};
    if (is_long) {
      panel.name = one[2].get<std::string>();
      for (const auto& [pointer, made] : one[3].items()) panel.changes[pointer] = made.dump();
    }
    compare.panels.push_back(std::move(panel));
  }
}

void read(const Json& value, ViewOptions::TokenLinks& links) {
  links.are_lines = member(value, "arrangement") == "lines";
  links.of_all = member(value, "queries") != "one";
  std::vector<Index> heads;
  read(member(value, "heads"), heads);
  if (!heads.empty()) links.heads = std::move(heads);
  read(member(value, "threshold"), links.threshold, 0, 1);
  read(member(value, "share"), links.share, 0, 1);
  if (is_index(member(value, "first"))) links.first = member(value, "first").get<Index>();
}

Json list_of(const ViewOptions::Graph& graph) {
  Json list = Json::array();
  for (const auto& node : graph.nodes) list.push_back({node.token, node.x, node.y});
  return list;
}

Json list_of(const ViewOptions::Compare& compare) {
  Json list = Json::array();
  for (const auto& panel : compare.panels) {
    Json one = {panel.score, panel.normalizer};
    if (panel.is_setting()) {
      Json changes = Json::object();
      for (const auto& [pointer, text] : panel.changes) changes[pointer] = Json::parse(text);
      one.insert(one.end(), {panel.name, std::move(changes)});
    }
    list.push_back(std::move(one));
  }
  return list;
}

/// An optional value: null if unset.
template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

/// Removes null members.
Json said(const Json& of_view) {
  if (!of_view.is_object()) return of_view;
  Json kept = Json::object();
  for (const auto& [name, value] : of_view.items()) {
    if (!value.is_null()) kept[name] = value;
  }
  return kept;
}

}  // namespace

ViewOptions parse_view_options(const Json& view) {
  ViewOptions options;
  read(member(view, "range"), options.range);
  const Json& heads = member(view, "heads");
  read(member(heads, "share"), options.heads.share, 0, 1);
  options.heads.are_outputs = member(heads, "of") == "outputs";
  read(member(member(view, "steps"), "open"), options.steps.open, 0, 1000);
  const Json& positions = member(view, "positions");
  read(member(positions, "part"), options.positions.part);
  constexpr int kFarthest = 1 << 20;
  read(member(positions, "shift"), options.positions.shift, -kFarthest, kFarthest);
  read(member(positions, "start"), options.positions.start, 0, kFarthest);
  read(member(positions, "rows"), options.positions.rows, 0, kFarthest);
  read(member(positions, "dimensions"), options.positions.dimensions);
  const Json& plane = member(view, "plane");
  read(member(plane, "space"), options.plane.space);
  const Json& axes = member(plane, "axes");
  if (axes.is_array() && axes.size() == 2 && is_index(axes[0]) && is_index(axes[1])) {
    options.plane.axes = {axes[0].get<Index>(), axes[1].get<Index>()};
  }
  read(member(member(view, "graph"), "nodes"), options.graph);
  read(member(view, "links"), options.links);
  const Json& curve = member(view, "curve");
  read(member(curve, "truth"), options.curve.truth);
  read(member(curve, "noise"), options.curve.noise, 0, kMostNoise);
  if (member(curve, "seed").is_number_unsigned()) {
    options.curve.seed = member(curve, "seed").get<std::uint64_t>();
  }
  const Json& seed = member(member(view, "symmetry"), "seed");
  if (seed.is_number_unsigned()) options.symmetry.seed = seed.get<std::uint64_t>();
  read(member(view, "compare"), options.compare);
  return options;
}

Json whole_view_options(const ViewOptions& options) {
  const auto& [range, heads, steps, positions, plane, graph, links, curve, symmetry, compare] =
      options;
  return {
      {"range", range},
      {"heads", {{"share", heads.share}, {"of", heads.are_outputs ? "outputs" : "weights"}}},
      {"steps", {{"open", steps.open}}},
      {"positions",
       {{"part", positions.part},
        {"shift", positions.shift},
        {"start", positions.start},
        {"rows", positions.rows},
        {"dimensions", positions.dimensions}}},
      {"plane", {{"space", plane.space}, {"axes", or_null(plane.axes)}}},
      {"graph", {{"nodes", list_of(graph)}}},
      {"links",
       {{"arrangement", links.are_lines ? "lines" : "columns"},
        {"queries", links.of_all ? "all" : "one"},
        {"heads", or_null(links.heads)},
        {"threshold", links.threshold},
        {"share", or_null(links.share)},
        {"first", or_null(links.first)}}},
      {"curve", {{"truth", curve.truth}, {"noise", curve.noise}, {"seed", curve.seed}}},
      {"symmetry", {{"seed", symmetry.seed}}},
      {"compare", {{"panels", list_of(compare)}, {"difference", compare.difference}}},
  };
}

void format_view_options(const ViewOptions& options, Json& view) {
  const Json now = whole_view_options(options), at_first = whole_view_options({});
  for (const auto& [name, chosen] : now.items()) {
    view.erase(name);
    if (chosen != at_first[name]) view[name] = said(chosen);
  }
  // Format before differences existed.
  const ViewOptions::Compare& compare = options.compare;
  if (!compare.difference && !compare.panels.empty()) view["compare"] = list_of(compare);
}

std::string view_settings_in_words() {
  std::string words;
  const Json all = whole_view_options({});
  for (const auto& [view, chosen] : all.items()) {
    if (!chosen.is_object()) continue;
    for (const auto& one : chosen.items()) {
      if (!words.empty()) words += ", ";
      words += view + "." + one.key();
    }
  }
  return words;
}

std::string with_view_setting(const std::string& view, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  const std::string path(setting.substr(0, equals));
  const std::size_t dot = path.find('.');
  const bool is_path = equals != std::string_view::npos && dot != std::string::npos;
  const std::string of = path.substr(0, dot), name = is_path ? path.substr(dot + 1) : "";
  const Json all = whole_view_options({});
  if (!is_path || !all.contains(of) || !all[of].is_object() || !all[of].contains(name)) {
    refuse_setting(setting, "NAME=VALUE of " + view_settings_in_words());
  }
  const Json value = value_in(setting.substr(equals + 1));
  // Parsed separately: an invalid value results in the default.
  const Json alone = {{of, {{name, value}}}};
  if (whole_view_options(parse_view_options(alone))[of][name] != value) {
    refuse_setting(setting, "a value that " + path + " can have");
  }
  Json object = json::object_of(view);
  // An option in short form is converted to an object.
  if (!object[of].is_null() && !object[of].is_object()) {
    object[of] = whole_view_options(parse_view_options(object))[of];
  }
  if (!object[of].is_object()) object[of] = Json::object();
  object[of][name] = value;
  return object.dump();
}

}  // namespace attn
