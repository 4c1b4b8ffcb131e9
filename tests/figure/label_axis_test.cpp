#include "app/figure/heatmap/label_axis.h"

#include <gtest/gtest.h>

namespace attn::label_axis_test {
namespace {

TEST(LabelAxis, LabelsHaveTheirLineWhateverTheCell) {
  double size = 100;
  for (double cell = 80; cell > 0.05; cell *= 0.9) {
    const LabelAxis axis = fit_axis(cell, 1000);
    EXPECT_GE(cell * static_cast<double>(axis.step), axis.line) << cell;
    EXPECT_LT(axis.style.size, axis.line);
    if (axis.step > 1) continue;
    EXPECT_LE(axis.style.size, size) << "never larger in smaller cells";
    size = axis.style.size;
  }
}

TEST(LabelAxis, AllAreShownWhileTheyFit) {
  EXPECT_EQ(fit_axis(10, 64).step, 1);
  EXPECT_EQ(fit_axis(9, 70).step, 2);
  EXPECT_EQ(fit_axis(640.0 / 4096, 4096).step, 100);
}

TEST(LabelAxis, ASingleLabelNeedsNoNeighbourRoom) {
  EXPECT_EQ(fit_axis(1, 1).step, 1);
  EXPECT_EQ(fit_axis(1, 1).style.size, 14);
}

TEST(LabelAxis, ThinnedLabelsAreEveryStepThAndShort) {
  LabelAxis axis;
  axis.step = 2;
  const auto labels = make_labels({"a", "b", std::string(300, 'c')}, axis, 50);
  ASSERT_EQ(labels.size(), 2u);
  EXPECT_LE(widest(labels), 50);
  EXPECT_GT(widest(labels), 30);
}

TEST(LabelAxis, ColumnsAreLevelThenSlantedThenUpright) {
  const LabelAxis wide = fit_axis(76, 6);
  EXPECT_EQ(column_angle(wide, make_labels({"Sleepy", "A"}, wide, 130), 76), 0);
  EXPECT_EQ(column_angle(wide, make_labels({"Photosynthesis", "A"}, wide, 130), 76), kSlanted);
  const LabelAxis narrow = fit_axis(20, 32);
  EXPECT_EQ(column_angle(narrow, make_labels({"Sleepy", "A"}, narrow, 130), 20), kUpright);
}

}  // namespace
}  // namespace attn::label_axis_test
