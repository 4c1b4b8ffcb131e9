#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// Returns whether the last drawn control has the focus; false while a list is open. Draws the
/// focus ring, and scrolls a newly focused control into view.
bool has_keyboard(Ui& ui, std::string_view name, const Box& box);

void draw_focus_ring(const Ui& ui, const Box& box);

/// Returns whether this key press continues a gesture (one undo step): false for the first press,
/// and after a pause.
bool goes_on(KeyRun& run, std::string_view name, double now);

/// Layout cursor of a panel, from the top down.
struct Pen {
  ImVec2 at;
  float width = 0;

  /// Takes the next `height` pixels at full width.
  Box take(float height);
};

/// Draws a panel in `box` that scrolls if it is higher; the scrollbar is in the right margin, so
/// nothing moves when it appears. Scrolls to the part that was opened. Returns the content's
/// height.
float scrolled(Ui& ui, const char* name, const Box& box, const std::function<void(Pen&)>& draw);

/// Begins the part `id` of a scrolled panel at height `y`, and ends the part before it.
void begin_part(Ui& ui, std::string_view id, float y);

/// Area for the mouse, named in the UI map. True in the frame of a click.
bool hit_area(Ui& ui, std::string_view name, const Box& box);

/// Area for mouse and keyboard: Tab focuses it, Enter and Space press it.
bool button_area(Ui& ui, std::string_view name, const Box& box);

/// Colour of a side (query, key …).
ImU32 side_color(const Palette& palette, Side side);

/// Rings `box` if a highlighted item behind it is hidden: a control named one of `names`, or a
/// prefix of it.
void mark_hidden_highlight(Ui& ui, const Box& box, std::span<const std::string> names);

/// Heading such as "EMBEDDINGS  6 × 3 — drag a number". `text` may contain $formulas$, so it must
/// not come from a file.
void heading(Ui& ui, Pen& pen, std::string_view text, std::string_view hint = "");

/// Width of a heading.
float heading_width(const Theme& theme, std::string_view text);

/// Draws `text` in `box`, vertically centred; `align`: 0 left … 1 right.
void text_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align);

/// Shortens `text` to the width of `box`, where it is drawn: a tooltip shows the full text.
std::string shortened_in(Ui& ui, const Box& box, Face face, std::string_view text);
void cut_text_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text,
                 float align = 0);

/// First of `texts` that fits into `box`, or empty; unless it is the first, the first becomes the
/// tooltip.
std::string fitting_in(Ui& ui, const Box& box, Face face, std::span<const std::string> texts);
void fitted_text_in(Ui& ui, const Box& box, Face face, ImU32 color,
                    std::span<const std::string> texts, float align = 0);

/// Likewise, text with inline formulas (app/ui/theme/rich_text.h).
void rich_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align);
std::string shortened_rich_in(Ui& ui, const Box& box, Face face, std::string_view text);
void cut_rich_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text);

/// Draws a formula in `box`, scaled down if needed; as tooltip if there is no room.
void formula_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view tex, float align);

/// `text` with ASCII letters in upper case.
std::string capitals(std::string text);

/// Draws text rotated by 90°, reading upwards, lower left corner of its box at `at`.
void draw_text_upwards(const Theme& theme, Face face, ImVec2 at, ImU32 color,
                       std::string_view text);
/// Draws text rotated by 90°, reading downwards, upper right corner at `at`.
void draw_text_downwards(const Theme& theme, Face face, ImVec2 at, ImU32 color,
                         std::string_view text);

/// Draws text rising at 45°, middle of its left side at `at`.
void draw_text_slanted(const Theme& theme, Face face, ImVec2 at, ImU32 color,
                       std::string_view text);

/// Width of a segmented control.
float segmented_width(const Theme& theme, std::span<const std::string_view> labels);

/// Segmented control. True when the choice changed.
bool segmented(Ui& ui, std::string_view name, ImVec2 at, float height,
               std::span<const std::string_view> labels, int& chosen);
/// Segmented control, or a list where it does not fit.
bool segmented_or_list(Ui& ui, std::string_view name, const Box& box,
                       std::span<const std::string_view> labels, int& chosen);

/// Text button. Returns whether it was clicked, and its right end.
bool link(Ui& ui, std::string_view name, Face face, ImVec2 at, std::string_view text, float& end);
bool link(Ui& ui, std::string_view name, Face face, ImVec2 at, std::string_view text);
/// Text button at the left of `box`, vertically centred.
bool link_in(Ui& ui, std::string_view name, Face face, const Box& box, std::string_view text);

/// Width of a choice box for a label of `width`.
float choice_width(const Theme& theme, float width);

/// Index of the first row for which is(row) holds, for a choice; 0 if there is none.
template <typename Rows, typename Is>
int index_of(const Rows& rows, const Is& is) {
  const auto found = std::ranges::find_if(rows, is);
  return found == std::ranges::end(rows) ? 0 : static_cast<int>(found - std::ranges::begin(rows));
}

/// Box with the current choice (may contain formulas) and an arrow at the right. True in the frame
/// in which it is pressed, to open the choices.
bool choice_box(Ui& ui, std::string_view name, const Box& box, std::string_view shown);

/// Choice box with a list of `labels`, which may contain formulas. True when the choice changed.
bool choice(Ui& ui, std::string_view name, const Box& box, std::span<const std::string_view> labels,
            int& chosen);

/// Text field that shows `shown` until it is edited.
struct TextEdit {
  bool active = false;     ///< has the focus
  bool started = false;    ///< got the focus in this frame
  bool changed = false;    ///< `text` changed in this frame
  bool committed = false;  ///< Enter, or left after a change
  std::string text;
};
/// Selection by a click into a field: a number is selected, to be replaced.
enum class OnClick { kCaret, kSelectAll };
TextEdit text_field(Ui& ui, std::string_view name, const Box& box, Face face,
                    const std::string& shown, OnClick on_click = OnClick::kCaret);

/// Error message below a control, if any.
void complaint_line(Ui& ui, Pen& pen, const std::string* complaint);

/// Begins keyboard navigation of an open list or menu, from line `marked`: arrow keys move, Enter
/// and Space choose, Escape closes.
void begin_lines(Ui& ui, int marked = -1);
/// Whether the keys press the line that was drawn last; leaves the list open.
bool line_is_pressed(Ui& ui, bool enabled);

/// Call after each line. True if it is chosen by a key; the list then closes.
bool line_is_chosen(Ui& ui, bool enabled = true);

/// Button with a label, in the accent colour if it is the default action, light while disabled.
/// True in the frame in which it is pressed.
bool word_button(Ui& ui, std::string_view name, const Box& box, std::string_view label,
                 bool is_next, bool is_enabled = true, Face face = Face::kMedium);

/// Button as wide as its label in a right-aligned row: ends at `right`, which becomes its left end
/// for the next one.
bool word_button_before(Ui& ui, std::string_view name, std::string_view label, const Box& line,
                        float& right, bool is_next);

}  // namespace attn::ui
