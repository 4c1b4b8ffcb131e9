#include "app/ui/toolkit/focus_ring.h"

namespace attn::ui {
namespace {
constexpr double kRest = 1.5;  // seconds after which another press is another gesture
}

void draw_focus_ring(const Ui& ui, const Box& box) {
  const float gap = ui.theme.px(2), margin = ui.theme.px(4);
  ImDrawList* list = ImGui::GetWindowDrawList();
  // What fills the width of its panel is ringed in the panel's margin.
  const ImVec2 low = list->GetClipRectMin(), high = list->GetClipRectMax();
  list->PushClipRect({low.x - margin, low.y}, {high.x + margin, high.y});
  imgui::stroke_rect(list, {box.min.x - gap, box.min.y - gap}, {box.max.x + gap, box.max.y + gap},
                     ui.theme.colors().query, ui.theme.px(5), ui.theme.px(2));
  list->PopClipRect();
}

bool has_keyboard(Ui& ui, std::string_view name, const Box& box) {
  const bool has = ui.focus.stop(name) && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (ui.focus.take_arrival() && !ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.5F);
  if (has) draw_focus_ring(ui, box);
  return has;
}

bool goes_on(KeyRun& run, std::string_view name, double now) {
  const bool is_same = run.name == name && now - run.last < kRest;
  run.name = name;
  run.last = now;
  return is_same;
}

}  // namespace attn::ui
