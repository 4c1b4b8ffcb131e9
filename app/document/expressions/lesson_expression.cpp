#include "app/document/expressions/lesson_expression.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/document/expressions/lesson_error.h"
#include "app/document/expressions/lesson_value.h"
#include "engine/base/text.h"

namespace attn {

/// Node of an expression: returns its value.
struct LessonTerm {
  virtual ~LessonTerm() = default;
  virtual LessonValue value(const Facts& facts) const = 0;
  /// Appends the bounds of Expression::bounds.
  virtual void add_bounds(const Facts& /*facts*/, std::vector<LessonBound>& /*bounds*/) const {}
};

namespace {

using Term = std::shared_ptr<const LessonTerm>;

/// Maximum nesting of expressions.
constexpr int kMaxNesting = 60;

template <typename Function>
struct FunctionTerm : LessonTerm {
  explicit FunctionTerm(Function f) : function(std::move(f)) {}
  LessonValue value(const Facts& facts) const override {
    facts.count(1);
    return function(facts);
  }
  Function function;
};

template <typename Function>
Term term(Function function) {
  return std::make_shared<FunctionTerm<Function>>(std::move(function));
}

/// Term with bounds: add(facts, bounds) appends them.
template <typename Function, typename Add>
Term term(Function function, Add add) {
  struct BoundTerm : FunctionTerm<Function> {
    BoundTerm(Function f, Add a) : FunctionTerm<Function>(std::move(f)), add(std::move(a)) {}
    void add_bounds(const Facts& facts, std::vector<LessonBound>& bounds) const override {
      add(facts, bounds);
    }
    Add add;
  };
  return std::make_shared<BoundTerm>(std::move(function), std::move(add));
}

LessonValue truth(bool value) { return {value, {}}; }

bool compare(const std::string& sign, const LessonValue& a, const LessonValue& b) {
  if (sign == "==") return lesson_equal(a, b);
  if (sign == "!=") return !lesson_equal(a, b);
  const double x = lesson_number(a), y = lesson_number(b);
  if (sign == "<") return x < y;
  if (sign == "<=") return x <= y;
  return sign == ">" ? x > y : x >= y;
}

/// Direction of a comparison by `sign`, with the changing side as `now`; empty for other signs.
std::optional<LessonBound::Way> way_of(std::string_view sign, bool is_left_now) {
  using enum LessonBound::Way;
  if (sign == "==") return kAt;
  if (sign == "!=") return std::nullopt;
  return (sign[0] == '>') == is_left_now ? kAtLeast : kAtMost;
}

/// Appends the pair of numbers with the largest distance: the single pair, or one of two similar
/// lists.
void add_farthest(LessonBound::Way way, const LessonValue& now, const LessonValue& mark,
                  std::vector<LessonBound>& bounds) {
  const auto is_number = [](const LessonValue& one) {
    return one.is_list() || std::holds_alternative<double>(one.data);
  };
  if (!is_number(now) || !is_number(mark) || now.is_list() != mark.is_list()) return;
  const std::vector<double> a = lesson_numbers_of(now), b = lesson_numbers_of(mark);
  if (a.empty() || a.size() != b.size()) return;
  std::size_t farthest = 0;
  for (std::size_t n = 1; n < a.size(); ++n) {
    if (std::abs(a[n] - b[n]) > std::abs(a[farthest] - b[farthest])) farthest = n;
  }
  bounds.push_back({way, a[farthest], b[farthest]});
}

double calculate(char sign, double a, double b) {
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      return a / b;
  }
}

std::size_t words_in(std::string_view arguments) {
  return 1 + static_cast<std::size_t>(std::ranges::count(arguments, ','));
}

/// Tokenizer: names, numbers, quoted texts, operators.
class ExpressionTokens {
 public:
  explicit ExpressionTokens(std::string_view text) : rest_(text) {}

  /// Next token; empty at the end. Throws LessonError for an unclosed text.
  std::string_view peek() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
    if (rest_.empty()) return {};
    std::size_t n = 1;
    if (is_letter(rest_[0])) {
      while (n < rest_.size() && (is_letter(rest_[n]) || is_digit(rest_[n]))) ++n;
    } else if (is_digit(rest_[0]) || (rest_[0] == '.' && rest_.size() > 1 && is_digit(rest_[1]))) {
      n = std::max<std::size_t>(1, read_numeral<double>(rest_).length);
    } else if (rest_[0] == '"') {
      n = rest_.find('"', 1);
      if (n == std::string_view::npos) throw LessonError("a text is not closed by \"");
      ++n;
    } else if (rest_.size() > 1 && rest_[1] == '=' &&
               std::string_view("=!<>").find(rest_[0]) != std::string_view::npos) {
      n = 2;
    }
    return rest_.substr(0, n);
  }

