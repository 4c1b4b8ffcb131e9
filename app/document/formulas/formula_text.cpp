#include "app/document/formulas/formula_text.h"

#include <algorithm>

#include "app/document/formulas/formula.h"
#include "app/document/formulas/plain_formula.h"
#include "engine/base/text.h"

namespace attn {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// End of the paragraph at `at`: the start of a blank line.
std::size_t end_of_paragraph(std::string_view text, std::size_t at) {
  for (std::size_t line = text.find('\n', at); line != std::string_view::npos;) {
    const std::size_t next = text.find('\n', line + 1);
    const std::string_view between = text.substr(line + 1, next - line - 1);
    if (std::ranges::all_of(between, is_blank)) return line;
    line = next;
  }
  return text.size();
}

Dollars dollars_at(std::string_view text, std::size_t at, std::size_t paragraph) {
  const std::string_view marks = text.substr(at).starts_with("$$") ? "$$" : "$";
  const bool is_block = marks.size() == 2;
  const std::size_t first = at + marks.size(), end = text.find(marks, first);
  const bool is_closed = end < paragraph && end > first;
  // "$5 and $6" is not a formula: a formula has no white space next to its dollars.
  const bool has_ink =
      is_closed && (is_block || (!is_blank(text[first]) && !is_blank(text[end - 1])));
  if (!has_ink) return {Dollars::Kind::alone, at, first};
  return {is_block ? Dollars::Kind::block : Dollars::Kind::formula, at, end + marks.size()};
}

}  // namespace

std::vector<Dollars> dollars_of(std::string_view text) {
  std::vector<Dollars> found;
  std::size_t paragraph = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (at >= paragraph) paragraph = end_of_paragraph(text, at);
    if (text.substr(at).starts_with("\\$")) {
      found.push_back({Dollars::Kind::sign, at, at + 2});
      at += 2;
    } else if (text[at] == '$') {
      found.push_back(dollars_at(text, at, paragraph));
      at = found.back().end;
    } else {
      at = std::min(text.find_first_of("\\$\n", at + 1), text.size());
    }
  }
  return found;
}

std::size_t bar_of(std::string_view text) {
  std::size_t bar = text.find('|');
  for (const Dollars& one : dollars_of(text)) {
    if (bar > one.begin && bar < one.end) bar = text.find('|', one.end);
  }
  return bar;
}

std::vector<TextPiece> pieces_of(std::string_view text) {
  std::vector<TextPiece> pieces;
  const auto add_words = [&](std::string_view words) {
    if (words.empty()) return;
    if (pieces.empty() || pieces.back().kind != TextPiece::Kind::words) pieces.emplace_back();
    pieces.back().text += words;
  };
  std::size_t at = 0;
  for (const Dollars& one : dollars_of(text)) {
    add_words(text.substr(at, one.begin - at));
    at = one.end;
    switch (one.kind) {
      case Dollars::Kind::sign:
        add_words("$");
        break;
      case Dollars::Kind::alone:
        throw FormulaError("the $ of \"" + shown(text.substr(one.begin), 24) +
                               "\" does not begin a formula: a formula is $…$, a dollar sign \\$",
                           one.begin);
      case Dollars::Kind::formula:
      case Dollars::Kind::block:
        pieces.push_back(
            {one.kind == Dollars::Kind::block ? TextPiece::Kind::block : TextPiece::Kind::formula,
             std::string(one.tex(text))});
        break;
    }
  }
  add_words(text.substr(at));
  return pieces;
}

std::vector<TextPiece> pieces_or_words(std::string_view text) {
  try {
    return pieces_of(text);
  } catch (const FormulaError&) {
    return {{.text = std::string(text)}};
  }
}

std::string plain_text(const std::vector<TextPiece>& pieces) {
  std::string plain;
  for (const TextPiece& piece : pieces) {
    plain += piece.kind == TextPiece::Kind::words ? piece.text : plain_formula(piece.text);
  }
  return plain;
}

std::string plain_text(std::string_view text) { return plain_text(pieces_or_words(text)); }

std::string as_words(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (c == '$') text += '\\';
    text += c;
  }
  return text;
}

}  // namespace attn
