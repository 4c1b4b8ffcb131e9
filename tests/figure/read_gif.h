#pragma once

#include <string>
#include <vector>

#include "engine/color/colormap.h"

namespace attn::test {

/// A film as a viewer shows it.
struct Film {
  int width = 0, height = 0;
  bool loops = false;                    ///< without end
  std::vector<int> delays;               ///< in 1/100 s
  std::vector<std::vector<Rgb>> frames;  ///< each whole, rows from the top
};

/// Decodes a GIF file with giflib. Throws std::runtime_error if it is invalid.
Film read_gif(const std::string& bytes);

}  // namespace attn::test
