#include "app/figure/canvas/pixel_image.h"

#include <gtest/gtest.h>

#include "app/figure/canvas/png.h"
#include "tests/figure/png_bytes.h"

namespace attn::pixel_image_test {
namespace {

using namespace std::string_literals;
using test::big_endian;
using test::png_begin;
using test::png_chunk;
using test::png_of;
using test::PngType;
using Pixels = std::vector<std::uint32_t>;

std::string refusal(const std::string& bytes) {
  try {
    decode_png(bytes);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(PixelImage, AnyKindOfPngIsRead) {
  const auto pixels = [](const std::string& bytes) { return decode_png(bytes).argb; };
  EXPECT_EQ(pixels(png_of(2, 1, 8, PngType::rgb, "\0\x10\x20\x30\xff\0\x01"s)),
            (Pixels{0xff102030, 0xffff0001}));
  EXPECT_EQ(pixels(png_of(1, 2, 8, PngType::grey, "\0\x80\0\x00"s)),
            (Pixels{0xff808080, 0xff000000}));
  EXPECT_EQ(pixels(png_of(3, 1, 1, PngType::grey, "\0\xa0"s)),
            (Pixels{0xffffffff, 0xff000000, 0xffffffff}));
  EXPECT_EQ(pixels(png_of(2, 1, 16, PngType::grey, "\0\xff\xff\x80\x80"s)),
            (Pixels{0xffffffff, 0xff808080}));
  EXPECT_EQ(pixels(png_of(1, 1, 16, PngType::rgb, "\0\x10\x10\x20\x20\x30\x30"s)),
            (Pixels{0xff102030}));
  const std::string colors = png_chunk("PLTE", "\x01\x02\x03\xf0\xf1\xf2"s);
  EXPECT_EQ(pixels(png_of(4, 1, 2, PngType::palette, "\0\x11"s, colors)),
            (Pixels{0xff010203, 0xfff0f1f2, 0xff010203, 0xfff0f1f2}));
}

TEST(PixelImage, TransparentPartsAreOnWhite) {
  const PixelImage image =
      decode_png(png_of(3, 1, 8, PngType::rgba, "\0\0\0\0\0\0\0\0\x80\x0a\x14\x1e\xff"s));
  EXPECT_EQ(image.argb, (Pixels{0xffffffff, 0xff7f7f7f, 0xff0a141e}));
  EXPECT_EQ(decode_png(png_of(1, 1, 8, PngType::grey_alpha, "\0\0\0"s)).argb, Pixels{0xffffffff});
  const std::string colors = png_chunk("PLTE", "\x01\x02\x03"s) + png_chunk("tRNS", "\0"s);
  EXPECT_EQ(decode_png(png_of(1, 1, 8, PngType::palette, "\0\0"s, colors)).argb,
            Pixels{0xffffffff});
}

TEST(PixelImage, WhatThisProgramWritesIsReadBack) {
  std::vector<unsigned char> rgba;
  for (int n = 0; n < 4 * 31 * 17; ++n) {
    rgba.push_back(static_cast<unsigned char>(n % 4 == 3 ? 255 : n * 53));
  }
  const PixelImage image = decode_png(encode_png(31, 17, rgba.data(), {}));
  EXPECT_EQ(image.width, 31);
  EXPECT_EQ(image.height, 17);
  for (std::size_t n = 0; n < image.argb.size(); ++n) {
    const auto byte = [&](std::size_t at) { return std::uint32_t{rgba[4 * n + at]}; };
    ASSERT_EQ(image.argb[n], 0xff000000 | byte(0) << 16 | byte(1) << 8 | byte(2)) << n;
  }
}

TEST(PixelImage, DamagedFilesSayWhatIsWrong) {
  for (const std::string& bytes : {""s, "\xff\xd8\xff\xe0 a JPEG"s, "\x89PNG\r\n"s}) {
    EXPECT_EQ(refusal(bytes), "expected a PNG file");
  }
  EXPECT_EQ(refusal("\x89PNG\r\n\x1a\n"), "damaged PNG file: it ends too early");
  const std::string whole = test::grey_png(200);
  // All of the pixels, and no more, are needed.
  for (std::size_t size = 8; size < whole.size() - 20; ++size) {
    EXPECT_NE(refusal(whole.substr(0, size)), "") << size;
  }
  EXPECT_EQ(refusal(whole), "");
  EXPECT_EQ(refusal(whole.substr(0, 60)), "damaged PNG file: it ends too early");
  EXPECT_NE(refusal(png_of(1, 1, 8, PngType::palette, "\0\0"s)).find("Missing PLTE"),
            std::string::npos);
  EXPECT_NE(refusal(png_of(0, 5, 8, PngType::grey, "\0"s)).find("damaged PNG file"),
            std::string::npos);
  EXPECT_NE(refusal(png_of(2, 2, 8, PngType::grey, "\0\0\0"s)).find("damaged PNG file"),
            std::string::npos);
  EXPECT_NE(refusal(png_of(1, 1, 7, PngType::grey, "\0\0"s)).find("damaged PNG file"),
            std::string::npos);
  std::string altered = whole;
  altered[altered.size() - 20] ^= 1;
  EXPECT_NE(refusal(altered).find("damaged PNG file"), std::string::npos);
}

TEST(PixelImage, AHeaderThatLiesTakesNoMemory) {
  const auto lying = [](std::uint32_t width, std::uint32_t height) {
    return refusal(png_begin(width, height, 8, PngType::rgb) + png_chunk("IDAT", "x"));
  };
  EXPECT_EQ(lying(1'000'000'000, 1'000'000'000),
            "expected at most 67108864 pixels, found 1000000000 x 1000000000");
  EXPECT_EQ(lying(0xffffffff, 0xffffffff),
            "expected at most 67108864 pixels, found 4294967295 x 4294967295");
  EXPECT_EQ(lying(1U << 14, (1U << 12) + 1),
            "expected at most 67108864 pixels, found 16384 x 4097");
  EXPECT_NE(lying(100, 100).find("damaged PNG file"), std::string::npos);
}

TEST(PixelImage, AReducedOneHasMeans) {
  const PixelImage image{4,
                         2,
                         {0xff000000, 0xff000004, 0xffff0000, 0xffff0000, 0xff000000, 0xff000000,
                          0xffff0000, 0xffff00ff}};
  const PixelImage small = reduced(image, 2, 1);
  EXPECT_EQ(small.width, 2);
  EXPECT_EQ(small.height, 1);
  EXPECT_EQ(small.argb, (Pixels{0xff000001, 0xffff0040}));
  EXPECT_EQ(reduced(image, 100, 2).argb, image.argb) << "is never enlarged";
  EXPECT_EQ(reduced(image, 3, 100).width, 3);
}

TEST(PixelImage, InGreyBlackIsTheDarkest) {
  const PixelImage grey = in_grey({4, 1, {0xff000000, 0xffffffff, 0xff00ff00, 0xff808080}}, 0.25);
  EXPECT_EQ(grey.argb, (Pixels{0xff404040, 0xffffffff, 0xffc9c9c9, 0xffa0a0a0}));
}

}  // namespace
}  // namespace attn::pixel_image_test
