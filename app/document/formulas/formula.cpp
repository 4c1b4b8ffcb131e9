#include "app/document/formulas/formula.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/base/text.h"

namespace attn {
namespace {

using NodeKind = MathNode::Kind;

constexpr std::size_t kMostCells = 256;

/// Meaning of a command's name.
template <typename Meaning>
struct TexRow {
  std::string_view name;
  Meaning means;
};

constexpr TexRow<double> kMathSpaces[] = {{",", 3.0 / 18}, {":", 4.0 / 18},
                                          {";", 5.0 / 18}, {" ", 0.25},
                                          {"quad", 1},     {"qquad", 2}};  // in ems

constexpr TexRow<char32_t> kMathAccents[] = {
    {"hat", 0x302}, {"bar", 0x304}, {"tilde", 0x303}, {"vec", 0x20d7}};

constexpr TexRow<MathLetters> kLetterForms[] = {{"mathbf", MathLetters::bold},
                                                {"mathrm", MathLetters::upright},
                                                {"mathit", MathLetters::italic}};

constexpr TexRow<MathInk> kInks[] = {{"query", MathInk::query},
                                     {"key", MathInk::key},
                                     {"value", MathInk::value},
                                     {"faint", MathInk::faint}};

/// Brackets around a matrix: opening and closing.
constexpr TexRow<std::pair<char32_t, char32_t>> kMatrices[] = {
    {"matrix", {0, 0}}, {"pmatrix", {U'(', U')'}}, {"bmatrix", {U'[', U']'}}};

/// Meaning of `name` in `rows`; null if there is none.
const auto* tex_meaning(const auto& rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, [](const auto& row) { return row.name; });
  return found == std::end(rows) ? nullptr : &found->means;
}

bool is_tex_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

MathNode row_of(std::vector<MathNode> parts) {
  if (parts.size() == 1) return std::move(parts[0]);
  return {.kind = NodeKind::row, .parts = std::move(parts)};
}

class FormulaReader {
 public:
  explicit FormulaReader(std::string_view tex) : tex_(tex) {}

  MathNode read() {
    if (tex_.size() > kLongestFormula) {
      throw FormulaError("a formula has at most " + std::to_string(kLongestFormula) +
                             " bytes, found " + std::to_string(tex_.size()),
                         kLongestFormula);
    }
    MathNode formula = row();
    if (!is_at_end()) fail("\"" + shown(tex_.substr(at_, 8)) + "\" closes nothing that was opened");
    return formula;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw FormulaError(what, at_); }

  bool is_at_end() const { return at_ == tex_.size(); }
  bool is_next(std::string_view text) const { return tex_.substr(at_).starts_with(text); }
  bool take(std::string_view text) {
    if (!is_next(text)) return false;
    at_ += text.size();
    return true;
  }
  void skip_spaces() {
    while (!is_at_end() && (tex_[at_] == ' ' || tex_[at_] == '\n' || tex_[at_] == '\t')) ++at_;
  }
  /// Returns whether the next token ends a row of any kind.
  bool is_end_of_row() const {
    return is_at_end() || is_next("}") || is_next("&") || is_next("\\\\") || is_command("right") ||
           is_command("end");
  }
  bool is_command(std::string_view name) const {
    const std::string_view rest = tex_.substr(at_);
    return rest.starts_with('\\') && rest.substr(1).starts_with(name) &&
           (rest.size() == name.size() + 1 || !is_tex_letter(rest[name.size() + 1]));
  }
  /// Command name after a backslash: letters, or one other character.
  std::string_view take_name() {
    const std::size_t start = ++at_;
    while (!is_at_end() && is_tex_letter(tex_[at_])) ++at_;
    if (at_ == start && !is_at_end()) ++at_;
    return tex_.substr(start, at_ - start);
  }

  MathNode row() {
    std::vector<MathNode> parts;
    for (skip_spaces(); !is_end_of_row(); skip_spaces()) {
      if (is_next("_") || is_next("^") || is_next("'")) {
        add_script(parts);
      } else {
        parts.push_back(part());
      }
    }
    return row_of(std::move(parts));
  }

  void add_script(std::vector<MathNode>& parts) {
    if (parts.empty()) fail("there is nothing before \"" + std::string(1, tex_[at_]) + "\"");
    if (parts.back().kind != NodeKind::scripts) {
      MathNode base = std::move(parts.back());
      parts.back() = {.kind = NodeKind::scripts, .role = base.role, .has_limits = base.has_limits};
      parts.back().parts.push_back(std::move(base));
      parts.back().parts.resize(3);
    }
    const bool is_above = !is_next("_");
    MathNode& script = parts.back().parts[is_above ? 2 : 1];
    if (script.kind != NodeKind::row || !script.parts.empty()) {
      fail(is_above ? "a second \"^\" at the same place" : "a second \"_\" at the same place");
    }
    if (take("'")) {
      script = {.kind = NodeKind::sign, .sign = U'′'};
      return;
    }
    ++at_;
    script = argument(is_above ? "\"^\"" : "\"_\"");
  }