  /// Throws LessonError if there were too many.
  std::string_view next() {
    const std::string_view found = peek();
    if (!found.empty() && ++count_ > kMostTokens) {
      throw LessonError("expected at most " + std::to_string(kMostTokens) +
                        " names, numbers and signs in an expression");
    }
    rest_.remove_prefix(found.size());
    return found;
  }

  /// Consumes the next token if it is `wanted`; returns whether it was.
  bool take(std::string_view wanted) {
    if (peek() != wanted) return false;
    next();
    return true;
  }

  void need(const std::string& wanted) {
    if (!take(wanted)) fail(wanted);
  }

  /// Throws LessonError: `expected`, but found the next token.
  [[noreturn]] void fail(const std::string& expected) {
    const std::string_view found = peek();
    throw LessonError("expected " + expected + ", found " +
                      (found.empty() ? "the end" : shown(found)));
  }

  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

 private:
  /// Maximum number of tokens in an expression, which bounds its depth.
  static constexpr int kMostTokens = 1000;

  std::string_view rest_;
  int count_ = 0;
};

class Parser : private ExpressionTokens {
 public:
  Parser(std::string_view text, std::set<std::string_view>& names)
      : ExpressionTokens(text), names_(names) {}

  Term whole() {
    Term all = any();
    if (!peek().empty()) fail("the end");
    return all;
  }

 private:
  Term any() {
    if (++nesting_ > kMaxNesting) throw LessonError("nested too deep");
    Term left = all();
    while (take("or")) {
      left = term([left, right = all()](const Facts& facts) {
        return truth(lesson_truth(left->value(facts)) || lesson_truth(right->value(facts)));
      });
    }
    --nesting_;
    return left;
  }

  Term all() {
    Term left = negated();
    while (take("and")) {
      const Term right = negated();
      left = term(
          [left, right](const Facts& facts) {
            return truth(lesson_truth(left->value(facts)) && lesson_truth(right->value(facts)));
          },
          [left, right](const Facts& facts, std::vector<LessonBound>& bounds) {
            left->add_bounds(facts, bounds);
            right->add_bounds(facts, bounds);
          });
    }
    return left;
  }

  Term negated() {
    bool is_negated = false;
    while (take("not")) is_negated = !is_negated;
    Term inner = comparison();
    if (!is_negated) return inner;
    return term([inner](const Facts& facts) { return truth(!lesson_truth(inner->value(facts))); });
  }

  Term comparison() {
    std::vector<bool> are_now;
    const auto side = [&] {
      const int before = reads_;
      Term one = sum();
      are_now.push_back(reads_ > before);
      return one;
    };
    std::vector<Term> terms = {side()};
    std::vector<std::string> signs;
    for (;;) {
      const std::string sign(peek());
      if (sign == "=") throw LessonError("expected == for equal, found =");
      if (sign != "==" && sign != "!=" && sign != "<" && sign != "<=" && sign != ">" &&
          sign != ">=") {
        break;
      }
      next();
      signs.push_back(sign);
      terms.push_back(side());
    }
    if (signs.empty()) return terms[0];
    return term(
        [terms, signs](const Facts& facts) {
          for (std::size_t n = 0; n < signs.size(); ++n) {
            if (!compare(signs[n], terms[n]->value(facts), terms[n + 1]->value(facts))) {
              return truth(false);
            }
          }
          return truth(true);
        },
        [terms, signs, are_now](const Facts& facts, std::vector<LessonBound>& bounds) {
          for (std::size_t n = 0; n < signs.size(); ++n) {
            const auto way = way_of(signs[n], are_now[n]);
            if (!way || are_now[n] == are_now[n + 1]) continue;
            const LessonValue left = terms[n]->value(facts), right = terms[n + 1]->value(facts);
            const bool are_numbers = !left.is_list() && !right.is_list();
            if (are_numbers && are_now[n]) add_farthest(*way, left, right, bounds);
            if (are_numbers && !are_now[n]) add_farthest(*way, right, left, bounds);
          }
        });
  }

  template <typename Inner>
  Term chain(std::string_view signs, Inner inner) {
    Term left = inner();
    for (;;) {
      const std::string_view found = peek();
      if (found.size() != 1 || signs.find(found[0]) == std::string_view::npos) return left;
      const char sign = next()[0];
      left = term([left, sign, right = inner()](const Facts& facts) {
        const double a = lesson_number(left->value(facts)), b = lesson_number(right->value(facts));
        if (sign == '/' && b == 0) throw LessonError("division by 0");
        return LessonValue{calculate(sign, a, b), {}};
      });
    }
  }
  Term sum() {
    return chain("+-", [this] { return chain("*/", [this] { return signed_term(); }); });
  }

  Term signed_term() {
    bool is_negative = false;
    while (take("-")) is_negative = !is_negative;
    Term inner = indexed();
    if (!is_negative) return inner;
    return term([inner](const Facts& facts) {
      return LessonValue{-lesson_number(inner->value(facts)), {}};
    });
  }

