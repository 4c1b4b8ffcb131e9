// Colours of heads are told apart by any eyes, as far as one is sure to: computed.
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "app/figure/text/figure_theme.h"

namespace attn::head_colors_test {
namespace {

using Vector = std::array<double, 3>;
using Rows = std::array<Vector, 3>;

Vector product(const Rows& rows, const Vector& v) {
  Vector made{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) made[r] += rows[r][c] * v[c];
  }
  return made;
}

/// Linear sRGB.
Vector linear(Rgb color) {
  const auto of = [](std::uint8_t byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {of(color.r), of(color.g), of(color.b)};
}

/// OKLab (Ottosson 2020).
Vector lab(const Vector& rgb) {
  constexpr Rows kCones = {{{0.4122214708, 0.5363325363, 0.0514459929},
                            {0.2119034982, 0.6806995451, 0.1073969566},
                            {0.0883024619, 0.2817188376, 0.6299787005}}};
  constexpr Rows kLab = {{{0.2104542553, 0.7936177850, -0.0040720468},
                          {1.9779984951, -2.4285922050, 0.4505937099},
                          {0.0259040371, 0.7827717662, -0.8086757660}}};
  Vector cones = product(kCones, rgb);
  for (double& cone : cones) cone = std::cbrt(cone);
  return product(kLab, cones);
}

/// Simulated vision: normal, and without one kind of cone (Machado, Oliveira & Fernandes 2009,
/// severity 1).
struct Sight {
  const char* name;
  Rows seen;
};
constexpr Sight kSights[] = {
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protan",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deutan",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritan",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
};

Vector as_seen(const Sight& sight, Rgb color) {
  Vector seen = product(sight.seen, linear(color));
  for (double& channel : seen) channel = std::clamp(channel, 0.0, 1.0);
  return lab(seen);
}

double distance(const Vector& a, const Vector& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST(HeadColors, AnyTwoAreFarApartForAllEyes) {
  // Known values: lightness of black and white differs by 1; a colour's distance to itself is 0.
  EXPECT_NEAR(distance(lab({0, 0, 0}), lab({1, 1, 1})), 1, 1e-6);
  for (const Ground ground : {Ground::light, Ground::dark}) {
    for (const Sight& sight : kSights) {
      for (std::size_t a = 0; a < kHeadColors; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          const double apart = distance(as_seen(sight, head_color(a, ground)),
                                        as_seen(sight, head_color(b, ground)));
          EXPECT_GE(apart, 0.10) << a << " and " << b << " in " << sight.name << " sight on "
                                 << (ground == Ground::dark ? "dark" : "light");
        }
      }
    }
  }
}

TEST(HeadColors, OnDarkNoneSinksIntoTheGround) {
  const auto light = [](Rgb c) {
    const Vector rgb = linear(c);
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2] + 0.05;
  };
  for (std::size_t n = 0; n < kHeadColors; ++n) {
    EXPECT_GE(light(head_color(n, Ground::dark)) / light(kDarkGround), 3) << n;
  }
}

}  // namespace
}  // namespace attn::head_colors_test
