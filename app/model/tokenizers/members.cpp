#include "app/model/tokenizers/members.h"

#include "app/model/tokenizers/vocabulary.h"

namespace attn::tokenizers {

Members::Members(const json::Value& object, const json::Place& place, const std::string& expected)
    : object_(object), place_(place) {
  json::require_object(object, place, expected);
}

std::optional<json::Value> Members::find(std::string_view key) const {
  std::optional<json::Value> found;
  for_each([&](std::string_view name, const json::Value& value, const json::Place&) {
    if (name == key && value.kind() != json::Kind::kNull) found = value;
  });
  return found;
}

json::Value Members::require(std::string_view key, const std::string& expected) const {
  const auto value = find(key);
  if (!value) json::fail(place_ / key, "expected " + expected + ", found none");
  return *value;
}

bool Members::flag(std::string_view key, bool absent) const {
  const auto value = find(key);
  return value ? json::read_bool(*value, place_ / key) : absent;
}

std::string Members::text(std::string_view key, const std::string& absent) const {
  const auto value = find(key);
  return value ? json::read_text(*value, place_ / key) : absent;
}

std::string Members::require_text(std::string_view key) const {
  return json::read_text(require(key, "text"), place_ / key);
}

int Members::whole(std::string_view key, int absent) const {
  const auto value = find(key);
  return value ? json::read_whole(*value, place_ / key) : absent;
}

int Members::require_id(std::string_view key) const {
  return read_id(require(key, "an id"), place_ / key);
}

int read_id(const json::Value& value, const json::Place& place) {
  const bool is_whole = value.kind() == json::Kind::kUnsigned;
  if (!is_whole || value.number() >= kMostIds) {
    json::fail_type(place, "an id from 0 to " + std::to_string(kMostIds - 1), value);
  }
  return static_cast<int>(value.number());
}

}  // namespace attn::tokenizers
