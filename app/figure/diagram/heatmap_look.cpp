#include "app/figure/diagram/heatmap_look.h"

#include <algorithm>
#include <utility>

#include "app/figure/text/visible_text.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

constexpr double kNoteHeight = 18, kNoteSide = 7, kToNote = 10;

using SharedMatrix = std::shared_ptr<const Matrix>;

/// `count` of its rows and columns; all of a side where that is its own length.
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
  matrix.where.reset();  // its cells are no more those of the evaluation
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

}  // namespace

void apply_look(LabelledMatrix& heatmap, const HeatmapLook& look, LeftNames& names) {
  if (look.tokens) cut_tokens(heatmap, *look.tokens, names);
  const auto replace = [](std::string& words, const std::optional<std::string>& other) {
    if (other && !words.empty()) words = other->empty() ? "" : visible_text(*other);
  };
  replace(heatmap.row_axis, look.queries);
  replace(heatmap.column_axis, look.keys);
  replace(heatmap.quantity, look.legend);
  heatmap.every = look.every;
}

void add_notes(Diagram& diagram, const Ruler& ruler, const MatrixMark& matrix,
               const HeatmapLook& look) {
  const Index first = look.tokens ? look.tokens->first : 0;
  for (const CellNote& note : look.notes) {
    const Rect cell = matrix.cell(note.cell.query - first, note.cell.key - first);
    const std::string words = visible_text(note.words);
    const double width = ruler.width(words, Type::small) + 2 * kNoteSide;
    // To the right of its cell where it has room over the matrix, else to the left.
    const bool is_right = cell.right() + kToNote + width <= matrix.area.right() + kToNote ||
                          cell.x - kToNote - width < matrix.area.x;
    const double edge = is_right ? cell.right() : cell.x;
    const double x = is_right ? edge + kToNote : edge - kToNote - width;
    const double y = cell.middle_y();
    diagram.add(RectMark{{cell.x - 1, cell.y - 1, cell.width + 2, cell.height + 2},
                         std::nullopt,
                         Paint{Ink::text},
                         3,
                         1.5});
    diagram.add(LineMark{{{edge, y}, {is_right ? x : x + width, y}}, {Ink::text}, 1.5});
    diagram.add(RectMark{{x, y - kNoteHeight / 2, width, kNoteHeight},
                         Paint{Ink::panel},
                         Paint{Ink::text},
                         kNoteHeight / 2});
    diagram.add(TextMark{{x + width / 2, y}, words, Type::small, {Ink::text}, 0.5});
  }
}

}  // namespace attn
