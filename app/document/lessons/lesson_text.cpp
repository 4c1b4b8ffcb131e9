#include "app/document/lessons/lesson_text.h"

#include "app/document/expressions/lesson_error.h"
#include "app/document/files/percent.h"
#include "app/document/formulas/formula.h"
#include "app/document/lessons/lesson_claim.h"
#include "app/document/lessons/lesson_formula.h"
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

void require_piece_said(const TextPiece& piece, const Facts& facts) {
  if (!is_words(piece)) return require_formula_said(piece.text, facts);
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

}  // namespace

std::vector<TextPiece> fill(std::string_view text, const Facts& facts) {
  return filled(pieces_or_words(text), facts);
}

std::vector<TextPiece> fill(const TextRun& run, const Facts& facts) {
  return run.is_code ? filled({{.text = run.text}}, facts) : fill(run.text, facts);
}

void require_said(std::string_view text, const Facts& facts) {
  for (const TextPiece& piece : good_pieces(text)) require_piece_said(piece, facts);
}

void require_said(const TextRun& run, const Facts& facts) {
  run.is_code ? require_piece_said({.text = run.text}, facts) : require_said(run.text, facts);
}

void require_expressions(std::string_view text) {
  for (const TextPiece& piece : good_pieces(text)) require_good_piece(piece);
}

void require_expressions(const TextRun& run) {
  run.is_code ? require_good_piece({.text = run.text}) : require_expressions(run.text);
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
