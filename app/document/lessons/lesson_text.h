#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_value.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/lessons/lesson.h"

namespace attn {

/// `text` with its expressions as numbers and words: "{scores["Book"]["Reads"]}" as things were at
/// the start of the step, "{now: …}" as they are. "{0.61 = …}" is what is written in it. What can't
/// be said is "—"; "{{" is a brace. Formulas, as lesson_formula.h fills them, are TeX.
std::vector<TextPiece> fill(std::string_view text, const Facts& facts);
/// Code has no formulas.
std::vector<TextPiece> fill(const TextRun& run, const Facts& facts);

/// Throws LessonError where something can't be said, or what is written is not what it is.
void require_said(std::string_view text, const Facts& facts);
void require_said(const TextRun& run, const Facts& facts);

/// Throws LessonError where there is an expression or a formula in `text` that is none.
void require_expressions(std::string_view text);
void require_expressions(const TextRun& run);

/// What a term lights: numbers of a matrix, or a control.
struct LessonLight {
  std::string name;  ///< of a table ("embeddings"), of the heatmap ("weights"), or of a control
  std::optional<Index> row, column;  ///< of a matrix; absent: all
  bool is_control = false;
  bool operator==(const LessonLight&) const = default;
};

/// What a run lights: by its link, and by the terms of its formulas.
std::vector<std::string> lights_of(const TextRun& run);

/// What "weights/Book/Reads", "embeddings/Book", "weights//2", "heads.0.w_q/1/2" or
/// "control/temperature" is. Throws LessonError where the scene has no such thing.
LessonLight find_light(std::string_view target, const Facts& facts);

}  // namespace attn
