#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/document/view/view_state.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"
#include "engine/base/progress.h"
#include "engine/reference/parts.h"
#include "engine/train/habits.h"

namespace attn {

/// Results of a network on test sequences.
struct LearnedFacts {
  Index steps = 0;
  double loss = 0;                 ///< mean over places with a target
  double accuracy = 0;             ///< 0…1
  double chance = 0;               ///< accuracy of answers that ignore the tokens
  std::vector<HeadHabits> habits;  ///< of each head of each layer
};

// Values and names of the expressions of lessons (lesson_expression.h).

/// Remaining budget of reads: numbers of matrices, bytes of texts, terms.
struct Reading {
  Index left;
  const char* too_much;                ///< message if the limit is exceeded
  const Progress* progress = nullptr;  ///< request to cancel, if there is one
};

/// Data that an expression is evaluated on.
struct Facts {
  const Evaluation& now;
  const Evaluation& start;          ///< of the step
  std::optional<Cell> cell = {};    ///< answer to a prediction
  Reading* reading = nullptr;       ///< counts reads, if set
  const ViewState* view = nullptr;  ///< null: that of `now`
  /// Present and initial results of the step's network; null without one.
  const LearnedFacts* learned = nullptr;
  const LearnedFacts* learned_at_start = nullptr;

  const Scene& scene() const { return now.scene; }
  const Trace& trace() const { return now.trace; }
  /// Facts at the start of the step.
  Facts at_start() const {
    return {start, start, cell, reading, nullptr, learned_at_start, learned_at_start};
  }
  /// Throws LessonError without a network.
  const LearnedFacts& require_learned() const;
  /// Counts reads. Throws LessonError if the budget is exceeded, and Cancelled.
  void count(Index size) const;
};

/// Matrix of the scene or its trace, by reference, or one row of it. Values must not outlive it.
struct MatrixPart {
  const Matrix* matrix;
  std::optional<Index> row{};
};

struct LessonValue {
  using List = std::vector<LessonValue>;

  /// Masked score, boolean, number, text, or a list of those.
  std::variant<std::monostate, bool, double, std::string, List, MatrixPart> data;
  /// Axes of a list, outermost first; missing ones are plain. Along an axis of tokens, a token may
  /// be used as index.
  std::vector<Axis> axes;

  Axis axis(std::size_t n) const { return n < axes.size() ? axes[n] : Axis::kPlain; }
  bool is_list() const {
    return std::holds_alternative<List>(data) || std::holds_alternative<MatrixPart>(data);
  }
  const std::string* text() const { return std::get_if<std::string>(&data); }
  /// For lists: number of items, and an item.
  std::size_t size() const;
  LessonValue item(std::size_t n) const;
};

/// Name of a value of the scene, the trace or the view.
struct LessonName {
  std::string_view name;
  std::string_view about;
  bool is_of_head;  ///< `heads[h].name`; without a head, head 0
  std::function<LessonValue(const Facts& facts, std::size_t head)> value;
};

struct LessonFunction {
  std::string_view name;
  std::string_view arguments;  ///< "row", "query, key": number and names of the arguments
  std::string_view about;
  LessonValue (*call)(const Facts& facts, std::span<const LessonValue> arguments);
};

std::span<const LessonName> lesson_names();
std::span<const LessonFunction> lesson_functions();

/// Tokens of `axis`; empty for a plain one.
std::span<const std::string> axis_words(const Facts& facts, Axis axis);
/// Index given by `index`, a number or a token, along `axis` of a list with `size` items. Throws
/// LessonError if there is none.
std::size_t lesson_index(const Facts& facts, Axis axis, const LessonValue& index, std::size_t size);
/// Item `index` of the list `of`.
LessonValue lesson_item(const Facts& facts, const LessonValue& of, const LessonValue& index);

/// Throw LessonError for other types.
double lesson_number(const LessonValue& value);
bool lesson_truth(const LessonValue& value);

/// All numbers of a nested list, or the single one. Throws LessonError if there are other types.
std::vector<double> lesson_numbers_of(const LessonValue& value);

/// Equality, for numbers within single precision.
bool lesson_equal(double a, double b, double tolerance = 1e-5);
bool lesson_equal(const LessonValue& a, const LessonValue& b, double tolerance = 1e-5);
/// Formatted for a text: "0.61", "Reads", "0.1, 0.2".
std::string lesson_words(const LessonValue& value);

}  // namespace attn
