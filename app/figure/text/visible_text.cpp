#include "app/figure/text/visible_text.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <glib.h>

#include "engine/base/isolate.h"

namespace attn {
namespace {

// Longer than any label, in any script.
constexpr std::size_t kKept = 160;

std::vector<gunichar> characters(std::string_view text) {
  std::vector<gunichar> found;
  while (!text.empty()) {
    gunichar c = g_utf8_get_char_validated(text.data(), static_cast<gssize>(text.size()));
    std::size_t length = 1;
    if (text[0] == '\0') {
      c = 0;
    } else if (c == static_cast<gunichar>(-1) || c == static_cast<gunichar>(-2)) {
      c = 0xFFFD;
    } else {
      length = static_cast<std::size_t>(g_unichar_to_utf8(c, nullptr));
    }
    found.push_back(c);
    text.remove_prefix(length);
  }
  return found;
}

bool is_space(gunichar c) { return g_unichar_type(c) == G_UNICODE_SPACE_SEPARATOR; }

void append(std::string& text, gunichar c) {
  char bytes[6];
  text.append(bytes, static_cast<std::size_t>(g_unichar_to_utf8(c, bytes)));
}

void append_visible(std::string& text, gunichar c) {
  if (c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029) {
    text += "↵";
  } else if (c == '\t') {
    text += "⇥";
  } else if (g_unichar_iscntrl(c)) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02x", c);
    text += escape;
  } else {
    append(text, c);
  }
}

std::string visible(const std::vector<gunichar>& line) {
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

}  // namespace

std::string visible_text(std::string_view text) {
  if (text.size() <= kKept && is_visible(text)) return std::string(text);
  std::vector<gunichar> line = characters(text);
  if (line.size() > kKept) {
    line.erase(line.begin() + kKept / 2, line.end() - kKept / 2);
    line.insert(line.begin() + kKept / 2, 0x2026);
  }
  return visible(line);
}

std::string whole_visible_text(std::string_view text) { return visible(characters(text)); }

}  // namespace attn
