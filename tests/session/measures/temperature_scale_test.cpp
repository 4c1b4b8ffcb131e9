#include "app/session/measures/temperature_scale.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace attn::temperature_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Temperature, EndsAreExactAndTheMiddleIsOne) {
  EXPECT_EQ(temperature_at(0), 0);
  EXPECT_EQ(temperature_at(-3), 0);
  EXPECT_EQ(temperature_at(1), kInfinity);
  EXPECT_EQ(temperature_at(7), kInfinity);
  EXPECT_EQ(temperature_at(0.5F), 1);
  EXPECT_EQ(temperature_at(0.51F), 1) << "a little sticky";
}

TEST(Temperature, RisesAlongTheSlider) {
  float before = -1;
  for (int i = 0; i <= 1000; ++i) {
    const float now = temperature_at(static_cast<float>(i) / 1000);
    EXPECT_GE(now, before) << i;
    before = now;
  }
}

TEST(Temperature, GoesInStepsPastNeitherOneNorTheEnds) {
  EXPECT_EQ(stepped_temperature(1, 0.25F), 1.78F);
  EXPECT_EQ(stepped_temperature(1.07F, -0.25F), 1) << "not passed over";
  EXPECT_EQ(stepped_temperature(0.95F, 0.25F), 1);
  EXPECT_EQ(stepped_temperature(0, 0.05F), 0.01F);
  EXPECT_EQ(stepped_temperature(0, -0.05F), 0);
  EXPECT_EQ(stepped_temperature(0.01F, -0.05F), 0);
  EXPECT_EQ(stepped_temperature(100, 0.05F), kInfinity);
  EXPECT_EQ(stepped_temperature(kInfinity, 0.05F), kInfinity);
  EXPECT_EQ(stepped_temperature(kInfinity, -0.05F), 100);
  EXPECT_EQ(stepped_temperature(1000, -0.05F), 891);
  float temperature = 0;
  for (int steps = 0; temperature != kInfinity; ++steps) {
    ASSERT_LT(steps, 500) << "it stays at " << temperature;
    temperature = stepped_temperature(temperature, 0.01F);
  }
}

TEST(Temperature, IsShownWhereItWasSet) {
  for (int i = 0; i <= 1000; ++i) {
    const float place = static_cast<float>(i) / 1000;
    const float now = temperature_at(place);
    EXPECT_EQ(temperature_at(place_of(now)), now) << place;
    if (now > 0 && now < kInfinity) {
      EXPECT_NEAR(place_of(now), place, 0.016) << now;
    }
  }
}

TEST(Temperature, OffTheScaleIsNotAnEnd) {
  for (const float T : {1e-30F, 1e-3F, 1e4F, 1e38F}) {
    EXPECT_GT(temperature_at(place_of(T)), 0) << T;
    EXPECT_LT(temperature_at(place_of(T)), kInfinity) << T;
  }
}

TEST(Temperature, ReadsWhatAPersonWrites) {
  EXPECT_EQ(parse_temperature("inf"), kInfinity);
  EXPECT_EQ(parse_temperature("∞"), kInfinity);
  EXPECT_EQ(parse_temperature("0"), 0.F);
  EXPECT_EQ(parse_temperature("0,5"), 0.5F);
  EXPECT_FALSE(std::signbit(*parse_temperature("-0.0")));
  for (const char* wrong : {"-1", "", "warm", "nan", "-inf", "1e39", "-1e-46", "-1e-300"}) {
    EXPECT_FALSE(parse_temperature(wrong)) << wrong;
  }
}

TEST(Temperature, ReadsWhatItShows) {
  for (const float T : {0.F, 0.01F, 0.112F, 0.5F, 1.F, 1.25F, 12.5F, 100.F, kInfinity}) {
    const auto read = parse_temperature(temperature_text(T));
    ASSERT_TRUE(read) << T;
    if (std::isinf(T)) {
      EXPECT_EQ(*read, T);
    } else {
      EXPECT_NEAR(*read, T, 0.005 + 0.01 * T);
    }
  }
}

}  // namespace
}  // namespace attn::temperature_test
