#pragma once

#include <optional>
#include <string>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What was done to a temperature in this frame.
struct TemperatureEdit {
  std::optional<float> value;
  bool dragging = false;       ///< part of a gesture that goes on
  bool dropped = false;        ///< the gesture's end
  bool begins = false;         ///< by a key that begins another gesture
  std::string refused;         ///< what was typed, where it is no temperature
  std::optional<Box> entry{};  ///< where the number stands, where it can be typed
};

/// The slider with its marks and the box to type into.
TemperatureEdit temperature_slider(Ui& ui, Pen& pen, float temperature);

/// Proposes what was done. The slider's edits and the curves' are one gesture while either is
/// dragged.
void change_temperature(Access access, const TemperatureEdit& edit);

/// On a lesson's stage: in `room`, below the matrix and as wide as it, with the number to its left.
void stage_temperature(Ui& ui, Access access, const Box& room, const Box& matrix);

}  // namespace attn::ui
