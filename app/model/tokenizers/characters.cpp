#include "app/model/tokenizers/characters.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>

#include <utf8proc.h>

#include "engine/base/problem.h"

namespace attn::tokenizers {
namespace {

utf8proc_category_t category_of(char32_t character) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(character));
}

bool is_between(utf8proc_category_t category, utf8proc_category_t first, utf8proc_category_t last) {
  return first <= category && category <= last;
}

bool holds(std::span<const CharacterRange> ranges, char32_t character) {
  return std::ranges::any_of(ranges,
                             [&](const CharacterRange& range) { return range.holds(character); });
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Circled and squared letters: Other_Alphabetic symbols.
constexpr CharacterRange kLetterSymbols[] = {
    {0x24b6, 0x24e9}, {0x1f130, 0x1f149}, {0x1f150, 0x1f169}, {0x1f170, 0x1f189}};

constexpr CharacterRange kIdeographs[] = {
    {0x4e00, 0x9fff},   {0x3400, 0x4dbf},   {0x20000, 0x2a6df}, {0x2a700, 0x2b73f},
    {0x2b740, 0x2b81f}, {0x2b920, 0x2ceaf}, {0xf900, 0xfaff},   {0x2f800, 0x2fa1f}};

constexpr CharacterRange kSpaces[] = {
    {9, 13},          {32, 32},         {0x85, 0x85},     {0xa0, 0xa0},     {0x1680, 0x1680},
    {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}};

}  // namespace

void require_bounded(std::size_t bytes) {
  if (bytes <= kMaxText) return;
  throw SceneError({"", "expected a text of at most " + std::to_string(kMaxText >> 20U) +
                            " MiB, also when it is normalized"});
}

bool is_space(char32_t character) { return holds(kSpaces, character); }

bool is_punctuation(char32_t character) {
  if (character < 0x80) {
    return character > 32 && character < 127 && !(character >= '0' && character <= '9') &&
           !((character | 32U) >= 'a' && (character | 32U) <= 'z');
  }
  return is_between(category_of(character), UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO);
}

bool is_numeric(char32_t character) {
  return is_between(category_of(character), UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO);
}

bool is_word(char32_t character) {
  const utf8proc_category_t category = category_of(character);
  const bool is_joiner = character == 0x200c || character == 0x200d;
  return is_between(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NL) ||
         category == UTF8PROC_CATEGORY_PC || is_joiner || holds(kLetterSymbols, character);
}

bool is_mark(char32_t character) {
  return is_between(category_of(character), UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME);
}

bool is_nonspacing_mark(char32_t character) {
  return category_of(character) == UTF8PROC_CATEGORY_MN;
}

bool is_control(char32_t character) {
  if (character == '\t' || character == '\n' || character == '\r') return false;
  const utf8proc_category_t category = category_of(character);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
         category == UTF8PROC_CATEGORY_CO;
}

bool is_chinese(char32_t character) { return holds(kIdeographs, character); }

std::string lower_case(std::string_view text) {
  constexpr char32_t kDottedCapitalI = 0x130, kDotAbove = 0x307;
  std::string lower;
  lower.reserve(text.size());
  for_each_character(text, [&](std::size_t, std::size_t, char32_t character) {
    if (character < 0x80) {
      const bool is_capital = character >= 'A' && character <= 'Z';
      lower += static_cast<char>(is_capital ? character + 32 : character);
    } else if (character == kDottedCapitalI) {
      lower += 'i';
      append_character(lower, kDotAbove);
    } else {
      const auto small = utf8proc_tolower(static_cast<utf8proc_int32_t>(character));
      append_character(lower, static_cast<char32_t>(small));
    }
  });
  return lower;
}

std::string normalized(std::string_view text, NormalForm form) {
  if (is_ascii(text)) return std::string(text);
  constexpr std::array<int, 4> kOptions{UTF8PROC_COMPOSE, UTF8PROC_DECOMPOSE,
                                        UTF8PROC_COMPOSE | UTF8PROC_COMPAT,
                                        UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT};
  const int options = kOptions[static_cast<std::size_t>(form)] | UTF8PROC_STABLE;
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t length = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
      static_cast<utf8proc_ssize_t>(text.size()), &mapped, static_cast<utf8proc_option_t>(options));
  if (length == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  if (length < 0) throw std::runtime_error(utf8proc_errmsg(length));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length)};
}

std::size_t cluster_end(std::string_view text, std::size_t begin) {
  std::string_view rest = text.substr(begin);
  auto last = static_cast<utf8proc_int32_t>(take_character(rest));
  utf8proc_int32_t state = 0;
  while (!rest.empty()) {
    const std::size_t end = text.size() - rest.size();
    const auto next = static_cast<utf8proc_int32_t>(take_character(rest));
    if (utf8proc_grapheme_break_stateful(last, next, &state)) return end;
    last = next;
  }
  return text.size();
}

char32_t character_before(std::string_view text, std::size_t end) {
  std::size_t begin = end - 1;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0U) == 0x80) --begin;
  std::string_view character = text.substr(begin, end - begin);
  return take_character(character);
}

}  // namespace attn::tokenizers
