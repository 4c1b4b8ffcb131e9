#include "app/ui/toolkit/panel_boxes.h"

#include <gtest/gtest.h>

namespace attn::ui::panel_boxes_test {
namespace {

bool is_in(const Box& box, float x, float y) { return box.contains({x, y}); }

TEST(PanelBoxes, EachPointIsInABoxOrInOnePartOutside) {
  const Box whole{{0, 30}, {200, 160}};
  const std::vector<std::vector<Box>> cases = {
      {},
      {whole},
      {{{10, 40}, {190, 150}}},
      // The workbench: a lesson, the inputs, the view with the inspector below it, the attention.
      {{{10, 40}, {40, 150}},
       {{50, 40}, {80, 150}},
       {{90, 40}, {150, 100}},
       {{90, 110}, {150, 150}},
       {{160, 40}, {190, 150}}},
      // Beyond the whole, and at its edges.
      {{{-50, 0}, {20, 90}}, {{20, 30}, {60, 160}}, {{150, 100}, {300, 300}}},
  };
  for (const std::vector<Box>& boxes : cases) {
    const std::vector<Box> outside = outside_of(whole, boxes);
    for (float y = 30.5F; y < 160; ++y) {
      for (float x = 0.5F; x < 200; ++x) {
        int covers = 0;
        for (const Box& box : boxes) covers += is_in(box, x, y);
        for (const Box& box : outside) covers += is_in(box, x, y);
        ASSERT_EQ(covers, 1) << x << " " << y << " among " << boxes.size();
      }
    }
    for (const Box& box : outside) {
      EXPECT_GE(box.min.x, whole.min.x);
      EXPECT_GE(box.min.y, whole.min.y);
      EXPECT_LE(box.max.x, whole.max.x);
      EXPECT_LE(box.max.y, whole.max.y);
    }
  }
}

}  // namespace
}  // namespace attn::ui::panel_boxes_test
