#include "app/ui/tooltip.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/document/problem_line.h"
#include "app/ui/paragraph.h"
#include "app/ui/tips.h"

namespace attn::ui {
namespace {

constexpr std::size_t kLongest = 1200;  // bytes of a whole text that is shown
constexpr double kDelay = 0.7;          // seconds that the mouse rests

void draw_tip(const Theme& theme, const Hovered& hovered, std::string_view sentence) {
  const Palette& palette = theme.colors();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float padding = theme.px(8), gap = theme.px(6);
  const float room = theme.px(280);
  const ImVec2 extent = paragraph_size(theme, Face::kSmall, sentence, room);
  const ImVec2 whole(extent.x + 2 * padding, extent.y + 2 * padding);
  const float x = std::clamp(hovered.min.x, gap, std::max(gap, screen.x - whole.x - gap));
  const bool is_below = hovered.max.y + gap + whole.y < screen.y;
  const float y = is_below ? hovered.max.y + gap : std::max(gap, hovered.min.y - gap - whole.y);
  ImDrawList* list = ImGui::GetForegroundDrawList();
  list->AddRectFilled({x, y}, {x + whole.x, y + whole.y}, palette.text, theme.px(5));
  draw_paragraph(list, theme, Face::kSmall, {x + padding, y + padding}, palette.panel, sentence,
                 room);
}

}  // namespace

void note_hover(Ui& ui, std::string_view name) {
  if (!ImGui::IsItemHovered()) return;
  Hovered& hovered = ui.hovered;
  if (hovered.name != name) {
    hovered.name = name;
    hovered.since = ImGui::GetTime();
  }
  hovered.min = ImGui::GetItemRectMin();
  hovered.max = ImGui::GetItemRectMax();
  hovered.is_seen = true;
}

void note_cut(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole) {
  const bool is_over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max);
  if (!is_over) return;
  ui.hovered.whole = one_line(whole, kLongest);
  ui.hovered.cut_min = min;
  ui.hovered.cut_max = max;
}

void tooltip(Ui& ui) {
  Hovered& hovered = ui.hovered;
  const std::string whole = std::exchange(hovered.whole, "");
  const bool is_control = std::exchange(hovered.is_seen, false);
  if (!is_control) {  // a text alone is called by its words
    if (hovered.name != whole) hovered.since = ImGui::GetTime();
    hovered.name = whole;
    hovered.min = hovered.cut_min;
    hovered.max = hovered.cut_max;
  }
  if (hovered.name.empty()) return;
  if (ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1)) hovered.since = ImGui::GetTime();
  std::string sentence = whole;
  if (const auto tip = is_control ? tip_of(hovered.name) : std::nullopt; tip && !tip->empty()) {
    sentence += (whole.empty() ? "" : "\n") + *tip;
  }
  if (sentence.empty()) return;
  const double due = hovered.since + kDelay;
  if (ImGui::GetTime() >= due) {
    ui.theme.need_glyphs(sentence);
    draw_tip(ui.theme, hovered, sentence);
    ui.map.say("tooltip", sentence);
  } else {
    ui.wake_at = std::min(ui.wake_at.value_or(due), due);
  }
}

}  // namespace attn::ui
