#include "app/figure/training/step_axis.h"

#include <gtest/gtest.h>

namespace attn::step_axis_test {
namespace {

TEST(StepAxis, IsLinearForARunThatIsNotLong) {
  const StepAxis axis(500);
  EXPECT_FALSE(axis.is_logarithmic());
  EXPECT_EQ(axis.place(0), 0);
  EXPECT_EQ(axis.place(250), 0.5);
  EXPECT_EQ(axis.ticks(), (std::vector<Index>{0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500}));
  EXPECT_EQ(axis.ticks(5), (std::vector<Index>{0, 100, 200, 300, 400, 500}));
  EXPECT_EQ(StepAxis(1).ticks(), (std::vector<Index>{0, 1}));
  EXPECT_EQ(StepAxis(0).step(1), 1);
}

TEST(StepAxis, OfALongRunGivesEachPowerOfTenTheSameRoom) {
  const StepAxis axis(100'000);
  EXPECT_TRUE(axis.is_logarithmic());
  EXPECT_EQ(axis.place(0), 0);
  EXPECT_NEAR(axis.place(1000), 0.5, 1e-12);
  EXPECT_NEAR(axis.place(10'000), 0.75, 1e-12);
  EXPECT_EQ(axis.ticks(), (std::vector<Index>{10, 100, 1000, 10'000, 100'000}));
  EXPECT_EQ(StepAxis(20'000).ticks(11),
            (std::vector<Index>{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000, 20'000}));
}

TEST(StepAxis, LeadsBackFromEveryPlaceToItsStep) {
  for (const Index last : {1, 7, 9'999, 10'000, 123'456'789}) {
    const StepAxis axis(last);
    EXPECT_EQ(axis.step(-1), 0);
    EXPECT_EQ(axis.step(2), last);
    for (Index step = StepAxis::kFirst + 1; step < last; step += 1 + step / 3) {
      EXPECT_NEAR(static_cast<double>(axis.step(axis.place(step))), static_cast<double>(step), 1);
    }
  }
}

}  // namespace
}  // namespace attn::step_axis_test
