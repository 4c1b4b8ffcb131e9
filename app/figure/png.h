#pragma once

#include <string>

namespace attn {

/// The bytes of a PNG file: `rgba` holds width · height pixels of four bytes, rows from the top,
/// alpha not premultiplied. `scale` is pixels to a unit (1/96 inch), from which the file says its
/// resolution. The same pixels give the same bytes. Throws std::runtime_error where it can't be
/// done.
std::string encode_png(int width, int height, const unsigned char* rgba, double scale = 1);

}  // namespace attn
