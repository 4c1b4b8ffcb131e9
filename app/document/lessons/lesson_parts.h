#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "app/document/lessons/lesson_text.h"
#include "app/document/view/view_kinds.h"

namespace attn {

/// The part of the window (as `stage`, `hidden` and `locked` call it) in which that is which a term
/// lights: "embeddings.table", "tab.weights"; empty where it is in no part that can be hidden.
std::string part_of(const LessonLight& light);

/// The part of which a stage may name this matrix or control in its place, and then shows nothing
/// else of it; empty where there is none.
std::string_view part_named_by(std::string_view name);

/// Whether that matrix or control is there where a stage has these names, as far as they say
/// anything of what its part has.
template <typename Names>
bool is_on_stage(const Names& stage, std::string_view name) {
  const std::string_view part = part_named_by(name);
  const auto is_of_part = [&](std::string_view one) {
    return !part.empty() && part_named_by(one) == part;
  };
  const auto has = [&](std::string_view one) {
    return name.starts_with(one) && (name.size() == one.size() || name[one.size()] == '.');
  };
  return std::ranges::none_of(stage, is_of_part) || std::ranges::any_of(stage, has);
}

/// The view whose heatmap has the cells that a term lights ("weights/Book/Reads"); null where it
/// lights a table of the panels or a control.
const ViewKind* heatmap_of(const LessonLight& light);

}  // namespace attn
