#include "app/ui/toolkit/tooltip.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/document/files/problem_line.h"
#include "app/document/formulas/formula_text.h"
#include "app/session/words/tips.h"
#include "app/ui/theme/rich_text.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// Distance of the boxes in pixels; negative if they overlap.
float distance(const Box& a, const Box& b) {
  const float across = std::max(a.min.x - b.max.x, b.min.x - a.max.x);
  const float down = std::max(a.min.y - b.max.y, b.min.y - a.max.y);
  return std::max(across, down);
}

}  // namespace

std::optional<Box> tip_place(ImVec2 size, const Box& about, ImVec2 screen, float gap,
                             std::span<const Box> told) {
  // Candidate positions touch a box to be kept clear: any other could be nearer.
  std::vector<float> across{about.min.x, about.max.x + gap, about.min.x - gap - size.x};
  std::vector<float> down{about.max.y + gap, about.min.y - gap - size.y, about.min.y};
  for (const Box& one : told) {
    across.insert(across.end(), {one.max.x + gap, one.min.x - gap - size.x});
    down.insert(down.end(), {one.max.y + gap, one.min.y - gap - size.y});
  }
  std::optional<Box> best;
  float least = 0;
  for (const float x : across) {
    for (const float y : down) {
      const ImVec2 at(clamped(x, gap, std::max(gap, screen.x - size.x - gap)),
                      clamped(y, gap, std::max(gap, screen.y - size.y - gap)));
      const Box box{at, {at.x + size.x, at.y + size.y}};
      if (std::ranges::any_of(told, [&](const Box& one) { return box.overlaps(one); })) continue;
      const float away = distance(box, about);
      // Overlapping `about` is the last resort.
      const float cost = away < 0 ? screen.x + screen.y - away : away;
      if (!best || cost < least) best = box, least = cost;
    }
  }
  return best;
}

namespace {

constexpr std::size_t kLongest = 1200;  // limit of a whole text in bytes
constexpr double kDelay = 0.6;          // delay in seconds
constexpr double kGoesOn = 0.3;         // seconds after a tooltip in which the next comes at once

/// Time from which on the mouse counts as resting on what it has just reached.
double hover_begin(const Hovered& hovered) {
  const double now = ImGui::GetTime();
  const bool goes_on = hovered.is_told || now - hovered.told_at < kGoesOn;
  return goes_on ? now - kDelay : now;
}

/// Whether a sentence contains formulas. Plain text is wrapped anywhere, in any script.
bool has_formula(std::string_view sentence) { return as_words(plain_text(sentence)) != sentence; }

/// Draws a tooltip; false if there is no room for it.
bool draw_tip(Ui& ui, std::string_view sentence) {
  const Theme& theme = ui.theme;
  const bool is_rich = has_formula(sentence);
  const std::string plain = plain_text(sentence);
  const Palette& palette = theme.colors();
  const float padding = theme.px(8), gap = theme.px(6);
  const float room = theme.px(280);
  const ImVec2 extent = is_rich ? rich_paragraph_size(theme, Face::kSmall, sentence, room)
                                : paragraph_size(theme, Face::kSmall, plain, room);
  const ImVec2 whole(extent.x + 2 * padding, extent.y + 2 * padding);
  const auto box = tip_place(whole, {ui.hovered.min, ui.hovered.max}, ImGui::GetIO().DisplaySize,
                             gap, ui.message_boxes);
  if (!box) return false;
  const imgui::OverAll over;
  fill_box(*box, palette.text, theme.px(5));
  const ImVec2 at(box->min.x + padding, box->min.y + padding);
  if (is_rich) {
    // Inverted background: use the other theme's colours.
    Palette reversed = palette_of({.dark = !theme.appearance().dark});
    reversed.text = palette.panel;
    draw_rich_paragraph(theme, Face::kSmall, at, reversed, sentence, room);
  } else {
    draw_paragraph(theme, Face::kSmall, at, palette.panel, plain, room);
  }
  ui.map.add_over_all("tooltip", box->min, box->max);
  return true;
}

}  // namespace

void note_hover(Ui& ui, std::string_view name) {
  if (!ImGui::IsItemHovered(ui.locked.empty() ? 0 : ImGuiHoveredFlags_AllowWhenDisabled)) return;
  Hovered& hovered = ui.hovered;
  if (hovered.name != name) {
    hovered.name = name;
    hovered.since = hover_begin(hovered);
    hovered.is_asked = false;
  }
  hovered.locked = ui.locked;
  if (!ui.locked.empty()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_NotAllowed);
    hovered.is_asked |= ImGui::IsMouseClicked(0);
  }
  hovered.min = ImGui::GetItemRectMin();
  hovered.max = ImGui::GetItemRectMax();
  hovered.is_seen = true;
}

void note_message_box(Ui& ui, const Box& box) {
  const ImDrawList& list = *imgui::list();
  const Box seen = box.common({list.GetClipRectMin(), list.GetClipRectMax()});
  if (seen.is_empty()) return;  // scrolled out of view
  ui.map.add("told." + std::to_string(ui.message_boxes.size()), seen.min, seen.max);
  ui.message_boxes.push_back(seen);
}

void note_cut(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole, bool is_rich) {
  if (ImGui::IsRectVisible(min, max)) ui.map.say_cut(whole);
  note_more(ui, min, max, whole, is_rich);
}

void note_more(Ui& ui, ImVec2 min, ImVec2 max, std::string_view whole, bool is_rich) {
  const bool is_over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max);
  if (!is_over) return;
  ui.hovered.whole = is_rich ? std::string(whole) : as_words(one_line(whole, kLongest));
  ui.hovered.cut_min = min;
  ui.hovered.cut_max = max;
}

void tooltip(Ui& ui) {
  Hovered& hovered = ui.hovered;
  if (std::exchange(hovered.is_told, false)) hovered.told_at = ImGui::GetTime();
  const std::string whole = std::exchange(hovered.whole, "");
  const bool is_control = std::exchange(hovered.is_seen, false);
  if (!is_control) {  // a text without a control is identified by its words
    if (hovered.name != whole) hovered.since = hover_begin(hovered);
    hovered.name = whole;
    hovered.min = hovered.cut_min;
    hovered.max = hovered.cut_max;
  }
  if (hovered.name.empty()) return;
  if (ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1)) {
    hovered.since = ImGui::GetTime();
    hovered.told_at = -1;
  }
  if (hovered.is_asked) hovered.since = ImGui::GetTime() - kDelay;
  std::string sentence = whole;
  if (is_control && !hovered.locked.empty()) {
    sentence += (whole.empty() ? "" : "\n") + std::string(hovered.locked);
  } else if (const auto tip = is_control ? tip_of(hovered.name) : std::nullopt;
             tip && !tip->empty()) {
    sentence += (whole.empty() ? "" : "\n") + *tip;
  }
  if (sentence.empty()) return;
  const double left = hovered.since + kDelay - ImGui::GetTime();
  if (left > 0) return ui.wake_in(left);
  ui.theme.need_glyphs(sentence);
  if (!draw_tip(ui, sentence)) return;
  hovered.is_told = true;
  ui.map.say("tooltip", plain_text(sentence));
}

}  // namespace attn::ui
