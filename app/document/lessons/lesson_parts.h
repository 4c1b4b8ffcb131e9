#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "app/document/lessons/lesson_text.h"
#include "app/document/view/view_kinds.h"

namespace attn {

/// Part of the window (a name in `stage`, `hidden` and `locked`) that contains the target of a
/// term: "embeddings.table", "tab.weights"; empty if it is in no part that can be hidden.
std::string part_of(const LessonLight& light);

/// Part that contains the matrix or control `name`, if a stage may show it without the rest of the
/// part; else empty.
std::string_view part_named_by(std::string_view name);

/// Returns whether a stage with these names shows the matrix or control: it is named itself, or
/// nothing of its part is named alone.
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

/// View whose heatmap contains the cells of a term ("weights/Book/Reads"); null for tables of
/// panels and controls.
const ViewKind* heatmap_of(const LessonLight& light);

}  // namespace attn
