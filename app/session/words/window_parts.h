#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "app/document/lessons/lesson_check.h"

namespace attn {

/// Part of the window that can be hidden from a class, or locked.
struct WindowPart {
  std::string_view id;     ///< id of a section of the panels; "tab.V"; "inspector"
  std::string_view label;  ///< label in the list of all parts
  /// Names in lessons' expressions whose values this part shows: for the scene, and for other
  /// scenes.
  std::string_view shows{}, shows_elsewhere{};
  /// Other parts whose numbers can be edited here: "mask" in the graph view.
  std::string_view changes{};
};

/// All parts, in the window's order.
std::span<const WindowPart> window_parts();

/// Names that lessons can refer to.
LessonVocabulary lesson_vocabulary();

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
