#include "engine/base/isolate.h"

#include <algorithm>

#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kOpen = "\u2068", kClose = "\u2069";

/// Unicode blocks of right-to-left scripts.
constexpr CharacterRange kLeftwards[] = {
    {0x590, 0x8ff}, {0xfb1d, 0xfdff}, {0xfe70, 0xfeff}, {0x10800, 0x10fff}, {0x1e800, 0x1efff}};

bool is_leftwards(char32_t c) {
  return std::ranges::any_of(kLeftwards,
                             [c](const CharacterRange& range) { return range.holds(c); });
}

bool opens_isolate(char32_t c) { return c >= 0x2066 && c <= 0x2068; }
bool closes_isolate(char32_t c) { return c == 0x2069; }

}  // namespace

bool is_direction_control(char32_t c) {
  return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

bool may_turn(std::string_view text) {
  while (!text.empty()) {
    const char32_t c = take_character(text);
    if (is_leftwards(c) || is_direction_control(c)) return true;
  }
  return false;
}

std::size_t leftwards_words(std::string_view text) {
  std::size_t end = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const char32_t c = take_character(rest);
    if (is_leftwards(c) && !is_direction_control(c)) {
      end = text.size() - rest.size();
    } else if (c != U' ' || end == 0) {
      break;
    }
  }
  return end;
}

std::string with_isolates_closed(std::string_view text) {
  std::string closed;
  closed.reserve(text.size());
  std::size_t open = 0;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = take_character(text);
    if (closes_isolate(c) && open == 0) continue;
    if (opens_isolate(c)) ++open;
    if (closes_isolate(c)) --open;
    closed += before.substr(0, before.size() - text.size());
  }
  for (; open > 0; --open) closed += kClose;
  return closed;
}

void close_isolates_of_lines(std::vector<std::string>& lines) {
  std::string open;
  for (std::string& line : lines) {
    line.insert(0, open);
    const std::string closed = with_isolates_closed(line);
    open.clear();
    if (closed.starts_with(line)) {
      for (std::size_t n = line.size(); n < closed.size(); n += kClose.size()) open += kOpen;
    }
    line = closed;
  }
}

std::string_view inside_isolate(std::string_view text) {
  if (!text.starts_with(kOpen) || !text.ends_with(kClose)) return text;
  const std::string_view inside =
      text.substr(kOpen.size(), text.size() - kOpen.size() - kClose.size());
  return with_isolates_closed(inside) == inside ? inside : text;
}

std::string isolated(std::string_view text) {
  if (!may_turn(text) || inside_isolate(text).size() < text.size()) return std::string(text);
  return std::string(kOpen) + with_isolates_closed(text) + std::string(kClose);
}

}  // namespace attn
