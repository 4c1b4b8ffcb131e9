#pragma once

#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_value.h"
#include "app/document/lessons/lesson.h"

namespace attn {

/// Parses a block ```predict KIND; `line` is the first line of its text. Throws LessonError with
/// the line.
Prediction parse_prediction(std::string_view kind, std::string_view text, int line);

/// Answer of a user.
struct PredictionAnswer {
  std::size_t option = 0;            ///< choice
  Cell cell{};                       ///< cell
  std::vector<std::size_t> order{};  ///< order: indices of items, the first one first
  double number = 0;                 ///< number
};

/// Returns whether `answer` agrees with `facts`, which show the answer. Throws LessonError if they
/// do not determine it.
bool is_right(const Prediction& prediction, const PredictionAnswer& answer, const Facts& facts);

/// Right order of the items. Throws LessonError, also if two are equal.
std::vector<std::size_t> right_order(const Prediction& prediction, const Facts& facts);

/// Finds a right answer. Throws LessonError if no answer is right, or all are.
PredictionAnswer right_answer(const Prediction& prediction, const Facts& facts);

/// Feedback to `answer`, with its expressions.
std::string feedback_to(const Prediction& prediction, const PredictionAnswer& answer,
                        bool is_right);

}  // namespace attn
