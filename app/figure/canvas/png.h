#pragma once

#include <functional>
#include <string>

namespace attn {

/// Metadata of a PNG file.
struct PngNotes {
  double pixels_per_inch = 96;
  std::string title{};        ///< UTF-8; empty: not written
  std::string description{};  ///< settings of the figure
};

/// Bytes of a PNG file in sRGB: `rgba` holds width · height pixels of four bytes, rows from the
/// top, alpha not premultiplied. Equal pixels and notes give equal bytes. Throws std::runtime_error
/// on failure.
std::string encode_png(int width, int height, const unsigned char* rgba, const PngNotes& notes);

/// Encodes pixels that are produced row by row: `row` writes row `y` as bytes R, G, B, or R, G, B,
/// A if the image is not opaque. It must not throw. Rows are collected in `room`, if given, of (1 +
/// 3 · width) · height or (1 + 4 · width) · height bytes; the bytes from room + (1 + 3 · width) · y
/// + 1 on stay intact until row(y) overwrites them.
using PngRow = std::function<void(int y, unsigned char* out)>;
std::string encode_png(int width, int height, bool opaque, const PngRow& row, const PngNotes& notes,
                       unsigned char* room = nullptr);

}  // namespace attn
