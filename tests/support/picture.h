#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace attn::test {

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  ///< 4 · width · height bytes, rows from the top

  /// The four bytes of the pixel at (x, y), y downwards; throws std::out_of_range outside.
  const std::uint8_t* at(int x, int y) const;
};

/// How far two pictures of one size are apart, in bytes (0…255) over all pixels and channels.
struct Difference {
  int max = 0;
  double mean = 0;
};

/// Throws std::invalid_argument where the sizes differ.
Difference compare(const Picture& a, const Picture& b);

/// 8-bit RGBA, not premultiplied. Both throw std::runtime_error that names the file.
Picture load_png(const std::filesystem::path& path);
void save_png(const Picture& picture, const std::filesystem::path& path);

/// Fails the running test unless `actual` is the picture at `golden` (below tests/) within `max`
/// and `mean`. Where it fails, the actual picture is written into the working directory. With
/// ATTN_UPDATE_GOLDENS=1 in the environment the golden picture is written instead.
void expect_picture(const Picture& actual, const std::filesystem::path& golden, int max,
                    double mean);

}  // namespace attn::test
