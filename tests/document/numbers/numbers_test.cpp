#include "app/document/numbers/numbers.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace attn::numbers_test {
namespace {

using Limits = std::numeric_limits<float>;

/// As readers of JSON do it: in double precision, then rounded.
float by_double(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return static_cast<float>(value);
}

float by_float(const std::string& text) {
  float value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void expect_restored(float value) {
  const std::string text = shortest(value);
  const auto bits = std::bit_cast<std::uint32_t>(value);
  ASSERT_EQ(std::bit_cast<std::uint32_t>(by_double(text)), bits) << text;
  ASSERT_EQ(std::bit_cast<std::uint32_t>(by_float(text)), bits) << text;
  const auto parsed = parse_number(text);
  ASSERT_TRUE(parsed) << text;
  ASSERT_EQ(std::bit_cast<std::uint32_t>(*parsed), bits) << text;
}

TEST(Numbers, ShortestRestoresEveryBit) {
  test::Random random(1);
  for (int n = 0; n < 200'000; ++n) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random.engine()()));
    if (std::isfinite(value)) expect_restored(value);
  }
  for (const float value :
       {0.F, -0.F, Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(),
        -Limits::denorm_min(), 0.1F, 1.F / 3, 16777216.F}) {
    expect_restored(value);
  }
}

TEST(Numbers, TheOneThatReadsAsItsNeighbourIsWrittenLonger) {
  const float value = 0x1.5c87fap-84F;
  EXPECT_NE(by_double("7.038531e-26"), value);
  expect_restored(value);
  expect_restored(-value);
  EXPECT_EQ(shortest(std::nextafter(value, 1.F)), "7.0385313e-26");
}

TEST(Numbers, ShortestIsShort) {
  EXPECT_EQ(shortest(0.2F), "0.2");
  EXPECT_EQ(shortest(-3), "-3");
  EXPECT_EQ(shortest(1e30F), "1e+30");
  EXPECT_EQ(shortest(0), "0");
  EXPECT_EQ(shortest(Limits::infinity()), "inf");
  std::string text = "x = ";
  append_shortest(text, 0.5F);
  EXPECT_EQ(text, "x = 0.5");
}

TEST(Numbers, FixedHasItsDecimalsAndNoMinusZero) {
  EXPECT_EQ(fixed(0.875, 2), "0.88");
  EXPECT_EQ(fixed(-1.5, 0), "-2");
  EXPECT_EQ(fixed(2, 3), "2.000");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fixed(-0.0, 2), "0.00");
  EXPECT_EQ(fixed(-0.4, 0), "0");
  EXPECT_EQ(fixed(-0.006, 2), "-0.01");
  EXPECT_EQ(fixed(-1e300, 2).size(), 305u);
  EXPECT_EQ(fixed(-std::numeric_limits<double>::infinity(), 2), "-inf");
  test::Random random(2);
  for (int n = 0; n < 10'000; ++n) {
    const auto value = static_cast<double>(random.number(0.02F));
    const std::string text = fixed(value, 2);
    ASSERT_NE(text, "-0.00");
    ASSERT_NEAR(by_double(text), value, 0.00501);
  }
}

TEST(Numbers, BriefIsForLookingAt) {
  EXPECT_EQ(brief(0.123456), "0.123");
  EXPECT_EQ(brief(2), "2");
  EXPECT_EQ(brief(-0.0), "0");
  EXPECT_EQ(brief(-1e-7), "-1e-7");
  EXPECT_EQ(with_minus(brief(-1e-7)), "−1e−7");
  EXPECT_EQ(brief(123456), "1.23e5");
  EXPECT_EQ(brief(123456, 6), "123456");
  EXPECT_EQ(brief(std::numeric_limits<double>::infinity()), "inf");
}

TEST(Numbers, WhatPeopleTypeIsParsed) {
  const std::pair<const char*, float> cases[] = {
      {"2", 2},
      {"-3.5", -3.5F},
      {"+4", 4},
      {" 1 ", 1},
      {"\t0.5\n", 0.5F},
      {"0,25", 0.25F},
      {"-1,5", -1.5F},
      {"−2", -2},
      {"−0,5", -0.5F},
      {"1e3", 1000},
      {"1E−2", 0.01F},
      {"1e+2", 100},
      {".5", 0.5F},
      {"5.", 5},
      {"-.5", -0.5F},
      {"007", 7},
      {"3.4028235e38", Limits::max()},
      {"1e-60", 0},
  };
  for (const auto& [text, value] : cases) {
    const auto parsed = parse_number(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(*parsed, value) << text;
  }
}

TEST(Numbers, WhatIsNoFiniteNumberIsRefused) {
  for (const char* text :
       {"",      " ",     "-",     "+",       ".",       ",",   "abc", "1a",  "1 2",  "0x10",
        "0x1p3", "1.2.3", "1,2,3", "1,000.5", "1.000,5", "nan", "NaN", "inf", "-inf", "Infinity",
        "1e39",  "-1e39", "1e400", "3.5e38",  "+-5",     "+−5", "--5", "++5", "-+5",  "1e",
        "e5",    "½",     "٣",     "1_000",   "$1",      "1f",  "\xff"}) {
    EXPECT_FALSE(parse_number(text)) << text;
  }
  EXPECT_FALSE(parse_number(std::string_view("1\0", 2)));
}

}  // namespace
}  // namespace attn::numbers_test
