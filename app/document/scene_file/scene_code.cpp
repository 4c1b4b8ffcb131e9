#include "app/document/scene_file/scene_code.h"

#include <array>
#include <cstdint>
#include <new>

#include <zlib.h>

#include "app/document/tensors/inflater.h"
#include "app/document/tensors/tensor.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

constexpr std::string_view kSign = "attn:";
constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kBlanks = " \t\r\n";

/// Limit of a scene file in a code.
constexpr std::size_t kMaxFileBytes = std::size_t{16} << 20;

[[noreturn]] void fail(const char* words) { throw SceneError({"", words}); }

std::string compressed(std::string_view text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string bytes(size, '\0');
  const int status =
      compress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()), 9);
  if (status != Z_OK) throw std::bad_alloc();
  bytes.resize(size);
  return bytes;
}

std::string inflated(std::string_view bytes) try {
  Inflater inflater(FileBytes::held(std::string(bytes)), 0, bytes.size(),
                    Inflater::Wrapping::kZlib);
  std::string text;
  std::array<char, 1 << 16> piece;
  while (const std::uint64_t made = inflater.read_some(piece.data(), piece.size())) {
    if (text.size() + made > kMaxFileBytes) fail("the scene in the code is larger than 16 MiB");
    text.append(piece.data(), made);
  }
  if (!inflater.is_complete()) fail("the code of the scene has data after the scene");
  return text;
} catch (const TensorFileError&) {
  fail("the code of the scene is cut or changed: copy all of it");
}

std::string in_letters(std::string_view bytes) {
  std::string letters;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) letters += kLetters[bits >> (count - 6) & 63];
  }
  if (count > 0) letters += kLetters[bits << (6 - count) & 63];
  return letters;
}

/// Value of a letter; `+` and `/` are from the standard base64 alphabet.
std::uint32_t number_of(char letter) {
  const auto at = kLetters.find(letter == '+' ? '-' : letter == '/' ? '_' : letter);
  if (at == kLetters.npos) fail("the code of the scene has an invalid character");
  return static_cast<std::uint32_t>(at);
}

std::string of_letters(std::string_view letters) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : letters) {
    if (kBlanks.find(letter) != kBlanks.npos || letter == '=') continue;
    bits = bits << 6 | number_of(letter);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return bytes;
}

}  // namespace

bool is_scene_code(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlanks);
  return begin != text.npos && text.substr(begin).starts_with(kSign);
}

std::string scene_code(std::string_view file) {
  if (file.size() > kMaxFileBytes) fail("too large for a link: send its file");
  return std::string(kSign) + in_letters(compressed(file));
}

std::string file_in_code(std::string_view code) try {
  if (!is_scene_code(code)) fail("expected a scene's code, which begins with attn:");
  return inflated(of_letters(code.substr(code.find(kSign) + kSign.size())));
} catch (const std::bad_alloc&) {
  throw SceneMemoryError();
}

}  // namespace attn
