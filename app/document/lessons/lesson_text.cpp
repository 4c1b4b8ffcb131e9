#include "app/document/lessons/lesson_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/document/expressions/lesson_error.h"
#include "app/document/files/utf8.h"
#include "app/document/formulas/formula.h"
#include "app/document/lessons/lesson_claim.h"
#include "engine/base/text.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

/// Calls words(text) and said(claim) for the parts of `text` in order.
template <typename Words, typename Said>
void for_each_part(std::string_view text, const Words& words, const Said& said) {
  while (!text.empty()) {
    const auto open = text.find('{');
    if (open != 0) words(text.substr(0, open));
    if (open == std::string_view::npos) return;
    text.remove_prefix(open + 1);
    if (text.starts_with('{')) {
      words(text.substr(0, 1));
      text.remove_prefix(1);
      continue;
    }
    const auto close = text.find('}');
    if (close == std::string_view::npos) throw LessonError("a { is not closed by }");
    said(LessonClaim(text.substr(0, close)));
    text.remove_prefix(close + 1);
  }
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::string_view part = text.substr(0, text.find('/'));
    parts.push_back(percent_decoded(part));
    if (part.size() == text.size()) return parts;
    text.remove_prefix(part.size() + 1);
  }
}

std::string fill_words(std::string_view text, const Facts& facts) {
  std::string filled;
  try {
    for_each_part(
        text, [&](std::string_view words) { filled += words; },
        [&](const LessonClaim& said) { filled += said.words_or_dash(facts); });
  } catch (const LessonError&) {
    return std::string(text);
  }
  return filled;
}

bool is_words(const TextPiece& piece) { return piece.kind == TextPiece::Kind::words; }

std::vector<TextPiece> filled(std::vector<TextPiece> pieces, const Facts& facts) {
  for (TextPiece& piece : pieces) {
    piece.text = is_words(piece) ? fill_words(piece.text, facts) : fill_formula(piece.text, facts);
  }
  return pieces;
}

std::vector<TextPiece> good_pieces(std::string_view text) {
  try {
    return pieces_of(text);
  } catch (const FormulaError& error) {
    throw LessonError(error.what());
  }
}

void require_true_piece_claims(const TextPiece& piece, const Facts& facts) {
  if (!is_words(piece)) return require_true_formula_claims(piece.text, facts);
  for_each_part(
      piece.text, [](std::string_view) {}, [&](const LessonClaim& said) { said.require(facts); });
}

void require_good_piece(const TextPiece& piece) {
  if (!is_words(piece)) return require_formula(piece.text);
  for_each_part(
      piece.text, [](std::string_view) {}, [](const LessonClaim&) {});
}

struct MatrixExtent {
  Index rows = 0, columns = 0;
  Axis row_axis = Axis::kPlain, column_axis = Axis::kPlain;
};

/// Size of an input's table, or of the heatmap.
std::optional<MatrixExtent> extent_of(std::string_view name, const Scene& scene) {
  const auto where = find_named(name);
  if (!where || where->block != 0 || where->head >= std::ssize(scene.heads)) return std::nullopt;
  const PartKind& kind = part_kind(where->part);
  const bool is_drawn = where->part == Part::weights || where->part == Part::scores;
  if (!kind.set && !is_drawn) return std::nullopt;
  const Shape shape = shape_of(scene, *where);
  if (shape.rows.count * shape.cols.count == 0) return std::nullopt;
  return MatrixExtent{shape.rows.count, shape.cols.count, kind.rows, kind.columns};
}

std::optional<Index> index_along(const std::string& part, Axis axis, Index size,
                                 const Facts& facts) {
  if (part.empty()) return std::nullopt;
  const auto number = parsed<std::size_t>(part);
  const LessonValue index =
      number ? LessonValue{static_cast<double>(*number), {}} : LessonValue{part, {}};
  return static_cast<Index>(lesson_index(facts, axis, index, static_cast<std::size_t>(size)));
}

constexpr std::string_view kNumber = "\\val";

