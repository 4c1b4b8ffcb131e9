#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace attn {

/// Opaque picture: width · height pixels 0xFFRRGGBB, rows from the top.
struct PixelImage {
  int width = 0, height = 0;
  std::vector<std::uint32_t> argb{};
};

/// Limit of a picture that is read: 256 MiB of pixels.
inline constexpr std::uint32_t kMostReadPixels = 1U << 26;

/// Decodes the bytes of a PNG file of any kind: 1 to 16 bits, grey, palette, interlaced;
/// transparent parts become white. The size is checked before memory is taken. Throws
/// std::runtime_error with the reason.
PixelImage decode_png(std::string_view bytes);

/// `image` with at most width x height pixels: means of the pixels under each.
PixelImage reduced(const PixelImage& image, int width, int height);

/// `image` in grey, by the luminance of Rec. 709, from `darkest` (0 … 1) for black to white.
PixelImage in_grey(PixelImage image, double darkest);

}  // namespace attn
