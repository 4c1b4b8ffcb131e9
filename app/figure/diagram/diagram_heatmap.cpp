#include "app/figure/diagram/diagram_heatmap.h"

#include <algorithm>
#include <cmath>

#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/text/visible_text.h"
#include "engine/base/numerals.h"

namespace attn {
namespace {

constexpr double kFewestUnits = 6;  // cells of fewer units have no gap

/// Returns whether the label is numbered: a number, or a letter with a number, as "x12".
bool is_of_scale(std::string_view label) {
  const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  if (label.size() > 1 && is_letter(label.front())) label.remove_prefix(1);
  return !label.empty() && read_numeral<double>(label).length == label.size();
}

/// Places labels around the cells of a heatmap that are visible in `area`.
class Labels {
 public:
  Labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap, Rect area)
      : diagram_(diagram), ruler_(ruler), heatmap_(heatmap), area_(area) {}

  void add_rows(const LabelLine& line) {
    const MatrixMark& matrix = heatmap_.matrix;
    const double pitch = matrix.cell_height();
    const LabelledSide side{*heatmap_.rows, area_.y, area_.bottom(),
                            matrix.area.y,  pitch,   heatmap_.shown ? heatmap_.shown->query : -1};
    for_each_seen(side, line, [&](Index i, double y, TextMark mark) {
      const bool is_shown = heatmap_.shown && heatmap_.shown->query == i;
      mark.at = {area_.x - kLabelGap, y};
      mark.paint = {is_shown ? heatmap_.shown_row : Ink::text};
      mark.align = 1;
      mark.slot = std::max(label_pitch(line.type), pitch * static_cast<double>(line.step));
      if (line.step > 1) add_tick({area_.x - 6, y}, {area_.x - 2, y});
      diagram_.add(std::move(mark));
    });
  }

  void add_columns(const LabelLine& line, LabelSide at = LabelSide::above) {
    const MatrixMark& matrix = heatmap_.matrix;
    // Direction away from the cells.
    const bool is_above = at == LabelSide::above;
    const double edge = is_above ? area_.y : area_.bottom(), away = is_above ? -1 : 1;
    const double pitch = matrix.cell_width();
    const LabelledSide side{*heatmap_.columns, area_.x, area_.right(),
                            matrix.area.x,     pitch,   heatmap_.shown ? heatmap_.shown->key : -1};
    for_each_seen(side, line, [&](Index j, double x, TextMark mark) {
      const bool is_shown = heatmap_.shown && heatmap_.shown->key == j;
      mark.at = {x, edge + away * kLabelGap};
      mark.paint = {is_shown ? Ink::key : Ink::text};
      mark.turn = line.turn;
      if (line.turn == Turn::level) {
        mark.align = 0.5;
        mark.at.y += away * (label_pitch(line.type) / 2 - 2);
        // Next to narrow columns the last labels would exceed the matrix.
        const double half = ruler_.width(mark.text, line.type) / 2;
        if (line.step > 1 && x + half > area_.right()) return;
      } else {
        const double across =
            std::max(label_pitch(line.type), pitch * static_cast<double>(line.step));
        mark.slot = line.turn == Turn::slanted ? across * std::sqrt(0.5) : across;
        if (!is_above) mark.align = 1;  // row labels end at the cells
        const bool is_at_edge = x + label_pitch(line.type) / 2 > area_.right();
        if (line.step > 1 && is_shown && is_at_edge) return;
        if (line.step > 1) add_tick({x, edge + away * 6}, {x, edge + away * 2});
      }
      diagram_.add(std::move(mark));
    });
  }

  /// Adds the numbers of `margin`, one next to each labelled row, and its title above.
  void add_beside(const MatrixMargin& margin, const Rect& at, const HeatmapLayout& layout) {
    const LabelLine& line = layout.rows;
    const auto [first, last] = seen_between(area_.y, area_.bottom(), at.y,
                                            heatmap_.matrix.cell_height(), margin.values->rows());
    if (margin.is_coloured) {
      if (heatmap_.zoom > 1) diagram_.add(ClipMark{Rect{at.x, area_.y, at.width, area_.height}});
      diagram_.add(
          column_beside(heatmap_.matrix, heatmap_.shading, margin.title, margin.values, at));
      if (heatmap_.zoom > 1) diagram_.add(ClipMark{});
    } else {
      const CellNumbers numbers(*margin.values, margin.decimals);
      const std::string expected = margin.expected ? numbers.text(*margin.expected) : "";
      for (Index i = (first + line.step - 1) / line.step * line.step; i < last; i += line.step) {
        const double y = at.y + (static_cast<double>(i) + 0.5) * heatmap_.matrix.cell_height();
        const float number = (*margin.values)(i, 0);
        if (y < area_.y || y > area_.bottom() || std::isnan(number)) continue;
        const std::string text = numbers.text(number);
        const bool is_expected = !margin.expected || text == expected;
        diagram_.add_tick({at.right(), y}, text, {is_expected ? Ink::secondary : Ink::key}, 1);
      }
    }
    if (!heatmap_.columns) return;
    const bool is_level = layout.columns.turn == Turn::level;
    if (layout.columns.turn == Turn::slanted) return;  // slanted labels cover the title's place
    const double up = is_level ? label_pitch(layout.columns.type) / 2 - 2 : 6;
    diagram_.add_text({at.middle_x(), area_.y - kLabelGap - up}, margin.title, Type::small,
                      {Ink::secondary}, 0.5);
  }

