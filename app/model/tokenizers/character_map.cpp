#include "app/model/tokenizers/character_map.h"

#include "app/document/files/utf8.h"
#include "app/document/json/json_read.h"
#include "app/model/tokenizers/characters.h"

namespace attn::tokenizers {
namespace {

/// Value of a digit of base64 (RFC 4648), or −1.
int digit_of_base64(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

std::string bytes_of_base64(std::string_view text, const json::Place& place) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = digit_of_base64(c);
    if (digit < 0) json::fail(place, "expected base64");
    bits = bits << 6U | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xffU);
  }
  return bytes;
}

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (unsigned n = 0; n < 4; ++n) {
    number |= std::uint32_t{static_cast<unsigned char>(bytes[at + n])} << 8U * n;
  }
  return number;
}

// Fields of a unit.
bool has_leaf(std::uint32_t unit) { return (unit >> 8U & 1U) == 1; }
std::uint32_t label_of(std::uint32_t unit) { return unit & (1U << 31U | 0xffU); }
std::uint32_t value_of(std::uint32_t unit) { return unit & ((1U << 31U) - 1); }
std::uint32_t offset_of(std::uint32_t unit) { return unit >> 10U << ((unit & 1U << 9U) >> 6U); }

}  // namespace

CharacterMap::CharacterMap(std::string_view base64, const json::Place& place) {
  const std::string bytes = bytes_of_base64(base64, place);
  const std::size_t trie = bytes.size() < 4 ? 0 : little_endian(bytes, 0);
  if (bytes.size() < 8 || trie > bytes.size() - 4 || trie % 4 != 0 || trie == 0) {
    json::fail(place, "expected the size of a trie, and the trie");
  }
  for (std::size_t at = 0; at < trie; at += 4) units_.push_back(little_endian(bytes, 4 + at));
  pool_ = bytes.substr(4 + trie);
}

std::optional<std::string_view> CharacterMap::find(std::string_view text) const {
  std::size_t node = offset_of(units_[0]);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    node ^= byte;
    if (byte == 0 || node >= units_.size() || label_of(units_[node]) != byte) return std::nullopt;
    const bool ends = has_leaf(units_[node]);
    node ^= offset_of(units_[node]);
    if (!ends) continue;
    const std::size_t at = node < units_.size() ? value_of(units_[node]) : pool_.size();
    if (at >= pool_.size()) return std::nullopt;
    const std::string_view rest = std::string_view(pool_).substr(at);
    return rest.substr(0, rest.find('\0'));
  }
  return std::nullopt;
}

std::string CharacterMap::mapped(std::string_view text) const {
  constexpr std::size_t kMaxCluster = 5;
  std::string mapped;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = cluster_end(text, begin);
    const std::string_view cluster = text.substr(begin, end - begin);
    begin = end;
    require_bounded(mapped.size());
    if (cluster.size() <= kMaxCluster) {
      if (const auto whole = find(cluster)) {
        mapped += *whole;
        continue;
      }
    }
    for_each_character(cluster, [&](std::size_t first, std::size_t last, char32_t) {
      const std::string_view character = cluster.substr(first, last - first);
      mapped += find(character).value_or(character);
      require_bounded(mapped.size());
    });
  }
  return valid_utf8(mapped);
}

}  // namespace attn::tokenizers
