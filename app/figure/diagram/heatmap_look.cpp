#include "app/figure/diagram/heatmap_look.h"

#include <algorithm>

#include "app/figure/text/visible_text.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kNoteHeight = 18, kNoteSide = 7, kToNote = 10;

using SharedMatrix = std::shared_ptr<const Matrix>;

/// Block of `count` rows and columns; the matrix itself if it covers all.
SharedMatrix block_of(const SharedMatrix& matrix, Index row, Index rows, Index column,
                      Index columns) {
  if (!matrix) return matrix;
  return std::make_shared<const Matrix>(matrix->block(row, column, rows, columns));
}

std::vector<std::string> block_of(const std::vector<std::string>& names, TokenRange range) {
  return {names.begin() + range.first, names.begin() + range.last};
}

void cut_tokens(LabelledMatrix& heatmap, TokenRange range, LeftNames& names) {
  const Index count = range.last - range.first;
  MatrixMark& matrix = heatmap.matrix;
  for (SharedMatrix* numbers : {&matrix.values, &matrix.scores, &matrix.shades}) {
    *numbers = block_of(*numbers, range.first, count, range.first, count);
  }
  matrix.where.reset();  // cells no longer match those of the evaluation
  if (heatmap.rows) {
    names.rows = block_of(*heatmap.rows, range);
    heatmap.rows = &names.rows;
  }
  if (heatmap.columns) {
    names.columns = block_of(*heatmap.columns, range);
    heatmap.columns = &names.columns;
  }
  for (MatrixMargin& margin : heatmap.beside) {
    margin.values = block_of(margin.values, range.first, count, 0, margin.values->cols());
  }
  if (heatmap.below.values) {
    heatmap.below.values =
        block_of(heatmap.below.values, 0, heatmap.below.values->rows(), range.first, count);
  }
  std::erase_if(heatmap.unseeing,
                [&](Index row) { return row < range.first || row >= range.last; });
  for (Index& row : heatmap.unseeing) row -= range.first;
  heatmap.has_masked &= matrix.scores && matrix.scores->minCoeff() == kMasked;
  if (!heatmap.shown) return;
  Cell& shown = *heatmap.shown;
  const auto is_left = [&](Index n) { return n >= range.first && n < range.last; };
  if (!is_left(shown.query)) return heatmap.shown.reset();
  shown.query -= range.first;
  shown.key = is_left(shown.key) ? shown.key - range.first : -1;
}

/// Box of a note, and the line to it from its cell.
struct NotePlace {
  Rect box;
  Point from, to;
};

/// Number of visible cells covered by `box`; partly covered cells count in part.
double cells_below(const MatrixMark& matrix, const Rect& box) {
  const auto [top, bottom] =
      seen_between(box.y, box.bottom(), matrix.area.y, matrix.cell_height(), matrix.rows());
  const auto [left, right] =
      seen_between(box.x, box.right(), matrix.area.x, matrix.cell_width(), matrix.columns());
  double covered = 0;
  for (Index i = top; i < bottom; ++i) {
    for (Index j = left; j < right; ++j) {
      if (matrix.is_masked(i, j)) continue;
      const Rect cell = matrix.cell(i, j);
      const double across = std::min(cell.right(), box.right()) - std::max(cell.x, box.x);
      const double down = std::min(cell.bottom(), box.bottom()) - std::max(cell.y, box.y);
      covered += std::max(0.0, across) * std::max(0.0, down);
    }
  }
  return covered;
}

/// Places a note next to its cell, above or below: within the matrix where it covers least.
/// Otherwise to the right or left within the page, else above or below, moved along until it is on
/// the page.
NotePlace place_of_note(const MatrixMark& matrix, const Rect& cell, double width,
                        const Rect& page) {
  const Rect& area = matrix.area;
  const double x = cell.middle_x(), y = cell.middle_y(), half = kNoteHeight / 2;
  const double across = clamped(x - width / 2, area.x, std::max(area.x, area.right() - width));
  const NotePlace places[] = {{{cell.right() + kToNote, y - half, width, kNoteHeight},
                               {cell.right(), y},
                               {cell.right() + kToNote, y}},
                              {{cell.x - kToNote - width, y - half, width, kNoteHeight},
                               {cell.x, y},
                               {cell.x - kToNote, y}},
                              {{across, cell.y - kToNote - kNoteHeight, width, kNoteHeight},
                               {x, cell.y},
                               {x, cell.y - kToNote}},
                              {{across, cell.bottom() + kToNote, width, kNoteHeight},
                               {x, cell.bottom()},
                               {x, cell.bottom() + kToNote}}};
  const NotePlace* best = nullptr;
  double least = 0;
  for (const NotePlace& place : places) {
    const Rect& box = place.box;
    const bool is_within = box.x >= area.x && box.right() <= area.right() + kToNote &&
                           box.y >= area.y - half && box.bottom() <= area.bottom() + half &&
                           holds(page, box);
    if (!is_within) continue;
    const double covered = cells_below(matrix, box);
    if (best && covered >= least) continue;
    best = &place;
    least = covered;
  }
  if (best) return *best;
  for (const NotePlace& place : {places[0], places[1]}) {
    if (holds(page, place.box)) return place;
  }
  NotePlace place = places[2].box.y >= page.y ? places[2] : places[3];
  place.box = moved_into(place.box, page);
  return place;
}

}  // namespace

void apply_look(LabelledMatrix& heatmap, const HeatmapLook& look, LeftNames& names) {
  if (look.tokens) cut_tokens(heatmap, *look.tokens, names);
  const auto replace = [](std::string& words, const std::optional<std::string>& other) {
    if (other && !words.empty()) words = other->empty() ? "" : visible_text(*other);
  };
  replace(heatmap.row_axis, look.queries);
  replace(heatmap.column_axis, look.keys);
  replace(heatmap.quantity, look.legend);
  heatmap.every = look.every.value_or(1);
  heatmap.needs_names = look.every.has_value();
  heatmap.are_labels_optional |= look.thins_names;
}

void add_notes(Diagram& diagram, const Ruler& ruler, const MatrixMark& matrix,
               const HeatmapLook& look, const Rect& page) {
  const Index first = look.tokens ? look.tokens->first : 0;
  for (const CellNote& note : look.notes) {
    const Rect cell = matrix.cell(note.cell.query - first, note.cell.key - first);
    const std::string words =
        ruler.shortened(visible_text(note.words), Type::small, page.width - 2 * kNoteSide);
    const double width = ruler.width(words, Type::small) + 2 * kNoteSide;
    const NotePlace place = place_of_note(matrix, cell, width, page);
    diagram.add_outline(grown(cell, 1), {Ink::text}, 3, 1.5);
    diagram.add(LineMark{{place.from, place.to}, {Ink::text}, 1.5});
    diagram.add(RectMark{place.box, Paint{Ink::panel}, Paint{Ink::text}, kNoteHeight / 2});
    diagram.add_text({place.box.middle_x(), place.box.middle_y()}, words, Type::small, {Ink::text},
                     0.5);
  }
}

}  // namespace attn
