#include "app/ui/toolkit/widgets.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <GLFW/glfw3.h>

#include "app/document/files/problem_line.h"
#include "app/document/formulas/formula_text.h"
#include "app/ui/theme/fonts.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"
#include "app/ui/toolkit/field_text.h"
#include "app/ui/toolkit/shaped_field.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

constexpr double kRest = 1.5;  // seconds of pause that end a gesture
}

void draw_focus_ring(const Ui& ui, const Box& box) {
  const float gap = ui.theme.px(2), margin = ui.theme.px(4);
  ImDrawList* list = imgui::list();
  // Controls as wide as the panel are ringed in the panel's margin.
  const ImVec2 low = list->GetClipRectMin(), high = list->GetClipRectMax();
  list->PushClipRect({low.x - margin, low.y}, {high.x + margin, high.y});
  outline_box(box.within(-gap), ui.theme.colors().query, ui.theme.px(5), ui.theme.px(2));
  list->PopClipRect();
}

bool has_keyboard(Ui& ui, std::string_view name, const Box& box) {
  const bool has = ui.focus.stop(name) && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (ui.focus.take_arrival() && !ImGui::IsItemVisible()) {
    const ImVec2 left = imgui::list()->GetClipRectMin(), right = imgui::list()->GetClipRectMax();
    if (box.min.x < left.x || box.max.x > right.x) ImGui::SetScrollHereX(0.5F);
    ImGui::SetScrollHereY(0.5F);
  }
  if (has) draw_focus_ring(ui, box);
  return has;
}

bool goes_on(KeyRun& run, std::string_view name, double now) {
  const bool is_same = run.name == name && now - run.last < kRest;
  run.name = name;
  run.last = now;
  return is_same;
}

namespace {

constexpr std::size_t kMostComplaintBytes = 1000;
constexpr float kTracking = 0.5F;  // letter spacing of headings in pixels at scale 1

/// Draws text at the origin and transforms its vertices by `turn`.
template <typename Turn>
void draw_turned(const Theme& theme, Face face, ImU32 color, std::string_view text, Turn turn) {
  imgui::list()->PushClipRectFullScreen();  // text outside the panel before the transformation
                                            // would be clipped
  const int first = imgui::list()->VtxBuffer.Size;
  const std::size_t first_text = theme.texts().size();
  draw_text(theme, face, {0, 0}, color, text);
  for (int i = first; i < imgui::list()->VtxBuffer.Size; ++i) {
    imgui::list()->VtxBuffer[i].pos = turn(imgui::list()->VtxBuffer[i].pos);
  }
  imgui::list()->PopClipRect();
  theme.texts().turn_from(first_text, turn);
}

void draw_arrow_down(ImVec2 center, float size, ImU32 color) {
  imgui::list()->AddTriangleFilled({center.x - size, center.y - size * 0.5F},
                                   {center.x + size, center.y - size * 0.5F},
                                   {center.x, center.y + size * 0.7F}, color);
}

void ring(const Theme& theme, const Box& box) {
  const float grow = theme.px(1);
  outline_box(box.within(-grow), theme.colors().lit_line, theme.px(5), theme.px(2.5F));
}

/// Rings `box` if the hovered number depends on it.
void draw_highlight(Ui& ui, std::string_view name, const Box& box) {
  if (ui.highlight.side_of(name)) ring(ui.theme, box);
}

/// Whether to use letter spacing: not for complex scripts or formulas.
bool is_set_apart(std::string_view text) { return is_simple(text) && as_words(text) == text; }

/// Whether `name` is `control` or starts with it.
bool leads_to(std::string_view control, std::string_view name) {
  if (!name.starts_with(control)) return false;
  return name.size() == control.size() || name[control.size()] == '.' ||
         name[control.size()] == '[';
}

/// Scrolls the current window, seen through `box`, to the part that was opened in it.
void scroll_to_opened(Ui& ui, const Box& box, float height) {
  OpenedPart& part = ui.opened;
  if (!part.top) return;
  if (height > box.height() && part.crowded.empty()) {
    part = {.id = std::move(part.id), .crowded = ui.panel};
    ui.wake_in(0);
    return;
  }
  const float below = std::max(0.F, part.bottom.value_or(*part.top) - box.max.y);
  const float by = std::min(below, *part.top - box.min.y);
  if (by != 0) {
    ImGui::SetScrollY(std::max(0.F, ImGui::GetScrollY() + by));
    ui.wake_in(0);
  }
  part = {};
}

}  // namespace

