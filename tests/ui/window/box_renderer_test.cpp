#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "app/ui/window/presenter.h"

namespace attn::ui::box_renderer_test {
namespace {

constexpr float kWidth = 1200, kHeight = 801;

ImDrawData data_of(float scale) {
  ImDrawData data;
  data.DisplayPos = {0, 0};
  data.DisplaySize = {kWidth / scale, kHeight / scale};
  data.FramebufferScale = {scale, scale};
  return data;
}

struct Pixels {
  int left, top, right, bottom;
};

/// The scissors of ImGui_ImplOpenGL3_RenderDrawData, from the top.
Pixels pixels_of(const Box& clip, float scale) {
  const int left = static_cast<int>(clip.min.x * scale);
  const int below = static_cast<int>(kHeight - clip.max.y * scale);
  const int bottom = static_cast<int>(kHeight) - below;
  return {.left = left,
          .top = bottom - static_cast<int>(clip.height() * scale),
          .right = left + static_cast<int>(clip.width() * scale),
          .bottom = bottom};
}

/// A word stayed below a panel that was opened over it, one pixel wide: the panel's clip began
/// between two pixels, and was drawn in two parts.
TEST(BoxRenderer, PartsAreTogetherWhatTheWholeIs) {
  std::mt19937 random(3);
  for (int turn = 0; turn < 2000; ++turn) {
    const float scale = turn % 2 == 0 ? 1 : 2;
    const ImDrawData data = data_of(scale);
    const auto somewhere = [&](float from, float to) {
      return std::uniform_real_distribution<float>(from, to)(random);
    };
    Box clip{{somewhere(0, 500 / scale), somewhere(0, 300 / scale)}, {0, 0}};
    clip.max = {somewhere(clip.min.x + 4, kWidth / scale), somewhere(clip.min.y + 4, 790 / scale)};
    const float x = 32 * std::floor(somewhere(0, kWidth / scale / 32));
    const float y = 32 * std::floor(somewhere(0, kHeight / scale / 32));
    const Pixels whole = pixels_of(clip, scale);
    long area = 0;
    for (const Box& box :
         {Box{{0, 0}, {x, y}}, Box{{x, 0}, {kWidth / scale, y}}, Box{{0, y}, {x, kHeight / scale}},
          Box{{x, y}, {kWidth / scale, kHeight / scale}}}) {
      const Box part = clip_within(clip, box, data);
      if (part.is_empty()) continue;
      const Pixels drawn = pixels_of(part, scale);
      EXPECT_GE(drawn.left, whole.left);
      EXPECT_GE(drawn.top, whole.top);
      EXPECT_LE(drawn.right, whole.right);
      EXPECT_LE(drawn.bottom, whole.bottom);
      EXPECT_GE(drawn.left, std::lround(box.min.x * scale));
      EXPECT_LE(drawn.right, std::lround(box.max.x * scale));
      area += static_cast<long>(drawn.right - drawn.left) * (drawn.bottom - drawn.top);
    }
    EXPECT_EQ(area, static_cast<long>(whole.right - whole.left) * (whole.bottom - whole.top))
        << clip.min.x << " " << clip.min.y << " to " << clip.max.x << " " << clip.max.y
        << ", cut at " << x << " " << y;
  }
}

}  // namespace
}  // namespace attn::ui::box_renderer_test
