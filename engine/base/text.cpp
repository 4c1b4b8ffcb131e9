#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>

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

/// Invisible character that controls the direction: U+061C, U+200E, U+200F, U+202A to U+202E,
/// U+2066 to U+2069.
bool is_direction_control(char32_t c) {
  return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

/// Length in bytes of the right-to-left words at the start of `text`; 0 if there are none.
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

bool opens_isolate(char32_t c) { return c >= 0x2066 && c <= 0x2068; }
bool closes_isolate(char32_t c) { return c == 0x2069; }

struct ShortEscape {
  char32_t code;
  const char* text;
};

constexpr std::array kShortEscapes{ShortEscape{'\b', "\\b"}, ShortEscape{'\f', "\\f"},
                                   ShortEscape{'\n', "\\n"}, ShortEscape{'\r', "\\r"},
                                   ShortEscape{'\t', "\\t"}};

bool breaks_line(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

std::string escape_of(char32_t code) {
  if (const auto found = std::ranges::find(kShortEscapes, code, &ShortEscape::code);
      found != kShortEscapes.end()) {
    return found->text;
  }
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(code) & 0xFFFFU);
  return escape;
}

/// Removes the first character of `text`, and returns it escaped.
std::string take_escaped(std::string_view& text) {
  const std::string_view before = text;
  const char32_t code = take_character(text);
  if (breaks_line(code) || is_direction_control(code)) return escape_of(code);
  // Invalid UTF-8 is unchanged.
  return std::string(before.substr(0, before.size() - text.size()));
}

/// Length in bytes of the isolate at the start of `text`, up to its closing U+2069.
std::size_t isolate_length(std::string_view text) {
  return text.starts_with(kOpen) ? text.find(kClose) + kClose.size() : 0;
}

}  // namespace

std::string shown(std::string_view text, std::size_t characters) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == characters) {
      out += "…";
      break;
    }
    out += take_escaped(text);
  }
  return isolated(out);
}

std::string cut_in_middle(std::string_view text, std::size_t characters) {
  std::vector<std::string_view> all;
  for (std::string_view rest = text; !rest.empty();) {
    const char* const begin = rest.data();
    take_character(rest);
    all.emplace_back(begin, static_cast<std::size_t>(rest.data() - begin));
  }
  if (all.size() <= characters || characters == 0) return std::string(text);
  const std::size_t kept = characters - 1, front = (kept + 1) / 2;
  std::string cut;
  for (std::size_t n = 0; n < front; ++n) cut += all[n];
  cut += "…";
  for (std::size_t n = all.size() - (kept - front); n < all.size(); ++n) cut += all[n];
  return with_isolates_closed(cut);
}

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) out += take_escaped(text);
  return out;
}

std::string escaped_line(std::string_view text) {
  std::string out;
  const std::size_t last_close = text.rfind(kClose);
  const char* const closed_until = text.data() + (last_close == text.npos ? 0 : last_close);
  while (!text.empty()) {
    // Isolates from shown() contain no other isolate.
    const std::size_t length = text.data() < closed_until ? isolate_length(text) : 0;
    if (length > 0) {
      out += isolated(escaped(inside_isolate(text.substr(0, length))));
      text.remove_prefix(length);
    } else if (const std::size_t words = leftwards_words(text); words > 0) {
      out += isolated(text.substr(0, words));
      text.remove_prefix(words);
    } else {
      out += take_escaped(text);
    }
  }
  return out;
}

std::string within_words(std::string_view label) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const std::string_view first = label.substr(0, label.find(' '));
  std::string words(label);
  if (std::ranges::count_if(first, is_capital) == 1 && is_capital(first[0])) {
    words[0] = static_cast<char>(words[0] - 'A' + 'a');
  }
  return words;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

std::string_view trimmed(std::string_view text, std::string_view spaces) {
  const auto first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

char32_t take_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  char32_t character = length == 1 ? lead : lead & (0x7fU >> length);
  bool is_valid = length == 1 || (lead >= 0xc2 && lead < 0xf5 && text.size() >= length);
  for (std::size_t i = 1; is_valid && i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    is_valid = (byte & 0xc0U) == 0x80U;
    character = character << 6 | (byte & 0x3fU);
  }
  text.remove_prefix(is_valid ? length : 1);
  return is_valid ? character : U'\uFFFD';
}

void append_character(std::string& text, char32_t character) {
  if (character < 0x80) {
    text += static_cast<char>(character);
    return;
  }
  const int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
  const unsigned lead = more == 1 ? 0xc0U : more == 2 ? 0xe0U : 0xf0U;
  text += static_cast<char>(lead | (character >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) {
    text += static_cast<char>(0x80U | ((character >> (6 * i)) & 0x3fU));
  }
}

bool may_change_direction(std::string_view text) {
  while (!text.empty()) {
    const char32_t c = take_character(text);
    if (is_leftwards(c) || is_direction_control(c)) return true;
  }
  return false;
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
  if (!may_change_direction(text) || inside_isolate(text).size() < text.size())
    return std::string(text);
  return std::string(kOpen) + with_isolates_closed(text) + std::string(kClose);
}

std::optional<std::vector<std::ptrdiff_t>> whole_numbers(std::string_view text, char between) {
  std::vector<std::ptrdiff_t> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(between, at), text.size());
    const auto one = parsed<int>(text.substr(at, end - at));
    if (!one || *one < 0) return std::nullopt;
    numbers.push_back(*one);
    at = end + 1;
  }
  return numbers;
}

}  // namespace attn