  /// Adds the numbers of a margin below the labelled columns.
  void add_below(const MatrixMargin& margin, const Rect& at) {
    const double pitch = heatmap_.matrix.cell_width();
    const CellNumbers numbers(*margin.values);
    double widest = 0;
    for (Index j = 0; j < margin.values->cols() && j < 64; ++j) {
      widest = std::max(widest, ruler_.width(numbers.text((*margin.values)(0, j)), Type::small));
    }
    const Index step = tick_step(widest + 4, pitch);
    const auto [first, last] =
        seen_between(area_.x, area_.right(), at.x, pitch, margin.values->cols());
    for (Index j = (first + step - 1) / step * step; j < last; j += step) {
      const double x = at.x + (static_cast<double>(j) + 0.5) * pitch;
      const std::string text = numbers.text((*margin.values)(0, j));
      const double half = ruler_.width(text, Type::small) / 2;
      const bool is_inside = x - half >= area_.x - 2 && x + half <= area_.right() + 2;
      if (is_inside || step == 1)
        diagram_.add_tick({x, at.middle_y()}, text, {Ink::secondary}, 0.5);
    }
    diagram_.add_text({area_.x - kLabelGap, at.middle_y()}, margin.title, Type::small,
                      {Ink::secondary}, 1);
  }

 private:
  /// Labelled side: cells from `start` on; those between `low` and `high` are visible. Of a thinned
  /// line, the label of `shown` takes the place of those next to it.
  struct LabelledSide {
    const std::vector<std::string>& labels;
    double low, high, start, pitch;
    Index shown;
  };

  /// Calls add(n, middle, label) for each label of `line` whose cell's middle is visible.
  void for_each_seen(const LabelledSide& side, const LabelLine& line, auto add) const {
    const auto count = std::ssize(side.labels);
    const auto [first, last] = seen_between(side.low, side.high, side.start, side.pitch, count);
    const auto add_seen = [&](Index n) {
      const double middle = side.start + (static_cast<double>(n) + 0.5) * side.pitch;
      if (middle >= side.low && middle <= side.high) add(n, middle, label(side.labels, n, line));
    };
    const bool has_shown = side.shown >= first && side.shown < last;
    for (Index n = (first + line.step - 1) / line.step * line.step; n < last; n += line.step) {
      if (!has_shown || std::abs(n - side.shown) >= line.step) add_seen(n);
    }
    if (has_shown) add_seen(side.shown);
  }
  TextMark label(const std::vector<std::string>& labels, Index n, const LabelLine& line) const {
    TextMark mark{.type = line.type, .role = line.role()};
    std::string whole = visible_text(labels[static_cast<std::size_t>(n)]);
    // A label between two of a scale is optional.
    if (is_of_scale(whole) || heatmap_.are_labels_optional) mark.role = TextRole::tick;
    mark.text = ruler_.shortened(whole, line.type, line.longest);
    if (mark.text != whole) mark.whole = std::move(whole);
    return mark;
  }
  void add_tick(Point from, Point to) { diagram_.add(LineMark{{from, to}, {Ink::faint}}); }

