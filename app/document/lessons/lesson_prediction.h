#pragma once

#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_value.h"
#include "app/document/lessons/lesson.h"

namespace attn {

/// The prediction that a block ```predict KIND says; `line` is that of its text. Throws LessonError
/// with the line.
Prediction parse_prediction(std::string_view kind, std::string_view text, int line);

/// What a person answers.
struct PredictionAnswer {
  std::size_t option = 0;            ///< of a choice
  Cell cell{};                       ///< of a cell
  std::vector<std::size_t> order{};  ///< of an order: items, the first one first
  double number = 0;                 ///< of a number
};

/// Whether `answer` is what the numbers of `facts`, in which the answer shows, say. Throws
/// LessonError where they can't say it.
bool is_right(const Prediction& prediction, const PredictionAnswer& answer, const Facts& facts);

/// The items of an order as the numbers put them. Throws LessonError, also where two are equal.
std::vector<std::size_t> right_order(const Prediction& prediction, const Facts& facts);

/// An answer that is right. Throws LessonError where there is none, or all are.
PredictionAnswer right_answer(const Prediction& prediction, const Facts& facts);

/// What is said of `answer`, with its expressions.
std::string words_about(const Prediction& prediction, const PredictionAnswer& answer,
                        bool is_right);

}  // namespace attn
