#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/workspace/export_form.h"
#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The lines of a dialog's controls, one below the other: each with its word at the left.
class ControlLines {
 public:
  /// `is_tight` where there is little room.
  ControlLines(Ui& ui, Pen& pen, bool is_tight)
      : ui_(ui), pen_(pen), line_(is_tight ? 24.F : 26.F), gap_(is_tight ? 2.F : 6.F) {}

  std::optional<Box> focused{};  ///< the control that has the keyboard

  /// The next line with its word; answers the room for its control.
  Box next(std::string_view word);
  /// A list of which `chosen` is one. True where another was chosen.
  bool list(std::string_view word, std::string_view name, const std::vector<std::string>& labels,
            int& chosen);
  /// The same side by side, where there is room for it.
  bool row(std::string_view word, std::string_view name, std::span<const std::string_view> labels,
           int& chosen);
  /// Two words side by side, of which `is_first` says which holds. True where it is the other now.
  bool either(std::string_view word, std::string_view name, std::string_view first,
              std::string_view second, bool& is_first);
  /// `usual` is what holds where it is empty.
  void field(std::string_view name, const Box& box, std::string& text, std::string_view usual = "");
  /// Two fields with a sign between them.
  void pair(std::string_view word, std::string_view first, std::string& a, std::string_view between,
            std::string_view second, std::string& b, std::string_view usual = "",
            std::string_view usual_second = "");

 private:
  void note_focus(std::string_view name, const Box& box);

  Ui& ui_;
  Pen& pen_;
  float line_, gap_;
};

/// The line of an option that has values, in `dialog`: the usual one, whose word is empty, then the
/// others, then `more`. Answers whether `word` is another now.
bool choose_option(ControlLines& lines, std::string_view dialog, const FigureOption& option,
                   std::string& word, const std::vector<OptionValue>& more = {});

/// The controls of an export, from `pen` down, close together where `is_tight`: those that mean
/// something for its format and view, the rare ones where `shows_all`.
/// Answers where the one is that has the keyboard.
std::optional<Box> export_controls(Ui& ui, Pen& pen, const Scene& scene, ExportForm& form,
                                   bool& shows_all, bool is_tight);

}  // namespace attn::ui
