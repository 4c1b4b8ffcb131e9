#include "app/document/lessons/lesson_prediction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "app/document/expressions/lesson_error.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/lessons/lesson_markdown.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using Kind = Prediction::Kind;

constexpr std::size_t kMostItems = 12;

/// In the order of Kind.
constexpr std::string_view kKindNames[] = {"choice", "cell", "order", "number"};

Expression parse_expression(std::string_view text, int line) {
  return on_line(line, [&] { return Expression(text); });
}

/// Removes a number from the front of `text`.
bool take_number(std::string_view& text, double& number) {
  text = trimmed(text);
  number = take_parsed<double>(text).value_or(std::numeric_limits<double>::infinity());
  return std::isfinite(number);
}

/// Parses "- [x] The same | what the numbers show".
Prediction::Option parse_option(std::string_view line, int number) {
  Prediction::Option option;
  option.line = number;
  if (!line.starts_with("- [x]") && !line.starts_with("- [ ]")) {
    throw LessonError("expected - [x] or - [ ] before an answer, found " + shown(line), number);
  }
  option.is_right = line[3] == 'x';
  line = trimmed(line.substr(5));
  const std::size_t bar = bar_of(line);
  if (bar == std::string_view::npos) {
    throw LessonError("expected | and the feedback after the answer", number);
  }
  option.label = trimmed(line.substr(0, bar));
  option.words = trimmed(line.substr(bar + 1));
  if (option.label.empty() || option.words.empty()) {
    throw LessonError("expected an answer | feedback", number);
  }
  return option;
}

/// Reads the lines of a block.
class PredictionReader {
 public:
  explicit PredictionReader(Prediction& prediction) : to_(prediction) {}

  void finish() {
    if (!question_.empty()) to_.question = parse_words("predict", question_, question_line_);
  }

  void take(std::string_view line, int number) {
    if (to_.kind == Kind::kChoice && line.starts_with("- ")) {
      require_room(to_.options.size(), kMostItems, "answers to choose from", number);
      to_.options.push_back(parse_option(line, number));
      return;
    }
    for (const auto& [key, read, kind] : kRows) {
      if (!line.starts_with(key)) continue;
      if (kind && to_.kind != kind) {
        throw LessonError("a prediction of this kind has no " + std::string(key), number);
      }
      (this->*read)(trimmed(line.substr(key.size())), number);
      is_asked_ = true;
      return;
    }
    if (is_asked_ || !to_.options.empty()) {
      throw LessonError("expected when:, then:, right: or the like, found " + shown(line), number);
    }
    if (question_.empty()) question_line_ = number;
    question_ += (question_.empty() ? "" : "\n") + std::string(line);
  }

 private:
  struct Row {
    std::string_view key;
    void (PredictionReader::*read)(std::string_view text, int line);
    std::optional<Kind> kind;  ///< absent: all kinds
  };

  void read_when(std::string_view text, int line) {
    require_room(to_.when.size(), kMostConditions, "conditions", line);
    to_.when.push_back({parse_expression(text, line), line});
  }
  void read_then(std::string_view text, int line) {
    const bool is_view = text.starts_with("view ");
    if (is_view) text.remove_prefix(5);
    // Consecutive pointers form one change: none has to be valid without the others.
    const bool goes_on = !to_.then.empty() && to_.then.back().is_view == is_view &&
                         to_.then.back().text.starts_with('/') && text.starts_with('/');
    if (goes_on) {
      to_.then.back().text += "\n" + std::string(text);
    } else {
      require_room(to_.then.size(), kMostItems, "changes", line);
      to_.then.push_back({std::string(text), line, is_view});
    }
  }
  void read_right(std::string_view text, int line) {
    to_.right = text;
    to_.right_line = line;
  }
  void read_wrong(std::string_view text, int line) {
    to_.wrong = text;
    to_.wrong_line = line;
  }
  void read_items(std::string_view text, int line) {
    for (; !text.empty();) {
      const std::string_view item = text.substr(0, text.find(','));
      to_.items.emplace_back(trimmed(item));
      text.remove_prefix(item.size() < text.size() ? item.size() + 1 : item.size());
    }
    if (to_.items.size() < 2 || to_.items.size() > kMostItems) {
      throw LessonError("expected 2 to 12 tokens to put in order", line);
    }
  }
  void read_value(std::string_view text, int line) { to_.value = parse_expression(text, line); }
  void read_range(std::string_view text, int line) {
    if (take_number(text, to_.low) && take_number(text, to_.high) && trimmed(text).empty() &&
        to_.low < to_.high && std::isfinite(to_.high - to_.low)) {
      return;
    }
    throw LessonError("expected range: LOW HIGH, two numbers", line);
  }
  void read_within(std::string_view text, int line) {
    if (take_number(text, to_.within) && trimmed(text).empty() && to_.within > 0) return;
    throw LessonError("expected within: a number above 0", line);
  }

  static constexpr Row kRows[] = {{"when:", &PredictionReader::read_when, {}},
                                  {"then:", &PredictionReader::read_then, {}},
                                  {"right:", &PredictionReader::read_right, {}},
                                  {"wrong:", &PredictionReader::read_wrong, {}},
                                  {"items:", &PredictionReader::read_items, Kind::kOrder},
                                  {"by:", &PredictionReader::read_value, Kind::kOrder},
                                  {"value:", &PredictionReader::read_value, Kind::kNumber},
                                  {"range:", &PredictionReader::read_range, Kind::kNumber},
                                  {"within:", &PredictionReader::read_within, Kind::kNumber}};

