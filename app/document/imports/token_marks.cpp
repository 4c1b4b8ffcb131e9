#include "app/document/imports/token_marks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "app/document/files/utf8.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kSpaceByte = "Ġ", kLineByte = "Ċ", kUnderline = "▁", kPiece = "##";

/// Bytes of the first 324 characters, by GPT-2's bytes_to_unicode(): printable bytes for
/// themselves, the others from 256 on in order.
constexpr std::size_t kByteCharacters = 324;
std::array<std::optional<char>, kByteCharacters> bytes_of_characters() {
  std::array<std::optional<char>, kByteCharacters> bytes;
  std::size_t next = 256;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool is_printed = (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) ||
                            (byte >= 0xae && byte <= 0xff);
    bytes[is_printed ? byte : next++] = static_cast<char>(byte);
  }
  return bytes;
}

/// Bytes of a token of byte-level BPE; empty if it is not one.
std::optional<std::string> byte_level(std::string_view token) {
  static const auto kBytes = bytes_of_characters();
  std::string bytes;
  while (!token.empty()) {
    const char32_t character = take_character(token);
    if (character >= kByteCharacters || !kBytes[character]) return std::nullopt;
    bytes += *kBytes[character];
  }
  return bytes;
}

/// "<0x0A>": a byte without a SentencePiece piece.
std::optional<char> byte_piece(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>') return std::nullopt;
  unsigned byte = 0;
  const char* const end = token.data() + 5;
  const auto read = std::from_chars(token.data() + 3, end, byte, 16);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return static_cast<char>(byte);
}

std::string shown_bytes(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string words;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    words += std::string("⟨") + kDigits[byte >> 4] + kDigits[byte & 15] + "⟩";
  }
  return words;
}

/// `bytes` as text, invalid bytes as numbers.
std::string bytes_as_text(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    std::string_view rest = bytes;
    take_character(rest);
    const std::string_view part = bytes.substr(0, bytes.size() - rest.size());
    if (valid_utf8(part) == part) {
      text += part;
      bytes.remove_prefix(part.size());
    } else {
      text += shown_bytes(bytes.substr(0, 1));
      bytes.remove_prefix(1);
    }
  }
  return text;
}

std::string with_spaces(std::string_view token) {
  if (const auto byte = byte_piece(token)) return bytes_as_text({&*byte, 1});
  std::string text;
  while (!token.empty()) {
    const bool is_space = token.starts_with(kUnderline);
    text += is_space ? ' ' : token.front();
    token.remove_prefix(is_space ? kUnderline.size() : 1);
  }
  return text;
}

/// Letters, digits and punctuation are never in one word of a byte-level tokenizer.
enum class LetterKind { kLetter, kDigit, kOther };

LetterKind kind_of_letter(char c) {
  if (c >= '0' && c <= '9') return LetterKind::kDigit;
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || static_cast<unsigned char>(c) >= 0x80 ? LetterKind::kLetter
                                                            : LetterKind::kOther;
}

bool is_piece(std::string_view token) {
  return token.size() > kPiece.size() && token.starts_with(kPiece);
}

}  // namespace

bool is_special_token(std::string_view token) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"[CLS]", "[SEP]", "[PAD]", "[BOS]", "[EOS]", "<s>", "</s>", "<pad>", "<bos>", "<eos>",
       "<cls>", "<sep>", "<start_of_turn>", "<end_of_turn>"});
  if (std::ranges::find(kNames, token) != kNames.end()) return true;
  const auto is_within = [&](std::string_view begin, std::string_view end) {
    return token.size() > begin.size() + end.size() && token.starts_with(begin) &&
           token.ends_with(end);
  };
  return is_within("<|", "|>") || is_within("<\uff5c", "\uff5c>");
}

bool is_padding_token(std::string_view token) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"", "[PAD]", "<pad>", "<PAD>", "<|pad|>", "<|padding|>",
                                       "<|PAD|>", "<|finetune_right_pad_id|>"});
  return std::ranges::find(kNames, token) != kNames.end();
}

