#include "app/figure/diagram/axis_ticks.h"

#include <gtest/gtest.h>

namespace attn::axis_ticks_test {
namespace {

TEST(AxisTicks, StepsAreOneTwoOrFive) {
  EXPECT_DOUBLE_EQ(nice_step(1), 1);
  EXPECT_DOUBLE_EQ(nice_step(1.1), 2);
  EXPECT_DOUBLE_EQ(nice_step(0.021), 0.05);
  EXPECT_DOUBLE_EQ(nice_step(6e5), 1e6);
}

TEST(AxisTicks, AreTheMultiplesBetween) {
  const std::vector<double> found = ticks(-0.3, 0.61, 0.2);
  ASSERT_EQ(found.size(), 5U);
  EXPECT_NEAR(found[0], -0.2, 1e-12);
  EXPECT_EQ(found[1], 0);
  EXPECT_NEAR(found[4], 0.6, 1e-12);
  EXPECT_EQ(ticks(0, 5, 1).size(), 6U);
  EXPECT_LE(ticks(0, 1e9, 1).size(), 1000U);
}

TEST(AxisTicks, LabelsSayAsMuchAsTheStep) {
  EXPECT_EQ(tick_label(3, 1), "3");
  EXPECT_EQ(tick_label(2.5, 0.5), "2.5");
  EXPECT_EQ(tick_label(-0.02, 0.01), "−0.02");
  EXPECT_EQ(tick_label(1e-17, 0.5), "0");
  EXPECT_EQ(tick_label(2e6, 1e6), "2e6");
  EXPECT_EQ(tick_label(1.00002, 0.00002), "1.00002");
  EXPECT_EQ(tick_label(123457, 1), "123457");
}

TEST(AxisTicks, RangesHoldWhatTheyAreMadeFor) {
  for (const auto& [low, high] : {std::pair{0.03, 4.97}, {-3.1, 4.2}, {1e-4, 1.3e-4}, {0.0, 5.0}}) {
    const AxisRange range = nice_range(low, high);
    EXPECT_LE(range.low, low + 1e-9);
    EXPECT_GE(range.high, high - 1e-9);
    EXPECT_LT(range.high - range.low, 2 * (high - low));
  }
  EXPECT_DOUBLE_EQ(nice_range(0, 5).low, 0);
  EXPECT_DOUBLE_EQ(nice_range(0, 5).high, 5);
  EXPECT_LT(nice_range(2, 2).low, 2);
  EXPECT_GT(nice_range(2, 2).high, 2);
}

}  // namespace
}  // namespace attn::axis_ticks_test
