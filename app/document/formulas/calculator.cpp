#include "app/document/formulas/calculator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/text.h"

namespace attn {
namespace {

using NodeKind = MathNode::Kind;

constexpr Calculated kUnknown{std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::quiet_NaN()};

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }
double leaky_relu_of(double x) { return x > 0 ? x : 0.2 * x; }

struct CalculatorFunction {
  std::string_view name;
  double (*value)(double x);
};
constexpr CalculatorFunction kCalculatorFunctions[] = {
    {"ln", [](double x) { return std::log(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"sin", [](double x) { return std::sin(x); }},
    {"σ", sigmoid_of},
    {"LeakyReLU", leaky_relu_of},
};

Calculated of_value(double value) { return {value, std::abs(value)}; }

/// Reads the parts of a formula from left to right, by recursive descent.
class FormulaCalculator {
 public:
  explicit FormulaCalculator(const MathNode& formula) { add(formula); }

  Calculated whole() {
    const Calculated value = sum();
    return at_ == parts_.size() ? value : kUnknown;
  }

 private:
  /// Appends `node`, and in place of groups their parts.
  void add(const MathNode& node) {
    const bool is_group = node.kind == NodeKind::row || node.kind == NodeKind::term ||
                          node.kind == NodeKind::inked || node.kind == NodeKind::result;
    if (is_group) {
      for (const MathNode& part : node.parts) add(part);
    } else if (node.kind != NodeKind::space) {
      parts_.push_back(&node);
    }
  }

  /// Sign of the next part, or of what it raises to a power; 0 if it is no sign.
  char32_t next_sign() const {
    if (at_ == parts_.size()) return 0;
    const MathNode& next = *parts_[at_];
    const MathNode& base = next.kind == NodeKind::scripts ? next.parts[0] : next;
    return base.kind == NodeKind::sign ? plain_letter(base.sign) : 0;
  }
  bool take(char32_t sign) {
    if (next_sign() != sign || parts_[at_]->kind == NodeKind::scripts) return false;
    ++at_;
    return true;
  }
  /// Exponent of the part that was taken last; 1 if it has none.
  double last_exponent() const {
    const MathNode& last = *parts_[at_ - 1];
    const bool has_one = last.kind == NodeKind::scripts && last.parts[2].kind != NodeKind::row;
    const bool has_group = last.kind == NodeKind::scripts && !last.parts[2].parts.empty();
    return has_one || has_group ? calculated(last.parts[2]).value : 1;
  }
  static Calculated raised(Calculated base, double exponent) {
    if (exponent == 1) return base;
    const double slope = std::abs(exponent * std::pow(base.value, exponent - 1));
    return {std::pow(base.value, exponent), slope * base.size};
  }

  Calculated sum() {
    Calculated total = product();
    for (;;) {
      const bool adds = take(U'+');
      if (!adds && !take(U'−')) return total;
      const Calculated next = product();
      total.value += adds ? next.value : -next.value;
      total.size += next.size;
    }
  }

  Calculated product() {
    Calculated total = factor();
    for (;;) {
      const char32_t next = next_sign();
      const bool ends =
          at_ == parts_.size() || next == U'+' || next == U'−' || next == U')' || next == U',';
      if (ends) return total;
      take(U'⋅');
      const Calculated by = factor();
      total = {total.value * by.value, total.size * by.size};
    }
  }

  Calculated factor() {
    if (take(U'−')) {
      const Calculated of = factor();
      return {-of.value, of.size};
    }
    if (take(U'⋯')) return factor();
    const char32_t next = next_sign();
    if ((next >= U'0' && next <= U'9') || next == U'.') return number();
    if (next == U'(') return bracket().front();
    if (at_ == parts_.size()) return kUnknown;
    const MathNode& node = *parts_[at_++];
    switch (node.kind) {
      case NodeKind::fraction: {
        const Calculated above = calculated(node.parts[0]), below = calculated(node.parts[1]);
        return {above.value / below.value, above.size / std::abs(below.value)};
      }
      case NodeKind::root:
        return of_value(std::sqrt(calculated(node.parts[0]).value));
      case NodeKind::fenced:
        return calculated(node.parts[0]);
      case NodeKind::scripts:
        if (next == U'e') return of_value(std::exp(last_exponent()));
        return raised(calculated(node.parts[0]), last_exponent());
      case NodeKind::words:
        return function(node.text);
      case NodeKind::sign:
        return next == U'σ' ? function("σ") : kUnknown;
      default:
        return kUnknown;
    }
  }

  /// Digits, the last of which may have an exponent: 10^{−7}.
  Calculated number() {
    std::string digits;
    bool is_last = false;
    for (char32_t next = next_sign(); !is_last; next = next_sign()) {
      if ((next < U'0' || next > U'9') && next != U'.') break;
      digits += static_cast<char>(next);
      is_last = parts_[at_++]->kind == NodeKind::scripts;
    }
    const std::optional<double> value = parsed<double>(digits);
    return value ? raised(of_value(*value), last_exponent()) : kUnknown;
  }

  /// Values between round brackets, at least one; the power of the closing one applies to a single
  /// value.
  std::vector<Calculated> bracket() {
    ++at_;
    std::vector<Calculated> values = {sum()};
    while (take(U',')) values.push_back(sum());
    if (next_sign() != U')') return {kUnknown};
    ++at_;
    if (values.size() == 1) values[0] = raised(values[0], last_exponent());
    return values;
  }

  Calculated function(std::string_view name) {
    if (name == "max") {
      if (next_sign() != U'(') return kUnknown;
      const std::vector<Calculated> values = bracket();
      Calculated most = values[0];
      for (const Calculated& one : values) {
        if (std::isnan(one.value)) return kUnknown;
        if (one.value > most.value) most = one;
      }
      return raised(most, values.size() > 1 ? last_exponent() : 1);
    }
    const auto* const row =
        std::ranges::find(kCalculatorFunctions, name, &CalculatorFunction::name);
    if (row == std::end(kCalculatorFunctions)) return kUnknown;
    return of_value(row->value(factor().value));
  }

  std::vector<const MathNode*> parts_;
  std::size_t at_ = 0;
};

}  // namespace

Calculated calculated(const MathNode& formula) { return FormulaCalculator(formula).whole(); }

}  // namespace attn
