#include "app/figure/text/visible_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <vector>

#include "app/document/files/utf8.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Offsets of the characters of `text`, which is UTF-8.
std::vector<std::size_t> character_starts(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xc0U) != 0x80U) starts.push_back(at);
  }
  return starts;
}

// Longer than any label, in any script.
constexpr std::size_t kKept = 160;

std::vector<char32_t> characters(std::string_view text) {
  std::vector<char32_t> found;
  const std::string valid = valid_utf8(text);
  for (std::string_view rest = valid; !rest.empty();) found.push_back(take_character(rest));
  return found;
}

/// Space separators, Unicode's general category Zs.
bool is_space(char32_t c) {
  return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
         c == 0x205f || c == 0x3000;
}

/// Control characters, Unicode's general category Cc.
bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

void append_visible(std::string& text, char32_t c) {
  if (c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029) {
    text += "↵";
  } else if (c == '\t') {
    text += "⇥";
  } else if (is_control(c)) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(c));
    text += escape;
  } else {
    append_character(text, c);
  }
}

std::string visible(const std::vector<char32_t>& line) {
  if (line.empty()) return "∅";
  std::size_t first = 0;
  std::size_t last = line.size();
  while (first < last && is_space(line[first])) ++first;
  while (last > first && is_space(line[last - 1])) --last;

  std::string result;
  if (first == last) {
    for (std::size_t i = 0; i < line.size(); ++i) result += "␣";
  }
  for (std::size_t i = first; i < last; ++i) append_visible(result, line[i]);
  return isolated(result);
}

/// Returns whether a text needs no replacement: ASCII letters, digits and signs, and spaces between
/// them.
bool is_visible(std::string_view text) {
  return !text.empty() && text.front() != ' ' && text.back() != ' ' &&
         std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
}

constexpr char32_t kFirstCircled = U'①';
constexpr std::ptrdiff_t kMostCircled = 9;  // what Inter has

}  // namespace

std::string visible_text(std::string_view text) {
  if (text.size() <= kKept && is_visible(text)) return std::string(text);
  std::vector<char32_t> line = characters(text);
  if (line.size() > kKept) {
    line.erase(line.begin() + kKept / 2, line.end() - kKept / 2);
    line.insert(line.begin() + kKept / 2, 0x2026);
  }
  return visible(line);
}

std::string named_token(std::span<const std::string> tokens, std::ptrdiff_t n) {
  const std::string& token = tokens[static_cast<std::size_t>(n)];
  std::string name = visible_text(token);
  if (std::ranges::count(tokens, token) == 1) return name;
  const auto number = std::ranges::count(tokens.first(static_cast<std::size_t>(n) + 1), token);
  if (number > kMostCircled) return name + " (" + std::to_string(number) + ")";
  std::string circled;
  append_character(circled, kFirstCircled + static_cast<char32_t>(number - 1));
  return name + " " + circled;
}

std::string_view mark_among_equals(std::string_view name) {
  const std::vector<char32_t> all = characters(name);
  const bool is_marked = all.size() > 2 && all[all.size() - 2] == ' ' &&
                         all.back() >= kFirstCircled && all.back() < kFirstCircled + kMostCircled;
  constexpr std::size_t kSpaceAndCircled = 4;  // bytes
  return is_marked ? name.substr(name.size() - kSpaceAndCircled) : std::string_view{};
}

std::string whole_visible_text(std::string_view text) { return visible(characters(text)); }

std::string with_capital(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] -= 'a' - 'A';
  return words;
}

std::string cut_to_fit(std::string_view text, const std::function<bool(std::string_view)>& fits) {
  const auto starts = character_starts(text);
  const auto cut = [&](std::size_t at) { return std::string(text.substr(0, at)) + "…"; };
  const auto too_wide =
      std::ranges::partition_point(starts, [&](std::size_t at) { return fits(cut(at)); });
  return too_wide == starts.begin() ? "" : cut(*std::prev(too_wide));
}

std::string letters_to_fit(std::string_view name,
                           const std::function<bool(std::string_view)>& fits) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find(' ', at), name.size());
    if (end > at) words.push_back(name.substr(at, end - at));
    at = end + 1;
  }
  const auto first = [](std::string_view word, std::size_t letters) {
    const auto starts = character_starts(word);
    return letters < starts.size() ? word.substr(0, starts[letters]) : word;
  };
  constexpr std::size_t kMost = 24;  // letters of a word; longer ones never fit in narrow places
  std::size_t longest = 0;
  for (const std::string_view word : words) {
    longest = std::max(longest, std::min(character_starts(word).size(), kMost));
  }
  for (const std::string_view between : {" ", ""}) {
    for (std::size_t letters = longest; words.size() > 1 && letters-- > 1;) {
      std::string all;
      for (const std::string_view word : words) {
        all.append(all.empty() ? "" : between).append(first(word, letters));
      }
      if (fits(all)) return all;
    }
  }
  std::string cut = cut_to_fit(name, fits);
  constexpr std::size_t kLettersAndDots = 3;
  if (character_starts(cut).size() >= kLettersAndDots) return cut;
  for (std::size_t letters = character_starts(name).size(); letters > 0; --letters) {
    if (fits(first(name, letters))) return std::string(first(name, letters));
  }
  return "";
}

}  // namespace attn