ImU32 side_color(const Palette& palette, Side side) {
  return side == Side::kQuery ? palette.query : side == Side::kKey ? palette.key : palette.value;
}

Box Pen::take(float height) {
  const Box box{at, {at.x + width, at.y + height}};
  at.y += height;
  return box;
}

float scrolled(Ui& ui, const char* name, const Box& box, const std::function<void(Pen&)>& draw) {
  ImGui::SetCursorScreenPos(box.min);
  ImGui::BeginChild(name, {box.width() + ui.theme.px(12), box.height()}, false,
                    ImGuiWindowFlags_NoNav);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  Pen pen{origin, box.width()};
  ui.panel = name;
  draw(pen);
  begin_part(ui, {}, pen.at.y);
  scroll_to_opened(ui, box, pen.at.y - origin.y);
  ImGui::SetCursorScreenPos({origin.x, pen.at.y});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  return pen.at.y - origin.y;
}

void begin_part(Ui& ui, std::string_view id, float y) {
  OpenedPart& part = ui.opened;
  if (part.top && !part.bottom) part.bottom = y;
  if (!id.empty() && part.id == id) part.top = y;
}

bool hit_area(Ui& ui, std::string_view name, const Box& box) {
  ui.map.add(name, box.min, box.max);
  draw_highlight(ui, name, box);
  ImGui::SetCursorScreenPos(box.min);
  const std::string id(name);
  const bool clicked =
      ImGui::InvisibleButton(id.c_str(), {std::max(1.F, box.width()), std::max(1.F, box.height())});
  note_hover(ui, name);
  return clicked;
}

bool button_area(Ui& ui, std::string_view name, const Box& box) {
  const bool clicked = hit_area(ui, name, box);
  const bool pressed = has_keyboard(ui, name, box) && Focus::take_press(ui.keys);
  return clicked || pressed;
}

float heading_width(const Theme& theme, std::string_view text) {
  if (!is_set_apart(text)) return rich_size(theme, Face::kCaption, text).x;
  float width = text_size(theme, Face::kCaption, text).x;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) width += kTracking * theme.scale();
  }
  return std::ceil(width);
}

namespace {

/// Draws a heading with letter spacing; returns its right end.
float draw_set_apart(const Theme& theme, ImVec2 at, std::string_view text) {
  if (text.empty()) return at.x;
  theme.texts().add(text, at,
                    {at.x + heading_width(theme, text), at.y + theme.line_height(Face::kCaption)});
  float x = at.x;
  for (std::size_t i = 0; i < text.size();) {  // one UTF-8 character at a time, with letter spacing
    std::size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) ++end;
    const std::string_view letter = text.substr(i, end - i);
    imgui::list()->AddText(theme.font(Face::kCaption), theme.line_height(Face::kCaption), {x, at.y},
                           theme.colors().secondary, letter.data(), letter.data() + letter.size());
    x += text_size(theme, Face::kCaption, letter).x + kTracking * theme.scale();
    i = end;
  }
  return x;
}

}  // namespace

void mark_hidden_highlight(Ui& ui, const Box& box, std::span<const std::string> names) {
  for (const Source& source : ui.highlight.sources()) {
    const auto leads = [&](const std::string& name) { return leads_to(name, source.name); };
    if (std::ranges::any_of(names, leads)) return ring(ui.theme, box);
  }
}

