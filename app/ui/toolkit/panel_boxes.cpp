#include "app/ui/toolkit/panel_boxes.h"

#include <algorithm>

#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// Upper or lower edge of a panel, with its two round corners.
void draw_edge(const Palette& palette, const Box& edge, float radius, ImDrawFlags corners) {
  fill_box(edge.left_of(edge.min.x + radius), palette.window);
  fill_box(edge.right_of(edge.max.x - radius), palette.window);
  imgui::list()->AddRectFilled(edge.min, edge.max, palette.panel, radius, corners);
}

}  // namespace

std::vector<Box> outside_of(const Box& whole, const std::vector<Box>& boxes) {
  std::vector<float> edges{whole.min.y, whole.max.y};
  for (const Box& box : boxes) {
    edges.push_back(clamped(box.min.y, whole.min.y, whole.max.y));
    edges.push_back(clamped(box.max.y, whole.min.y, whole.max.y));
  }
  std::sort(edges.begin(), edges.end());
  std::vector<Box> outside;
  for (std::size_t n = 0; n + 1 < edges.size(); ++n) {
    const float top = edges[n], bottom = edges[n + 1];
    if (top == bottom) continue;
    std::vector<Box> here;  // boxes between these two edges, from left to right
    for (const Box& box : boxes) {
      if (box.min.y <= top && box.max.y >= bottom) here.push_back(box);
    }
    std::sort(here.begin(), here.end(),
              [](const Box& a, const Box& b) { return a.min.x < b.min.x; });
    float x = whole.min.x;
    for (const Box& box : here) {
      if (box.min.x > x) outside.push_back({{x, top}, {std::min(box.min.x, whole.max.x), bottom}});
      x = std::max(x, box.max.x);
    }
    if (x < whole.max.x) outside.push_back({{x, top}, {whole.max.x, bottom}});
  }
  return outside;
}

void draw_panel_boxes(const Theme& theme, const Box& whole, const std::vector<Box>& panels) {
  const Palette& palette = theme.colors();
  const float radius = theme.px(6);
  for (const Box& box : outside_of(whole, panels)) {
    fill_box(box, palette.window);
  }
  for (const Box& box : panels) {
    draw_edge(palette, box.above(box.min.y + radius), radius, ImDrawFlags_RoundCornersTop);
    draw_edge(palette, box.below(box.max.y - radius), radius, ImDrawFlags_RoundCornersBottom);
    outline_box(box, palette.hairline, radius);
  }
}

}  // namespace attn::ui