bool begins_word(const std::vector<std::string>& tokens, std::size_t n, TokenMarks marks) {
  const std::string_view before = tokens[n - 1], token = tokens[n];
  if (is_special_token(token) || is_special_token(before)) return true;
  switch (marks) {
    case TokenMarks::kByteLevel:
      return token.starts_with(kSpaceByte) || token.starts_with(kLineByte) ||
             before.ends_with(kLineByte) || token.empty() || before.empty() ||
             kind_of_letter(before.back()) != kind_of_letter(token.front());
    case TokenMarks::kUnderline:
      return token.starts_with(kUnderline);
    case TokenMarks::kWordPieces:
      return !is_piece(token);
    default:
      return true;
  }
}

std::string word_of_pieces(std::span<const std::string> pieces) {
  std::string word = pieces.front();
  for (const std::string& piece : pieces.subspan(1)) {
    word += is_piece(piece) ? piece.substr(kPiece.size()) : piece;
  }
  return word;
}

TokenMarks marks_of(const std::vector<std::string>& tokens) {
  bool has_byte = false, are_bytes = true, has_underline = false, has_piece = false;
  for (const std::string& token : tokens) {
    if (is_special_token(token)) continue;
    has_byte |= token.starts_with(kSpaceByte) || token.starts_with(kLineByte);
    are_bytes = are_bytes && byte_level(token).has_value();
    has_underline |= token.starts_with(kUnderline);
    has_piece |= is_piece(token);
  }
  if (has_byte && are_bytes) return TokenMarks::kByteLevel;
  if (has_underline) return TokenMarks::kUnderline;
  return has_piece ? TokenMarks::kWordPieces : TokenMarks::kNone;
}

std::vector<std::string> without_marks(const std::vector<std::string>& tokens, TokenMarks marks) {
  std::vector<std::string> texts;
  bool begins = true;  // no word precedes
  for (const std::string& token : tokens) {
    const bool is_special = is_special_token(token);
    if (is_special || marks == TokenMarks::kNone) {
      texts.push_back(token);
    } else if (marks == TokenMarks::kByteLevel) {
      texts.push_back(bytes_as_text(byte_level(token).value_or(token)));
    } else if (marks == TokenMarks::kUnderline) {
      texts.push_back(with_spaces(token));
    } else if (is_piece(token)) {
      texts.push_back(token.substr(kPiece.size()));
    } else {
      texts.push_back(begins ? token : " " + token);
    }
    begins = is_special;
  }
  return texts;
}

std::string_view sign_of_marks(TokenMarks marks) {
  switch (marks) {
    case TokenMarks::kByteLevel:
      return kSpaceByte;
    case TokenMarks::kUnderline:
      return kUnderline;
    case TokenMarks::kWordPieces:
      return kPiece;
    default:
      return "";
  }
}

std::string_view marks_words(TokenMarks marks) {
  switch (marks) {
    case TokenMarks::kByteLevel:
      return "Ġ is shown as a space, Ċ as a new line, and bytes as text";
    case TokenMarks::kUnderline:
      return "▁ is shown as a space";
    case TokenMarks::kWordPieces:
      return "pieces of a word are shown without ##";
    default:
      return "";
  }
}

HiddenKeys hidden_keys(const std::vector<std::string>& tokens, KeysToHide hide) {
  HiddenKeys hidden;
  if (!hide.any() || tokens.empty()) return hidden;
  std::size_t special = 0;
  hidden.shown.assign(tokens.size(), true);
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    const bool is_first = hide.first && n == 0;
    if (is_first) hidden.shown[n] = false;
    if (is_first || !hide.special || !is_special_token(tokens[n])) continue;
    hidden.shown[n] = false;
    ++special;
  }
  const auto count = static_cast<std::size_t>(std::ranges::count(hidden.shown, false));
  if (count == 0 || count == tokens.size()) return {};
  if (hide.first) hidden.words = "first token";
  if (special > 0) {
    hidden.words += (hide.first ? " and " : "") + std::to_string(special) + " special token" +
                    (special > 1 ? "s" : "");
  }
  hidden.words += " hidden";
  return hidden;
}

}  // namespace attn