void heading(Ui& ui, Pen& pen, std::string_view text, std::string_view hint) {
  const Theme& theme = ui.theme;
  float x = is_set_apart(text)
                ? draw_set_apart(theme, pen.at, text)
                : draw_rich(theme, Face::kCaption, pen.at, theme.colors().secondary, text);
  if (!hint.empty()) {
    x += theme.px(6);
    const Box room{{x, pen.at.y},
                   {pen.at.x + pen.width, pen.at.y + theme.line_height(Face::kSmall)}};
    // The part after the dash is optional, and dropped as a whole if it does not fit.
    const bool fits = text_size(theme, Face::kSmall, hint).x <= room.width();
    const std::string_view shown = fits ? hint : hint.substr(0, hint.find(" — "));
    if (shown.size() < hint.size()) note_more(ui, room.min, room.max, hint);
    draw_text(theme, Face::kSmall, room.min, theme.colors().faint,
              shortened_in(ui, room, Face::kSmall, shown));
  }
  pen.take(theme.line_height(Face::kCaption) + theme.px(8));
}

void text_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align) {
  const ImVec2 size = text_size(ui.theme, face, text);
  draw_text_of_size(
      ui.theme, face,
      {box.min.x + (box.width() - size.x) * align, box.min.y + (box.height() - size.y) / 2}, size,
      color, text);
}

std::string shortened_in(Ui& ui, const Box& box, Face face, std::string_view text) {
  std::string fitting = shortened(ui.theme, face, text, box.width());
  if (fitting != text) note_cut(ui, box.min, box.max, text);
  return fitting;
}

std::string fitting_in(Ui& ui, const Box& box, Face face, std::span<const std::string> texts) {
  for (const std::string& text : texts) {
    if (text_size(ui.theme, face, text).x <= box.width()) return text;
    note_more(ui, box.min, box.max, texts.front());
  }
  return "";
}

void cut_text_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text,
                 float align) {
  text_in(ui, box, face, color, shortened_in(ui, box, face, text), align);
}

void fitted_text_in(Ui& ui, const Box& box, Face face, ImU32 color,
                    std::span<const std::string> texts, float align) {
  text_in(ui, box, face, color, fitting_in(ui, box, face, texts), align);
}

void rich_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align) {
  const ImVec2 size = rich_size(ui.theme, face, text);
  draw_rich(ui.theme, face,
            {box.min.x + (box.width() - size.x) * align, box.min.y + (box.height() - size.y) / 2},
            color, text);
}

std::string shortened_rich_in(Ui& ui, const Box& box, Face face, std::string_view text) {
  std::string fitting = shortened_rich(ui.theme, face, text, box.width());
  if (fitting != text) note_cut(ui, box.min, box.max, text, true);
  return fitting;
}

void cut_rich_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text) {
  rich_in(ui, box, face, color, shortened_rich_in(ui, box, face, text), 0);
}

void formula_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view tex, float align) {
  const Theme& theme = ui.theme;
  FormulaStyle style = formula_style(theme, face);
  style.width = static_cast<double>(box.width());
  style = fitting_style(theme, tex, style);
  const SetFormula& set = theme.formulas().set(tex, style);
  if (set.width > style.width) {
    note_cut(ui, box.min, box.max, "$" + std::string(tex) + "$", true);
    return text_in(ui, box, face, color, "…", align);
  }
  Palette palette = theme.colors();
  palette.text = color;
  const float middle = (box.min.y + box.max.y - theme.line_height(face)) / 2;
  const bool is_line = set.height < static_cast<double>(2 * theme.line_height(face));
  const float top = is_line ? middle + theme.baseline(face) - static_cast<float>(set.baseline)
                            : (box.min.y + box.max.y - static_cast<float>(set.height)) / 2;
  const float left = (box.width() - static_cast<float>(std::ceil(set.width))) * align;
  theme.formulas().draw({box.min.x + left, top}, tex, style, palette);
}

std::string capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

void draw_text_upwards(const Theme& theme, Face face, ImVec2 at, ImU32 color,
                       std::string_view text) {
  draw_turned(theme, face, color, text,
              [at](ImVec2 p) { return ImVec2(std::round(at.x) + p.y, std::round(at.y) - p.x); });
}

void draw_text_downwards(const Theme& theme, Face face, ImVec2 at, ImU32 color,
                         std::string_view text) {
  draw_turned(theme, face, color, text,
              [at](ImVec2 p) { return ImVec2(std::round(at.x) - p.y, std::round(at.y) + p.x); });
}

