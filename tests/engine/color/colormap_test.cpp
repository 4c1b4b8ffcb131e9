#include "engine/color/colormap.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace attn::colormap_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLargest = std::numeric_limits<float>::max();

/// CIE 1976 L*, 0…100: another measure of lightness than the one the maps are built with.
double lightness(Rgb color) {
  const auto linear = [](int byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double y =
      0.2126729 * linear(color.r) + 0.7151522 * linear(color.g) + 0.0721750 * linear(color.b);
  return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

const Colormap& map(std::string_view id) {
  const Colormap* found = find_colormap(id);
  if (found == nullptr) throw std::logic_error("no colour map " + std::string(id));
  return *found;
}

void expect_near(Rgb actual, Rgb expected, int tolerance) {
  EXPECT_LE(std::abs(actual.r - expected.r), tolerance);
  EXPECT_LE(std::abs(actual.g - expected.g), tolerance);
  EXPECT_LE(std::abs(actual.b - expected.b), tolerance);
}

TEST(Colormap, TableHasAllMaps) {
  std::vector<std::string_view> ids;
  for (const Colormap& one : colormaps()) {
    ids.push_back(one.id);
    EXPECT_EQ(find_colormap(one.id), &one);
    EXPECT_FALSE(one.label.empty());
    EXPECT_EQ(one.diverging, one.id == "red-blue" || one.id == "blue-yellow");
  }
  EXPECT_EQ(ids, (std::vector<std::string_view>{"indigo", "red-blue", "viridis", "cividis", "magma",
                                                "gray", "blues", "vermilion", "blue-yellow"}));
  EXPECT_EQ(find_colormap("jet"), nullptr);
  EXPECT_EQ(find_colormap(""), nullptr);
}

TEST(Colormap, PublishedMapsAreAsPublished) {
  struct Sample {
    const char* id;
    std::size_t step;
    Rgb color;
  };
  const std::vector<Sample> samples{
      {"viridis", 0, {68, 1, 84}},      {"viridis", 64, {59, 82, 139}},
      {"viridis", 128, {33, 145, 140}}, {"viridis", 192, {94, 201, 98}},
      {"viridis", 255, {253, 231, 37}}, {"cividis", 0, {0, 34, 78}},
      {"cividis", 64, {67, 78, 108}},   {"cividis", 128, {125, 124, 120}},
      {"cividis", 255, {254, 232, 56}}, {"magma", 0, {0, 0, 4}},
      {"magma", 64, {81, 18, 124}},     {"magma", 128, {183, 55, 121}},
      {"magma", 192, {252, 137, 97}},   {"magma", 255, {252, 253, 191}}};
  for (const Sample& sample : samples) {
    SCOPED_TRACE(std::string(sample.id) + " " + std::to_string(sample.step));
    expect_near(map(sample.id).steps[sample.step], sample.color, 2);
  }
}

TEST(Colormap, SequentialMapsAreOrderedInLightness) {
  for (const Colormap& one : colormaps()) {
    if (one.diverging) continue;
    SCOPED_TRACE(one.id);
    const double sense = lightness(one.steps[255]) > lightness(one.steps[0]) ? 1 : -1;
    for (std::size_t i = 1; i < 256; ++i) {
      const double rise = sense * (lightness(one.steps[i]) - lightness(one.steps[i - 1]));
      EXPECT_GE(rise, one.id == "indigo" || one.id == "gray" ? 0 : -0.1) << "step " << i;
      EXPECT_LT(rise, 1.2) << "a visible edge at step " << i;
    }
  }
}

TEST(Colormap, TheSignsOfBlueYellowDifferInGreyPrint) {
  const Colormap& one = map("blue-yellow");
  EXPECT_EQ(one.steps[127], one.steps[128]);
  const double middle = lightness(one.steps[128]);
  for (std::size_t i = 1; i < 256; ++i) {
    EXPECT_GE(lightness(one.steps[i]), lightness(one.steps[i - 1])) << "step " << i;
  }
  EXPECT_GT(middle - lightness(one.steps[0]), 35);
  EXPECT_GT(lightness(one.steps[255]) - middle, 35);
}

TEST(Colormap, IndigoRunsFromPaperToInk) {
  expect_near(map("indigo").steps[0], {0xf9, 0xfa, 0xff}, 2);
  expect_near(map("indigo").steps[128], {0x8b, 0x9f, 0xe9}, 3);
  expect_near(map("indigo").steps[255], {0x23, 0x23, 0x6f}, 2);
}

TEST(Colormap, GrayMeansInk) {
  EXPECT_EQ(map("gray").steps[0], (Rgb{255, 255, 255}));
  EXPECT_EQ(map("gray").steps[255], (Rgb{0, 0, 0}));
}

TEST(Colormap, RedBlueIsPaperInTheMiddleAndEquallyDarkOnBothSides) {
  const Colormap& red_blue = map("red-blue");
  EXPECT_EQ(red_blue.steps[127], map("indigo").steps[0]);
  EXPECT_EQ(red_blue.steps[128], red_blue.steps[127]);
  for (std::size_t i = 0; i < 128; ++i) {
    const Rgb red = red_blue.steps[127 - i], blue = red_blue.steps[128 + i];
    EXPECT_NEAR(lightness(red), lightness(blue), 2.5) << "at distance " << i;
    if (i == 0) continue;
    EXPECT_LE(lightness(red), lightness(red_blue.steps[128 - i])) << "red at distance " << i;
    EXPECT_LE(lightness(blue), lightness(red_blue.steps[127 + i])) << "blue at distance " << i;
  }
  EXPECT_GT(red_blue.steps[0].r, red_blue.steps[0].b + 100);
  EXPECT_GT(red_blue.steps[255].b, red_blue.steps[255].r + 100);
}

const Colormap& dark(std::string_view id) { return on_ground(map(id), Ground::dark); }

/// The larger of the contrasts with white and with ink, in one of which numbers in cells are set.
double contrast_of_numbers(Rgb color) {
  const auto luminance = [](Rgb c) {
    const double l = lightness(c);
    return l > 8 ? std::pow((l + 16) / 116, 3) : l * 27 / 24389;
  };
  const double y = luminance(color) + 0.05;
  return std::max(1.05 / y, y / (luminance({0x2b, 0x2e, 0x3f}) + 0.05));
}

TEST(Colormap, OnADarkGroundMapsRunFromTheGroundUp) {
  double least = 21;
  for (const Colormap& one : colormaps()) {
    for (const Rgb step : one.steps) least = std::min(least, 0.99 * contrast_of_numbers(step));
  }
  for (const Colormap& one : colormaps()) {
    SCOPED_TRACE(one.id);
    EXPECT_EQ(&on_ground(one, Ground::light), &one);
    const Colormap& on_dark = dark(one.id);
    EXPECT_EQ(on_dark.id, one.id);
    EXPECT_EQ(on_dark.label, one.label);
    EXPECT_EQ(on_dark.diverging, one.diverging);
    // Nothing glares at 0, nothing strong sinks into the ground.
    const std::size_t zero = one.id == "blue-yellow" ? 0 : one.diverging ? 128 : 0;
    EXPECT_LT(lightness(on_dark.steps[zero]), 20);
    EXPECT_GT(lightness(on_dark.steps[255]), 70);
    // Numbers in cells are no harder to read than on a light ground.
    for (const Rgb step : on_dark.steps) EXPECT_GT(contrast_of_numbers(step), least);
  }
  for (const std::string_view id : {"indigo", "gray", "red-blue"}) {
    expect_near(dark(id).steps[id == "red-blue" ? 128 : 0], kDarkGround, 8);
  }
  const Colormap own{"own", "Own", false, {}};
  EXPECT_EQ(&on_ground(own, Ground::dark), &own);
}

TEST(Colormap, OnADarkGroundMapsAreOrderedInLightness) {
  for (const std::string_view id :
       {"indigo", "gray", "viridis", "cividis", "magma", "blues", "vermilion"}) {
    SCOPED_TRACE(id);
    const Colormap& one = dark(id);
    for (std::size_t i = 1; i < 256; ++i) {
      const double rise = lightness(one.steps[i]) - lightness(one.steps[i - 1]);
      EXPECT_GE(rise, id == "indigo" || id == "gray" ? 0 : -0.1) << "step " << i;
      EXPECT_LT(rise, 1.2) << "a visible edge at step " << i;
    }
  }
  const Colormap& red_blue = dark("red-blue");
  EXPECT_EQ(red_blue.steps[128], red_blue.steps[127]);
  for (std::size_t i = 0; i < 128; ++i) {
    const Rgb red = red_blue.steps[127 - i], blue = red_blue.steps[128 + i];
    EXPECT_NEAR(lightness(red), lightness(blue), 2.5) << "at distance " << i;
    if (i == 0) continue;
    EXPECT_GE(lightness(red), lightness(red_blue.steps[128 - i])) << "red at distance " << i;
    EXPECT_GE(lightness(blue), lightness(red_blue.steps[127 + i])) << "blue at distance " << i;
  }
  EXPECT_GT(red_blue.steps[0].r, red_blue.steps[0].b + 50);
  EXPECT_GT(red_blue.steps[255].b, red_blue.steps[255].r + 50);
}

/// A map whose step i is (i, 0, 0), so that a colour says its step.
Colormap steps_map() {
  Colormap steps{"steps", "Steps", false, {}};
  for (std::size_t i = 0; i < 256; ++i) steps.steps[i].r = static_cast<std::uint8_t>(i);
  return steps;
}

TEST(Colormap, ColorOfRoundsToTheNearestStep) {
  const Colormap steps = steps_map();
  const auto step = [&](ColorRange range, float value) { return color_of(steps, range, value).r; };
  EXPECT_EQ(step({0, 1}, 0), 0);
  EXPECT_EQ(step({0, 1}, 1), 255);
  EXPECT_EQ(step({0, 1}, 0.5f), 128);
  EXPECT_EQ(step({0, 255}, 0.49f), 0);
  EXPECT_EQ(step({0, 255}, 0.5f), 1);
  EXPECT_EQ(step({0, 255}, 254.49f), 254);
  EXPECT_EQ(step({-2, 2}, 0), 128);
  EXPECT_EQ(step({10, 20}, 12), 51);
}

TEST(Colormap, ADivergingMapHasItsCenterInTheMiddle) {
  const Colormap& signs = map("red-blue");
  const ColorRange uneven{-0.1F, 0.9F};
  const auto is_middle = [&](ColorRange range, float value) {
    const Rgb color = color_of(signs, range, value);
    return color == signs.steps[127] || color == signs.steps[128];
  };
  EXPECT_TRUE(is_middle(uneven, 0));
  EXPECT_EQ(color_of(signs, uneven, 0.9F), signs.steps[255]);
  // Equal distances are equally strong, and numbers outside have the colours of the ends.
  const ColorRange even{-0.9F, 0.9F};
  for (const float value : {-0.1F, -0.05F, 0.05F, 0.3F, 0.9F}) {
    EXPECT_EQ(color_of(signs, uneven, value), color_of(signs, even, value)) << value;
  }
  EXPECT_EQ(color_of(signs, uneven, -0.8F), color_of(signs, even, -0.1F));
  EXPECT_TRUE(is_middle({0, 1, 0.3F}, 0.3F));
  EXPECT_EQ(color_of(signs, {0, 1, 0.3F}, 1), signs.steps[255]);
  // A center that is not within moves nothing; other maps have none.
  EXPECT_EQ(color_of(signs, {0.2F, 0.9F}, 0.2F), signs.steps[0]);
  EXPECT_EQ(color_of(map("viridis"), uneven, -0.1F), map("viridis").steps[0]);
  EXPECT_EQ(color_of(signs, {-kLargest, 1, 0}, 0), signs.steps[128]);
  EXPECT_EQ(color_of(signs, {-kLargest, kLargest, kLargest / 2}, kLargest), signs.steps[255]);
}

TEST(Colormap, ColorOfClampsAndNeverLeavesTheMap) {
  const Colormap steps = steps_map();
  const auto step = [&](ColorRange range, float value) { return color_of(steps, range, value).r; };
  EXPECT_EQ(step({0, 1}, -0.001f), 0);
  EXPECT_EQ(step({0, 1}, -kInfinity), 0);
  EXPECT_EQ(step({0, 1}, 1.001f), 255);
  EXPECT_EQ(step({0, 1}, kInfinity), 255);
  EXPECT_EQ(step({0, 1}, kNan), 0);
  EXPECT_EQ(step({1, 1}, 1), 0) << "an empty range";
  EXPECT_EQ(step({1, 0}, 0.5f), 0) << "a range that is upside down";
  EXPECT_EQ(step({kNan, 1}, 0.5f), 0);
  EXPECT_EQ(step({0, kNan}, 0.5f), 0);
  EXPECT_EQ(step({0, kInfinity}, kInfinity), 0);
}

TEST(Colormap, ColorOfHoldsForTheWidestRange) {
  const Colormap steps = steps_map();
  const ColorRange range{-kLargest, kLargest};
  EXPECT_EQ(color_of(steps, range, -kLargest).r, 0);
  EXPECT_EQ(color_of(steps, range, -kLargest / 2).r, 64);
  EXPECT_EQ(color_of(steps, range, 0).r, 128);
  EXPECT_EQ(color_of(steps, range, kLargest).r, 255);
}

}  // namespace
}  // namespace attn::colormap_test
