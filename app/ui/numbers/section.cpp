#include "app/ui/numbers/section.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "app/ui/theme/rich_text.h"
#include "app/ui/theme/window_formulas.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

void toggle(std::set<std::string>& ids, const std::string& id) {
  if (ids.erase(id) == 0) ids.insert(id);
}

/// Draws an arrow head: down if the section is open, else to the right.
void draw_fold(const Theme& theme, ImVec2 center, bool is_folded, ImU32 color) {
  const float s = theme.px(4);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 points[] = {
      is_folded ? ImVec2(center.x - s / 2, center.y - s) : ImVec2(center.x - s, center.y - s / 2),
      is_folded ? ImVec2(center.x + s / 2, center.y) : ImVec2(center.x, center.y + s / 2),
      is_folded ? ImVec2(center.x - s / 2, center.y + s) : ImVec2(center.x + s, center.y - s / 2)};
  imgui::stroke_line(list, points, 3, color, 1.5F * theme.scale());
}

/// Draws a pin: filled if pinned.
void draw_pin(const Theme& theme, ImVec2 center, bool is_pinned, ImU32 color) {
  const float r = theme.px(3);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 head(center.x, center.y - r);
  list->AddLine({center.x, center.y}, {center.x, center.y + 2 * r}, color, theme.px(1));
  if (is_pinned) {
    list->AddCircleFilled(head, r, color, 16);
  } else {
    list->AddCircle(head, r, color, 16, theme.px(1));
  }
}

bool is_over(const Box& box) {
  return ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(box.min, box.max);
}

/// Section that a matrix with its own heading belongs to; empty if it is a section itself.
std::string_view parent_of(std::string_view id) {
  constexpr std::pair<std::string_view, std::string_view> kParents[] = {
      {"queries.table", "queries"}, {"heads.", "weights"},  {"combine.", "heads"},
      {"position.", "position"},    {"bias.", "attention"},
  };
  for (const auto& [prefix, parent] : kParents) {
    if (id.starts_with(prefix)) return parent;
  }
  return {};
}

/// Returns whether `ids` contain the section or its parent.
bool names_part(const std::set<std::string>& ids, std::string_view id) {
  return ids.contains(std::string(id)) || ids.contains(std::string(parent_of(id)));
}

/// The hint, and a shorter form: of "head 1 · effectively 2.3 keys" only the last part, which
/// appears nowhere else.
std::array<std::string, 2> hints_of(std::string_view hint) {
  constexpr std::string_view kDot = " · ";
  const std::size_t dot = hint.rfind(kDot);
  const auto last = dot == std::string_view::npos ? hint : hint.substr(dot + kDot.size());
  return {std::string(hint), std::string(last)};
}

/// Title of a section shown alone, if it differs from its heading.
std::optional<std::string_view> stage_title(std::string_view id) {
  constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
      {"embeddings.table", "Embeddings $\\mathbf{x}$"},
      {"inputs", "Sentence"},
      {"queries", "Queries"},
      {"weights", "Weights of the head"},
      {"attention", "Score"},
      {"bias.scale", ""},
      {"temperature", "Temperature"},
      {"normalizer", "Normalizer"},
      {"row", "Row of"},
      {"mask", "Mask"},
      {"heads", "Heads"},
      {"position", "Positions"},
      {"learn", "Learn"},
  };
  for (const auto& [name, title] : kTitles) {
    if (name == id) return title;
  }
  return std::nullopt;
}

