#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Line of a panel with a label and a control for a number or a choice of the scene. `n` is the
/// index of its owner, such as a mask or a head.
struct ParameterLine {
  enum class NumberForm { kNumber, kWhole, kShare };  ///< a share has a slider from 0 to 1, too

  std::string_view key;   ///< last part of the control's name; mostly the key in the scene file
  std::string_view word;  ///< may have formulas
  std::string_view noun;  ///< name in the history and the menu: "the cap"
  NumberForm entry = NumberForm::kNumber;
  /// Current number, or index of the current choice; empty if the scene has no such parameter.
  std::function<std::optional<double>(const Scene& scene, std::size_t n)> now;
  /// Sets the parameter; throws SceneError if the value is not allowed.
  std::function<void(Scene& scene, std::size_t n, double value)> set;
  /// Returns whether the scene allows the parameter, by its kind and the other settings.
  std::function<bool(const Scene& scene, std::size_t n)> fits;
  /// Initial value when the user adds the parameter; null: the line is always shown.
  std::function<double(const Scene& scene, std::size_t n)> first{};
  /// Default value of a parameter that always has a value.
  std::optional<double> at_rest{};
  /// Removes the parameter, or resets it to its default.
  std::function<void(Scene& scene, std::size_t n)> drop{};
  /// Labels of the choices; null for a number.
  std::function<std::vector<std::string>(const Scene& scene, std::size_t n)> choices{};
  /// For an optional parameter whose line is always shown: text shown while it is absent
  /// ("identity"), and the value that then applies.
  std::string_view stands_in{};
  std::function<double(const Scene& scene, std::size_t n)> given{};
};

// Lines for the numbers and choices of kinds and heads, except matrices; each is one row of a
// table.

std::span<const ParameterLine> score_parameters();
std::span<const ParameterLine> normalizer_parameters();
std::span<const ParameterLine> position_parameters_of_kind();
/// Lines of the numbers of the n-th mask, and of the n-th head.
std::span<const ParameterLine> mask_parameters();
std::span<const ParameterLine> head_parameters();

/// Draws the lines that are shown for the scene, one below another; each control is named
/// PLACE.KEY.
void parameter_lines(Ui& ui, Access access, Pen& pen, std::span<const ParameterLine> lines,
                     std::size_t n, const std::string& place);

/// Menu commands that add the parameters not shown, named PLACE.KEY.add.
std::vector<TableCommand> parameter_commands(Access access, std::span<const ParameterLine> lines,
                                             std::size_t n, const std::string& place);

/// Draws a menu button "⋯" named `name` at the end of `heading`, with the commands `commands`.
/// Hidden without commands, on a lesson's stage and for a class. Returns its width.
float add_menu(Ui& ui, const std::string& name, const Box& heading,
               const std::vector<TableCommand>& commands);

/// Line "w_o identity change" for an absent part: shows its substitute `stands_in`, and a link that
/// adds the part by `give`.
void offer_line(Ui& ui, Access access, Pen& pen, std::string_view word, std::string_view stands_in,
                const std::string& name, const std::string& noun,
                const std::function<void(Scene&)>& give);

}  // namespace attn::ui
