#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Rows of a dialog's controls, each with its label at the left.
class ControlLines {
 public:
  /// `is_tight`: compact rows.
  ControlLines(Ui& ui, Pen& pen, bool is_tight)
      : ui_(ui), pen_(pen), line_(is_tight ? 24.F : 26.F), gap_(is_tight ? 2.F : 6.F) {}

  std::optional<Box> focused{};  ///< focused control

  /// Next row with its label; returns the box of its control.
  Box next(std::string_view word);
  /// List with `chosen`. True when the choice changed.
  bool list(std::string_view word, std::string_view name, const std::vector<std::string>& labels,
            int& chosen);
  /// Segmented control, or a list if it does not fit. True when the choice changed.
  bool row(std::string_view word, std::string_view name, std::span<const std::string_view> labels,
           int& chosen);
  /// Text field; `usual` is the value while it is empty.
  void field(std::string_view name, const Box& box, std::string& text, std::string_view usual = "");
  /// Two text fields with a sign between them.
  void pair(std::string_view word, std::string_view first, std::string& a, std::string_view between,
            std::string_view second, std::string& b, std::string_view usual = "",
            std::string_view usual_second = "");

 private:
  void note_focus(std::string_view name, const Box& box);

  Ui& ui_;
  Pen& pen_;
  float line_, gap_;
};

}  // namespace attn::ui
