#pragma once

#include <optional>
#include <string>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What was done to a temperature in this frame.
struct TemperatureEdit {
  std::optional<float> value;
  bool dragging = false;  ///< part of a gesture that goes on
  bool dropped = false;   ///< the gesture's end
  bool begins = false;    ///< by a key that begins another gesture
  std::string refused;    ///< what was typed, where it is no temperature
};

/// The slider with its marks and the box to type into.
TemperatureEdit temperature_slider(Ui& ui, Pen& pen, float temperature);

}  // namespace attn::ui
