#include "app/document/view/view_state.h"

#include <nlohmann/json.hpp>
#include <tuple>

#include "app/document/json/json_object.h"
#include "app/document/view/view_options_json.h"

namespace attn {
namespace {

using Json = nlohmann::json;  // sorted by keys, so that access to many takes logarithmic time

std::optional<Index> index_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto value = found->get<std::uint64_t>();
  if (value > 1U << 26) return std::nullopt;
  return static_cast<Index>(value);
}

std::string text_at(const Json& object, const char* key, const std::string& otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

/// List of short texts; empty if it is not such a list.
std::optional<std::set<std::string>> texts_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array() || found->size() > 1000) return std::nullopt;
  std::set<std::string> texts;
  for (const Json& one : *found) {
    if (!one.is_string()) return std::nullopt;
    texts.insert(one.get<std::string>());
  }
  return texts;
}

}  // namespace

ViewState parse_view(const std::string& view) {
  const Json object = json::object_of(view);
  ViewState state;
  state.tab = text_at(object, "tab", state.tab);
  state.colormap = text_at(object, "colormap", state.colormap);
  if (const auto found = object.find("numbers"); found != object.end() && found->is_boolean()) {
    state.numbers = found->get<bool>();
  }
  state.head = index_at(object, "head").value_or(0);
  if (const auto found = object.find("selection"); found != object.end() && found->is_object()) {
    const auto query = index_at(*found, "query");
    const auto key = index_at(*found, "key");
    if (query && key) state.selection = Cell{*query, *key};
  }
  state.folded = texts_at(object, "folded").value_or(state.folded);
  state.opened = texts_at(object, "opened").value_or(state.opened);
  state.pinned = texts_at(object, "pinned").value_or(state.pinned);
  state.hidden = texts_at(object, "hidden").value_or(state.hidden);
  state.locked = texts_at(object, "locked").value_or(state.locked);
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
  for (const auto& [key, texts, at_first] :
       {std::tuple{"folded", state.folded, ViewState{}.folded},
        std::tuple{"opened", state.opened, ViewState{}.opened},
        std::tuple{"pinned", state.pinned, ViewState{}.pinned},
        std::tuple{"hidden", state.hidden, ViewState{}.hidden},
        std::tuple{"locked", state.locked, ViewState{}.locked}}) {
    object.erase(key);
    if (texts != at_first) object[key] = texts;
  }
  object.erase("selection");
  if (state.selection) {
    object["selection"] = {{"query", state.selection->query}, {"key", state.selection->key}};
  }
  format_view_options(state.options, object);
  return object.dump();
}

}  // namespace attn
