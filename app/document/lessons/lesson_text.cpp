#include "app/document/lessons/lesson_text.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "app/document/expressions/lesson_error.h"
#include "app/document/files/percent.h"
#include "app/document/formulas/formula.h"
#include "app/document/lessons/lesson_claim.h"
#include "app/document/lessons/lesson_formula.h"
#include "engine/attention/position.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Calls words(text) and said(claim) for the parts of `text` in their order.
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

std::vector<TextPiece> pieces_or_words(std::string_view text) {
  try {
    return pieces_of(text);
  } catch (const FormulaError&) {
    return {{.text = std::string(text)}};
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

std::optional<MatrixExtent> extent_of_head(std::string_view name, const Scene& scene) {
  constexpr std::string_view kHeads = "heads.";
  if (!name.starts_with(kHeads)) return std::nullopt;
  name.remove_prefix(kHeads.size());
  std::size_t h = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), h);
  name.remove_prefix(static_cast<std::size_t>(read.ptr - name.data()));
  if (read.ec != std::errc() || h >= scene.heads.size()) return std::nullopt;
  const Head& head = scene.heads[h];
  const auto of = [](const auto& matrix) {
    return matrix ? std::optional(MatrixExtent{(*matrix)->rows(), (*matrix)->cols()})
                  : std::nullopt;
  };
  if (name == ".w_q") return of(head.w_q);
  if (name == ".w_k") return of(head.w_k);
  if (name == ".w_v") return of(head.w_v);
  if (name == ".w_a") return of(head.w_a);
  if (name == ".v") return of(head.v);
  return std::nullopt;
}

std::optional<MatrixExtent> extent_of(std::string_view name, const Scene& scene) {
  using enum Axis;
  const Index L = scene.key_count(), M = scene.query_count();
  if (name == "weights" || name == "scores") return MatrixExtent{M, L, kQueries, kKeys};
  if (name == "embeddings") return MatrixExtent{L, scene.embeddings->cols(), kKeys};
  if (name == "values" && scene.values) return MatrixExtent{L, (*scene.values)->cols(), kKeys};
  if (name == "queries" && scene.queries) {
    return MatrixExtent{M, scene.queries->embeddings->cols(), kQueries};
  }
  if (name == "position.table" && scene.position.table->size() > 0) {
    return MatrixExtent{scene.position.table->rows(), scene.position.table->cols()};
  }
  if (name == "combine.w_o" && scene.combine.w_o) {
    return MatrixExtent{(*scene.combine.w_o)->rows(), (*scene.combine.w_o)->cols()};
  }
  return extent_of_head(name, scene);
}

std::optional<Index> index_along(const std::string& part, Axis axis, Index size,
                                 const Facts& facts) {
  if (part.empty()) return std::nullopt;
  std::size_t number = 0;
  const auto read = std::from_chars(part.data(), part.data() + part.size(), number);
  const bool is_number = read.ec == std::errc() && read.ptr == part.data() + part.size();
  const LessonValue index =
      is_number ? LessonValue{static_cast<double>(number), {}} : LessonValue{part, {}};
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
  if (!extent) throw LessonError("the scene has no matrix " + shown(parts[0]) + " to light");
  if (parts.size() > 3) throw LessonError("expected MATRIX/ROW/COLUMN, found " + shown(target));
  LessonLight light{parts[0], {}, {}};
  if (parts.size() > 1) light.row = index_along(parts[1], extent->row_axis, extent->rows, facts);
  if (parts.size() > 2) {
    light.column = index_along(parts[2], extent->column_axis, extent->columns, facts);
  }
  return light;
}

}  // namespace attn
