#include "app/session/measures/content_scale.h"

#include <gtest/gtest.h>

namespace attn::content_scale_test {
namespace {

TEST(ContentScale, IsTheScreensWhereItFits) {
  EXPECT_EQ(fitting_scale(1, 1440, 900), 1);
  EXPECT_EQ(fitting_scale(1.5F, 1536, 960), 1.5F);
  EXPECT_EQ(fitting_scale(2, 2880, 1800), 2);
}

TEST(ContentScale, LeavesTheLeastRoom) {
  EXPECT_EQ(fitting_scale(3, 1024, 640), 1);
  EXPECT_EQ(fitting_scale(3, 640, 400), 1) << "never below";
  for (float width = 1024; width < 4000; width += 7) {
    const float scale = fitting_scale(3, width, 2160);
    EXPECT_GE(width / scale, 1024) << width;
    EXPECT_LE(scale, 3);
  }
}

}  // namespace
}  // namespace attn::content_scale_test
