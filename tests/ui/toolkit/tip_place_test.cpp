// Tests that tooltips do not cover messages.

#include <vector>

#include <gtest/gtest.h>

#include "app/ui/toolkit/tooltip.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::ui::tip_place_test {
namespace {

const ImVec2 kScreen(1440, 900);
constexpr float kGap = 6;

Box at(float x, float y, float width, float height) { return {{x, y}, {x + width, y + height}}; }

TEST(TipPlace, IsBelowOrElseAbove) {
  const auto below = tip_place({200, 40}, at(300, 300, 100, 30), kScreen, kGap, {});
  ASSERT_TRUE(below);
  EXPECT_EQ(below->min.x, 300);
  EXPECT_EQ(below->min.y, 336);
  const auto above = tip_place({200, 40}, at(300, 860, 100, 30), kScreen, kGap, {});
  ASSERT_TRUE(above);
  EXPECT_EQ(above->max.y, 854);
  const auto inside = tip_place({200, 40}, at(1400, 300, 30, 30), kScreen, kGap, {});
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->max.x, 1434) << "it stays on the screen";
}

TEST(TipPlace, LeavesTheComplaintBelowItsField) {
  const std::vector<Box> told{at(300, 334, 260, 18)};
  const auto box = tip_place({200, 40}, at(300, 300, 100, 30), kScreen, kGap, told);
  ASSERT_TRUE(box);
  EXPECT_FALSE(box->overlaps(told[0]));
  EXPECT_EQ(box->max.y, 294) << "above the field";
}

TEST(TipPlace, IsNowhereWhereAllIsTold) {
  EXPECT_FALSE(tip_place({200, 40}, at(300, 300, 100, 30), kScreen, kGap,
                         std::vector<Box>{at(0, 0, 1440, 900)}));
}

TEST(TipPlace, NeverCoversWhatIsToldAndStaysOnTheScreen) {
  int placed = 0;
  constexpr int kTries = 4000;
  for (int n = 0; n < kTries; ++n) {
    test::Random random(test::case_seed(n));
    const auto between = [&](double low, double high) {
      return static_cast<float>(random.between(low, high));
    };
    const ImVec2 size(between(40, 300), between(20, 120));
    const Box about = at(between(0, 1400), between(0, 870), between(4, 600), between(4, 300));
    std::vector<Box> told;
    for (int k = n % 4; k > 0; --k) {
      told.push_back(at(between(0, 1200), between(0, 850), between(50, 500), between(15, 200)));
    }
    // A complaint stands below its field, a message at the foot of a panel.
    told.push_back(at(about.min.x, about.max.y + 4, between(50, 300), 18));
    const auto box = tip_place(size, about, kScreen, kGap, told);
    if (!box) continue;
    ++placed;
    for (const Box& one : told) EXPECT_FALSE(box->overlaps(one)) << n;
    EXPECT_GE(box->min.x, 0) << n;
    EXPECT_GE(box->min.y, 0) << n;
    EXPECT_LE(box->max.x, kScreen.x) << n;
    EXPECT_LE(box->max.y, kScreen.y) << n;
  }
  EXPECT_GT(placed, kTries * 95 / 100) << "there is nearly always a place";
}

}  // namespace
}  // namespace attn::ui::tip_place_test
