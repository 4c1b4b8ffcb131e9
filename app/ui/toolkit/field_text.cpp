#include "app/ui/toolkit/field_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "app/ui/theme/fonts.h"

namespace attn::ui {
namespace {

constexpr char32_t kMost = IM_UNICODE_CODEPOINT_MAX;

/// Noncharacters first, which can also be typed and pasted; then private-use codes, which ImGui
/// only accepts if they were in a field before.
constexpr char32_t kFirst = 0xfdd0, kLast = 0xfdef, kMoreFirst = 0xf000, kMoreLast = 0xf5ff;

bool is_stand_in(char32_t c) {
  return (c >= kFirst && c <= kLast) || (c >= kMoreFirst && c <= kMoreLast);
}

char32_t stand_in(std::size_t place) {
  const auto offset = static_cast<char32_t>(place);
  return offset <= kLast - kFirst ? kFirst + offset : kMoreFirst + offset - (kLast - kFirst + 1);
}

/// Character of each placeholder.
std::vector<char32_t>& originals() {
  static std::vector<char32_t> characters;
  return characters;
}

template <typename Exchange>
std::string exchanged(std::string_view text, Exchange exchange) {
  // Fast path: ASCII needs no placeholder.
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return std::string(text);
  }
  std::string result;
  while (!text.empty()) {
    const std::string_view rest = text;
    const char32_t before = take_character(text), after = exchange(before);
    if (after == before) {
      result += rest.substr(0, rest.size() - text.size());
    } else {
      append_character(result, after);
    }
  }
  return result;
}

char32_t original(char32_t c) {
  if (!is_stand_in(c)) return c;
  const std::size_t place =
      c >= kFirst ? c - kFirst : std::size_t{c - kMoreFirst} + (kLast - kFirst + 1);
  return place < originals().size() ? originals()[place] : c;
}

std::string pasted;  // buffer handed to ImGui, which makes no copy

}  // namespace

char32_t to_field(char32_t character) {
  // A placeholder's code in the text itself gets a placeholder too.
  if (!imgui::kFieldsLoseCharacters || (character <= kMost && !is_stand_in(character))) {
    return character;
  }
  auto& known = originals();
  const auto found = std::find(known.begin(), known.end(), character);
  const auto place = static_cast<std::size_t>(std::distance(known.begin(), found));
  if (!is_stand_in(stand_in(place))) return U'\uFFFD';
  if (found == known.end()) known.push_back(character);
  return stand_in(place);
}

std::string to_field(std::string_view text) {
  return exchanged(text, [](char32_t c) { return to_field(c); });
}

std::string from_field(std::string_view text) { return exchanged(text, original); }

void exchange_clipboard() {
  if constexpr (imgui::kFieldsLoseCharacters) {
    static auto set = ImGui::GetIO().SetClipboardTextFn;
    static auto get = ImGui::GetIO().GetClipboardTextFn;
    ImGui::GetIO().SetClipboardTextFn = [](void* data, const char* text) {
      set(data, from_field(text).c_str());
    };
    ImGui::GetIO().GetClipboardTextFn = [](void* data) -> const char* {
      const char* const text = get(data);
      if (text == nullptr) return nullptr;
      pasted = to_field(std::string_view(text));
      return pasted.c_str();
    };
  }
}

}  // namespace attn::ui
