#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/diagram/heatmap_look.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/panels/panel_parts.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/pair_quantity.h"

namespace attn {
namespace {

constexpr double kGridGap = 20;  // gap between panels, both ways
constexpr double kAboveLegends = 12;
constexpr double kTitleLine = 17, kBelowTitleLines = 7;
constexpr std::size_t kMostTitleLines = 4;
// Least side of a panel's cells; if less space is left, the figure is refused.
constexpr double kSmallestCells = 24;
constexpr int kPasses = 4;  // until the space for labels converges

/// Moves points and the corners of rectangles.
void move_all(Point by, auto&... corners) { ((corners.x += by.x, corners.y += by.y), ...); }

/// `layout` with cells of another size, at the same origin.
HeatmapLayout resized_layout(HeatmapLayout layout, double width, double height) {
  const double wider = width - layout.area.width, higher = height - layout.area.height;
  layout.area.width = layout.matrix.width = width;
  layout.area.height = layout.matrix.height = height;
  layout.row_axis.y = layout.area.middle_y();
  layout.column_axis.x = layout.area.middle_x();
  for (Rect& beside : layout.beside) beside.x += wider, beside.height = height;
  layout.below.y += higher;
  layout.below.width = width;
  layout.legend.x += wider;
  layout.width += wider;
  layout.height += higher;
  return layout;
}

HeatmapLayout moved_layout(HeatmapLayout layout, Point by) {
  move_all(by, layout.area, layout.matrix, layout.row_axis, layout.column_axis, layout.below,
           layout.legend, layout.note);
  for (Rect& beside : layout.beside) move_all(by, beside);
  return layout;
}

/// Panel with its layout.
struct Slot {
  LabelledMatrix heatmap;
  std::unique_ptr<LeftNames> names;  ///< for a part of the tokens
  HeatmapLayout layout{};
  double left = 0, right = 0, above = 0, below = 0;  ///< space around its cells
};

class HeatmapGrid {
 public:
  HeatmapGrid(const Ruler& ruler, std::span<const GridPanel> panels, const GridRoom& room)
      : ruler_(ruler),
        panels_(panels),
        room_(room),
        columns_(std::min(static_cast<std::size_t>(room.columns), panels.size())),
        rows_((panels.size() + columns_ - 1) / columns_) {
    for (std::size_t n = 0; n < panels.size(); ++n) slots_.push_back(slot_of(n));
    fit();
  }

  Diagram diagram() const {
    Diagram diagram;
    std::vector<MatrixMark> matrices;
    double y = 0;
    for (std::size_t row = 0; row < rows_; ++row) {
      const double title = title_height(row);
      double x = 0;
      for (std::size_t n = row * columns_; n < end_of(row); ++n) {
        const std::size_t column = n - row * columns_;
        const Slot& slot = slots_[n];
        add_panel_title(diagram, ruler_, titles_[n], {x, y});
        const Point cells{snapped(x + left_[column]), snapped(y + title + above_[row])};
        const Point by{cells.x - slot.layout.area.x, cells.y - slot.layout.area.y};
        matrices.push_back(
            add_heatmap(diagram, ruler_, slot.heatmap, moved_layout(slot.layout, by)));
        diagram.width = std::max(diagram.width, cells.x + slot.layout.area.width + slot.right);
        diagram.height = std::max(diagram.height, cells.y + slot.layout.area.height + slot.below);
        x = snapped(x + left_[column] + width_[column] + right_[column] + kGridGap);
      }
      y = snapped(y + title + above_[row] + height_[row] + below_[row] + kGridGap);
    }
    if (has_legends_below()) add_legends(diagram);
    for (std::size_t n = 0; n < matrices.size(); ++n) {
      add_notes(diagram, ruler_, matrices[n], panels_[n].panel->options.look,
                {0, 0, diagram.width, diagram.height});
    }
    return diagram;
  }

 private:
  std::size_t end_of(std::size_t row) const {
    return std::min((row + 1) * columns_, panels_.size());
  }
  double snapped(double length) const {
    return room_.scale > 0 ? std::ceil(length * room_.scale - 1e-6) / room_.scale : length;
  }
  const Scene& scene(std::size_t n) const { return panels_[n].panel->evaluation->scene; }
  bool has_queries_of(std::size_t n, std::size_t other) const {
    return scene(n).query_tokens() == scene(other).query_tokens();
  }
  bool has_keys_of(std::size_t n, std::size_t other) const {
    return scene(n).tokens == scene(other).tokens;
  }

