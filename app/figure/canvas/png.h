#pragma once

#include <functional>
#include <string>

namespace attn {

/// What a PNG file says beside its pixels.
struct PngNotes {
  double scale = 1;           ///< pixels to a unit (1/96 inch), from which it says its resolution
  std::string title{};        ///< UTF-8; nothing where empty
  std::string description{};  ///< likewise
};

/// The bytes of a PNG file, in sRGB: `rgba` holds width · height pixels of four bytes, rows from
/// the top, alpha not premultiplied. The same pixels and notes give the same bytes. Throws
/// std::runtime_error where it can't be done.
std::string encode_png(int width, int height, const unsigned char* rgba, const PngNotes& notes);

/// The same for pixels that are made row by row: `row` writes those of row `y` as bytes R, G, B, or
/// R, G, B, A where the picture isn't opaque. It must not throw. They are put together in `room`,
/// where one is given, of (1 + 3 · width) · height bytes, or (1 + 4 · width) · height; what was in
/// room + (1 + 3 · width) · y + 1 and after is there until row(y) writes over it.
using PngRow = std::function<void(int y, unsigned char* out)>;
std::string encode_png(int width, int height, bool opaque, const PngRow& row, const PngNotes& notes,
                       unsigned char* room = nullptr);

}  // namespace attn