  Term indexed() {
    if (take("start")) {
      need(".");
      if (peek() == "start" || peek().empty() || !is_letter(peek()[0])) fail("a name");
      ++starts_;
      Term inner = indexed();
      --starts_;
      return term([inner](const Facts& facts) { return inner->value(facts.at_start()); });
    }
    Term of = atom();
    while (take("[")) {
      of = term([of, index = any()](const Facts& facts) {
        return lesson_item(facts, of->value(facts), index->value(facts));
      });
      need("]");
    }
    return of;
  }

  Term atom() {
    const std::string_view found = peek();
    if (found.empty()) fail("a name or a number");
    if (take("(")) {
      Term inner = any();
      need(")");
      return inner;
    }
    if (take("[")) return list();
    if (found[0] == '"') {
      const std::string text(next().substr(1, found.size() - 2));
      return term([text](const Facts&) { return LessonValue{text, {}}; });
    }
    if (is_digit(found[0]) || found[0] == '.') return number();
    if (is_letter(found[0])) return name();
    fail("a name or a number");
  }

  Term number() {
    const std::string_view text = next();
    const auto number = parsed<double>(text);
    if (!number) throw LessonError("expected a number, found " + shown(text));
    return term([number](const Facts&) { return LessonValue{*number, {}}; });
  }

  Term list() {
    std::vector<Term> items;
    do {
      items.push_back(any());
    } while (take(","));
    need("]");
    return term([items](const Facts& facts) {
      LessonValue::List list;
      for (const Term& item : items) list.push_back(item->value(facts));
      return LessonValue{std::move(list), {}};
    });
  }

  Term name() {
    const std::string word(next());
    if (word == "true" || word == "false") {
      return term([is_true = word == "true"](const Facts&) { return truth(is_true); });
    }
    if (word == "heads") return of_head();
    if (take("(")) return call(word);
    return named(word, 0, false);
  }

  Term of_head() {
    need("[");
    const std::string_view text = next();
    const auto head = parsed<std::size_t>(text);
    if (!head) throw LessonError("expected the number of a head, found " + shown(text));
    need("]");
    need(".");
    return named(std::string(next()), *head, true);
  }

  Term named(const std::string& word, std::size_t head, bool is_of_head) {
    for (const LessonName& row : lesson_names()) {
      if (row.name != word || (is_of_head && !row.is_of_head)) continue;
      if (starts_ == 0) names_.insert(row.name);
      if (starts_ == 0) ++reads_;
      return term([&row, head](const Facts& facts) { return row.value(facts, head); });
    }
    throw LessonError((is_of_head ? "a head has no value called " : "no value is called ") +
                      shown(word));
  }

  Term call(const std::string& word) {
    const auto rows = lesson_functions();
    const auto row = std::ranges::find(rows, word, &LessonFunction::name);
    if (row == rows.end()) throw LessonError("no function is called " + shown(word));
    std::vector<Term> arguments;
    std::vector<bool> are_now;
    do {
      const int before = reads_;
      arguments.push_back(any());
      are_now.push_back(reads_ > before);
    } while (take(","));
    need(")");
    if (arguments.size() != words_in(row->arguments)) {
      throw LessonError("expected " + word + "(" + std::string(row->arguments) + "), found " +
                        std::to_string(arguments.size()) + " in the brackets");
    }
    const auto value = [&function = *row, arguments](const Facts& facts) {
      std::vector<LessonValue> values;
      values.reserve(arguments.size());
      for (const Term& argument : arguments) values.push_back(argument->value(facts));
      return function.call(facts, values);
    };
    if (word != "near" || are_now[0] == are_now[1]) return term(value);
    const Term now = arguments[are_now[0] ? 0 : 1], mark = arguments[are_now[0] ? 1 : 0];
    return term(value, [now, mark](const Facts& facts, std::vector<LessonBound>& bounds) {
      add_farthest(LessonBound::Way::kAt, now->value(facts), mark->value(facts), bounds);
    });
  }

  std::set<std::string_view>& names_;
  int nesting_ = 0, starts_ = 0;
  int reads_ = 0;  // number of reads of changing values
};

}  // namespace

Expression::Expression(std::string_view text) : text_(text), root_(Parser(text_, names_).whole()) {}

LessonValue Expression::value(const Facts& facts) const { return root_->value(facts); }
bool Expression::is_true(const Facts& facts) const { return lesson_truth(value(facts)); }
std::vector<LessonBound> Expression::bounds(const Facts& facts) const {
  std::vector<LessonBound> bounds;
  root_->add_bounds(facts, bounds);
  return bounds;
}
double Expression::number(const Facts& facts) const { return lesson_number(value(facts)); }
std::string Expression::words(const Facts& facts) const { return lesson_words(value(facts)); }

}  // namespace attn
