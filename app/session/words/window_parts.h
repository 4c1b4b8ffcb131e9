#pragma once

#include <span>
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

}  // namespace attn
