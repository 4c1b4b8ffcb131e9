#pragma once

#include <optional>
#include <string>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Edit of a temperature in this frame.
struct TemperatureEdit {
  std::optional<float> value;
  bool dragging = false;       ///< part of a continuing gesture
  bool dropped = false;        ///< end of the gesture
  bool begins = false;         ///< by a key that starts another gesture
  std::string refused;         ///< typed text that is not a temperature
  std::optional<Box> entry{};  ///< box of the number, if it can be typed
};

/// Draws the slider with its marks and the text field.
TemperatureEdit temperature_slider(Ui& ui, Pen& pen, float temperature);

/// Proposes the edit. Edits by slider and curves are one gesture while either is dragged.
void change_temperature(Access access, const TemperatureEdit& edit);

/// Draws the slider on a lesson's stage: in `room`, below the matrix and as wide as it, with the
/// number to its left.
void stage_temperature(Ui& ui, Access access, const Box& room, const Box& matrix);

}  // namespace attn::ui
