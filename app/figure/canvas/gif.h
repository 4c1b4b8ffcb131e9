#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/color/colormap.h"

namespace attn {

/// Maximum number of colours of an image.
inline constexpr std::size_t kMostGifColors = 255;
inline constexpr int kLargestGifSide = 65535;

/// Writes the bytes of an animated GIF that loops forever. Equal frames give equal bytes.
class GifWriter {
 public:
  /// `delay` of each frame in 1/100 s. Throws std::runtime_error on failure.
  GifWriter(int width, int height, std::span<const Rgb> colors, int delay);
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  /// Adds a frame: width · height colour indices, rows from the top.
  void add(std::vector<std::uint8_t> indices);
  /// Finishes the file and returns its bytes.
  std::string finish();

 private:
  struct Encoder;
  std::unique_ptr<Encoder> encoder_;
};

}  // namespace attn
