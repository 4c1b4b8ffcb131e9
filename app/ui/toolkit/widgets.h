#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// Whether the control that was drawn last has the keyboard, to which Tab can bring it: it is
/// ringed then, and scrolled to where it came from off the screen. False while a list is open.
bool has_keyboard(Ui& ui, std::string_view name, const Box& box);

void draw_focus_ring(const Ui& ui, const Box& box);

/// Whether keys that follow one another in a control are one gesture still: false for the first
/// one, and after a rest.
bool goes_on(KeyRun& run, std::string_view name, double now);

/// Where a panel's next line goes, from the top down.
struct Pen {
  ImVec2 at;
  float width = 0;

  /// The next `height` pixels over the whole width.
  Box take(float height);
};

/// Draws a panel that scrolls in `box` where it is higher; the scrollbar stands in the margin at
/// the right of it, so that nothing moves when it appears. Answers its height: where `draw` left
/// the pen.
float scrolled(Ui& ui, const char* name, const Box& box, const std::function<void(Pen&)>& draw);

/// An area that takes the mouse, named in the UI map. True in the frame in which it is clicked.
bool hit_area(Ui& ui, std::string_view name, const Box& box);

/// The same for what the keyboard can press too: Tab goes to it, Enter and Space press it.
bool button_area(Ui& ui, std::string_view name, const Box& box);

/// The colour that marks whose it is.
ImU32 side_color(const Palette& palette, Side side);

/// Rings `box` where what is lit is not on the screen but behind it: a control whose name is one of
/// `names`, or goes on from there.
void light_way(Ui& ui, const Box& box, std::span<const std::string> names);

/// EMBEDDINGS  6 × 3 — drag a number. The text is ours, and may have formulas.
void heading(Ui& ui, Pen& pen, std::string_view text, std::string_view hint = "");

/// How wide such words are.
float heading_width(const Theme& theme, std::string_view text);

/// `text` in `box`, by `face`, centred up and down; `align` 0 left … 1 right.
void text_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align);

/// Shortens `text` to the width of `box`, where it is drawn: a tooltip there has the whole.
std::string shortened_in(Ui& ui, const Box& box, Face face, std::string_view text);

/// The first of `texts` that fits into `box`, where it is drawn, or nothing: where that is not the
/// first one, a tooltip has it.
std::string fitting_in(Ui& ui, const Box& box, Face face, std::span<const std::string> texts);

/// text_in() and shortened_in() of words with formulas among them (app/ui/theme/rich_text.h).
void rich_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align);
std::string shortened_rich_in(Ui& ui, const Box& box, Face face, std::string_view text);

/// A formula in `box`, smaller where it has to be; where it has no room at all, a tooltip has it.
void formula_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view tex, float align);

/// `text` with its ASCII letters as capitals.
std::string capitals(std::string text);

/// Text turned by a quarter, reading upwards with the lower left corner of its box at `at`.
void draw_text_upwards(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                       std::string_view text);
/// The same reading downwards, with the upper right corner at `at`.
void draw_text_downwards(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                         std::string_view text);

/// Slanted, rising by 45 degrees, with the middle of its left side at `at`.
void draw_text_slanted(ImDrawList* list, const Theme& theme, Face face, ImVec2 at, ImU32 color,
                       std::string_view text);

/// How wide a row of choices is.
float segmented_width(const Theme& theme, std::span<const std::string_view> labels);

/// A row of choices of which one holds. True when another was chosen.
bool segmented(Ui& ui, std::string_view name, ImVec2 at, float height,
               std::span<const std::string_view> labels, int& chosen);

/// Words to click on. Answers whether they were, and where they end.
bool link(Ui& ui, std::string_view name, Face face, ImVec2 at, std::string_view text, float& end);

/// How wide its box is for a label of `width`.
float choice_width(const Theme& theme, float width);

/// A box that shows what is chosen, which may have formulas, with an arrow down at its right end.
/// True in the frame in which it is pressed: then what can be chosen opens.
bool choice_box(Ui& ui, std::string_view name, const Box& box, std::string_view shown);

/// Such a box that shows one of `labels`, which may have formulas, and opens the list of all. True
/// when another was chosen.
bool choice(Ui& ui, std::string_view name, const Box& box, std::span<const std::string_view> labels,
            int& chosen);

/// A line of text that shows `shown` until it is edited.
struct TextEdit {
  bool active = false;     ///< has the keyboard
  bool started = false;    ///< got it in this frame
  bool changed = false;    ///< `text` is new in this frame
  bool committed = false;  ///< Enter, or left after a change
  std::string text;
};
TextEdit text_field(Ui& ui, std::string_view name, const Box& box, Face face,
                    const std::string& shown);

/// A complaint below a control, where there is one.
void complaint_line(Ui& ui, Pen& pen, const std::string* complaint);

/// To be called as an open list or menu begins, of which line `marked` is the first to be walked
/// from: the arrow keys walk in it, Enter and Space choose, Escape closes it.
void begin_lines(Ui& ui, int marked = -1);

/// To be called after each of its lines. True where the keys choose it; then it closes.
bool line_is_chosen(Ui& ui, bool enabled = true);

}  // namespace attn::ui