void draw_text_slanted(const Theme& theme, Face face, ImVec2 at, ImU32 color,
                       std::string_view text) {
  constexpr float kSlant = 0.70710678F;
  const float middle = theme.line_height(face) / 2;
  draw_turned(theme, face, color, text, [at, middle](ImVec2 p) {
    const float down = p.y - middle;
    return ImVec2(at.x + (p.x + down) * kSlant, at.y + (down - p.x) * kSlant);
  });
}

namespace {

float segment_width(const Theme& theme, std::string_view label) {
  return std::round(text_size(theme, Face::kBody, label).x + 2 * theme.px(12));
}

}  // namespace

float segmented_width(const Theme& theme, std::span<const std::string_view> labels) {
  float width = 0;
  for (const std::string_view label : labels) width += segment_width(theme, label);
  return width;
}

bool segmented(Ui& ui, std::string_view name, ImVec2 at, float height,
               std::span<const std::string_view> labels, int& chosen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float radius = theme.px(5);
  ImDrawList* list = imgui::list();
  const int before = chosen;
  float x = at.x;
  const Box whole{at, {at.x + segmented_width(theme, labels), at.y + height}};
  fill_box(whole, palette.panel, radius);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float width = segment_width(theme, labels[i]);
    const Box part{{x, at.y}, {x + width, at.y + height}};
    if (button_area(ui, std::string(name) + "." + std::to_string(i), part)) {
      chosen = static_cast<int>(i);
    }
    const bool is_first = i == 0, is_last = i + 1 == labels.size();
    const ImDrawFlags corners = is_first && is_last ? ImDrawFlags_RoundCornersAll
                                : is_first          ? ImDrawFlags_RoundCornersLeft
                                : is_last           ? ImDrawFlags_RoundCornersRight
                                                    : ImDrawFlags_RoundCornersNone;
    const bool is_chosen = before == static_cast<int>(i);
    if (is_chosen) {
      list->AddRectFilled(part.min, part.max, palette.query, radius, corners);
    } else if (ImGui::IsItemHovered()) {
      list->AddRectFilled(part.min, part.max, palette.hover, radius, corners);
    }
    text_in(ui, part, is_chosen ? Face::kMedium : Face::kBody,
            is_chosen ? palette.on_accent : palette.text, labels[i], 0.5F);
    if (!is_first) list->AddLine({x, part.min.y}, {x, part.max.y}, palette.hairline);
    x += width;
  }
  outline_box(whole, palette.hairline, radius);
  return chosen != before;
}

bool link(Ui& ui, std::string_view name, Face face, ImVec2 at, std::string_view text, float& end) {
  const ImVec2 size = text_size(ui.theme, face, text);
  const bool clicked = button_area(ui, name, {at, {at.x + size.x, at.y + size.y}});
  const Palette& palette = ui.theme.colors();
  const ImU32 color = ImGui::IsItemHovered() ? palette.query : palette.secondary;
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  end = draw_text(ui.theme, face, at, color, text);
  return clicked;
}

bool link(Ui& ui, std::string_view name, Face face, ImVec2 at, std::string_view text) {
  float end = 0;
  return link(ui, name, face, at, text, end);
}

bool link_in(Ui& ui, std::string_view name, Face face, const Box& box, std::string_view text) {
  const float y = box.min.y + (box.height() - ui.theme.line_height(face)) / 2;
  return link(ui, name, face, {box.min.x, y}, text);
}

float choice_width(const Theme& theme, float width) { return width + theme.px(10 + 24); }

bool choice_box(Ui& ui, std::string_view name, const Box& box, std::string_view shown) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_pressed = button_area(ui, name, box);
  const bool is_hovered = ImGui::IsItemHovered();

  fill_box(box, is_hovered ? palette.hover : palette.panel, theme.px(5));
  outline_box(box, palette.hairline, theme.px(5));
  const Box inner = box.columns(box.min.x + theme.px(10), box.max.x - theme.px(24));
  if (!shown.empty()) {
    cut_rich_in(ui, inner, Face::kBody, palette.text, shown);
  }
  draw_arrow_down({box.max.x - theme.px(14), (box.min.y + box.max.y) / 2}, theme.px(4),
                  palette.text);
  return is_pressed;
}

