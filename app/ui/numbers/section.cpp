#include "app/ui/numbers/section.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "app/ui/theme/rich_text.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

/// Draws an arrow head: down if the section is open, else to the right.
void draw_fold(const Theme& theme, ImVec2 center, bool is_folded, ImU32 color) {
  const float s = theme.px(4);
  const ImVec2 points[] = {
      is_folded ? ImVec2(center.x - s / 2, center.y - s) : ImVec2(center.x - s, center.y - s / 2),
      is_folded ? ImVec2(center.x + s / 2, center.y) : ImVec2(center.x, center.y + s / 2),
      is_folded ? ImVec2(center.x - s / 2, center.y + s) : ImVec2(center.x + s, center.y - s / 2)};
  imgui::stroke_line(points, 3, color, 1.5F * theme.scale());
}

/// Draws a pin: filled if pinned.
void draw_pin(const Theme& theme, ImVec2 center, bool is_pinned, ImU32 color) {
  const float r = theme.px(3);
  ImDrawList* list = imgui::list();
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
bool names_part(const std::set<std::string>& ids, const std::string& id) {
  return ids.contains(id) || ids.contains(std::string(parent_of(id)));
}

/// The hint, and a shorter form: of "head 1 · effectively 2.3 keys" only the last part, which
/// appears nowhere else.
std::array<std::string, 2> hints_of(std::string_view hint) {
  constexpr std::string_view kDot = " · ";
  const std::size_t dot = hint.rfind(kDot);
  const auto last = dot == std::string_view::npos ? hint : hint.substr(dot + kDot.size());
  return {std::string(hint), std::string(last)};
}

/// Section of a panel.
struct SectionKind {
  std::string_view id;
  std::string_view title{};             ///< if it is shown alone
  std::vector<std::string> controls{};  ///< if one is highlighted, so is the folded section
};

/// Entry of the section in this table; null: alone it has its usual heading, and no highlighted
/// control marks it when folded.
const SectionKind* section_kind(std::string_view id) {
  static const SectionKind kSections[] = {
      {"embeddings.table", "Embeddings $\\mathbf{x}$", {"embeddings", "values", "tokens"}},
      {"inputs", "Sentence", {"sentence", "queries.0", "queries.1", "values.0", "values.1"}},
      {"queries", "Queries", {"queries", "query-tokens", "query-sentence"}},
      {"weights", "Weights of the head"},
      {"attention", "Score", {"score", "bias"}},
      {"bias.scale", "", {"score.scale", "bias"}},
      {"temperature", "Temperature", {"temperature", "normalizer"}},
      {"normalizer", "Normalizer"},
      {"row", "Row of"},
      {"mask", "Mask", {"mask"}},
      {"heads", "Heads", {"heads.count", "head", "combine"}},
      {"position", "Positions", {"position"}},
      {"learn", "Learn", {"learn"}},
  };
  const auto found = std::ranges::find(kSections, id, &SectionKind::id);
  return found == std::end(kSections) ? nullptr : found;
}

/// Rings a folded section if one of its controls is highlighted.
void light_section(Ui& ui, const Box& line, std::string_view id) {
  if (const SectionKind* kind = section_kind(id)) mark_hidden_highlight(ui, line, kind->controls);
}

/// Draws a name above the section with its additions, without buttons to fold or pin.
bool begin_on_stage(Ui& ui, Access access, Pen& pen, const SectionHead& head) {
  const Theme& theme = ui.theme;
  if (names_part(access.look.view.locked, head.id)) lock_controls(ui, access->locked_words());
  const bool is_part = parent_of(head.id).empty();
  const Face face = is_part ? Face::kTextMedium : Face::kMedium;
  const SectionKind* kind = section_kind(head.id);
  const std::string name(kind ? kind->title : std::string_view(head.title));
  if (name.empty()) return true;
  const Box line = is_part ? heading_line(ui, pen)
                           : Box{pen.at, {pen.at.x + pen.width, pen.at.y + theme.px(22)}};
  pen.take(line.height());
  rich_in(ui, line, face, theme.colors().text, name, 0);
  if (!head.accent.empty()) {
    const float x = line.min.x + rich_size(theme, face, name + " ").x;
    const Box room = line.right_of(x);
    const std::string word = shortened_in(ui, room, face, head.accent);
    text_in(ui, room, face, theme.colors().query, word, 0);
    const float end = x + text_size(theme, face, word).x + theme.px(6);
    text_in(ui, line, Face::kSmall, theme.colors().secondary,
            fitting_in(ui, line.right_of(end), Face::kSmall, hints_of(head.hint)), 1);
  }
  pen.take(theme.px(is_part ? 10 : 4));
  return true;
}

/// Folds an open section, opens a folded one.
void turn(Ui& ui, Access access, const SectionHead& head) {
  ViewState& view = access.look.view;
  if (is_section_folded(access, head)) {
    view.folded.erase(head.id);
    if (head.is_default) view.opened.insert(head.id);
    ui.opened = {.id = head.id};
    return;
  }
  view.opened.erase(head.id);
  if (!is_section_folded(access, head)) view.folded.insert(head.id);
}

/// Draws the pin of a section in `box`, if visible.
void pin_button(Ui& ui, Access access, const std::string& id, const Box& box, bool is_near) {
  const Theme& theme = ui.theme;
  const bool is_pinned = names_part(access.look.view.pinned, id);
  std::set<std::string>& pinned = access.look.view.pinned;
  if (button_area(ui, "section." + id + ".pin", box) && pinned.erase(id) == 0) pinned.insert(id);
  if (!is_near) return;
  draw_pin(theme, {(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2}, is_pinned,
           ImGui::IsItemHovered() ? theme.colors().query : theme.colors().faint);
}

/// Whether the buttons of a section are shown: the mouse or the keyboard is on its line.
bool is_near_section(const Ui& ui, const Box& line, const std::string& id) {
  const std::string button = "section." + id;
  return is_over(line) || ui.focus.is_on(button) || ui.focus.is_on(button + ".pin");
}

constexpr float kButton = 18;  // width of a pin, and of an arrow

/// Draws a rule across the panel, above a section that can be folded to a line.
void draw_rule(const Theme& theme, const Box& line) {
  const float margin = theme.px(14);
  ImDrawList* list = imgui::list();
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
  return std::max(line.min.x + end, control_x(ui, pen));
}

/// "Mask  none  ›"
void folded_line(Ui& ui, Access access, Pen& pen, const SectionHead& head) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box line = pen.take(folded_height(theme));
  const float button = theme.px(kButton);
  const Box arrow = line.right_of(line.max.x - button);
  const Box pin = line.columns(arrow.min.x - button, arrow.min.x);
  const bool is_near = is_near_section(ui, line, head.id);
  if (button_area(ui, "section." + head.id, line.left_of(pin.min.x))) turn(ui, access, head);
  const bool is_hovered = ImGui::IsItemHovered();
  light_section(ui, line, head.id);
  pin_button(ui, access, head.id, pin, is_near);
  if (hit_area(ui, "section." + head.id + ".open", arrow)) turn(ui, access, head);
  draw_rule(theme, line);
  const Box room = line.columns(draw_word(ui, pen, line, head.word), pin.min.x);
  cut_rich_in(ui, room, Face::kBody, palette.secondary, head.value);
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
    const Box room = line.right_of(x);
    const std::string shown = shortened_in(ui, room, Face::kCaption, head.accent);
    text_in(ui, room, Face::kCaption, theme.colors().query, shown, 0);
    x += text_size(theme, Face::kCaption, shown).x;
  }
  if (!head.tex.empty()) {
    x += theme.px(6);
    const FormulaStyle style{.size = static_cast<double>(16 * theme.scale())};
    const SetFormula& formula = theme.formulas().set(head.tex, style);
    theme.formulas().draw({x, line.max.y - theme.px(3) - static_cast<float>(formula.baseline)},
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
  const float x = line.min.x + rich_size(theme, Face::kLarge, head.title + " ").x;
  const Box room = line.right_of(x);
  cut_text_in(ui, room, Face::kLarge, theme.colors().query, head.accent);
  pen.take(theme.px(6));
}

/// Draws the heading of an open section, or of one that folds to its heading.
void heading_with_buttons(Ui& ui, Access access, Pen& pen, const SectionHead& head) {
  if (ui.theme.appearance().presenting) return presented_heading(ui, pen, head);
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float button = theme.px(kButton);
  const bool was_folded = is_section_folded(access, head);
  if (!head.word.empty() && !head.handle && !head.is_first) {
    draw_rule(theme, pen.take(theme.px(9)));
  }
  const Box line = head.handle.value_or(heading_line(ui, pen));
  const bool is_near = is_near_section(ui, line, head.id);
  const bool is_locked = names_part(access.look.view.locked, head.id);
  const std::string hint = is_locked ? "locked" : head.hint;
  const float hint_width = hint.empty() ? 0 : text_size(theme, Face::kSmall, hint).x;
  // The buttons replace the hint while the mouse is near, if both do not fit.
  float end = line.min.x;
  if (!head.handle) {
    const Box room = line.left_of(line.max.x - 2 * button);
    end = std::min(room.max.x, draw_title(ui, room, head) + theme.px(2));
    pen.take(theme.line_height(Face::kCaption) + theme.px(8));
  }
  const Box words = line.left_of(end + button);
  const Box pin = line.columns(words.max.x, words.max.x + button);
  if (button_area(ui, "section." + head.id, words)) turn(ui, access, head);
  const bool is_hovered = ImGui::IsItemHovered();
  if (was_folded) light_section(ui, line, head.id);
  pin_button(ui, access, head.id, pin, is_near);
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
  const Box room = line.right_of(from);
  // A menu may be at the right end.
  fitted_text_in(ui, room, Face::kSmall, palette.secondary, hints_of(hint), is_locked ? 0 : 1);
}

}  // namespace

bool is_section_folded(const Workspace& workspace, const SectionHead& head) {
  const ViewState& view = workspace.look.view;
  if (view.folded.contains(head.id)) return true;
  // A lesson chooses its sections itself.
  return head.is_default && (head.is_aside || !workspace.is_lesson()) &&
         !view.opened.contains(head.id);
}

bool begin_section(Ui& ui, Access access, Pen& pen, const SectionHead& head) {
  const std::string parent(parent_of(head.id));
  const bool is_pinned = names_part(access.look.view.pinned, head.id);
  if (parent.empty() || ui.opened.id == head.id) begin_part(ui, head.id, pen.at.y);
  const bool is_crowded = !ui.opened.crowded.empty() && ui.opened.crowded == ui.panel;
  if (is_crowded && head.is_default && ui.opened.id != head.id) {
    access.look.view.opened.erase(head.id);
  }
  lock_controls(ui, {});
  if (access.look.is_hidden(parent.empty() ? head.id : parent)) return false;
  if (ui.stage) return begin_on_stage(ui, access, pen, head);
  if (access.look.is_hidden(head.id)) return false;
  if (ui.theme.appearance().presenting && !is_pinned) return false;
  const bool was_folded = is_section_folded(access, head);
  if (was_folded && !head.word.empty()) {
    folded_line(ui, access, pen, head);
    return false;
  }
  heading_with_buttons(ui, access, pen, head);
  if (was_folded) {
    pen.take(ui.theme.px(10));
  } else if (names_part(access.look.view.locked, head.id)) {
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
  const Box room = line.columns(draw_word(ui, pen, line, word), line.max.x - arrow);
  const auto fits = [&](const std::string& value) {
    return rich_size(theme, Face::kBody, value).x <= room.width();
  };
  const auto found = std::ranges::find_if(values, fits);
  if (found != values.begin()) note_cut(ui, room.min, room.max, values.front(), true);
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

float control_x(const Ui& ui, const Pen& pen) {
  return pen.at.x + ui.theme.px(pen.width < ui.theme.px(250) ? 70 : 86);
}

Box word_line(Ui& ui, Pen& pen, std::string_view word, float height) {
  const Box line = pen.take(height);
  const float x = control_x(ui, pen);
  const Box room = line.left_of(x);
  rich_in(ui, line, Face::kBody, ui.theme.colors().secondary,
          shortened_rich_in(ui, room, Face::kBody, word), 0);
  return line.right_of(x);
}

Box list_line(Ui& ui, Pen& pen, std::string_view word, std::span<const std::string_view> labels) {
  const Theme& theme = ui.theme;
  float widest = 0;
  for (const std::string_view label : labels) {
    widest = std::max(widest, rich_size(theme, Face::kBody, label).x);
  }
  const float room = pen.at.x + pen.width - control_x(ui, pen);
  if (choice_width(theme, widest) <= room) return word_line(ui, pen, word, theme.px(30));
  const Box above = pen.take(theme.px(24));
  text_in(ui, above, Face::kBody, theme.colors().secondary, word, 0);
  return pen.take(theme.px(30));
}

void formula_box(Ui& ui, Pen& pen, std::string_view tex) {
  const Theme& theme = ui.theme;
  const float side = theme.px(10), rise = theme.px(9);
  FormulaStyle style = formula_style(theme, Face::kBody);
  style.display = true;
  style.size *= 1.1;
  style.width = static_cast<double>(pen.width - 2 * side);
  style = fitting_style(theme, tex, style);
  const SetFormula& set = theme.formulas().set(tex, style);
  const auto width = static_cast<float>(std::ceil(set.width));
  const auto height = static_cast<float>(std::ceil(set.height));
  const Box box = pen.take(std::max(theme.px(36), height + 2 * rise));
  fill_box(box, theme.colors().field, theme.px(6));
  const ImVec2 at(box.min.x + std::max(side, (box.width() - width) / 2),
                  box.min.y + (box.height() - height) / 2);
  theme.formulas().draw(at, tex, style, theme.colors());
  pen.take(theme.px(8));
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
