#pragma once

#include "app/ui/theme/imgui.h"

namespace attn::ui {

/// Colours of the window. Queries always use the accent, keys always the red.
struct Palette {
  ImU32 window, panel, hairline;
  ImU32 text, secondary, faint;
  ImU32 query, key, value;
  ImU32 good, good_back, warning;
  ImU32 zero;           ///< weight that rounds to 0
  ImU32 field;          ///< background of numbers and formulas
  ImU32 hover;          ///< background of hovered items
  ImU32 lit, lit_line;  ///< background and outline of linked (highlighted) terms and numbers
  ImU32 lit_key;        ///< number of a key on the highlighted background
  ImU32 on_accent;      ///< text on the accent colour
};

/// Appearance of the window.
struct Appearance {
  bool dark = false;
  bool presenting = false;  ///< presenter mode: larger type, more contrast, only pinned cells
  bool operator==(const Appearance&) const = default;
};

Palette palette_of(Appearance appearance);

/// Palette with foreground colours (text, lines, marks) at reduced opacity; backgrounds unchanged.
Palette dimmed(const Palette& palette, float alpha);

/// `color` with its opacity multiplied by `alpha`, or blended towards another.
ImU32 with_alpha(ImU32 color, float alpha);
ImU32 mix(ImU32 from, ImU32 to, float share);

}  // namespace attn::ui