int lines_of(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

bool is_ascii_letter(char32_t c) { return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }
bool begins_with_letter(std::string_view text) {
  return !text.empty() && is_ascii_letter(static_cast<unsigned char>(text.front()));
}
bool is_of_decimal(char32_t c) { return (c >= U'0' && c <= U'9') || c == U'.'; }

/// Calls tex(text) and said(claim) for the parts of a formula in order; said also gets the whole
/// "\val{…}".
template <typename Tex, typename Said>
void for_each_part_of_formula(std::string_view formula, const Tex& tex, const Said& said) {
  std::string_view rest = formula;
  while (!rest.empty()) {
    std::size_t at = rest.find(kNumber);
    const auto is_other_name = [&] {  // "\value"
      return begins_with_letter(rest.substr(at + kNumber.size()));
    };
    while (at != std::string_view::npos && is_other_name()) at = rest.find(kNumber, at + 1);
    if (at != 0) tex(rest.substr(0, at));
    if (at == std::string_view::npos) return;
    rest.remove_prefix(at);
    const auto line = lines_of(formula.substr(0, formula.size() - rest.size())) + 1;
    const auto close = rest.find('}');
    if (!rest.substr(kNumber.size()).starts_with('{') || close == std::string_view::npos) {
      throw LessonError("expected \\val{an expression}", line);
    }
    on_line(line, [&] {
      said(LessonClaim(rest.substr(kNumber.size() + 1, close - kNumber.size() - 1)),
           rest.substr(0, close + 1));
    });
    rest.remove_prefix(close + 1);
  }
}

constexpr std::pair<char32_t, char> kRaisedDigits[] = {
    {U'⁰', '0'}, {U'¹', '1'}, {U'²', '2'}, {U'³', '3'}, {U'⁴', '4'}, {U'⁵', '5'},
    {U'⁶', '6'}, {U'⁷', '7'}, {U'⁸', '8'}, {U'⁹', '9'}, {U'⁻', '-'}};

char digit_of(char32_t raised) {
  const auto found = std::ranges::find(kRaisedDigits, raised, &std::pair<char32_t, char>::first);
  return found == std::end(kRaisedDigits) ? '\0' : found->second;
}

/// Removes the leading characters of `text` that satisfy `is_wanted`.
template <typename Wanted>
std::string_view take_while(std::string_view& text, const Wanted& is_wanted) {
  const std::string_view whole = text;
  while (!text.empty()) {
    std::string_view rest = text;
    if (!is_wanted(take_character(rest))) break;
    text = rest;
  }
  return whole.substr(0, whole.size() - text.size());
}

/// Text within a formula: "\text{Reads}".
std::string tex_of_words(std::string_view words) { return "\\text{" + std::string(words) + "}"; }

/// Converts a written number, "−0.2", "(0, 2, 1)", "e⁷ / √3", to TeX.
std::string tex_of(std::string_view written) {
  std::string tex;
  while (!written.empty()) {
    std::string_view rest = written;
    const char32_t c = take_character(rest);
    if (digit_of(c) != '\0') {
      tex += "^{";
      const auto power = take_while(written, [](char32_t one) { return digit_of(one) != '\0'; });
      for (std::string_view left = power; !left.empty();) tex += digit_of(take_character(left));
      tex += "}";
    } else if (c == U'√') {
      written = rest;
      tex += "\\sqrt{" + std::string(take_while(written, is_of_decimal)) + "}";
    } else if (c == U'{' || c == U'}') {
      tex += std::string("\\") + static_cast<char>(c);
      written = rest;
    } else if (c == U'e' && !begins_with_letter(rest)) {
      tex += 'e';
      written = rest;
    } else if (is_of_decimal(c) || c == U' ' || find_math_sign(c == U'-' ? U'−' : c) != nullptr) {
      tex += written.substr(0, written.size() - rest.size());
      written = rest;
    } else {
      tex += tex_of_words(take_while(written, [](char32_t one) {
        return !is_of_decimal(one) && one != U' ' && digit_of(one) == '\0' && one != U'√' &&
               find_math_sign(one) == nullptr;
      }));
    }
  }
  return tex;
}

/// Replaces numbers by digits of equal length, so that error positions stay valid.
std::string without_numbers(std::string_view tex) {
  std::string read;
  for_each_part_of_formula(
      tex, [&](std::string_view part) { read += part; },
      [&](const LessonClaim&, std::string_view whole) {
        read += '0';
        for (const char c : whole.substr(1)) read += c == '\n' ? '\n' : ' ';
      });
  return read;
}

void add_terms(std::vector<std::string>& lights, const MathNode& node) {
  if (node.kind == MathNode::Kind::term) lights.push_back(node.text);
  for (const MathNode& part : node.parts) add_terms(lights, part);
}

}  // namespace