  Diagram& diagram_;
  const Ruler& ruler_;
  const LabelledMatrix& heatmap_;
  const Rect area_;
};

void add_axis_names(Diagram& diagram, const LabelledMatrix& heatmap, const HeatmapLayout& layout) {
  const bool is_pairs = heatmap.matrix.is_pairs;
  const auto add = [&](const std::string& name, Point at, Ink ink, Turn turn) {
    if (name.empty()) return;
    diagram.add_text(at, name, Type::small, {is_pairs ? ink : Ink::faint}, 0.5, turn);
  };
  add(heatmap.column_axis, layout.column_axis, Ink::key, Turn::level);
  add(heatmap.row_axis, layout.row_axis, Ink::query, Turn::downwards);
}

/// Adds the formula in the line of the column labels, above the row labels.
void add_corner(Diagram& diagram, const LabelledMatrix& heatmap, const HeatmapLayout& layout) {
  const bool is_level = layout.columns.turn == Turn::level;
  const double middle = is_level ? label_pitch(layout.columns.type) / 2 - 2 : 6;
  const Type type = layout.rows.type;
  // The first label of thin rows reaches above them.
  const double row = layout.matrix.height / static_cast<double>(heatmap.matrix.rows());
  const double above = std::max(0.0, (label_pitch(type) - row) / 2);
  const double baseline = layout.area.y - kLabelGap - middle + 5 - above;
  diagram.add(FormulaMark{.at = {layout.area.x - kLabelGap, baseline - baseline_below(type)},
                          .tex = heatmap.corner,
                          .type = type,
                          .align = 1});
}

void add_pills(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
               const Rect& area) {
  const MatrixMark& matrix = heatmap.matrix;
  for (const Index i : heatmap.unseeing) {
    const double y = matrix.cell(i, 0).middle_y(), width = pill_width(ruler);
    diagram.add_box({area.middle_x() - width / 2, y - kPillHeight / 2, width, kPillHeight},
                    {Ink::panel}, kPillHeight / 2);
    diagram.add_text({area.middle_x(), y}, kSeesNoKey, Type::small, {Ink::secondary}, 0.5);
  }
}

void add_note(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap, Point at) {
  const double height = line_height(Type::small);
  add_text_lines(diagram, queries_without_keys_note(ruler, heatmap), {at.x, at.y + height / 2},
                 height, Type::small, {Ink::secondary});
}

}  // namespace

void add_row_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                    double longest) {
  const double needed = label_pitch(Type::small);
  const Index step = tick_step(needed, heatmap.matrix.cell_height());
  Labels(diagram, ruler, heatmap, heatmap.matrix.area)
      .add_rows({Type::small, Turn::level, step, longest});
}

void add_column_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                       bool turned, double longest, LabelSide side) {
  const double needed =
      turned ? label_pitch(Type::small) : label_width(ruler, *heatmap.columns, longest) + 6;
  const bool is_alone = heatmap.matrix.columns() == 1;
  const Index step = is_alone ? 1 : tick_step(needed, heatmap.matrix.cell_width());
  Labels(diagram, ruler, heatmap, heatmap.matrix.area)
      .add_columns({Type::small, turned ? Turn::upwards : Turn::level, step, longest}, side);
}

PanelNames panel_names(const Ruler& ruler, const std::vector<std::string>& rows,
                       const std::vector<std::string>& columns, double width, double height) {
  constexpr double kMostShare = 0.45, kGap = 6;
  const double pitch = label_pitch(Type::small);
  const auto cell_in = [&](double wide, double high) {
    return std::min(wide / static_cast<double>(columns.size()),
                    high / static_cast<double>(rows.size()));
  };
  // Cells of half a line still have every second name.
  const double least_cell = pitch / 2;
  PanelNames names{.rows = &rows, .columns = &columns};
  if (cell_in(width, height - pitch) < least_cell) return names;
  // No name is shortened: without room for one, none is there.
  const auto room_for = [&](const std::vector<std::string>& labels, double room) {
    const double longest = label_width(ruler, labels, room);
    return longest > kMostShare * room ? room : longest + kGap;
  };
  names.left = room_for(rows, width);
  names.are_turned = label_width(ruler, columns, width) + kGap > cell_in(width - names.left, 1e9);
  names.above = names.are_turned ? room_for(columns, height) : pitch + kGap;
  if (cell_in(width - names.left, height - names.above) < least_cell) names.left = names.above = 0;
  return names;
}

void add_panel_names(Diagram& diagram, const Ruler& ruler, const PanelNames& names,
                     const MatrixMark& matrix, const std::optional<Cell>& shown) {
  if (names.left == 0) return;
  const LabelledMatrix labelled{.matrix = matrix,
                                .rows = names.rows,
                                .columns = names.columns,
                                .shown = shown,
                                .are_labels_optional = true};
  constexpr double kGap = 6;
  add_row_labels(diagram, ruler, labelled, names.left - kGap);
  const double longest = names.are_turned
                             ? names.above - kGap
                             : matrix.area.width / static_cast<double>(matrix.columns());
  add_column_labels(diagram, ruler, labelled, names.are_turned, longest);
}

