#include "app/document/formulas/plain_formula.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "app/document/formulas/formula.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using NodeKind = MathNode::Kind;

struct RaisedForm {
  char32_t plain, raised, lowered;  ///< 0: none
};

constexpr RaisedForm kRaisedForms[] = {
    {U'0', U'⁰', U'₀'}, {U'1', U'¹', U'₁'}, {U'2', U'²', U'₂'}, {U'3', U'³', U'₃'},
    {U'4', U'⁴', U'₄'}, {U'5', U'⁵', U'₅'}, {U'6', U'⁶', U'₆'}, {U'7', U'⁷', U'₇'},
    {U'8', U'⁸', U'₈'}, {U'9', U'⁹', U'₉'}, {U'−', U'⁻', 0},    {U'h', 0, U'ₕ'},
    {U'i', 0, U'ᵢ'},    {U'j', 0, U'ⱼ'},    {U'k', 0, U'ₖ'},    {U'm', 0, U'ₘ'},
    {U'n', 0, U'ₙ'},    {U'v', 0, U'ᵥ'},    {U'′', U'′', 0},
};

/// Replacement for signs that only exist in formulas.
struct SignSpelling {
  char32_t sign, written;
};
constexpr SignSpelling kSignSpellings[] = {{U'⋅', U'·'}, {U'∑', U'Σ'}, {U'∏', U'Π'},
                                           {U'∣', U'|'}, {U'∗', U'*'}, {U'⊤', U'T'}};

void append_all(std::string& text, std::u32string_view characters) {
  for (const char32_t character : characters) append_character(text, character);
}

/// `text` as superscripts or subscripts; empty if a character has no such form.
std::string in_form(std::string_view text, char32_t RaisedForm::*which) {
  std::string formed;
  while (!text.empty()) {
    const char32_t character = take_character(text);
    const auto form = std::ranges::find(kRaisedForms, character, &RaisedForm::plain);
    if (form == std::end(kRaisedForms) || (*form).*which == 0) return "";
    append_character(formed, (*form).*which);
  }
  return formed;
}

bool is_one_character(std::string_view text) {
  if (!text.empty()) take_character(text);
  return text.empty();
}

bool is_nothing(const MathNode& node) { return node.kind == NodeKind::row && node.parts.empty(); }

/// Child of a node that only adds a reference or a colour; else the node.
const MathNode& inside_of(const MathNode& node) {
  const bool is_around = node.kind == NodeKind::term || node.kind == NodeKind::inked ||
                         node.kind == NodeKind::result ||
                         (node.kind == NodeKind::row && node.parts.size() == 1);
  return is_around ? inside_of(node.parts[0]) : node;
}

class PlainWriter {
 public:
  std::string text(const MathNode& node) const {
    switch (node.kind) {
      case NodeKind::row:
        return row(node.parts);
      case NodeKind::sign:
        return sign(node.sign);
      case NodeKind::words:
        return node.text;
      case NodeKind::scripts:
        return text(node.parts[0]) + script(node.parts[1], &RaisedForm::lowered, "_") +
               script(node.parts[2], &RaisedForm::raised, "^");
      case NodeKind::fraction:
        return factor(node.parts[0], false) + " / " + factor(node.parts[1], true);
      case NodeKind::root:
        return root(node);
      case NodeKind::fenced:
        return sign(node.sign) + text(node.parts[0]) + sign(node.closing);
      case NodeKind::matrix:
        return matrix(node);
      case NodeKind::accent:
        return text(node.parts[0]) + sign(node.sign);
      case NodeKind::term:
      case NodeKind::inked:
      case NodeKind::result:
        return text(node.parts[0]);
      case NodeKind::space:
        return node.length > 0.2 ? " " : "";
    }
    return "";
  }

 private:
  static std::string sign(char32_t sign) {
    std::string text;
    if (sign == 0) return text;
    const char32_t plain = plain_letter(sign);
    const auto spelling = std::ranges::find(kSignSpellings, plain, &SignSpelling::sign);
    append_character(text, spelling == std::end(kSignSpellings) ? plain : spelling->written);
    return text;
  }