  /// Group in braces, or the single next part.
  MathNode argument(const std::string& of) {
    skip_spaces();
    if (is_end_of_row()) fail("nothing follows " + of);
    if (is_next("{")) return group(of);
    if (is_next("_") || is_next("^") || is_next("'")) fail("nothing follows " + of);
    return part();
  }

  MathNode group(const std::string& of) {
    skip_spaces();
    const std::size_t start = at_;
    if (!take("{")) fail("expected \"{\" after " + of);
    MathNode inside = row();
    if (!take("}")) {
      at_ = is_at_end() ? start : at_;
      fail(is_at_end() || at_ == start ? "\"{\" is not closed" : "expected \"}\"");
    }
    return inside;
  }

  /// Raw text between braces.
  std::string raw_group(const std::string& of) {
    skip_spaces();
    if (!take("{")) fail("expected \"{\" after " + of);
    const std::size_t end = tex_.find_first_of("{}", at_);
    if (end == std::string_view::npos || tex_[end] != '}') fail("\"{\" is not closed");
    const std::string_view inside = tex_.substr(at_, end - at_);
    at_ = end + 1;
    return std::string(inside);
  }

  MathNode part() {
    if (++depth_ > kDeepestFormula) {
      fail("a formula is at most " + std::to_string(kDeepestFormula) + " deep");
    }
    MathNode made = next_part();
    --depth_;
    return made;
  }

  MathNode next_part() {
    if (is_next("{")) {
      MathNode inside = group("");
      return {.kind = NodeKind::row, .parts = {std::move(inside)}};
    }
    if (is_next("\\")) return command();
    std::string_view rest = tex_.substr(at_);
    const std::size_t before = rest.size();
    const char32_t character = take_character(rest);
    const char32_t sign = character == U'-' ? U'−' : character == U'*' ? U'∗' : character;
    const bool is_plain = (character < 0x80 && is_tex_letter(static_cast<char>(character))) ||
                          (character >= U'0' && character <= U'9');
    const MathSign* const known = find_math_sign(sign);
    if (!is_plain && known == nullptr) {
      fail("\"" + shown(tex_.substr(at_, before - rest.size())) + "\" is not a sign of formulas");
    }
    at_ += before - rest.size();
    return sign_of(sign, known);
  }

  MathNode sign_of(char32_t sign, const MathSign* known) const {
    MathNode node{.kind = NodeKind::sign, .sign = math_letter(sign, letters_)};
    if (known) {
      node.role = known->role;
      node.has_limits = known->has_limits;
    }
    return node;
  }

  MathNode command() {
    const std::size_t start = at_;
    const std::string_view name = take_name();
    const std::string shown_name = "\\" + std::string(name);
    if (name == "frac") {
      MathNode above = argument(shown_name), below = argument(shown_name);
      return {.kind = NodeKind::fraction,
              .role = MathClass::inner,
              .parts = {std::move(above), std::move(below)}};
    }
    if (name == "sqrt") return root();
    if (name == "left") return fenced();
    if (name == "begin") return matrix(start);
    if (name == "text") return {.kind = NodeKind::words, .text = raw_group(shown_name)};
    if (name == "operatorname") {
      return {.kind = NodeKind::words, .role = MathClass::operation, .text = raw_group(shown_name)};
    }
    if (name == "term") {
      std::string id = raw_group(shown_name);
      MathNode inside = group(shown_name);
      return {.kind = NodeKind::term,
              .role = role_of(inside),
              .text = std::move(id),
              .parts = {std::move(inside)}};
    }
    if (name == "result") {
      return {.kind = NodeKind::result, .role = MathClass::inner, .parts = {group(shown_name)}};
    }
    if (const auto* space = tex_meaning(kMathSpaces, name)) {
      return {.kind = NodeKind::space, .length = *space};
    }
    if (const auto* form = tex_meaning(kLetterForms, name)) {
      const MathLetters before = std::exchange(letters_, *form);
      MathNode inside = argument(shown_name);
      letters_ = before;
      return inside;
    }
    if (const auto* accent = tex_meaning(kMathAccents, name)) {
      return {.kind = NodeKind::accent, .sign = *accent, .parts = {argument(shown_name)}};
    }
    if (const auto* ink = tex_meaning(kInks, name)) {
      MathNode inside = argument(shown_name);
      return {.kind = NodeKind::inked,
              .role = role_of(inside),
              .ink = *ink,
              .parts = {std::move(inside)}};
    }
    if (const MathFunction* function = find_math_function(name)) {
      return {.kind = NodeKind::words,
              .role = MathClass::operation,
              .has_limits = function->has_limits,
              .text = std::string(name)};
    }
    if (const MathSign* sign = find_math_sign(name)) return sign_of(sign->sign, sign);
    at_ = start;
    fail("\"" + shown(shown_name) + "\" is not known in formulas");
  }

