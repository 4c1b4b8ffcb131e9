#pragma once

#include <span>
#include <string_view>

#include "app/document/lessons/lesson_check.h"

namespace attn {

/// A part of the window that can be hidden from a class, or locked.
struct WindowPart {
  std::string_view id;     ///< of a section of the panels; "tab.V"; "inspector"
  std::string_view label;  ///< as it is called in the list of all
  /// Names of lessons' expressions that it shows: of the scene, and of what other scenes would be.
  std::string_view shows{}, shows_elsewhere{};
  /// Parts whose numbers it changes, too: in the panel Inputs "queries", in the graph "mask".
  std::string_view changes{};
};

/// All, in the order of the window.
std::span<const WindowPart> window_parts();

/// What lessons can speak of.
LessonVocabulary lesson_vocabulary();

}  // namespace attn