bool choice(Ui& ui, std::string_view name, const Box& box, std::span<const std::string_view> labels,
            int& chosen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::string id = std::string(name) + ".list";
  const int before = chosen;
  if (choice_box(ui, name, box, labels[static_cast<std::size_t>(chosen)])) {
    ImGui::OpenPopup(id.c_str());
  }

  const float height =
      static_cast<float>(labels.size()) * ImGui::GetTextLineHeightWithSpacing() + theme.px(12);
  // If it fits neither below nor above, it scrolls on the side with more room.
  const float above = box.min.y - theme.px(4);
  const float below = ImGui::GetIO().DisplaySize.y - box.max.y - theme.px(4);
  const bool is_below = height <= below || below >= above;
  const float room = is_below ? below : above;
  const float y = is_below ? box.max.y + theme.px(2) : box.min.y - theme.px(2);
  ImGui::SetNextWindowPos({box.min.x, y}, ImGuiCond_Always, {0, is_below ? 0.F : 1.F});
  ImGui::SetNextWindowSize({box.width(), height <= room ? 0 : room});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(6), theme.px(6)});
  if (ImGui::BeginPopup(id.c_str())) {
    begin_lines(ui, before);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::string number = "##" + std::to_string(i);
      if (ImGui::IsWindowAppearing() && before == static_cast<int>(i)) ImGui::SetScrollHereY();
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const bool is_clicked = ImGui::Selectable(number.c_str(), before == static_cast<int>(i));
      draw_rich(theme, Face::kBody, at, palette.text, labels[i]);
      if (line_is_chosen(ui) || is_clicked) chosen = static_cast<int>(i);
      ui.map.add(std::string(name) + "." + std::to_string(i), ImGui::GetItemRectMin(),
                 ImGui::GetItemRectMax());
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return chosen != before;
}

bool segmented_or_list(Ui& ui, std::string_view name, const Box& box,
                       std::span<const std::string_view> labels, int& chosen) {
  if (segmented_width(ui.theme, labels) > box.width()) return choice(ui, name, box, labels, chosen);
  return segmented(ui, name, box.min, box.height(), labels, chosen);
}

static int take_field_caret(ImGuiInputTextCallbackData* data) {
  static_cast<ShapedField*>(data->UserData)->take_caret(*data);
  return 0;
}

TextEdit text_field(Ui& ui, std::string_view name, const Box& box, Face face,
                    const std::string& shown, OnClick on_click) {
  auto& buffers = ui.texts_in_work;
  const Theme& theme = ui.theme;
  ui.map.add(name, box.min, box.max);
  const std::string id = "##" + std::string(name);
  auto buffer = buffers.find(name);
  TextEdit edit;
  edit.text = buffer == buffers.end() ? shown : buffer->second;
  const bool was_active = buffer != buffers.end();

  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextItemWidth(box.width());
  imgui::push_font(theme.font(face), theme.line_height(face));
  const float padding = std::max(0.F, (box.height() - theme.line_height(face)) / 2);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {theme.px(8), padding});
  if (ui.focus.stop(name) && ui.focus.take_arrival()) imgui::give_keyboard_to_next();
  std::string in_field = to_field(edit.text);
  imgui::push_no_tab_stop();  // Tab is handled by Focus
  ImGuiInputTextFlags flags =
      on_click == OnClick::kSelectAll ? ImGuiInputTextFlags_AutoSelectAll : 0;
  std::optional<ShapedField> shaped;
  if (!is_simple(edit.text)) {
    const Box inner = box.columns(box.min.x + theme.px(8), box.max.x - theme.px(8));
    shaped.emplace(ui, face, inner, edit.text);
    flags |= ImGuiInputTextFlags_CallbackAlways;
    ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, IM_COL32_BLACK_TRANS);
  }
  edit.changed =
      ImGui::InputText(id.c_str(), &in_field, flags, take_field_caret, shaped ? &*shaped : nullptr);
  imgui::pop_no_tab_stop();
  edit.text = from_field(in_field);
  if (shaped) {
    ImGui::PopStyleColor(2);
    shaped->draw(edit.text);
  }
  note_hover(ui, name);
  edit.active = ImGui::IsItemActive();
  edit.started = edit.active && !was_active;
  edit.committed = ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  draw_highlight(ui, name, box);
  if (edit.active) {
    ui.focus.put_on(name);
    outline_box(box, theme.colors().query, theme.px(5), 1.5F);
    buffers.insert_or_assign(std::string(name), edit.text);
  } else if (was_active) {
    buffers.erase(buffer);
  }
  ui.theme.need_glyphs(edit.text);
  return edit;
}

