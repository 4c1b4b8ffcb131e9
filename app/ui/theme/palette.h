#pragma once

#include "app/ui/theme/imgui.h"

namespace attn::ui {

/// The colours of the window. The query is always the accent, the key always the red.
struct Palette {
  ImU32 window, panel, hairline;
  ImU32 text, secondary, faint;
  ImU32 query, key, value;
  ImU32 good, good_back, warning;
  ImU32 zero;           ///< a weight that rounds to 0
  ImU32 field;          ///< behind numbers and formulas
  ImU32 hover;          ///< behind what the mouse is over
  ImU32 lit, lit_line;  ///< behind what is lit, a term or a number it comes from, and around it
  ImU32 lit_key;        ///< a key's number on that ground
  ImU32 on_accent;      ///< text on the accent
};

/// How the window looks.
struct Appearance {
  bool dark = false;
  bool presenting = false;  ///< to a class: larger type, more contrast, only what was pinned
  bool operator==(const Appearance&) const = default;
};

Palette palette_of(Appearance appearance);

/// What is drawn in them shows through: words, lines, marks; not what is behind those.
Palette dimmed(const Palette& palette, float alpha);

/// `color` at a share of its opacity, or on the way to another.
ImU32 with_alpha(ImU32 color, float alpha);
ImU32 mix(ImU32 from, ImU32 to, float share);

}  // namespace attn::ui
