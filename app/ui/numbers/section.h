#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What a part of a panel is called, and what it comes to.
struct SectionHead {
  std::string_view id;
  std::string_view title{};   ///< in capitals, with formulas where it has some
  std::string_view accent{};  ///< after the title, in the query's colour
  std::string_view tex{};     ///< a formula after them
  std::string_view hint{};    ///< at the right end
  /// "Mask", "none": folded it is a line that says these, and not the heading alone. The value may
  /// have formulas.
  std::string_view word{}, value{};
  bool is_default = false;  ///< nothing was chosen in it: it is such a line until it is opened
  bool is_aside = false;    ///< it is such a line in lessons, too, which show other parts open
  bool is_first = false;    ///< it stands at the panel's top, and has no rule above it there
  /// Without a title: where it is folded and pinned, beside its first line.
  std::optional<Box> handle{};
};

/// The heading of a part of a panel, which folds where it is clicked and can be pinned for
/// presenter mode. Answers whether the part is to be drawn; one that is hidden, or in presenter
/// mode not pinned, is not there at all. One that is locked can't be changed until the next begins.
bool begin_section(Ui& ui, Access access, Pen& pen, const SectionHead& head);

/// Whether it is folded now.
bool is_section_folded(const Workspace& workspace, const SectionHead& head);

/// The line that a heading at the pen takes.
Box heading_line(const Ui& ui, const Pen& pen);

/// A line as of a folded part, of what is shown elsewhere: the first of `values`, which may have
/// formulas, that has room. Answers whether it is pressed.
bool leading_line(Ui& ui, Pen& pen, std::string_view name, std::string_view word,
                  std::span<const std::string> values);

/// How high a part is that is folded to a line.
float folded_height(const Theme& theme);

/// What is drawn from now on is dim, can be looked at but not changed, and answers `why`; or where
/// that is empty can be changed again. Ends with each section; a panel ends it after its last one.
void lock_controls(Ui& ui, std::string_view why);

/// For as long as it lives what is drawn is locked, where the view locks any of `parts`: around
/// controls that change another part than the one that they stand in.
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

}  // namespace attn::ui
