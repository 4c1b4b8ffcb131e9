#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/expressions/lesson_value.h"

namespace attn {

/// `text` with its expressions as numbers and words: "{scores["Book"]["Reads"]}" as things were at
/// the start of the step, "{now: …}" as they are. "{0.61 = …}" is what is written in it. What can't
/// be said is "—"; "{{" is a brace.
std::string fill(std::string_view text, const Facts& facts);

/// Throws LessonError where something can't be said, or what is written is not what it is.
void require_said(std::string_view text, const Facts& facts);

/// Throws LessonError where there is an expression in `text` that is none.
void require_expressions(std::string_view text);

/// What a term lights: numbers of a matrix, or a control.
struct LessonLight {
  std::string name;  ///< of a table ("embeddings"), of the heatmap ("weights"), or of a control
  std::optional<Index> row, column;  ///< of a matrix; absent: all
  bool is_control = false;
  bool operator==(const LessonLight&) const = default;
};

/// What "weights/Book/Reads", "embeddings/Book", "weights//2", "heads.0.w_q/1/2" or
/// "control/temperature" is. Throws LessonError where the scene has no such thing.
LessonLight find_light(std::string_view target, const Facts& facts);

}  // namespace attn