void complaint_line(Ui& ui, Pen& pen, const std::string* complaint) {
  if (complaint == nullptr) return;
  const Theme& theme = ui.theme;
  const ImU32 color = theme.colors().warning;
  const std::string line = one_line(*complaint, kMostComplaintBytes);
  pen.take(theme.px(4));
  const ImVec2 extent = paragraph_size(theme, Face::kSmall, line, pen.width);
  note_message_box(ui, {pen.at, {pen.at.x + extent.x, pen.at.y + extent.y}});
  draw_paragraph(theme, Face::kSmall, pen.at, color, line, pen.width);
  pen.take(extent.y);
}

void begin_lines(Ui& ui, int marked) {
  LineWalk& walk = ui.lines;
  if (ui.keys.take(GLFW_KEY_ESCAPE)) ImGui::CloseCurrentPopup();
  if (ImGui::IsWindowAppearing()) {
    walk = {.at = marked};
    return;
  }
  const int count = walk.next;
  walk.next = 0;
  walk.is_moved = walk.is_pressed = false;
  if (count == 0) return;
  ui.keys.take_each([&](const KeyEvent& event) {
    const int by = event.is(GLFW_KEY_DOWN) ? 1 : event.is(GLFW_KEY_UP) ? -1 : 0;
    if (by != 0) {
      walk.at = walk.at < 0 ? (by > 0 ? 0 : count - 1) : (walk.at + by + count) % count;
      walk.is_moved = walk.is_seen = true;
      return true;
    }
    const bool presses =
        event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER) || event.text == " ";
    walk.is_pressed |= presses;
    return presses || event.is(GLFW_KEY_SPACE);
  });
}

bool line_is_chosen(Ui& ui, bool enabled) {
  if (!line_is_pressed(ui, enabled)) return false;
  ImGui::CloseCurrentPopup();
  return true;
}

bool line_is_pressed(Ui& ui, bool enabled) {
  LineWalk& walk = ui.lines;
  if (walk.next++ != walk.at) return false;
  if (walk.is_seen) draw_focus_ring(ui, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  if (walk.is_moved) ImGui::SetScrollHereY(0.5F);
  if (!walk.is_pressed || !enabled) return false;
  walk.is_pressed = false;
  return true;
}

bool word_button(Ui& ui, std::string_view name, const Box& box, std::string_view label,
                 bool is_next, bool is_enabled, Face face) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_pressed = is_enabled && button_area(ui, name, box);
  if (!is_enabled) ui.map.add(name, box.min, box.max);
  const bool is_hovered = is_enabled && ImGui::IsItemHovered();
  if (is_next) {
    const ImU32 ground = !is_enabled  ? mix(palette.panel, palette.query, 0.13F)
                         : is_hovered ? with_alpha(palette.query, 0.85F)
                                      : palette.query;
    fill_box(box, ground, theme.px(6));
  } else {
    if (is_hovered) fill_box(box, palette.hover, theme.px(6));
    outline_box(box, palette.hairline, theme.px(6));
  }
  const ImU32 color = is_next ? (is_enabled ? palette.on_accent : palette.query)
                              : (is_enabled ? palette.text : palette.faint);
  text_in(ui, box, face, color, label, 0.5F);
  return is_pressed;
}

bool word_button_before(Ui& ui, std::string_view name, std::string_view label, const Box& line,
                        float& right, bool is_next) {
  const float width = text_size(ui.theme, Face::kMedium, label).x + ui.theme.px(24);
  const Box box = line.columns(right - width, right);
  right = box.min.x - ui.theme.px(8);
  return word_button(ui, name, box, label, is_next);
}

}  // namespace attn::ui
