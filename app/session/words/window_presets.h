#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Preset of the visible parts for a class: stays selected, whatever scene is opened, until another
/// is chosen.
struct WindowPreset {
  std::string_view id, label;
  std::set<std::string> hidden;  ///< parts of the window (window_parts.h)
};

/// All presets; the first one hides nothing.
std::span<const WindowPreset> window_presets();

/// Preset that hides exactly the parts `hidden`; null: custom selection.
const WindowPreset* preset_that_hides(const std::set<std::string>& hidden);

}  // namespace attn