  Prediction& to_;
  bool is_asked_ = false;
  std::string question_;
  int question_line_ = 0;
};

void require_whole(const Prediction& prediction) {
  const auto need = [&](bool has, const char* what) {
    if (!has) throw LessonError("the prediction lacks " + std::string(what), prediction.line);
  };
  need(!prediction.question.empty(), "a question");
  if (prediction.kind == Kind::kChoice) {
    need(prediction.options.size() >= 2, "a second answer");
    const auto right = std::ranges::count(prediction.options, true, &Prediction::Option::is_right);
    need(right > 0, "a right answer, - [x]");
    if (right > 1) throw LessonError("only one answer can be right", prediction.line);
  } else {
    need(!prediction.right.empty(), "right: feedback to a right answer");
    need(!prediction.wrong.empty(), "wrong: feedback to a wrong answer");
  }
  if (prediction.kind == Kind::kChoice || prediction.kind == Kind::kCell) {
    need(!prediction.when.empty(), "when: the conditions of the right answer");
  } else {
    if (!prediction.when.empty()) {
      throw LessonError("a prediction of this kind has no when:", prediction.when[0].line);
    }
    need(prediction.value.has_value(), prediction.kind == Kind::kOrder ? "by:" : "value:");
  }
  if (prediction.kind == Kind::kOrder) need(!prediction.items.empty(), "items:");
}

bool all_true(std::span<const LessonCondition> conditions, const Facts& facts) {
  return std::ranges::all_of(conditions, [&](const LessonCondition& one) {
    return on_line(one.line, [&] { return one.expression.is_true(facts); });
  });
}

/// Limit of one check of all cells, which does not run per frame: each of 50 x 50 cells may read
/// all numbers twice.
constexpr Index kMostReadForACell = 1 << 24;

PredictionAnswer right_cell(const Prediction& prediction, const Facts& given) {
  Reading reading{kMostReadForACell,
                  "finding the right cell takes too long: the conditions read too many numbers",
                  given.reading != nullptr ? given.reading->progress : nullptr};
  const Facts facts{given.now, given.start, {}, &reading};
  std::optional<Cell> right;
  bool has_wrong = false;
  for (Index i = 0; i < facts.scene().query_count(); ++i) {
    for (Index j = 0; j < facts.scene().key_count(); ++j) {
      if (!is_right(prediction, {.cell = {i, j}}, facts)) {
        has_wrong = true;
      } else if (!right) {
        right = Cell{i, j};
      }
    }
  }
  if (!right) throw LessonError("no cell is right", prediction.line);
  if (!has_wrong) throw LessonError("every cell is right", prediction.line);
  return {.cell = *right};
}

}  // namespace

Prediction parse_prediction(std::string_view kind, std::string_view text, int line) {
  const auto name = std::ranges::find(kKindNames, trimmed(kind));
  if (name == std::end(kKindNames)) {
    throw LessonError("expected predict choice, cell, order or number, found " +
                          (trimmed(kind).empty() ? "none" : shown(trimmed(kind))),
                      line);
  }
  Prediction prediction;
  prediction.kind = static_cast<Kind>(name - std::begin(kKindNames));
  prediction.line = line;
  PredictionReader reader(prediction);
  for_each_line(text, line, [&](std::string_view one, int number) { reader.take(one, number); });
  reader.finish();
  require_whole(prediction);
  return prediction;
}

std::vector<std::size_t> right_order(const Prediction& prediction, const Facts& facts) {
  LessonValue row = prediction.value->value(facts);
  row.axes = {Axis::kKeys};
  std::vector<double> numbers;
  for (const std::string& item : prediction.items) {
    numbers.push_back(lesson_number(lesson_item(facts, row, {item, {}})));
  }
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](auto a, auto b) { return numbers[a] > numbers[b]; });
  for (std::size_t n = 1; n < order.size(); ++n) {
    if (lesson_equal(numbers[order[n - 1]], numbers[order[n]])) {
      throw LessonError("two of the tokens have the same number", prediction.line);
    }
  }
  return order;
}

bool is_right(const Prediction& prediction, const PredictionAnswer& answer, const Facts& facts) {
  switch (prediction.kind) {
    case Kind::kChoice:
      return prediction.options[answer.option].is_right;
    case Kind::kCell:
      return all_true(prediction.when, {facts.now, facts.start, answer.cell, facts.reading});
    case Kind::kOrder:
      return answer.order == right_order(prediction, facts);
    default:
      return std::abs(prediction.value->number(facts) - answer.number) <= prediction.within;
  }
}

PredictionAnswer right_answer(const Prediction& prediction, const Facts& facts) {
  switch (prediction.kind) {
    case Kind::kChoice: {
      if (!all_true(prediction.when, facts)) {
        throw LessonError("the numbers do not make the marked answer right", prediction.line);
      }
      const auto right = std::ranges::find(prediction.options, true, &Prediction::Option::is_right);
      return {.option = static_cast<std::size_t>(right - prediction.options.begin())};
    }
    case Kind::kCell:
      return right_cell(prediction, facts);
    case Kind::kOrder:
      return {.order = right_order(prediction, facts)};
    default: {
      const double number = prediction.value->number(facts);
      if (number < prediction.low || number > prediction.high) {
        throw LessonError("the number to predict is out of the range", prediction.line);
      }
      return {.number = number};
    }
  }
}

std::string feedback_to(const Prediction& prediction, const PredictionAnswer& answer,
                        bool is_right) {
  if (prediction.kind == Kind::kChoice) return prediction.options[answer.option].words;
  return is_right ? prediction.right : prediction.wrong;
}

}  // namespace attn
