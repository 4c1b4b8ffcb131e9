#include "app/document/json/json_object.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "app/document/json/json.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using Tree = nlohmann::json;

/// Resolves ~0 and ~1.
std::string unescaped(std::string_view text) {
  std::string step;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const bool is_escape = text[n] == '~' && n + 1 < text.size();
    if (is_escape && (text[n + 1] == '0' || text[n + 1] == '1')) {
      step += text[++n] == '0' ? '~' : '/';
    } else {
      step += text[n];
    }
  }
  return step;
}

/// Empty if the pointer is invalid or too deep.
std::optional<std::vector<std::string>> steps_of(std::string_view pointer) {
  const auto count = static_cast<std::size_t>(std::ranges::count(pointer, '/'));
  if (!pointer.starts_with('/') || count > json::kMaxDepth) return std::nullopt;
  std::vector<std::string> steps;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    steps.push_back(unescaped(step));
    pointer.remove_prefix(step.size());
  }
  return steps;
}

std::optional<std::size_t> index_of(const std::string& step) {
  const bool is_plain = step == "0" || !step.starts_with('0');
  return is_plain ? parsed<std::size_t>(step) : std::nullopt;
}

/// Child at a step; null if there is none.
Tree* found(Tree& parent, const std::string& step) {
  if (parent.is_object()) {
    const auto member = parent.find(step);
    return member == parent.end() ? nullptr : &*member;
  }
  const auto index = parent.is_array() ? index_of(step) : std::nullopt;
  return index && *index < parent.size() ? &parent[*index] : nullptr;
}

/// Child at a step, created if possible; else null.
Tree* made(Tree& parent, const std::string& step) {
  if (Tree* there = found(parent, step)) return there;
  if (parent.is_null()) parent = step == "0" || step == "-" ? Tree::array() : Tree::object();
  if (parent.is_object()) return &parent[step];
  const bool is_end = parent.is_array() && (step == "-" || index_of(step) == parent.size());
  if (!is_end) return nullptr;
  parent.push_back(nullptr);
  return &parent.back();
}

}  // namespace

nlohmann::json json::object_of(std::string_view text) try {
  parse(text);
  return nlohmann::json::parse(text);
} catch (const SceneError&) {
  return nlohmann::json::object();
}

const nlohmann::json& json::member_of(const nlohmann::json& object, std::string_view key) {
  static const nlohmann::json kNothing;
  const auto found = object.is_object() ? object.find(std::string(key)) : object.end();
  return found == object.end() ? kNothing : *found;
}

bool set_place(Tree& tree, std::string_view pointer, Tree value) {
  const auto steps = steps_of(pointer);
  Tree* place = steps ? &tree : nullptr;
  for (std::size_t n = 0; place != nullptr && n < steps->size(); ++n) {
    place = made(*place, (*steps)[n]);
  }
  if (place != nullptr) *place = std::move(value);
  return place != nullptr;
}

bool remove_place(Tree& tree, std::string_view pointer) {
  const auto steps = steps_of(pointer);
  if (!steps) return false;
  Tree* parent = &tree;
  for (std::size_t n = 0; parent != nullptr && n + 1 < steps->size(); ++n) {
    parent = found(*parent, (*steps)[n]);
  }
  const std::string& last = steps->back();
  if (parent == nullptr || found(*parent, last) == nullptr) return false;
  if (parent->is_array()) {
    parent->erase(*index_of(last));
  } else {
    parent->erase(last);
  }
  return true;
}

}  // namespace attn
