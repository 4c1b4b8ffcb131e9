#include "app/ui/train/points_plot.h"

#include <algorithm>
#include <cmath>

#include "app/ui/train/weight_picture.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// Plane that contains all points with a margin.
PointsPlane plane_in(const Box& box, const ShownPoints& shown) {
  float wide = 1, high = 0.2F;
  const Example& one = shown.sequence;
  for (std::size_t n = 0; n + 1 < one.inputs.size(); n += 2) {
    wide = std::max(wide, std::abs(one.inputs[n]));
    high = std::max(high, std::abs(one.inputs[n + 1]));
  }
  high = std::max(high, std::abs(one.numbers.back()));
  if (shown.said && std::isfinite(*shown.said)) high = std::max(high, std::abs(*shown.said));
  return {box, wide * 1.06F, high * 1.2F};
}

}  // namespace

PointsPlane points_plot(Ui& ui, const Box& box, const ShownPoints& shown) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Example& one = shown.sequence;
  const PointsPlane plane = plane_in(box, shown);
  ImDrawList* list = imgui::list();
  list->PushClipRect(box.min, box.max, true);
  list->AddLine(plane.at(-plane.wide, 0), plane.at(plane.wide, 0), palette.hairline);
  list->AddLine(plane.at(0, -plane.high), plane.at(0, plane.high), palette.hairline);
  const auto count = static_cast<Index>(one.inputs.size() / 2);
  const float asked = one.inputs[one.inputs.size() - 2], wanted = one.numbers.back();
  const bool is_told = !one.targets.empty() && one.targets.back() != kNoTarget;
  const float radius = clamped(box.height() / 34, theme.px(1.7F), theme.px(4));
  if (is_told && asked != 0) {
    const float slope = wanted / asked;
    list->AddLine(plane.at(-plane.wide, -slope * plane.wide),
                  plane.at(plane.wide, slope * plane.wide), with_alpha(palette.good, 0.35F));
  }
  const bool lights_asked = shown.query == count - 1, is_key = shown.key == count - 1;
  const ImU32 of_asked = lights_asked ? palette.query : is_key ? palette.key : palette.secondary;
  const float dash = theme.px(3);
  for (float y = box.min.y; y < box.max.y; y += 2 * dash) {
    const float x = plane.at(asked, 0).x;
    list->AddLine({x, y}, {x, y + dash}, of_asked);
  }
  for (Index n = 0; n + 1 < count; ++n) {
    const auto at = static_cast<std::size_t>(2 * n);
    const ImU32 color = n == shown.query ? palette.query
                        : n == shown.key ? palette.key
                                         : palette.text;
    list->AddCircleFilled(plane.at(one.inputs[at], one.inputs[at + 1]),
                          n == shown.query || n == shown.key ? radius * 1.4F : radius, color, 16);
  }
  if (shown.said && std::isfinite(*shown.said)) {
    const ImVec2 center = plane.at(asked, *shown.said);
    if (is_told) list->AddLine(center, plane.at(asked, wanted), palette.lit_key, theme.px(1.6F));
    list->AddCircleFilled(center, radius * 1.2F, palette.lit_key, 20);
  }
  if (is_told) {
    list->AddCircle(plane.at(asked, wanted), radius * 1.7F, palette.good, 20, theme.px(1.6F));
  }
  list->PopClipRect();
  return plane;
}

}  // namespace attn::ui
