#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/color/colormap.h"

namespace attn {

/// A picture's pixels can have so many colours.
inline constexpr std::size_t kMostGifColors = 255;
inline constexpr int kLargestGifSide = 65535;

/// Writes the bytes of an animated GIF that plays without end. The same frames give the same bytes.
class GifWriter {
 public:
  /// `delay` of each frame in 1/100 s. Throws std::runtime_error where it can't be done.
  GifWriter(int width, int height, std::span<const Rgb> colors, int delay);
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  /// The next frame: width · height numbers of colours, rows from the top.
  void add(std::vector<std::uint8_t> indices);
  /// The file.
  std::string finish();

 private:
  struct Encoder;
  std::unique_ptr<Encoder> encoder_;
};

}  // namespace attn
