#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/json/json.h"
#include "app/document/json/json_read.h"
#include "engine/base/text.h"

namespace attn::tokenizers {

/// Members of a JSON object; null counts as absent. Readers throw SceneError at the member's place.
class Members {
 public:
  /// `place` must outlive this. Throws SceneError if `object` is none.
  Members(const json::Value& object, const json::Place& place, const std::string& expected);

  const json::Value& value() const { return object_; }
  const json::Place& place() const { return place_; }
  std::optional<json::Value> find(std::string_view key) const;
  /// Member that must be there; `expected` says what it is.
  json::Value require(std::string_view key, const std::string& expected) const;

  bool flag(std::string_view key, bool absent) const;
  std::string text(std::string_view key, const std::string& absent) const;
  std::string require_text(std::string_view key) const;
  /// Whole number from 0; `absent` if there is none.
  int whole(std::string_view key, int absent) const;
  int require_id(std::string_view key) const;

  /// Calls each(key, value, its place) for all members.
  template <typename Each>
  void for_each(const Each& each) const {
    json::Value key = object_.first();
    for (std::size_t n = 0; n < object_.size(); ++n) {
      const json::Value value = key.next();
      each(key.text(), value, place_ / key.text());
      key = value.next();
    }
  }

 private:
  json::Value object_;
  const json::Place& place_;
};

/// Id of a token, from 0 to kMostIds − 1. Throws SceneError.
int read_id(const json::Value& value, const json::Place& place);

/// Row of the kind that the object's member `type` names. Throws SceneError.
template <typename Row, std::size_t count>
const Row& row_of(const Row (&rows)[count], const Members& object) {
  const std::string type = object.require_text("type");
  const auto* const row = std::ranges::find(rows, type, &Row::id);
  if (row == std::end(rows))
    json::fail(object.place() / "type", '"' + shown(type) + "\" is not read");
  return *row;
}

/// Results of read(item, place) for the items of the list `key`.
template <typename Item, typename Read>
std::vector<Item> read_steps(const Members& object, std::string_view key, const Read& read) {
  const json::Value list = object.require(key, "a list");
  const json::Place place = object.place() / key;
  json::require_list(list, place, "a list");
  std::vector<Item> steps;
  json::for_each_item(list, place,
                      [&](std::size_t, const json::Value& item, const json::Place& at) {
                        steps.push_back(read(item, at));
                      });
  return steps;
}

}  // namespace attn::tokenizers