MatrixMark column_beside(const MatrixMark& matrix, const Shading* shading, const std::string& title,
                         std::shared_ptr<const Matrix> values, Rect area) {
  MatrixMark column = matrix;
  column.name += "." + title;
  column.symbol = title;
  column.scores = column.shades = nullptr;
  column.large = nullptr;
  column.where.reset();
  column.is_pairs = false;
  column.area = area;
  if (shading && shading->has_shades()) {
    const Matrix& whole = matrix.values ? *matrix.values : *values;
    column.shades = std::make_shared<const Matrix>(shading->shades(*values, whole));
  }
  column.values = std::move(values);
  return column;
}

const Colormap& colormap_of(const ViewState& state, std::string_view otherwise) {
  const Colormap* map = find_colormap(state.colormap);
  return map ? *map : *find_colormap(otherwise);
}

void add_around(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap,
                const HeatmapLayout& layout) {
  MatrixMark& matrix = heatmap.matrix;
  matrix.area = layout.matrix;
  const Rect& area = layout.area;
  if (heatmap.shading) {
    add_legend(diagram, ruler, *matrix.colormap, *heatmap.shading, layout.legend, heatmap.quantity,
               heatmap.has_masked);
  }
  if (std::min(matrix.cell_width(), matrix.cell_height()) < kFewestUnits) {
    diagram.add_outline(grown(area, 0.5), {Ink::hairline});
  }
  Labels labels(diagram, ruler, heatmap, area);
  if (heatmap.rows) labels.add_rows(layout.rows);
  if (heatmap.columns) labels.add_columns(layout.columns);
  diagram.lacks_names |=
      heatmap.needs_names && std::max(layout.rows.step, layout.columns.step) > heatmap.every;
  for (std::size_t n = 0; n < heatmap.beside.size(); ++n) {
    labels.add_beside(heatmap.beside[n], layout.beside[n], layout);
  }
  if (heatmap.below.values) labels.add_below(heatmap.below, layout.below);
  add_axis_names(diagram, heatmap, layout);
  if (heatmap.zoom > 1) diagram.add(ClipMark{grown(area, 4)});
  if (!heatmap.corner.empty()) add_corner(diagram, heatmap, layout);
  if (heatmap.shown) {
    add_selection(diagram, matrix, *heatmap.shown, heatmap.is_preview, heatmap.track);
  }
  if (layout.has_pills) add_pills(diagram, ruler, heatmap, area);
  if (heatmap.zoom > 1) diagram.add(ClipMark{});
  if (!heatmap.unseeing.empty() && !layout.has_pills) {
    add_note(diagram, ruler, heatmap, layout.note);
  }
}

MatrixMark add_heatmap(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap,
                       const HeatmapLayout& layout) {
  heatmap.matrix.area = layout.matrix;
  MatrixMark matrix = heatmap.matrix;
  diagram.add(matrix);
  add_around(diagram, ruler, std::move(heatmap), layout);
  return matrix;
}

Rect add_heatmap(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap, Rect room) {
  const HeatmapLayout layout = lay_out(ruler, heatmap, room);
  add_heatmap(diagram, ruler, std::move(heatmap), layout);
  return layout.area;
}

void add_selection(Diagram& diagram, const MatrixMark& matrix, Cell cell, bool is_preview,
                   double track) {
  if (cell.query >= matrix.rows() || cell.key >= matrix.columns()) return;
  const bool has_key = cell.key >= 0;
  const Rect row = matrix.row_box(cell.query);
  const double faint = is_preview ? 0.5 : 1;
  if (is_preview && has_key) {
    Rect column = matrix.cell(0, cell.key);
    column.height = matrix.area.height;
    diagram.add_outline(column, {Ink::key, 0.35}, 4);
  }
  if (track > 0) {
    constexpr double kRound = 7;
    diagram.add_outline(row, {Ink::query, faint}, kRound, is_preview ? track / 2 : track);
    if (has_key) diagram.add_outline(matrix.cell(cell.query, cell.key), {Ink::key}, kRound, track);
    return;
  }
  diagram.add_outline(grown(row, 1.5), {Ink::query, faint}, 4, is_preview ? 1 : 1.5);
  if (has_key) diagram.add_outline(grown(matrix.cell(cell.query, cell.key), 1), {Ink::key}, 4, 2);
}

ColorRange symmetric_range(const std::vector<const Matrix*>& matrices) {
  const float end = range_end(largest_distance(matrices));
  return {-end, end};
}

}  // namespace attn
