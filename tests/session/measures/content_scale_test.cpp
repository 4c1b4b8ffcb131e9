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

TEST(ContentScale, MayBeSmallWhereThatIsWanted) {
  EXPECT_EQ(fitting_scale(0.8F, 1024, 640), 0.8F);
  EXPECT_EQ(fitting_scale(0.8F, 2560, 1440), 0.8F);
}

TEST(TypeSize, IsLargerOnALargeScreen) {
  EXPECT_EQ(usual_type_size(1366, 768), 100);
  EXPECT_EQ(usual_type_size(1920, 1080), 100);
  EXPECT_EQ(usual_type_size(2560, 1440), 150);
  EXPECT_EQ(usual_type_size(1440, 2560), 100);
  EXPECT_EQ(usual_type_size(3840, 2160), 225);
  EXPECT_EQ(usual_type_size(99999, 99999), 250);
}

TEST(TypeSize, GoesUpAndDownTheSizesToTheirEnds) {
  int percent = 1;
  for (const int wanted : kTypeSizes) {
    percent = next_type_size(percent, 1);
    EXPECT_EQ(percent, wanted);
  }
  EXPECT_EQ(next_type_size(percent, 1), 250);
  EXPECT_EQ(next_type_size(percent, -1), 225);
  EXPECT_EQ(next_type_size(130, -1), 125);
  EXPECT_EQ(next_type_size(130, 1), 150);
  EXPECT_EQ(next_type_size(80, -1), 80);
}

}  // namespace
}  // namespace attn::content_scale_test
