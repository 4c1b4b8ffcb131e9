#include "tests/support/picture.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace attn::test::picture_test {
namespace {

Picture two_pixels() { return {2, 1, {255, 0, 7, 255, 1, 2, 3, 128}}; }

TEST(Picture, CompareGivesTheLargestAndTheMeanDifference) {
  Picture other = two_pixels();
  other.rgba[0] = 245;
  other.rgba[7] = 130;
  const Difference difference = compare(two_pixels(), other);
  EXPECT_EQ(difference.max, 10);
  EXPECT_DOUBLE_EQ(difference.mean, 12 / 8.0);
  EXPECT_EQ(compare(other, other).max, 0);
  EXPECT_THROW(compare(other, Picture{1, 2, other.rgba}), std::invalid_argument);
}

TEST(Picture, AtCountsFromTheTopLeft) {
  const Picture picture = two_pixels();
  EXPECT_EQ(picture.at(1, 0)[2], 3);
  EXPECT_THROW(picture.at(2, 0), std::out_of_range);
  EXPECT_THROW(picture.at(0, -1), std::out_of_range);
}

TEST(Picture, PngKeepsEveryByte) {
  const std::filesystem::path path = "picture_test.png";
  save_png(two_pixels(), path);
  const Picture loaded = load_png(path);
  EXPECT_EQ(loaded.width, 2);
  EXPECT_EQ(loaded.height, 1);
  EXPECT_EQ(loaded.rgba, two_pixels().rgba);
  std::filesystem::remove(path);
}

TEST(Picture, WhatIsNoPngThrows) {
  EXPECT_THROW(load_png("no/such.png"), std::runtime_error);
  EXPECT_THROW(save_png(two_pixels(), "no/such/folder.png"), std::runtime_error);
  const std::filesystem::path path = "picture_test.txt";
  std::ofstream(path) << "not a picture";
  EXPECT_THROW(load_png(path), std::runtime_error);
  std::filesystem::remove(path);
}

TEST(Picture, ExpectPictureFailsAndKeepsTheActualOne) {
  const std::filesystem::path kept = "actual-missing.png";
  EXPECT_FATAL_FAILURE(expect_picture(two_pixels(), "gl/golden/missing.png", 0, 0), "no picture");
  EXPECT_EQ(load_png(kept).rgba, two_pixels().rgba);
  std::filesystem::remove(kept);
}

}  // namespace
}  // namespace attn::test::picture_test