/// Draws a name above the section with its additions, without buttons to fold or pin.
bool begin_on_stage(Ui& ui, Access access, Pen& pen, const SectionHead& head) {
  const Theme& theme = ui.theme;
  const std::string id(head.id);
  if (names_part(access.look.view.locked, id)) lock_controls(ui, access->locked_words());
  const bool is_part = parent_of(id).empty();
  const Face face = is_part ? Face::kTextMedium : Face::kMedium;
  const std::string_view name = stage_title(id).value_or(head.title);
  if (name.empty()) return true;
  const Box line = is_part ? heading_line(ui, pen)
                           : Box{pen.at, {pen.at.x + pen.width, pen.at.y + theme.px(22)}};
  pen.take(line.height());
  rich_in(ui, line, face, theme.colors().text, name, 0);
  if (!head.accent.empty()) {
    const float x = line.min.x + rich_size(theme, face, std::string(name) + " ").x;
    const Box room{{x, line.min.y}, line.max};
    const std::string word = shortened_in(ui, room, face, head.accent);
    text_in(ui, room, face, theme.colors().query, word, 0);
    const float end = x + text_size(theme, face, word).x + theme.px(6);
    text_in(ui, line, Face::kSmall, theme.colors().secondary,
            fitting_in(ui, {{end, line.min.y}, line.max}, Face::kSmall, hints_of(head.hint)), 1);
  }
  pen.take(theme.px(is_part ? 10 : 4));
  return true;
}

/// Folds an open section, opens a folded one.
void turn(Access access, const SectionHead& head) {
  ViewState& view = access.look.view;
  const std::string id(head.id);
  if (is_section_folded(access, head)) {
    view.folded.erase(id);
    if (head.is_default) view.opened.insert(id);
    return;
  }
  view.opened.erase(id);
  if (!is_section_folded(access, head)) view.folded.insert(id);
}

/// Names of the section's controls: if one of them is highlighted, so is the folded section.
std::vector<std::string> controls_in(std::string_view id) {
  static const std::map<std::string_view, std::vector<std::string>> kControls = {
      {"attention", {"score", "bias"}},
      {"bias.scale", {"score.scale", "bias"}},
      {"temperature", {"temperature", "normalizer"}},
      {"mask", {"mask"}},
      {"heads", {"heads.count", "head", "combine"}},
      {"position", {"position"}},
      {"learn", {"learn"}},
      {"inputs", {"sentence", "queries.0", "queries.1", "values.0", "values.1"}},
      {"embeddings.table", {"embeddings", "values", "tokens"}},
      {"queries", {"queries", "query-tokens", "query-sentence"}},
  };
  const auto found = kControls.find(id);
  return found == kControls.end() ? std::vector<std::string>() : found->second;
}

/// Draws the pin of a section in `box`, if visible.
void pin_button(Ui& ui, Access access, const std::string& id, const Box& box, bool is_near) {
  const Theme& theme = ui.theme;
  const bool is_pinned = names_part(access.look.view.pinned, id);
  if (button_area(ui, "section." + id + ".pin", box)) toggle(access.look.view.pinned, id);
  if (!is_near) return;
  draw_pin(theme, {(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2}, is_pinned,
           ImGui::IsItemHovered() ? theme.colors().query : theme.colors().faint);
}

constexpr float kButton = 18;  // width of a pin, and of an arrow

/// Draws a rule above a section that can be a line, across the panel.
void draw_rule(const Theme& theme, const Box& line) {
  const float margin = theme.px(14);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 low = list->GetClipRectMin(), high = list->GetClipRectMax();
  list->PushClipRect({line.min.x - margin, low.y}, {line.max.x + margin, high.y});
  list->AddLine({line.min.x - margin, line.min.y}, {line.max.x + margin, line.min.y},
                theme.colors().hairline, 1);
  list->PopClipRect();
}

/// Draws the word of a folded section; returns the start of its value.
float draw_word(Ui& ui, const Pen& pen, const Box& line, std::string_view word) {
  const Theme& theme = ui.theme;
  text_in(ui, line, Face::kMedium, theme.colors().text, word, 0);
  const float end = text_size(theme, Face::kMedium, word).x + theme.px(10);
  return line.min.x + std::max(end, theme.px(pen.width < theme.px(250) ? 70 : 86));
}

/// "Mask  none  ›"
void folded_line(Ui& ui, Access access, Pen& pen, const SectionHead& head) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::string id(head.id);
  const Box line = pen.take(folded_height(theme));
  const float button = theme.px(kButton);
  const Box arrow{{line.max.x - button, line.min.y}, line.max};
  const Box pin{{arrow.min.x - button, line.min.y}, {arrow.min.x, line.max.y}};
  const bool is_near = is_over(line);
  if (button_area(ui, "section." + id, {line.min, {pin.min.x, line.max.y}})) turn(access, head);
  const bool is_hovered = ImGui::IsItemHovered();
  light_way(ui, line, controls_in(head.id));
  pin_button(ui, access, id, pin, is_near);
  if (hit_area(ui, "section." + id + ".open", arrow)) turn(access, head);
  draw_rule(theme, line);
  const Box room{{draw_word(ui, pen, line, head.word), line.min.y}, {pin.min.x, line.max.y}};
  rich_in(ui, room, Face::kBody, palette.secondary,
          shortened_rich_in(ui, room, Face::kBody, head.value), 0);
  draw_fold(theme, {(arrow.min.x + arrow.max.x) / 2, (line.min.y + line.max.y) / 2}, true,
            is_hovered || is_over(arrow) ? palette.query : palette.faint);
}

