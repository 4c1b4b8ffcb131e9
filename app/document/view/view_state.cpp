#include "app/document/view/view_state.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "app/document/json/json_object.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using Json = nlohmann::json;  // sorted by keys, so that access to many takes logarithmic time
using json::member_of;

[[noreturn]] void refuse_setting(std::string_view setting, const std::string& expected) {
  throw std::invalid_argument("expected " + expected + ", found " + shown(setting));
}

/// Parses a number, a list and similar; everything else is a text.
Json parsed_value(std::string_view text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? Json(text) : value;
}

constexpr std::size_t kLongestList = 100'000;
constexpr double kLargestIndex = 1 << 26;

bool is_index(const Json& value) {
  return value.is_number_unsigned() && value.get<double>() <= kLargestIndex;
}
bool is_finite(const Json& value) {
  return value.is_number() && std::isfinite(value.get<double>());
}
bool is_list(const Json& value) { return value.is_array() && value.size() <= kLongestList; }

/// Limits of a number.
struct OptionLimits {
  double low, high;
};

/// Words for false and true.
struct OptionWords {
  const char *off, *on;
};

// Functions that read an option, or another member of the view. An invalid value changes nothing.

void read(const Json& value, std::string& text) {
  if (value.is_string()) text = value.get<std::string>();
}
void read(const Json& value, bool& is_on) {
  if (value.is_boolean()) is_on = value.get<bool>();
}
void read(const Json& value, bool& is_on, OptionWords words) {
  if (value == words.off || value == words.on) is_on = value == words.on;
}
template <typename Number>
void read(const Json& value, Number& number, OptionLimits limits) {
  if (!(std::is_same_v<Number, int> ? value.is_number_integer() : is_finite(value))) return;
  const auto given = value.get<double>();
  if (given >= limits.low && given <= limits.high) number = static_cast<Number>(given);
}
void read(const Json& value, std::uint64_t& seed) {
  if (value.is_number_unsigned()) seed = value.get<std::uint64_t>();
}
void read(const Json& value, std::optional<Index>& index) {
  if (is_index(value)) index = value.get<Index>();
}
void read(const Json& value, Index& count) {
  if (is_index(value)) count = value.get<Index>();
}
void read(const Json& value, std::optional<std::array<Index, 2>>& axes) {
  if (value.is_array() && value.size() == 2 && std::ranges::all_of(value, is_index)) {
    axes = {value[0].get<Index>(), value[1].get<Index>()};
  }
}
void read(const Json& value, std::vector<Index>& indices) {
  if (!is_list(value)) return;
  for (const Json& one : value) {
    if (is_index(one)) indices.push_back(one.get<Index>());
  }
}
void read(const Json& value, std::optional<std::vector<Index>>& indices) {
  std::vector<Index> given;
  read(value, given);
  if (!given.empty()) indices = std::move(given);
}
void read(const Json& value, std::set<std::string>& texts) {
  constexpr std::size_t kMostTexts = 1000;
  const bool are_texts = value.is_array() && value.size() <= kMostTexts &&
                         std::ranges::all_of(value, &Json::is_string);
  if (are_texts) texts = value.get<std::set<std::string>>();
}

void read(const Json& value, std::vector<ViewOptions::Graph::MovedNode>& nodes) {
  if (!is_list(value)) return;
  for (const Json& one : value) {
    if (!one.is_array() || one.size() != 3) continue;
    if (is_index(one[0]) && is_finite(one[1]) && is_finite(one[2])) {
      nodes.push_back({one[0].get<Index>(), one[1].get<double>(), one[2].get<double>()});
    }
  }
}

void read(const Json& value, std::vector<ViewOptions::Compare::Panel>& panels) {
  if (!is_list(value)) return;
  for (const Json& one : value) {
    const bool is_long = one.is_array() && one.size() == 4;
    if (!is_long && !(one.is_array() && one.size() == 2)) continue;
    if (!one[0].is_string() || !one[1].is_string()) continue;
    if (is_long && (!one[2].is_string() || !one[3].is_object())) continue;
    ViewOptions::Compare::Panel panel{one[0].get<std::string>(), one[1].get<std::string>()};
    if (is_long) {
      panel.name = one[2].get<std::string>();
      for (const auto& [pointer, made] : one[3].items()) panel.changes[pointer] = made.dump();
    }
    panels.push_back(std::move(panel));
  }
}

template <typename Value>
Json json_of_option(const Value& value) {
  return value;
}
/// An optional value: null if unset.
template <typename Value>
Json json_of_option(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}
Json json_of_option(bool is_on, OptionWords words) { return is_on ? words.on : words.off; }
Json json_of_option(const auto& number, OptionLimits) { return json_of_option(number); }

Json json_of_option(const std::vector<ViewOptions::Graph::MovedNode>& nodes) {
  Json list = Json::array();
  for (const auto& node : nodes) list.push_back({node.token, node.x, node.y});
  return list;
}

