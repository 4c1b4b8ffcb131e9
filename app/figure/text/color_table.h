#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/color/colormap.h"

namespace attn {

/// How often each colour occurs, and the few that stand for all of them: for pictures whose pixels
/// are numbers of colours.
class ColorTable {
 public:
  /// `ground` is behind pixels that can be seen through.
  explicit ColorTable(Rgb ground = {255, 255, 255}) : ground_(ground) {}

  /// Counts the pixels, four bytes R, G, B, A each.
  void count(const unsigned char* rgba, std::size_t pixels);

  /// Chooses at most `most` colours. Where there are no more, they are exact; else those that cover
  /// most stay as they are, and what is like each other becomes one. The same counts give the same
  /// colours.
  void choose(std::size_t most);

  const std::vector<Rgb>& colors() const { return colors_; }
  /// The chosen colour for each pixel. All must have been counted.
  std::vector<std::uint8_t> indices(const unsigned char* rgba, std::size_t pixels) const;

 private:
  std::uint32_t color_at(const unsigned char* pixel) const;

  Rgb ground_;
  std::unordered_map<std::uint32_t, std::uint64_t> counts_;
  std::vector<Rgb> colors_;
  std::unordered_map<std::uint32_t, std::uint8_t> index_;
};

}  // namespace attn