/// Draws the title with its additions; returns its right end.
float draw_title(Ui& ui, const Box& line, const SectionHead& head) {
  const Theme& theme = ui.theme;
  Pen pen{line.min, line.width()};
  heading(ui, pen, head.title);
  float x = line.min.x + heading_width(theme, head.title);
  if (!head.accent.empty()) {
    x += theme.px(4);
    const Box room{{x, line.min.y}, line.max};
    const std::string shown = shortened_in(ui, room, Face::kCaption, head.accent);
    text_in(ui, room, Face::kCaption, theme.colors().query, shown, 0);
    x += text_size(theme, Face::kCaption, shown).x;
  }
  if (!head.tex.empty()) {
    x += theme.px(6);
    const FormulaStyle style{.size = static_cast<double>(16 * theme.scale())};
    const SetFormula& formula = theme.formulas().set(head.tex, style);
    theme.formulas().draw(ImGui::GetWindowDrawList(),
                          {x, line.max.y - theme.px(3) - static_cast<float>(formula.baseline)},
                          head.tex, style, theme.colors());
    x += static_cast<float>(formula.width);
  }
  return x;
}

/// Draws a heading without buttons, for presenter mode.
void presented_heading(Ui& ui, Pen& pen, const SectionHead& head) {
  if (head.title.empty()) return;
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.line_height(Face::kLarge));
  rich_in(ui, line, Face::kLarge, theme.colors().text, head.title, 0);
  const float x = line.min.x + rich_size(theme, Face::kLarge, std::string(head.title) + " ").x;
  const Box room{{x, line.min.y}, line.max};
  text_in(ui, room, Face::kLarge, theme.colors().query,
          shortened_in(ui, room, Face::kLarge, head.accent), 0);
  pen.take(theme.px(6));
}

/// Draws the heading of an open section, or of one that folds to its heading.
void heading_with_buttons(Ui& ui, Access access, Pen& pen, const SectionHead& head) {
  if (ui.theme.appearance().presenting) return presented_heading(ui, pen, head);
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::string id(head.id);
  const float button = theme.px(kButton);
  const bool was_folded = is_section_folded(access, head);
  if (!head.word.empty() && !head.handle && !head.is_first) {
    draw_rule(theme, pen.take(theme.px(9)));
  }
  const Box line = head.handle.value_or(heading_line(ui, pen));
  const bool is_near = is_over(line);
  const bool is_locked = names_part(access.look.view.locked, id);
  const std::string_view hint = is_locked ? "locked" : head.hint;
  const float hint_width = hint.empty() ? 0 : text_size(theme, Face::kSmall, hint).x;
  // The buttons replace the hint while the mouse is near, if both do not fit.
  float end = line.min.x;
  if (!head.handle) {
    const Box room{line.min, {line.max.x - 2 * button, line.max.y}};
    end = std::min(room.max.x, draw_title(ui, room, head) + theme.px(2));
    pen.take(theme.line_height(Face::kCaption) + theme.px(8));
  }
  const Box words{line.min, {end + button, line.max.y}};
  const Box pin{{words.max.x, line.min.y}, {words.max.x + button, line.max.y}};
  if (button_area(ui, "section." + id, words)) turn(access, head);
  const bool is_hovered = ImGui::IsItemHovered();
  if (was_folded) light_way(ui, line, controls_in(head.id));
  pin_button(ui, access, id, pin, is_near);
  const float middle = (line.min.y + line.max.y) / 2;
  if (is_near || was_folded) {
    draw_fold(theme, {end + button / 2, middle}, was_folded,
              is_hovered ? palette.query : palette.faint);
  }
  const bool has_room = pin.max.x + hint_width <= line.max.x;
  if (hint.empty() || head.handle || (is_near && (is_locked || !has_room))) {
    return;
  }
  const float from = has_room && !is_locked ? pin.max.x : end + theme.px(6);
  const Box room{{from, line.min.y}, line.max};
  // A menu may be at the right end.
  text_in(ui, room, Face::kSmall, palette.secondary,
          fitting_in(ui, room, Face::kSmall, hints_of(hint)), is_locked ? 0 : 1);
}

}  // namespace

