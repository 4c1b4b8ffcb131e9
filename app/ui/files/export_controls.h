#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/workspace/export_form.h"
#include "app/session/workspace/workspace.h"
#include "app/ui/files/export_sheet.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Lines of a dialog, one below another: each has a label at the left, and a control.
class ControlLines {
 public:
  /// `is_tight`: less space between lines.
  ControlLines(Ui& ui, Pen& pen, bool is_tight)
      : ui_(ui), pen_(pen), line_(is_tight ? 24.F : 26.F), gap_(is_tight ? 2.F : 6.F) {}

  std::optional<Box> focused{};  ///< control with the keyboard focus

  /// Draws the label of the next line; returns the box of its control.
  Box next(std::string_view word);
  /// Line with a list; `chosen` is the index of the choice. Returns whether it changed.
  bool list(std::string_view word, std::string_view name, const std::vector<std::string>& labels,
            int& chosen);
  /// Line with choices side by side, or a list if they do not fit. Returns whether `chosen`
  /// changed.
  bool row(std::string_view word, std::string_view name, std::span<const std::string_view> labels,
           int& chosen);
  /// Line with two choices side by side; `is_first`: the first is chosen. Returns whether it
  /// changed.
  bool either(std::string_view word, std::string_view name, std::string_view first,
              std::string_view second, bool& is_first);
  /// Text field; `usual` is shown as the default while it is empty.
  void field(std::string_view name, const Box& box, std::string& text, std::string_view usual = "");
  /// Line with two text fields and a sign between them.
  void pair(std::string_view word, std::string_view first, std::string& a, std::string_view between,
            std::string_view second, std::string& b, std::string_view usual = "",
            std::string_view usual_second = "");

 private:
  void note_focus(std::string_view name, const Box& box);

  Ui& ui_;
  Pen& pen_;
  float line_, gap_;
};

/// Line of an option with fixed values, in `dialog`: first the default, which is the empty text,
/// then the others, then `more`. Returns whether `word` changed.
bool choose_option(ControlLines& lines, std::string_view dialog, const FigureOption& option,
                   std::string& word, const std::vector<OptionValue>& more = {});

/// Line with the format of a figure: the ending number `chosen` becomes that of `path`, and clears
/// the messages of `sheet`, when another is chosen.
void choose_figure_format(ControlLines& lines, ExportSheet& sheet, std::string_view name,
                          std::string& path, int& chosen);

/// Draws the controls of an export downwards from `pen`: those that apply to its format and view,
/// with rare ones if `shows_all`; `is_tight`: less space between lines. Returns the box of the
/// control with the keyboard focus.
std::optional<Box> export_controls(Ui& ui, Pen& pen, const Scene& scene, ExportForm& form,
                                   bool& shows_all, bool is_tight);

}  // namespace attn::ui
