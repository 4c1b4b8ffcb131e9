#include <algorithm>
#include <cmath>
#include <vector>

#include "app/session/workspace/learn.h"
#include "app/ui/panels/sections.h"
#include "app/ui/toolkit/slider.h"

namespace attn::ui {
namespace {

constexpr float kHeight = 52, kKnob = 7;

/// Maximum number of points: each is the largest loss of its steps.
std::vector<ImVec2> curve_points(const std::vector<double>& losses, const Box& box, double most) {
  const auto count = std::ssize(losses);
  const auto across = static_cast<Index>(std::max(1.F, box.width()));
  const Index each = std::max<Index>(1, count / across);
  std::vector<ImVec2> points;
  for (Index from = 0; from < count; from += each) {
    const auto first = losses.begin() + from;
    const double loss = *std::max_element(first, first + std::min(each, count - from));
    const double along =
        count > 1 ? static_cast<double>(from) / static_cast<double>(count - 1) : 0.0;
    points.emplace_back(box.min.x + box.width() * static_cast<float>(along),
                        box.max.y - box.height() * static_cast<float>(loss / most));
  }
  return points;
}

}  // namespace

void learn_curve(Ui& ui, Access access, Pen& pen) {
  const SceneLearning& learning = access.look.learning;
  if (!learning.run || learning.run->losses().size() < 2) return;
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::vector<double>& losses = learning.run->losses();
  const Box area = pen.take(theme.px(kHeight));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, palette.field, theme.px(5));
  const float inset = theme.px(kKnob), margin = theme.px(5);
  const Box box{{area.min.x + inset, area.min.y + margin},
                {area.max.x - inset, area.max.y - margin}};
  const double highest = *std::ranges::max_element(losses),
               lowest = std::min(0.0, *std::ranges::min_element(losses));
  const double most = std::max(highest - lowest, 1e-12);
  std::vector<double> above = losses;
  for (double& loss : above) loss -= lowest;
  const std::vector<ImVec2> points = curve_points(above, box, most);
  imgui::stroke_line(list, points.data(), static_cast<int>(points.size()), palette.query,
                     theme.px(1.6F));
  const auto steps = static_cast<float>(std::max<Index>(1, learning.run->steps()));
  const float place = static_cast<float>(learning.shown) / steps;
  const float x = box.min.x + box.width() * place;
  list->AddLine({x, area.min.y}, {x, area.max.y}, with_alpha(palette.query, 0.5F), theme.px(1));
  const auto at = static_cast<std::size_t>(learning.shown);
  if (at < above.size()) {
    const float y = box.max.y - box.height() * static_cast<float>(above[at] / most);
    list->AddCircleFilled({x, y}, theme.px(3.5F), palette.query, 20);
  }
  ui.map.add("learn.curve", area.min, area.max);
  const Box line = pen.take(theme.px(20));
  const SliderEdit moved = slider(ui, "learn.back", line, place, 1 / steps);
  const auto step = static_cast<Index>(std::lround(moved.place.value_or(place) * steps));
  if (moved.place && step != learning.shown) look_at_learned(access, step);
  pen.take(theme.px(8));
}

}  // namespace attn::ui