  /// Class of a single sign; a group of several is an ordinary symbol.
  static MathClass role_of(const MathNode& inside) {
    return inside.kind == NodeKind::row ? MathClass::ordinary : inside.role;
  }

  MathNode root() {
    MathNode which;
    skip_spaces();
    if (take("[")) {
      const std::size_t end = tex_.find(']', at_);
      if (end == std::string_view::npos) fail("\"[\" is not closed");
      which = {.kind = NodeKind::words, .text = std::string(tex_.substr(at_, end - at_))};
      at_ = end + 1;
    }
    MathNode of = argument("\\sqrt");
    return {.kind = NodeKind::root, .parts = {std::move(of), std::move(which)}};
  }

  /// Delimiter; 0 for ".", the empty one.
  char32_t fence(const std::string& of) {
    skip_spaces();
    if (take(".")) return 0;
    if (is_at_end()) fail("nothing follows " + of);
    const std::size_t start = at_;
    const MathSign* sign = nullptr;
    if (is_next("\\")) {
      sign = find_math_sign(take_name());
    } else {
      std::string_view rest = tex_.substr(at_);
      const std::size_t before = rest.size();
      sign = find_math_sign(take_character(rest));
      at_ += before - rest.size();
    }
    if (sign && is_fence(*sign)) return sign->sign;
    at_ = start;
    fail("expected a bracket after " + of);
  }

  static bool is_fence(const MathSign& sign) {
    const bool is_bracket = sign.role == MathClass::opening || sign.role == MathClass::closing;
    const bool is_mark = sign.sign == U'!' || sign.sign == U'?';
    return (is_bracket && !is_mark) || sign.sign == U'|' || sign.sign == U'‖';
  }

  MathNode fenced() {
    const char32_t opening = fence("\\left");
    MathNode inside = row();
    if (!is_command("right")) fail("\\left without \\right");
    take_name();
    return {.kind = NodeKind::fenced,
            .role = MathClass::inner,
            .sign = opening,
            .closing = fence("\\right"),
            .parts = {std::move(inside)}};
  }

  MathNode matrix(std::size_t start) {
    const std::string name = raw_group("\\begin");
    const auto* const brackets = tex_meaning(kMatrices, name);
    if (!brackets) {
      at_ = start;
      fail("\"\\begin{" + shown(name) + "}\" is not known; known: matrix, pmatrix, bmatrix");
    }
    std::vector<std::vector<MathNode>> rows(1);
    std::size_t cells = 0;
    for (;;) {
      if (++cells > kMostCells) fail("a matrix has at most 256 cells");
      rows.back().push_back(row());
      if (take("&")) continue;
      if (take("\\\\")) {
        rows.emplace_back();
        continue;
      }
      break;
    }
    if (!is_command("end")) fail("\\begin{" + name + "} without \\end{" + name + "}");
    take_name();
    if (const std::string end = raw_group("\\end"); end != name) {
      fail("\\begin{" + name + "} is closed by \\end{" + shown(end) + "}");
    }
    MathNode made{.kind = NodeKind::matrix};
    for (const auto& row : rows) made.columns = std::max(made.columns, row.size());
    for (auto& row : rows) {
      row.resize(made.columns);
      for (MathNode& cell : row) made.parts.push_back(std::move(cell));
    }
    if (brackets->first == 0) return made;
    return {.kind = NodeKind::fenced,
            .role = MathClass::inner,
            .sign = brackets->first,
            .closing = brackets->second,
            .parts = {std::move(made)}};
  }

  std::string_view tex_;
  std::size_t at_ = 0;
  int depth_ = 0;
  MathLetters letters_ = MathLetters::italic;
};

}  // namespace

MathNode read_formula(std::string_view tex) { return FormulaReader(tex).read(); }

std::vector<MathClass> classes_of(std::span<const MathNode> parts) {
  std::vector<MathClass> classes;
  std::optional<std::size_t> last;  // last part that is not space
  const auto joins_nothing = [](MathClass before) {
    return before == MathClass::binary || before == MathClass::operation ||
           before == MathClass::relation || before == MathClass::opening ||
           before == MathClass::punctuation;
  };
  for (const MathNode& part : parts) {
    MathClass now = part.role;
    if (part.kind != NodeKind::space) {
      if (now == MathClass::binary && (!last || joins_nothing(classes[*last]))) {
        now = MathClass::ordinary;
      }
      const bool ends =
          now == MathClass::relation || now == MathClass::closing || now == MathClass::punctuation;
      if (last && ends && classes[*last] == MathClass::binary) {
        classes[*last] = MathClass::ordinary;
      }
      last = classes.size();
    }
    classes.push_back(now);
  }
  if (last && classes[*last] == MathClass::binary) classes[*last] = MathClass::ordinary;
  return classes;
}

}  // namespace attn
