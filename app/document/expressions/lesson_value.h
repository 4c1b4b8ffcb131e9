#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/document/expressions/learned_facts.h"
#include "app/document/view/view_state.h"
#include "engine/attention/evaluation.h"
#include "engine/base/progress.h"
#include "engine/reference/parts.h"

namespace attn {

// What the expressions of lessons (lesson_expression.h) are made of.

/// How much expressions may still read together: numbers of matrices, bytes of texts, their own
/// terms.
struct Reading {
  Index left;
  const char* too_much;                ///< what is said where that is not enough
  const Progress* progress = nullptr;  ///< the wish that it end, where there is one
};

/// What an expression is evaluated on.
struct Facts {
  const Evaluation& now;
  const Evaluation& start;          ///< of the step
  std::optional<Cell> cell = {};    ///< that was chosen in a prediction
  Reading* reading = nullptr;       ///< where what is read is counted
  const ViewState* view = nullptr;  ///< what is looked at; null: as `now` has it
  /// What the step's network has learned by now, and had at the start; null where none learns.
  const LearnedFacts* learned = nullptr;
  const LearnedFacts* learned_at_start = nullptr;

  const Scene& scene() const { return now.scene; }
  const Trace& trace() const { return now.trace; }
  /// The same as things were at the start of the step.
  Facts at_start() const {
    return {start, start, cell, reading, nullptr, learned_at_start, learned_at_start};
  }
  /// Throws LessonError where no network learns.
  const LearnedFacts& what_is_learned() const;
  /// Counts what is read. Throws LessonError where that is too much, and Cancelled.
  void count(Index size) const;
};

/// A matrix of the scene or its trace, where it is, or one row of it. A value goes before what it
/// is of.
struct MatrixPart {
  const Matrix* matrix;
  std::optional<Index> row{};
};

struct LessonValue {
  using List = std::vector<LessonValue>;

  /// A masked score, a truth, a number, a text, or a list of such.
  std::variant<std::monostate, bool, double, std::string, List, MatrixPart> data;
  /// Of lists, outermost first; plain where they say nothing. An index along one that is not plain
  /// can be said by the token that stands there.
  std::vector<Axis> axes;

  Axis axis(std::size_t n) const { return n < axes.size() ? axes[n] : Axis::kPlain; }
  bool is_list() const {
    return std::holds_alternative<List>(data) || std::holds_alternative<MatrixPart>(data);
  }
  const std::string* text() const { return std::get_if<std::string>(&data); }
  /// Of a list: how many items, and one of them.
  std::size_t size() const;
  LessonValue item(std::size_t n) const;
};

/// A name of the scene, the trace or the view.
struct LessonName {
  std::string_view name;
  std::string_view about;
  bool is_of_head;  ///< `heads[h].name`; alone it is of head 0
  std::function<LessonValue(const Facts& facts, std::size_t head)> value;
};

struct LessonFunction {
  std::string_view name;
  std::string_view arguments;  ///< "row", "query, key": as many as there are words
  std::string_view about;
  LessonValue (*call)(const Facts& facts, std::span<const LessonValue> arguments);
};

std::span<const LessonName> lesson_names();
std::span<const LessonFunction> lesson_functions();

/// The words that index `axis`; empty for a plain one.
std::span<const std::string> axis_words(const Facts& facts, Axis axis);
/// The index that `index`, a number or a token, is along `axis` of a list with `size` items.
/// Throws LessonError where there is none.
std::size_t lesson_index(const Facts& facts, Axis axis, const LessonValue& index, std::size_t size);
/// Item `index` of the list `of`.
LessonValue lesson_item(const Facts& facts, const LessonValue& of, const LessonValue& index);

/// Throw LessonError where it is something else.
double lesson_number(const LessonValue& value);
bool lesson_truth(const LessonValue& value);

/// All numbers of a list, of lists too, or the one. Throws LessonError where there is another
/// thing.
std::vector<double> lesson_numbers_of(const LessonValue& value);

/// Equal, numbers as far as single precision can tell.
bool lesson_equal(double a, double b, double tolerance = 1e-5);
bool lesson_equal(const LessonValue& a, const LessonValue& b, double tolerance = 1e-5);
/// As it is shown in a text: "0.61", "Reads", "0.1, 0.2".
std::string lesson_words(const LessonValue& value);

}  // namespace attn