bool is_section_folded(const Workspace& workspace, const SectionHead& head) {
  const ViewState& view = workspace.look.view;
  const std::string id(head.id);
  if (view.folded.contains(id)) return true;
  // A lesson chooses its sections itself.
  return head.is_default && (head.is_aside || !workspace.is_lesson()) && !view.opened.contains(id);
}

bool begin_section(Ui& ui, Access access, Pen& pen, const SectionHead& head) {
  const std::string id(head.id);
  const std::string parent(parent_of(id));
  const bool is_pinned = names_part(access.look.view.pinned, id);
  lock_controls(ui, {});
  if (access.look.is_hidden(parent.empty() ? id : parent)) return false;
  if (ui.stage) return begin_on_stage(ui, access, pen, head);
  if (access.look.is_hidden(id)) return false;
  if (ui.theme.appearance().presenting && !is_pinned) return false;
  const bool was_folded = is_section_folded(access, head);
  if (was_folded && !head.word.empty()) {
    folded_line(ui, access, pen, head);
    return false;
  }
  heading_with_buttons(ui, access, pen, head);
  if (was_folded) {
    pen.take(ui.theme.px(10));
  } else if (names_part(access.look.view.locked, id)) {
    lock_controls(ui, access->locked_words());
  }
  return !was_folded;
}

bool leading_line(Ui& ui, Pen& pen, std::string_view name, std::string_view word,
                  std::span<const std::string> values) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box line = pen.take(folded_height(theme));
  const bool is_pressed = button_area(ui, name, line);
  const bool is_hovered = ImGui::IsItemHovered();
  draw_rule(theme, line);
  const float arrow = theme.px(kButton);
  const Box room{{draw_word(ui, pen, line, word), line.min.y}, {line.max.x - arrow, line.max.y}};
  const auto fits = [&](const std::string& value) {
    return rich_size(theme, Face::kBody, value).x <= room.width();
  };
  const auto found = std::ranges::find_if(values, fits);
  if (found != values.begin()) note_cut_rich(ui, room.min, room.max, values.front());
  if (found != values.end()) rich_in(ui, room, Face::kBody, palette.secondary, *found, 0);
  draw_fold(theme, {line.max.x - arrow / 2, (line.min.y + line.max.y) / 2}, true,
            is_hovered ? palette.query : palette.faint);
  return is_pressed;
}

float folded_height(const Theme& theme) { return theme.px(31); }

Box heading_line(const Ui& ui, const Pen& pen) {
  constexpr float kStageTitle = 30;  // on one line with the view's
  const Theme& theme = ui.theme;
  const float height = ui.stage ? theme.px(kStageTitle) : theme.line_height(Face::kCaption);
  return {pen.at, {pen.at.x + pen.width, pen.at.y + height}};
}

void lock_controls(Ui& ui, std::string_view why) {
  const bool was_locked = !ui.locked.empty(), is_locked = !why.empty();
  ui.locked = why;
  if (was_locked == is_locked) return;
  ui.focus.lock(is_locked);
  ui.theme.set_dim(is_locked);
  ui.map.set_locked(is_locked);
  if (is_locked) {
    ImGui::BeginDisabled();
  } else {
    ImGui::EndDisabled();
  }
}

}  // namespace attn::ui