  std::string row(std::span<const MathNode> parts) const {
    const std::vector<MathClass> classes = classes_of(parts);
    std::string made;
    for (std::size_t n = 0; n < parts.size(); ++n) {
      const std::string one = text(parts[n]);
      const bool is_apart = n > 0 && parts_are_apart(parts, classes, n);
      if (is_apart && !made.empty() && made.back() != ' ' && !one.starts_with(' ')) made += ' ';
      made += one;
    }
    return made;
  }

  static bool parts_are_apart(std::span<const MathNode> parts, std::span<const MathClass> classes,
                              std::size_t n) {
    const MathClass before = classes[n - 1], now = classes[n];
    const auto is = [&](MathClass one) { return before == one || now == one; };
    if (parts[n].kind == NodeKind::space || parts[n - 1].kind == NodeKind::space) return false;
    if (is(MathClass::relation) || is(MathClass::binary)) return true;
    if (before == MathClass::punctuation) return true;
    if (now == MathClass::closing || now == MathClass::punctuation ||
        before == MathClass::opening) {
      return false;
    }
    if (is(MathClass::operation)) return now != MathClass::opening && now != MathClass::inner;
    // An index ends its term, except before "/".
    const bool is_slash = inside_of(parts[n]).sign == U'/';
    return inside_of(parts[n - 1]).kind == NodeKind::scripts && now != MathClass::opening &&
           !is_slash;
  }

  std::string script(const MathNode& node, char32_t RaisedForm::*form, const char* mark) const {
    if (is_nothing(node)) return "";
    const std::string plain = text(node);
    std::string formed = in_form(plain, form);
    if (!formed.empty()) return formed;
    std::string tight;  // an index has no spaces
    std::ranges::remove_copy(plain, std::back_inserter(tight), ' ');
    return mark + (is_one_character(tight) ? tight : "(" + tight + ")");
  }

  /// Numerator or denominator: in brackets if it would be ambiguous.
  std::string factor(const MathNode& node, bool is_below) const {
    const MathNode& inside = inside_of(node);
    bool is_sum = inside.kind == NodeKind::fraction && is_below;
    if (inside.kind == NodeKind::row) {
      const std::vector<MathClass> classes = classes_of(inside.parts);
      for (std::size_t n = 0; n < classes.size(); ++n) {
        const MathNode& part = inside_of(inside.parts[n]);
        const bool is_product = part.sign == U'⋅' || part.sign == U'·' || part.sign == U'×';
        const bool joins = classes[n] == MathClass::binary || classes[n] == MathClass::relation;
        is_sum |= joins && (is_below || !is_product);
        is_sum |= is_below && n > 0 && part.kind != NodeKind::fenced;
      }
    }
    return is_sum ? "(" + text(node) + ")" : text(node);
  }

  std::string root(const MathNode& node) const {
    const std::string of = text(node.parts[0]);
    const MathNode& inside = inside_of(node.parts[0]);
    const bool is_one = inside.kind != NodeKind::row && inside.kind != NodeKind::fraction;
    const bool is_number =
        std::ranges::all_of(of, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
    std::string made;
    if (!is_nothing(node.parts[1])) made = script(node.parts[1], &RaisedForm::raised, "");
    append_all(made, U"√");
    return made + (is_one || is_number ? of : "(" + of + ")");
  }

  std::string matrix(const MathNode& node) const {
    std::string made;
    for (std::size_t n = 0; n < node.parts.size(); ++n) {
      if (n > 0) made += n % node.columns == 0 ? "; " : ", ";
      made += text(node.parts[n]);
    }
    return made;
  }
};

}  // namespace

std::string plain_formula(std::string_view tex) {
  try {
    return PlainWriter().text(read_formula(tex));
  } catch (const FormulaError&) {
    return std::string(tex);
  }
}

std::string tex_number(std::string_view written) {
  const std::string sign = written.starts_with('-') ? "-" : "";
  if (written.substr(sign.size()) == "inf") return sign + "\\infty";
  const std::size_t power = written.find('e');
  if (power == std::string_view::npos) return std::string(written);
  std::string_view digits = written.substr(power + 1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const int exponent = take_parsed<int>(digits).value_or(0);
  const std::string_view factor = written.substr(0, power);
  const std::string ten = "10^{" + std::to_string(exponent) + "}";
  return factor == "1" ? ten : std::string(factor) + " \\cdot " + ten;
}

}  // namespace attn