  /// Returns whether panel `n` omits the queries' names, because the first panel of its row shows
  /// them.
  bool leaves_out_rows(std::size_t n) const {
    const std::size_t row = n / columns_, first = row * columns_;
    if (n == first) return false;
    for (std::size_t other = first; other < end_of(row); ++other) {
      if (!has_queries_of(first, other)) return false;
    }
    return true;
  }
  bool leaves_out_columns(std::size_t n) const {
    const std::size_t first = n % columns_;
    if (n == first) return false;
    for (std::size_t other = first; other < panels_.size(); other += columns_) {
      if (!has_keys_of(first, other)) return false;
    }
    return true;
  }
  /// Last of the adjacent panels with its legend; only in the first row if one applies to all.
  bool has_legend(std::size_t n) const {
    if (!room_.legend || room_.legend_below) return false;
    const auto scale = [&](std::size_t of) { return panels_[of].heatmap->scale; };
    const bool is_last = n + 1 >= end_of(n / columns_) || scale(n + 1) != scale(n);
    const bool is_one = std::ranges::all_of(
        panels_, [&](const GridPanel& one) { return one.heatmap->scale == scale(0); });
    return is_last && (!is_one || n < columns_);
  }

  bool has_legends_below() const { return room_.legend && room_.legend_below; }
  /// First panel of each scale.
  std::vector<std::size_t> first_of_scales() const {
    std::vector<std::size_t> first;
    for (std::size_t n = 0; n < panels_.size(); ++n) {
      const bool is_new = std::ranges::none_of(first, [&](std::size_t other) {
        return panels_[other].heatmap->scale == panels_[n].heatmap->scale;
      });
      if (is_new) first.push_back(n);
    }
    return first;
  }
  /// Stacks the legends, aligned with the cells of the first column.
  void add_legends(Diagram& diagram) const {
    double y = snapped(diagram.height + kAboveLegends);
    const std::vector<std::size_t> scales = first_of_scales();
    const bool has_masked =
        std::ranges::any_of(scales, [&](std::size_t n) { return panels_[n].heatmap->has_masked; });
    for (const std::size_t n : scales) {
      const PanelHeatmap& own = *panels_[n].heatmap;
      const bool is_last = n == scales.back();  // explains masked cells
      const double width = add_lying_legend(diagram, ruler_, *own.colormap, own.legend, {0, y},
                                            room_.width, legend_word(n), is_last && has_masked);
      diagram.width = std::max(diagram.width, width);
      diagram.height = y + kLyingLegend;
      y = snapped(diagram.height + kAboveLegends);
    }
  }
  double legends_height() const {
    if (!has_legends_below()) return 0;
    return static_cast<double>(first_of_scales().size()) * (kLyingLegend + kAboveLegends);
  }
  /// Name of the legend's quantity in the figure.
  std::string legend_word(std::size_t n) const {
    const auto& own = panels_[n].panel->options.look.legend;
    return own ? visible_text(*own) : panels_[n].heatmap->word;
  }

  Slot slot_of(std::size_t n) const {
    const FigurePanel& panel = *panels_[n].panel;
    const PanelHeatmap& own = *panels_[n].heatmap;
    const Shading& shading = has_legend(n) ? own.legend : own.shading;
    LabelledMatrix heatmap = pair_heatmap(*own.quantity, scene(n), shading, *own.colormap);
    MatrixMark& matrix = heatmap.matrix;
    matrix.name = "panel[" + std::to_string(n) + "]";
    matrix.values = own.values;
    if (own.mask->minCoeff() == kMasked) matrix.scores = own.mask;
    matrix.shades = shared_shades(own.shading, own.values);
    matrix.range = own.shading.range;
    matrix.numbers = room_.numbers;
    heatmap.quantity = own.word;
    heatmap.has_masked = own.has_masked;
    heatmap.label = Type::small;
    if (panel.options.mark && panel.options.marks) heatmap.shown = panel.options.mark;
    if (panel.options.query) heatmap.shown = Cell{*panel.options.query, -1};
    if (!panel.is_difference() && own.quantity->part == Part::weights) {
      add_margins(heatmap, *panel.evaluation, own.head);
      for (MatrixMargin& margin : heatmap.beside) margin.is_coloured &= !matrix.shades;
    }
    if (!has_legend(n)) heatmap.shading = nullptr;
    if (leaves_out_rows(n)) heatmap.rows = nullptr, heatmap.row_axis.clear();
    if (leaves_out_columns(n)) heatmap.columns = nullptr, heatmap.column_axis.clear();
    heatmap.cells = room_.cells;
    heatmap.scale = room_.scale;
    auto names = std::make_unique<LeftNames>();
    apply_look(heatmap, panel.options.look, *names);
    return {std::move(heatmap), std::move(names)};
  }

  double title_height(std::size_t row) const {
    std::size_t most = 0;
    for (std::size_t n = row * columns_; n < end_of(row); ++n) {
      most = std::max(most, titles_[n].size());
    }
    return titles_height(most);
  }