Json json_of_option(const std::vector<ViewOptions::Compare::Panel>& panels) {
  Json list = Json::array();
  for (const auto& panel : panels) {
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

/// Calls each(view, name, value) for each option of a view, with its limits or words if it has any.
void visit_options(auto& options, const auto& each) {
  constexpr double kFarthest = 1 << 20;
  auto& [range, heads, steps, positions, plane, graph, links, curve, symmetry, compare, patches] =
      options;
  each("heads", "share", heads.share, OptionLimits{0, 1});
  each("heads", "of", heads.are_outputs, OptionWords{"weights", "outputs"});
  each("heads", "links", heads.has_links, OptionWords{"off", "on"});
  each("steps", "open", steps.open, OptionLimits{0, 1000});
  each("positions", "part", positions.part);
  each("positions", "alone", positions.is_alone, OptionWords{"off", "on"});
  each("positions", "shift", positions.shift, OptionLimits{-kFarthest, kFarthest});
  each("positions", "start", positions.start, OptionLimits{0, kFarthest});
  each("positions", "rows", positions.rows, OptionLimits{0, kFarthest});
  each("positions", "dimensions", positions.dimensions);
  each("plane", "space", plane.space);
  each("plane", "axes", plane.axes);
  each("graph", "nodes", graph.nodes);
  each("links", "arrangement", links.are_lines, OptionWords{"columns", "lines"});
  each("links", "queries", links.of_all, OptionWords{"one", "all"});
  each("links", "heatmaps", links.has_heatmaps, OptionWords{"off", "on"});
  each("links", "heads", links.heads);
  each("links", "threshold", links.threshold, OptionLimits{0, 1});
  each("links", "share", links.share, OptionLimits{0, 1});
  each("links", "first", links.first);
  each("curve", "truth", curve.truth);
  each("curve", "noise", curve.noise, OptionLimits{0, 1000});
  each("curve", "seed", curve.seed);
  each("symmetry", "seed", symmetry.seed);
  each("compare", "panels", compare.panels);
  each("compare", "difference", compare.difference);
  each("patches", "rows", patches.rows);
  each("patches", "columns", patches.columns);
  each("patches", "skip", patches.skip);
  each("patches", "picture", patches.picture);
}

ViewOptions parse_view_options(const Json& view) {
  ViewOptions options;
  read(member_of(view, "range"), options.range);
  const auto read_option = [&](const char* of, std::string_view name, auto& value, auto... form) {
    const Json& chosen = member_of(view, of);
    // A list of panels is the format before differences existed.
    const bool is_itself = chosen.is_array() && name == "panels";
    read(is_itself ? chosen : member_of(chosen, name), value, form...);
  };
  visit_options(options, read_option);
  return options;
}

/// All options, by view and name; null for unset optional ones.
Json whole_view_options(const ViewOptions& options) {
  Json all = {{"range", options.range}};
  const auto add = [&](const char* of, const char* name, const auto& value, auto... form) {
    all[of][name] = json_of_option(value, form...);
  };
  visit_options(options, add);
  return all;
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

/// Writes `options` to `view`, and removes defaults.
void format_view_options(const ViewOptions& options, Json& view) {
  const Json now = whole_view_options(options), at_first = whole_view_options({});
  for (const auto& [name, chosen] : now.items()) {
    view.erase(name);
    if (chosen != at_first[name]) view[name] = said(chosen);
  }
  // Format before differences existed.
  const ViewOptions::Compare& compare = options.compare;
  if (!compare.difference && !compare.panels.empty())
    view["compare"] = json_of_option(compare.panels);
}

/// Members of the view that are sets of texts.
constexpr std::pair<const char*, std::set<std::string> ViewState::*> kTexts[] = {
    {"folded", &ViewState::folded},
    {"opened", &ViewState::opened},
    {"pinned", &ViewState::pinned},
    {"hidden", &ViewState::hidden},
    {"locked", &ViewState::locked}};

}  // namespace

ViewState parse_view(const std::string& view) {
  const Json object = json::object_of(view);
  ViewState state;
  read(member_of(object, "tab"), state.tab);
  read(member_of(object, "colormap"), state.colormap);
  read(member_of(object, "numbers"), state.numbers);
  std::optional<Index> head, query, key;
  read(member_of(object, "head"), head);
  state.head = head.value_or(0);
  const Json& selection = member_of(object, "selection");
  read(member_of(selection, "query"), query);
  read(member_of(selection, "key"), key);
  if (query && key) state.selection = Cell{*query, *key};
  for (const auto& [name, texts] : kTexts) read(member_of(object, name), state.*texts);
  state.options = parse_view_options(object);
  return state;
}

std::string format_view(const ViewState& state, const std::string& view) {
  Json object = json::object_of(view);
  object["tab"] = state.tab;
  if (state.colormap.empty()) {
    object.erase("colormap");
  } else {
    object["colormap"] = state.colormap;
  }
  object["numbers"] = state.numbers;
  object["head"] = state.head;
  // Defaults are not written: handmade scenes stay short.
  for (const auto& [name, texts] : kTexts) {
    object.erase(name);
    if (state.*texts != ViewState{}.*texts) object[name] = state.*texts;
  }
  object.erase("selection");
  if (state.selection) {
    object["selection"] = {{"query", state.selection->query}, {"key", state.selection->key}};
  }
  format_view_options(state.options, object);
  return object.dump();
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
  const Json value = parsed_value(setting.substr(equals + 1));
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
