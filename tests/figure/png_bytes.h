#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zlib.h>

namespace attn::test {

// PNG files by hand, as other programs may write them, and as they should not.

/// Four bytes, the highest first.
inline std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255U);
  return bytes;
}

inline std::string png_chunk(const std::string& type, const std::string& data) {
  const std::string checked = type + data;
  const auto sum =
      crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + checked +
         big_endian(static_cast<std::uint32_t>(sum));
}

inline std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()));
  packed.resize(size);
  return packed;
}

/// Colour types of the format.
enum class PngType : char { grey = 0, rgb = 2, palette = 3, grey_alpha = 4, rgba = 6 };

inline std::string png_begin(std::uint32_t width, std::uint32_t height, int depth, PngType type) {
  return std::string("\x89PNG\r\n\x1a\n") +
         png_chunk("IHDR", big_endian(width) + big_endian(height) + static_cast<char>(depth) +
                               static_cast<char>(type) + std::string(3, '\0'));
}

/// `lines`: bytes of the rows, each after its filter 0. `chunks` are before them.
inline std::string png_of(std::uint32_t width, std::uint32_t height, int depth, PngType type,
                          const std::string& lines, const std::string& chunks = "") {
  return png_begin(width, height, depth, type) + chunks + png_chunk("IDAT", deflated(lines)) +
         png_chunk("IEND", "");
}

/// A picture of one row of dark to light greys.
inline std::string grey_png(std::uint32_t width) {
  std::string line(1, '\0');
  for (std::uint32_t x = 0; x < width; ++x) line += static_cast<char>(255 * x / width);
  return png_of(width, 1, 8, PngType::grey, line);
}

}  // namespace attn::test
