#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// So much of the window as a class needs: stays chosen, whatever is opened, until another is.
struct WindowPreset {
  std::string_view id, label;
  std::set<std::string> hidden;  ///< parts of the window (window_parts.h)
};

/// All; the first one hides nothing.
std::span<const WindowPreset> window_presets();

/// The one that hides just that; null: parts were chosen one by one.
const WindowPreset* preset_that_hides(const std::set<std::string>& hidden);

}  // namespace attn
