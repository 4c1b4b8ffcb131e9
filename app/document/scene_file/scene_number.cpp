#include "app/document/scene_file/scene_number.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/document/scene_file/scene_file.h"
#include "app/document/scene_file/scene_kinds.h"
#include "engine/base/problem.h"

namespace attn {

struct SceneNumber::File {
  nlohmann::json tree;
};

namespace {

using Tree = nlohmann::json;

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

SceneNumber::SceneNumber(const Scene& scene, std::vector<std::string> pointers)
    : file_(new File{whole_tree(scene)}), pointers_(std::move(pointers)) {
  for (const std::string& pointer : pointers_) find_number(file_->tree, pointer);
}

SceneNumber::~SceneNumber() = default;
SceneNumber::SceneNumber(SceneNumber&&) noexcept = default;
SceneNumber& SceneNumber::operator=(SceneNumber&&) noexcept = default;

Scene SceneNumber::with(double value) const {
  Tree file = file_->tree;
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
