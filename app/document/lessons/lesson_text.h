#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_value.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/lessons/lesson.h"

namespace attn {

/// Replaces the expressions of `text` by numbers and words: "{scores["Book"]["Reads"]}" by the
/// value at the start of the step, "{now: …}" by the current value, "{0.61 = …}" by the written
/// number. Undetermined values are "—"; "{{" is a brace. Formulas stay TeX.
std::vector<TextPiece> fill(std::string_view text, const Facts& facts);
/// Fills a run; code has no formulas.
std::vector<TextPiece> fill(const TextRun& run, const Facts& facts);

/// Throws LessonError if an expression is undetermined, or differs from the written number.
void require_true_claims(std::string_view text, const Facts& facts);
void require_true_claims(const TextRun& run, const Facts& facts);

/// Throws LessonError if `text` contains an invalid expression or formula.
void require_expressions(std::string_view text);
void require_expressions(const TextRun& run);

// Formulas in lessons are TeX, where braces have their own meaning: a number of the scene is
// written \val{expression}, with everything that {expression} may contain in text.

/// Throws LessonError if the formula is invalid; lines are counted from 1 at its first line.
void require_formula(std::string_view tex);

/// Inserts the numbers, at the step's start or, with "now:", current: TeX for read_formula().
/// Undetermined numbers are "—".
std::string fill_formula(std::string_view tex, const Facts& facts);

/// Throws LessonError if a number is undetermined, or differs from the written one.
void require_true_formula_claims(std::string_view tex, const Facts& facts);

/// Highlighted targets of its terms, "weights/Book/Reads", like links in a text.
std::vector<std::string> lights_of_formula(std::string_view tex);

/// Target that a term highlights: numbers of a matrix, or a control.
struct LessonLight {
  std::string name;  ///< name of a table ("embeddings"), of the heatmap ("weights"), or of a
                     ///< control
  std::optional<Index> row, column;  ///< in a matrix; absent: all
  bool is_control = false;
  bool operator==(const LessonLight&) const = default;
};

/// Targets highlighted by a run: that of its link, and those of the terms in its formulas.
std::vector<std::string> lights_of(const TextRun& run);

/// Resolves "weights/Book/Reads", "embeddings/Book", "weights//2", "heads.0.w_q/1/2" or
/// "control/temperature". Throws LessonError if the scene has no such target.
LessonLight find_light(std::string_view target, const Facts& facts);

}  // namespace attn
