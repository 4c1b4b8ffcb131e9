#include "app/document/scene_file/fields.h"

namespace attn {

std::optional<json::Value> find_member(const json::Value& object, std::string_view key) {
  json::Value name = object.first();
  for (std::size_t n = 0; n < object.size(); ++n, name = name.next().next()) {
    if (name.text() == key) return name.next();
  }
  return std::nullopt;
}

json::Value require_member(const json::Value& object, const json::Place& place,
                           std::string_view key, const std::string& expected) {
  const auto found = find_member(object, key);
  if (!found) json::fail(place / key, "missing key: expected " + expected);
  return *found;
}

std::string one_of(const std::vector<std::string_view>& words) {
  std::string list = words.size() == 1 ? "" : "one of ";
  for (const std::string_view word : words) {
    if (word != words.front()) list += ", ";
    list += word;
  }
  return list;
}

std::string why_not_in_version(int version, int found) {
  return "expected with version " + std::to_string(version) + ", found with version " +
         std::to_string(found);
}

}  // namespace attn