std::vector<TextPiece> fill(std::string_view text, const Facts& facts) {
  return filled(pieces_or_words(text), facts);
}

std::vector<TextPiece> fill(const TextRun& run, const Facts& facts) {
  return run.is_code ? filled({{.text = run.text}}, facts) : fill(run.text, facts);
}

void require_true_claims(std::string_view text, const Facts& facts) {
  for (const TextPiece& piece : good_pieces(text)) require_true_piece_claims(piece, facts);
}

void require_true_claims(const TextRun& run, const Facts& facts) {
  run.is_code ? require_true_piece_claims({.text = run.text}, facts)
              : require_true_claims(run.text, facts);
}

void require_expressions(std::string_view text) {
  for (const TextPiece& piece : good_pieces(text)) require_good_piece(piece);
}

void require_expressions(const TextRun& run) {
  run.is_code ? require_good_piece({.text = run.text}) : require_expressions(run.text);
}

void require_formula(std::string_view tex) {
  const std::string read = without_numbers(tex);
  try {
    read_formula(read);
  } catch (const FormulaError& error) {
    throw LessonError(error.what(), lines_of(std::string_view(read).substr(0, error.at())) + 1);
  }
}

std::vector<std::string> lights_of_formula(std::string_view tex) {
  std::vector<std::string> lights;
  try {
    add_terms(lights, read_formula(without_numbers(tex)));
  } catch (const FormulaError&) {
    // Reported when the lesson is read.
  }
  return lights;
}

std::string fill_formula(std::string_view tex, const Facts& facts) {
  std::string filled;
  try {
    for_each_part_of_formula(
        tex, [&](std::string_view part) { filled += part; },
        [&](const LessonClaim& said, std::string_view) {
          // Braces keep the number separate from its neighbours.
          filled += "{" + tex_of(said.words_or_dash(facts)) + "}";
        });
  } catch (const LessonError&) {
    return std::string(tex);
  }
  return filled;
}

void require_true_formula_claims(std::string_view tex, const Facts& facts) {
  for_each_part_of_formula(
      tex, [](std::string_view) {},
      [&](const LessonClaim& said, std::string_view) { said.require(facts); });
}

std::vector<std::string> lights_of(const TextRun& run) {
  std::vector<std::string> lights;
  if (!run.light.empty()) lights.push_back(run.light);
  if (run.is_code) return lights;
  for (const TextPiece& piece : pieces_or_words(run.text)) {
    if (is_words(piece)) continue;
    for (std::string& light : lights_of_formula(piece.text)) lights.push_back(std::move(light));
  }
  return lights;
}

LessonLight find_light(std::string_view target, const Facts& facts) {
  const auto parts = split(target);
  if (parts[0] == "control") {
    if (parts.size() != 2 || parts[1].empty()) {
      throw LessonError("expected light:control/NAME, found light:" + shown(target));
    }
    return {parts[1], {}, {}, true};
  }
  const auto extent = extent_of(parts[0], facts.scene());
  if (!extent) throw LessonError("the scene has no matrix " + shown(parts[0]) + " to highlight");
  if (parts.size() > 3) throw LessonError("expected MATRIX/ROW/COLUMN, found " + shown(target));
  LessonLight light{parts[0], {}, {}};
  if (parts.size() > 1) light.row = index_along(parts[1], extent->row_axis, extent->rows, facts);
  if (parts.size() > 2) {
    light.column = index_along(parts[2], extent->column_axis, extent->columns, facts);
  }
  return light;
}

}  // namespace attn