  /// Lays out a panel's cells in `width` x `height`, or with free height.
  void lay_out_slot(Slot& slot, double width, double height) const {
    const Rect room{0, 0, slot.left + width + slot.right,
                    height > 0 ? slot.above + height + slot.below : 0};
    // Based on the longer side of the space: nearly square matrices are not stretched to fill it.
    slot.heatmap.cells.side = std::min(room_.cells.side, std::max(width, height));
    slot.layout = lay_out(ruler_, slot.heatmap, room);
    slot.left = slot.layout.area.x;
    slot.above = slot.layout.area.y;
    slot.right = std::max(0.0, slot.layout.width - slot.layout.area.right());
    slot.below = std::max(0.0, slot.layout.height - slot.layout.area.bottom());
  }

  /// Maximum sizes of the slots in each column and row.
  void measure() {
    left_.assign(columns_, 0), right_.assign(columns_, 0), width_.assign(columns_, 0);
    above_.assign(rows_, 0), below_.assign(rows_, 0), height_.assign(rows_, 0);
    for (std::size_t n = 0; n < slots_.size(); ++n) {
      const Slot& slot = slots_[n];
      const std::size_t column = n % columns_, row = n / columns_;
      const auto raise = [](double& most, double to) { most = std::max(most, to); };
      raise(left_[column], slot.left), raise(right_[column], slot.right);
      raise(above_[row], slot.above), raise(below_[row], slot.below);
      raise(width_[column], slot.layout.area.width);
      raise(height_[row], slot.layout.area.height);
    }
  }

  static double sum(const std::vector<double>& lengths) {
    double all = 0;
    for (const double length : lengths) all += length;
    return all;
  }

  void fit() {
    const auto columns = static_cast<double>(columns_), rows = static_cast<double>(rows_);
    const double gaps_across = (columns - 1) * kGridGap, gaps_down = (rows - 1) * kGridGap;
    double width = (room_.width - gaps_across) / columns;
    double height = room_.height > 0 ? (room_.height - gaps_down - legends_height()) / rows : 0;
    for (int pass = 0; pass < kPasses; ++pass) {
      for (Slot& slot : slots_) lay_out_slot(slot, width, height);
      measure();
      width = std::max(kSmallestCells,
                       (room_.width - gaps_across - sum(left_) - sum(right_)) / columns);
      set_titles(width);
      if (room_.height <= 0) continue;
      double taken = gaps_down + legends_height() + sum(above_) + sum(below_);
      for (std::size_t row = 0; row < rows_; ++row) taken += title_height(row);
      height = std::max(kSmallestCells, (room_.height - taken) / rows);
    }
    make_equal();
    measure();
  }

  void set_titles(double width) {
    titles_.clear();
    for (std::size_t n = 0; n < panels_.size(); ++n) {
      titles_.push_back(
          title_lines(ruler_, panels_[n].title, left_[n % columns_] + width + kGridGap / 2));
    }
  }

  /// Panels with equal numbers of cells get equal cells: the smallest of them.
  void make_equal() {
    for (std::size_t n = 0; n < slots_.size(); ++n) {
      Rect least = slots_[n].layout.area;
      for (std::size_t other = 0; other < slots_.size(); ++other) {
        const bool is_alike = scene(n).query_count() == scene(other).query_count() &&
                              scene(n).key_count() == scene(other).key_count();
        if (!is_alike) continue;
        least.width = std::min(least.width, slots_[other].layout.area.width);
        least.height = std::min(least.height, slots_[other].layout.area.height);
      }
      slots_[n].layout = resized_layout(std::move(slots_[n].layout), least.width, least.height);
    }
  }

  const Ruler& ruler_;
  std::span<const GridPanel> panels_;
  const GridRoom& room_;
  std::size_t columns_, rows_;
  std::vector<Slot> slots_{};
  std::vector<std::vector<std::string>> titles_{};
  std::vector<double> left_{}, right_{}, width_{}, above_{}, below_{}, height_{};
};

}  // namespace

std::vector<std::string> title_lines(const Ruler& ruler, const std::string& title, double width) {
  if (title.empty()) return {};
  return rich_lines_of(ruler, as_words(title), Type::caption, width, kMostTitleLines);
}

double titles_height(std::size_t lines) {
  return lines == 0 ? 0 : static_cast<double>(lines) * kTitleLine + kBelowTitleLines;
}

void add_panel_title(Diagram& diagram, const Ruler& ruler, const std::vector<std::string>& lines,
                     Point at) {
  at.y += kTitleLine / 2;
  for (const std::string& line : lines) {
    add_rich(diagram, ruler, TextMark{at, line, Type::caption, {Ink::text}});
    at.y += kTitleLine;
  }
}

Diagram heatmap_grid(const Ruler& ruler, std::span<const GridPanel> panels, const GridRoom& room) {
  return HeatmapGrid(ruler, panels, room).diagram();
}

}  // namespace attn
