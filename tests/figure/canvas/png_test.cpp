#include "app/figure/canvas/png.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/figure/figure_test.h"

namespace attn::png_test {
namespace {

using test::load_png;
using test::Picture;
using test::TemporaryFolder;

Picture read_back(const std::string& bytes) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.png", std::ios::binary) << bytes;
  return load_png(folder / "a.png");
}

std::vector<unsigned char> some_pixels(int count, bool opaque) {
  std::vector<unsigned char> rgba;
  for (int i = 0; i < 4 * count; ++i) {
    rgba.push_back(static_cast<unsigned char>(i % 4 == 3 && opaque ? 255 : i * 97));
  }
  return rgba;
}

TEST(Png, EveryPixelComesBack) {
  for (const bool opaque : {true, false}) {
    const auto rgba = some_pixels(37 * 11, opaque);
    const Picture picture = read_back(encode_png(37, 11, rgba.data(), {}));
    EXPECT_EQ(picture.width, 37);
    EXPECT_EQ(picture.height, 11);
    EXPECT_EQ(picture.rgba, rgba);
  }
}

TEST(Png, TheSamePixelsAreTheSameBytes) {
  const auto rgba = some_pixels(64 * 64, true);
  EXPECT_EQ(encode_png(64, 64, rgba.data(), {}), encode_png(64, 64, rgba.data(), {}));
}

TEST(Png, TheFileSaysItsResolutionAndColours) {
  const auto rgba = some_pixels(1, true);
  const std::string bytes = encode_png(1, 1, rgba.data(), {.pixels_per_inch = 192});
  const std::size_t at = bytes.find("pHYs");
  ASSERT_NE(at, std::string::npos);
  // 192 to the inch is 7559 to the metre.
  EXPECT_EQ(bytes.substr(at + 4, 9), std::string("\0\0\x1d\x87\0\0\x1d\x87\x01", 9));
  EXPECT_NE(bytes.find("sRGB"), std::string::npos);
}

TEST(Png, TheFileSaysWhatItShows) {
  const auto rgba = some_pixels(1, true);
  const std::string bytes =
      encode_png(1, 1, rgba.data(), {.title = "Über «α»", .description = "T = ∞"});
  EXPECT_NE(bytes.find("sRGB"), std::string::npos);
  EXPECT_NE(bytes.find(std::string("iTXtTitle\0", 10)), std::string::npos);
  EXPECT_NE(bytes.find("Über «α»"), std::string::npos);
  EXPECT_NE(bytes.find("T = ∞"), std::string::npos);
  EXPECT_EQ(encode_png(1, 1, rgba.data(), {}).find("iTXt"), std::string::npos);
}

TEST(Png, APictureWithoutPixelsIsRefused) {
  EXPECT_THROW(encode_png(0, 0, nullptr, {}), std::runtime_error);
}

}  // namespace
}  // namespace attn::png_test
