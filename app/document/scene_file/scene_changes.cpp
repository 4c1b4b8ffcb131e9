#include "app/document/scene_file/scene_changes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/json/json_object.h"
#include "engine/attention/combine.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

using Tree = nlohmann::json;

/// Keys of a scene's file that affect the results.
constexpr std::string_view kComputed[] = {"score",   "normalizer", "position", "masks",
                                          "combine", "heads",      "bias",     "queries",
                                          "values",  "embeddings"};

void make_change(Tree& file, const std::string& pointer, const std::string& text) {
  Tree value = Tree::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) throw SceneError({pointer, "expected JSON"});
  if (!pointer.starts_with('/')) throw SceneError({pointer, "expected a JSON pointer: /…"});
  if (value.is_null()) {
    remove_place(file, pointer);
  } else if (!set_place(file, pointer, std::move(value))) {
    throw SceneError({pointer, "there is no such place in the scene"});
  }
}

void require_same_names(const Scene& scene, const Scene& changed) {
  const auto require = [](bool holds, const char* place, const char* what) {
    if (!holds) throw SceneError({place, std::string("a setting can't change the ") + what});
  };
  require(scene.tokens == changed.tokens, "/tokens", "tokens");
  require(scene.query_tokens() == changed.query_tokens(), "/queries", "queries");
  require(scene.heads.size() == changed.heads.size(), "/heads", "number of heads");
}

/// Returns whether both objects have the same kind, so that members can be changed one by one.
bool is_same_kind(const Tree& from, const Tree& to) {
  return from.is_object() && to.is_object() &&
         from.value("kind", Tree()) == to.value("kind", Tree());
}

bool is_list_of_objects(const Tree& tree) {
  return tree.is_array() && std::ranges::all_of(tree, &Tree::is_object);
}

void add_between(const Tree& from, const Tree& to, const std::string& pointer,
                 SceneChanges& changes) {
  if (from == to) return;
  if (is_same_kind(from, to)) {
    const std::string within = pointer + "/";
    for (const auto& [key, value] : from.items()) {
      if (!to.contains(key)) changes[within + key] = "null";
    }
    for (const auto& [key, value] : to.items()) {
      const std::string place = within + key;
      if (from.contains(key)) {
        add_between(from[key], value, place, changes);
      } else {
        changes[place] = value.dump();
      }
    }
  } else if (is_list_of_objects(from) && is_list_of_objects(to) && from.size() == to.size()) {
    for (std::size_t n = 0; n < from.size(); ++n) {
      add_between(from[n], to[n], pointer + "/" + std::to_string(n), changes);
    }
  } else {
    changes[pointer] = to.dump();
  }
}

/// JSON value in words; empty if it is too long.
std::string words_of_value(const std::string& text) {
  constexpr std::size_t kShort = 24;
  const Tree value = Tree::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_null()) return "none";
  if (value.is_object() && value.contains("kind")) return words_of_value(value["kind"].dump());
  if (value.is_structured() || value.is_discarded()) return "";
  const std::string words = value.is_string() ? value.get<std::string>() : text;
  return words.size() <= kShort ? words : "";
}

/// The scene's file with default objects of kinds, and with omitted heads.
Tree whole_tree(const Scene& scene) {
  Tree file = Tree::parse(format_scene(scene));
  add_kinds(file);
  if (!file.contains("heads")) file["heads"] = Tree(scene.heads.size(), Tree::object());
  return file;
}

Tree computed_of(const Scene& scene) {
  Tree file = whole_tree(scene), computed = Tree::object();
  for (const std::string_view key : kComputed) {
    const auto found = file.find(std::string(key));
    if (found != file.end()) computed[std::string(key)] = std::move(*found);
  }
  return computed;
}

/// A number, or infinite temperature.
bool is_number(const Tree& value) { return value.is_number() || value == "inf"; }

/// Value at `pointer`, created if its object lacks the key.
Tree& find_number(Tree& file, const std::string& pointer) {
  const auto nothing = [&] { return SceneError({pointer, "there is no such number"}); };
  if (pointer == "/version") throw nothing();  // set by the writer
  try {
    const Tree::json_pointer place(pointer);
    if (file.contains(place)) {
      if (!is_number(file[place])) throw SceneError({pointer, "expected a number"});
      return file[place];
    }
    if (place.empty() || !file.contains(place.parent_pointer())) throw nothing();
    Tree& parent = file[place.parent_pointer()];
    if (!parent.is_object()) throw nothing();
    return parent[place.back()] = 0;
  } catch (const Tree::exception&) {
    throw nothing();
  }
}

}  // namespace

Scene with_changes(const Scene& scene, const SceneChanges& changes) {
  Scene plain = scene;
  plain.view = Scene{}.view;  // the view may contain such changes, but does not affect results
  Tree file = whole_tree(plain);
  for (const auto& [pointer, text] : changes) make_change(file, pointer, text);
  Scene changed = parse_changed(file);
  require_same_names(scene, changed);
  changed.title = scene.title;
  changed.notes = scene.notes;
  changed.view = scene.view;
  return changed;
}

SceneChanges changes_from(const Scene& from, const Scene& to) {
  SceneChanges changes;
  add_between(computed_of(from), computed_of(to), "", changes);
  return changes;
}

SceneChanges changes_to(const Scene& to) {
  const Tree computed = computed_of(to);
  SceneChanges changes;
  for (const std::string_view key : kComputed) {
    const auto found = computed.find(std::string(key));
    changes["/" + std::string(key)] = found != computed.end() ? found->dump() : "null";
  }
  return changes;
}

std::string changes_in_words(const SceneChanges& changes) {
  std::string words;
  for (const auto& [pointer, text] : changes) {
    if (!words.empty()) words += ", ";
    std::string place = pointer.starts_with('/') ? pointer.substr(1) : pointer;
    std::ranges::replace(place, '/', ' ');  // allows line breaks
    words += place;
    if (const std::string value = words_of_value(text); !value.empty()) words += " " + value;
  }
  return words;
}

void add_kinds(nlohmann::json& scene) {
  for (const auto& [key, kind] : {std::pair{"score", Scene{}.score.kind->id},
                                  std::pair{"normalizer", Scene{}.normalizer.kind->id},
                                  std::pair{"position", Scene{}.position.kind->id},
                                  std::pair{"combine", Scene{}.combine.kind->id}}) {
    if (!scene.contains(key)) scene[key] = {{"kind", std::string(kind)}};
  }
}

Scene parse_changed(nlohmann::json& file, const std::function<Scene(const std::string&)>& parse) {
  constexpr std::string_view kVersion = "/version";
  try {
    return parse(file.dump());
  } catch (const SceneError& error) {
    const bool is_later = error.problem().place == kVersion;
    file["version"] = is_later ? 1 : 2;
    try {
      return parse(file.dump());
    } catch (const SceneError& of_other) {
      if (of_other.problem().place != kVersion) throw;
    }
    throw;
  }
}

SceneNumber::SceneNumber(const Scene& scene, std::vector<std::string> pointers)
    : pointers_(std::move(pointers)) {
  Tree file = whole_tree(scene);
  for (const std::string& pointer : pointers_) find_number(file, pointer);
  file_ = std::make_shared<const Tree>(std::move(file));
}

Scene SceneNumber::with(double value) const {
  Tree file = *file_;
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e9;
  for (const std::string& pointer : pointers_) {
    Tree& number = find_number(file, pointer);
    // Integers are written without decimals, as some keys require an integer.
    if (is_whole) {
      number = static_cast<std::int64_t>(value);
    } else {
      number = value;
    }
  }
  return parse_changed(file);
}

}  // namespace attn
