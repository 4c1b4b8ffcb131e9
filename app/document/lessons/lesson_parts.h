#pragma once

#include <string>

#include "app/document/lessons/lesson_text.h"

namespace attn {

/// The part of the window (as `stage`, `hidden` and `locked` call it) in which that is which a term
/// lights: "embeddings.table", "tab.weights"; empty where it is in no part that can be hidden.
std::string part_of(const LessonLight& light);

}  // namespace attn
