#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace attn
