#pragma once

#include <string>

#include "app/document/lessons/lesson_text.h"
#include "app/document/view/view_kinds.h"

namespace attn {

/// The part of the window (as `stage`, `hidden` and `locked` call it) in which that is which a term
/// lights: "embeddings.table", "tab.weights"; empty where it is in no part that can be hidden.
std::string part_of(const LessonLight& light);

/// The view whose heatmap has the cells that a term lights ("weights/Book/Reads"); null where it
/// lights a table of the panels or a control.
const ViewKind* heatmap_of(const LessonLight& light);

}  // namespace attn
