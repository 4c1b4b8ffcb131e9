#include "app/figure/diagram/heatmap_grid.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"

namespace attn {
namespace {

constexpr double kGridGap = 20;   // gap between panels, both ways
constexpr double kNarrowGap = 6;  // across, where panels are narrow
constexpr double kNarrow = 60;    // width of such a panel's cells
constexpr double kAboveLegends = 12;
constexpr double kTitleLine = 17, kBelowTitleLines = 7;
constexpr std::size_t kMostTitleLines = 4;
// Least side of a panel's cells; if less space is left, the figure is refused.
constexpr double kSmallestCells = 16;
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
struct GridSlot {
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
        const GridSlot& slot = slots_[n];
        const bool has_short = !panels_[n].short_title.empty();
        const Point cells{snapped(x + left_[column]), snapped(y + title + above_[row])};
        add_panel_title(diagram, ruler_, titles_[n], {are_titles_over_cells_ ? cells.x : x, y},
                        has_short ? TextRole::tick : TextRole::words);
        const Point by{cells.x - slot.layout.area.x, cells.y - slot.layout.area.y};
        matrices.push_back(
            add_heatmap(diagram, ruler_, slot.heatmap, moved_layout(slot.layout, by)));
        diagram.width = std::max(diagram.width, cells.x + slot.layout.area.width + slot.right);
        diagram.height = std::max(diagram.height, cells.y + slot.layout.area.height + slot.below);
        x = snapped(x + left_[column] + width_[column] + right_[column] + gap_);
      }
      y = snapped(y + title + above_[row] + height_[row] + below_[row] + kGridGap);
    }
    if (has_legends_below()) add_legends(diagram);
    for (std::size_t n = 0; n < matrices.size(); ++n) {
      add_notes(diagram, ruler_, matrices[n], panels_[n].look,
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
  static bool are_same(const std::vector<std::string>* a, const std::vector<std::string>* b) {
    return a == b || (a && b && *a == *b);
  }

  /// Returns whether panel `n` omits the rows' names, because the first panel of its row shows
  /// them.
  bool leaves_out_rows(std::size_t n) const {
    const std::size_t row = n / columns_, first = row * columns_;
    if (n == first) return false;
    for (std::size_t other = first; other < end_of(row); ++other) {
      if (!are_same(panels_[first].heatmap.rows, panels_[other].heatmap.rows)) return false;
    }
    return true;
  }
  bool leaves_out_columns(std::size_t n) const {
    const std::size_t first = n % columns_;
    if (n == first) return false;
    for (std::size_t other = first; other < panels_.size(); other += columns_) {
      if (!are_same(panels_[first].heatmap.columns, panels_[other].heatmap.columns)) return false;
    }
    return true;
  }
  /// Last of the adjacent panels with its legend; only in the first row if one applies to all.
  bool has_legend(std::size_t n) const {
    if (!room_.legend || room_.legend_below) return false;
    const auto scale = [&](std::size_t of) { return panels_[of].scale; };
    const bool is_last = n + 1 >= end_of(n / columns_) || scale(n + 1) != scale(n);
    const bool is_one =
        std::ranges::all_of(panels_, [&](const GridPanel& one) { return one.scale == scale(0); });
    return is_last && (!is_one || n < columns_);
  }

  bool has_legends_below() const { return room_.legend && room_.legend_below; }
  /// First panel of each scale.
  std::vector<std::size_t> first_of_scales() const {
    std::vector<std::size_t> first;
    for (std::size_t n = 0; n < panels_.size(); ++n) {
      const bool is_new = std::ranges::none_of(
          first, [&](std::size_t other) { return panels_[other].scale == panels_[n].scale; });
      if (is_new) first.push_back(n);
    }
    return first;
  }
  /// Stacks the legends, aligned with the cells of the first column.
  void add_legends(Diagram& diagram) const {
    double y = snapped(diagram.height + kAboveLegends);
    const std::vector<std::size_t> scales = first_of_scales();
    const bool has_masked =
        std::ranges::any_of(scales, [&](std::size_t n) { return panels_[n].heatmap.has_masked; });
    for (const std::size_t n : scales) {
      const bool is_last = n == scales.back();  // explains masked cells
      const double width = add_lying_legend(diagram, ruler_, *panels_[n].heatmap.matrix.colormap,
                                            *panels_[n].heatmap.shading, {0, y}, room_.width,
                                            slots_[n].heatmap.quantity, is_last && has_masked);
      diagram.width = std::max(diagram.width, width);
      diagram.height = y + kLyingLegend;
      y = snapped(diagram.height + kAboveLegends);
    }
  }
  double legends_height() const {
    if (!has_legends_below()) return 0;
    return static_cast<double>(first_of_scales().size()) * (kLyingLegend + kAboveLegends);
  }
  GridSlot slot_of(std::size_t n) const {
    LabelledMatrix heatmap = panels_[n].heatmap;
    if (!has_legend(n)) heatmap.shading = nullptr;
    if (leaves_out_rows(n)) heatmap.rows = nullptr, heatmap.row_axis.clear();
    if (leaves_out_columns(n)) heatmap.columns = nullptr, heatmap.column_axis.clear();
    heatmap.cells = room_.cells;
    heatmap.scale = room_.scale;
    auto names = std::make_unique<LeftNames>();
    apply_look(heatmap, panels_[n].look, *names);
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
  void lay_out_slot(GridSlot& slot, double width, double height) const {
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
      const GridSlot& slot = slots_[n];
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
    if (room_.width / columns < kNarrow + kGridGap) gap_ = kNarrowGap;
    const double gaps_across = (columns - 1) * gap_, gaps_down = (rows - 1) * kGridGap;
    double width = (room_.width - gaps_across) / columns;
    double height = room_.height > 0 ? (room_.height - gaps_down - legends_height()) / rows : 0;
    for (int pass = 0; pass < kPasses; ++pass) {
      for (GridSlot& slot : slots_) lay_out_slot(slot, width, height);
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
    const auto lines_of = [&](auto title) {
      std::vector<std::vector<std::string>> lines;
      for (std::size_t n = 0; n < panels_.size(); ++n) {
        const double before = are_titles_over_cells_ ? 0 : left_[n % columns_];
        lines.push_back(title_lines(ruler_, panels_[n].*title, before + width + gap_ / 2));
      }
      return lines;
    };
    const auto are_narrow = [&] {
      return std::ranges::any_of(titles_, [](const auto& lines) { return lines.size() > 1; });
    };
    are_titles_over_cells_ = true;
    titles_ = lines_of(&GridPanel::title);
    if (are_narrow() && !panels_.front().short_title.empty()) {
      titles_ = lines_of(&GridPanel::short_title);
    }
    if (!are_narrow()) return;
    are_titles_over_cells_ = false;
    titles_ = lines_of(&GridPanel::title);
  }

  /// Panels with equal numbers of cells get equal cells: the smallest of them.
  void make_equal() {
    for (std::size_t n = 0; n < slots_.size(); ++n) {
      Rect least = slots_[n].layout.area;
      for (std::size_t other = 0; other < slots_.size(); ++other) {
        const MatrixMark &own = slots_[n].heatmap.matrix, &beside = slots_[other].heatmap.matrix;
        const bool is_alike = own.rows() == beside.rows() && own.columns() == beside.columns();
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
  double gap_ = kGridGap;              // across
  bool are_titles_over_cells_ = true;  // where each is one line; else they begin with the names
  std::vector<GridSlot> slots_{};
  std::vector<std::vector<std::string>> titles_{};
  std::vector<double> left_{}, right_{}, width_{}, above_{}, below_{}, height_{};
};

}  // namespace

int usual_columns(std::size_t count) {
  if (count <= 3) return static_cast<int>(count);
  return std::min(4, static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count)))));
}

std::vector<std::string> title_lines(const Ruler& ruler, const std::string& title, double width) {
  if (title.empty()) return {};
  return rich_lines_of(ruler, as_words(title), Type::caption, width, kMostTitleLines);
}

double titles_height(std::size_t lines) {
  return lines == 0 ? 0 : static_cast<double>(lines) * kTitleLine + kBelowTitleLines;
}

void add_panel_title(Diagram& diagram, const Ruler& ruler, const std::vector<std::string>& lines,
                     Point at, TextRole role) {
  at.y += kTitleLine / 2;
  for (const std::string& line : lines) {
    add_rich(diagram, ruler, TextMark{at, line, Type::caption, {Ink::text}, 0, Turn::level, role});
    at.y += kTitleLine;
  }
}

Diagram heatmap_grid(const Ruler& ruler, std::span<const GridPanel> panels, const GridRoom& room) {
  return HeatmapGrid(ruler, panels, room).diagram();
}

}  // namespace attn
