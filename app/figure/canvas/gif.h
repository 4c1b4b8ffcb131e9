#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/color/colormap.h"

namespace attn {

/// Histogram of colours, and a reduced palette: for images with indexed colours.
class ColorTable {
 public:
  /// `ground`: background of transparent pixels.
  explicit ColorTable(Rgb ground = {255, 255, 255}) : ground_(ground) {}

  /// Counts pixels of four bytes R, G, B, A each.
  void count(const unsigned char* rgba, std::size_t pixels);

  /// Chooses at most `most` colours. Exact if there are no more; otherwise the most frequent stay
  /// exact, and similar ones are merged. Deterministic.
  void choose(std::size_t most);

  const std::vector<Rgb>& colors() const { return colors_; }
  /// Palette index of each pixel. All must have been counted.
  std::vector<std::uint8_t> indices(const unsigned char* rgba, std::size_t pixels) const;

 private:
  std::uint32_t color_at(const unsigned char* pixel) const;

  Rgb ground_;
  std::unordered_map<std::uint32_t, std::uint64_t> counts_;
  std::vector<Rgb> colors_;
  std::unordered_map<std::uint32_t, std::uint8_t> index_;
};

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
