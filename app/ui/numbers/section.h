#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Title of a section of a panel, and a summary of its content.
struct SectionHead {
  std::string id;
  std::string title{};     ///< in capitals, may contain formulas
  std::string accent{};    ///< after the title, in the query's colour
  std::string_view tex{};  ///< formula after title and hint
  std::string hint{};      ///< at the right end
  /// "Mask", "none": the folded section is a line with these instead of the heading. The value may
  /// contain formulas.
  std::string word{}, value{};
  bool is_default = false;  ///< all values are default: shown as a folded line until opened
  bool is_aside = false;    ///< folded in lessons too, where other sections are open
  bool is_first = false;    ///< first in the panel, without a rule above it
  /// Without a title: box of the buttons to fold and pin it, next to its first line.
  std::optional<Box> handle{};
};

/// Draws the heading of a section, which folds on a click and can be pinned for presenter mode.
/// Returns whether to draw the section; a hidden one, or an unpinned one in presenter mode, is
/// absent. Controls of a locked section are disabled until the next begins.
bool begin_section(Ui& ui, Access access, Pen& pen, const SectionHead& head);

/// Returns whether the section is folded.
bool is_section_folded(const Workspace& workspace, const SectionHead& head);

/// Box of a heading at the pen.
Box heading_line(const Ui& ui, const Pen& pen);

/// Draws a line like a folded section that opens another place: with the first of `values`, which
/// may contain formulas, that fits. Returns whether it was clicked.
bool leading_line(Ui& ui, Pen& pen, std::string_view name, std::string_view word,
                  std::span<const std::string> values);

/// Height of a folded section.
float folded_height(const Theme& theme);

/// Disables the following controls: dimmed, not editable, with tooltip `why`; empty: enables them
/// again. Ends with each section; a panel must end it after its last section.
void lock_controls(Ui& ui, std::string_view why);

/// Disables controls during its lifetime if the view locks any of `parts`: for controls that change
/// another section than their own.
class LockedWith {
 public:
  LockedWith(Ui& ui, const Workspace& workspace, std::initializer_list<std::string_view> parts)
      : ui_(ui), before_(ui.locked) {
    if (before_.empty() && workspace.locks(parts)) lock_controls(ui, workspace.locked_words());
  }
  ~LockedWith() { lock_controls(ui_, before_); }
  LockedWith(const LockedWith&) = delete;
  LockedWith& operator=(const LockedWith&) = delete;

 private:
  Ui& ui_;
  std::string_view before_;
};

// Lines of the right panel's sections: a word, and its control.

/// x of the controls: words use the space before it.
float control_x(const Ui& ui, const Pen& pen);

/// Draws the word of the next line, which may be a formula; returns the box of its control.
Box word_line(Ui& ui, Pen& pen, std::string_view word, float height);

/// Line for a list of `labels`: below its word if one of them does not fit next to it.
Box list_line(Ui& ui, Pen& pen, std::string_view word, std::span<const std::string_view> labels);

/// Draws a formula on a background, smaller if it is long.
void formula_box(Ui& ui, Pen& pen, std::string_view tex);

}  // namespace attn::ui
