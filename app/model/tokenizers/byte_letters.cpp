#include "app/model/tokenizers/byte_letters.h"

#include <array>

#include "app/model/tokenizers/characters.h"

namespace attn::tokenizers {
namespace {

/// Letters by byte: printable characters of Latin-1 stand for themselves, the others follow from
/// U+0100 on.
const std::array<std::string, 256>& letters_by_byte() {
  static const auto kLetters = [] {
    std::array<std::string, 256> letters;
    char32_t next = 0x100;
    for (char32_t byte = 0; byte < 256; ++byte) {
      const bool is_printable =
          (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
      append_character(letters[byte], is_printable ? byte : next++);
    }
    return letters;
  }();
  return kLetters;
}

/// Bytes by letter; −1 for characters that are no letters.
const std::array<short, 0x144>& bytes_by_letter() {
  static const auto kBytes = [] {
    std::array<short, 0x144> bytes;
    bytes.fill(-1);
    for (std::size_t byte = 0; byte < 256; ++byte) {
      std::string_view letter = letters_by_byte()[byte];
      bytes[take_character(letter)] = static_cast<short>(byte);
    }
    return bytes;
  }();
  return kBytes;
}

}  // namespace

void append_letters(std::string& out, std::string_view bytes) {
  for (const char c : bytes) out += letters_by_byte()[static_cast<unsigned char>(c)];
}

std::string bytes_of_letters(std::string_view letters) {
  std::string bytes;
  bool are_letters = true;
  for_each_character(letters, [&](std::size_t, std::size_t, char32_t letter) {
    const short byte = letter < bytes_by_letter().size() ? bytes_by_letter()[letter] : short{-1};
    are_letters = are_letters && byte >= 0;
    bytes += static_cast<char>(byte);
  });
  return are_letters ? bytes : std::string(letters);
}

}  // namespace attn::tokenizers
