#pragma once

#include <optional>

#include "app/ui/toolkit/keyboard.h"

namespace attn::ui {

/// What a key asks of a slider that has the keyboard.
struct SliderKey {
  enum class To { kStep, kLow, kHigh };
  To to = To::kStep;
  int sign = 0;  ///< of a step
  bool is_fine = false;
  bool is_coarse = false;
};

/// The next such key: an arrow (with Shift fine, with Ctrl coarse), Home or End. It is taken.
std::optional<SliderKey> take_slider_key(Keyboard& keys);

}  // namespace attn::ui
