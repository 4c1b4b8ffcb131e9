#include "app/document/scene_file/fields.h"

#include <numeric>
#include <utility>

#include "engine/base/text.h"

namespace attn {
namespace {

/// Normalised spelling: "wQ" and "w_q" are equal.
std::string plain_key(std::string_view key) {
  std::string plain;
  for (const char c : key) {
    if (c == '_' || c == '-' || c == ' ') continue;
    plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return plain;
}

/// Edit distance (Levenshtein).
std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t before = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, before + (a[i] == b[j] ? 0 : 1)});
      before = above;
    }
  }
  return row.back();
}

}  // namespace

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
  return (words.size() == 1 ? "" : "one of ") + joined(words);
}

std::string why_not_in_version(int version, int found) {
  return "expected in a file of version " + std::to_string(version) + ", found in one of version " +
         std::to_string(found);
}

std::string why_unknown(std::string_view key, const std::vector<std::string_view>& known) {
  constexpr std::size_t kLongest = 40;  // maximum length of suggested keys
  std::string words = "unknown key";
  if (key.size() > kLongest) return words;
  const std::string plain = plain_key(key);
  std::string_view nearest;
  // upper bound of the distance
  std::size_t least = plain.size() > 4 ? 3 : plain.size() > 2 ? 2 : 1;
  for (const std::string_view other : known) {
    const std::size_t apart = letters_apart(plain, plain_key(other));
    if (apart < least) nearest = other, least = apart;
  }
  return nearest.empty() ? words : words + ": is " + std::string(nearest) + " meant?";
}

}  // namespace attn
