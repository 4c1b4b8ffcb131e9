#include "app/figure/diagram/diagram_heatmap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/document/json/numbers.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr double kLongestHeatmapLabel = 110;
constexpr double kHeatmapLabelGap = 8;  // from labels to cells
constexpr double kSmallestSquare = 6;
constexpr double kMostLines = 15;  // beside the bar of a legend

/// The smallest of 1, 2, 5, 10, … so that every such label leaves `needed` for each; where no
/// number of them does, more than there are.
Index label_step(double needed, double pitch) {
  if (!(pitch * 1e9 >= needed)) return std::numeric_limits<Index>::max();
  for (Index power = 1;; power *= 10) {
    for (const Index digit : {1, 2, 5}) {
      if (static_cast<double>(digit * power) * pitch >= needed) return digit * power;
    }
  }
}

/// Puts labels around the cells of one heatmap.
class Labels {
 public:
  Labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap)
      : diagram_(diagram), ruler_(ruler), heatmap_(heatmap) {}

  void add_rows(double longest) {
    const double pitch = heatmap_.matrix.cell_height();
    const Index step = label_step(line_height(Type::small), pitch);
    for (Index i = 0; i < heatmap_.matrix.values->rows(); i += step) {
      const bool is_shown = heatmap_.shown && heatmap_.shown->query == i;
      diagram_.add(
          TextMark{{area().x - kHeatmapLabelGap, area().y + (static_cast<double>(i) + 0.5) * pitch},
                   label(*heatmap_.rows, i, longest),
                   Type::small,
                   {is_shown ? heatmap_.shown_row : Ink::text},
                   1,
                   Turn::level,
                   role_of(step)});
    }
  }

  void add_columns(bool turned, double longest) {
    const double pitch = heatmap_.matrix.cell_width();
    const double needed =
        turned ? line_height(Type::small) : label_width(ruler_, *heatmap_.columns, longest) + 6;
    const Index count = heatmap_.matrix.values->cols();
    const Index step = count == 1 ? 1 : label_step(needed, pitch);
    for (Index j = 0; j < count; j += step) {
      const bool is_shown = heatmap_.shown && heatmap_.shown->key == j;
      const double x = area().x + (static_cast<double>(j) + 0.5) * pitch;
      TextMark mark{{x, area().y - kHeatmapLabelGap},
                    label(*heatmap_.columns, j, longest),
                    Type::small,
                    {is_shown ? Ink::key : Ink::text},
                    0,
                    Turn::upwards,
                    role_of(step)};
      if (!turned) {
        mark.turn = Turn::level;
        mark.align = 0.5;
        mark.at.y -= line_height(Type::small) / 2 - 2;
        // Above narrow columns the last ones would reach out of the matrix.
        const double half = ruler_.width(mark.text, Type::small) / 2;
        if (step > 1 && x + half > area().right()) continue;
      }
      diagram_.add(std::move(mark));
    }
  }

 private:
  /// Of those that are left where labels are too many, none is missed.
  static TextRole role_of(Index step) { return step == 1 ? TextRole::name : TextRole::tick; }
  const Rect& area() const { return heatmap_.matrix.area; }
  std::string label(const std::vector<std::string>& labels, Index n, double longest) const {
    return ruler_.shortened(visible_text(labels[static_cast<std::size_t>(n)]), Type::small,
                            longest);
  }

  Diagram& diagram_;
  const Ruler& ruler_;
  const LabelledMatrix& heatmap_;
};

std::shared_ptr<const Matrix> legend_steps() {
  static const auto kSteps =
      std::make_shared<const Matrix>(Eigen::VectorXf::LinSpaced(256, 1, 0).eval());
  return kSteps;
}

/// The colours in `room`; answers the bar that is left of it without its points.
Rect add_bar(Diagram& diagram, const Colormap& colormap, Beyond beyond, Rect room) {
  const auto [bar, low, high] = legend_bar(room, beyond);
  diagram.add(MatrixMark{
      .name = "", .area = bar, .values = legend_steps(), .colormap = &colormap, .range = {0, 1}});
  diagram.add(RectMark{bar, std::nullopt, Paint{Ink::hairline}});
  if (!low.empty()) diagram.add(AreaMark{low, {.step = ColorStep{&colormap, 0}}});
  if (!high.empty()) diagram.add(AreaMark{high, {.step = ColorStep{&colormap, 255}}});
  return bar;
}

void add_ticks(Diagram& diagram, const std::vector<LegendTick>& ticks, Rect bar) {
  for (const LegendTick& tick : ticks) {
    diagram.add(TextMark{{bar.right() + 6, bar.bottom() - tick.share * bar.height},
                         tick.text,
                         Type::small,
                         {Ink::faint},
                         0,
                         Turn::level,
                         TextRole::tick});
  }
}

double widest(const Ruler& ruler, const std::vector<std::string>& texts) {
  double width = 0;
  for (const std::string& text : texts) width = std::max(width, ruler.width(text, Type::small));
  return width;
}

}  // namespace

// Not all of very many are looked at.
double label_width(const Ruler& ruler, const std::vector<std::string>& labels, double most) {
  double width = 0;
  for (const std::string& label : labels) {
    width = std::max(width, ruler.width(visible_text(label), Type::small));
    if (width >= most) return most;
  }
  return width;
}

void add_row_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                    double longest) {
  Labels(diagram, ruler, heatmap).add_rows(longest);
}

const Colormap& colormap_of(const ViewState& state, std::string_view otherwise) {
  const Colormap* map = find_colormap(state.colormap);
  return map ? *map : *find_colormap(otherwise);
}

Rect add_heatmap(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap, Rect room) {
  const auto M = static_cast<double>(heatmap.matrix.values->rows());
  const auto L = static_cast<double>(heatmap.matrix.values->cols());
  const double caption = line_height(Type::small) + 4;
  const double longest_row = std::min(kLongestHeatmapLabel, room.width * 0.25);
  const double longest_column = std::min(kLongestHeatmapLabel, room.height * 0.3);
  double left = heatmap.row_axis.empty() ? 0 : caption;
  if (heatmap.rows) left += label_width(ruler, *heatmap.rows, longest_row) + kHeatmapLabelGap;
  double top = heatmap.column_axis.empty() ? 0 : caption;
  const double labels = heatmap.columns ? label_width(ruler, *heatmap.columns, longest_column) : 0;
  double width = 0, height = 0;
  const auto fit = [&](double above) {
    width = std::min((room.width - left) / L, heatmap.largest_cell);
    height = std::min((room.height - above) / M, heatmap.largest_cell);
    const double square = std::min(width, height);
    if (heatmap.is_square && (square >= kSmallestSquare || M == L)) width = height = square;
  };
  const double level = heatmap.columns ? line_height(Type::small) + kHeatmapLabelGap : 0;
  fit(top + level);
  const bool turned = heatmap.columns && labels + 6 > width && L > 1;
  if (turned) fit(top + labels + kHeatmapLabelGap);
  top += turned ? labels + kHeatmapLabelGap : level;
  heatmap.matrix.area = {room.x + left, room.y + top, std::max(1.0, width * L),
                         std::max(1.0, height * M)};
  const Rect area = heatmap.matrix.area;
  diagram.add(heatmap.matrix);
  Labels around(diagram, ruler, heatmap);
  if (heatmap.rows) around.add_rows(longest_row);
  if (heatmap.columns) around.add_columns(turned, longest_column);
  if (!heatmap.column_axis.empty()) {
    diagram.add(TextMark{{area.middle_x(), room.y + caption / 2 - 2},
                         heatmap.column_axis,
                         Type::small,
                         {Ink::faint},
                         0.5});
  }
  if (!heatmap.row_axis.empty()) {
    diagram.add(TextMark{{room.x + caption / 2 - 2, area.middle_y()},
                         heatmap.row_axis,
                         Type::small,
                         {Ink::faint},
                         0.5,
                         Turn::downwards});
  }
  if (heatmap.shown) add_selection(diagram, heatmap.matrix, *heatmap.shown);
  return area;
}

void add_selection(Diagram& diagram, const MatrixMark& matrix, Cell cell) {
  if (cell.query >= matrix.values->rows() || cell.key >= matrix.values->cols()) return;
  Rect row = matrix.cell(cell.query, 0);
  row.width = matrix.area.width;
  const auto grown = [](const Rect& rect, double by) {
    return Rect{rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
  };
  diagram.add(RectMark{grown(row, 1.5), std::nullopt, Paint{Ink::query}, 4, 1.5});
  diagram.add(
      RectMark{grown(matrix.cell(cell.query, cell.key), 1), std::nullopt, Paint{Ink::key}, 4, 2});
}

void add_column_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                       bool turned, double longest) {
  Labels(diagram, ruler, heatmap).add_columns(turned, longest);
}

void add_legend(Diagram& diagram, const Colormap& colormap, ColorRange range, Beyond beyond,
                Rect room) {
  const Rect bar = add_bar(diagram, colormap, beyond, room);
  add_ticks(diagram, round_ticks(range, bar.height, line_height(Type::small)), bar);
}

double legend_room(const Ruler& ruler, ColorRange range) {
  return widest(ruler, tick_texts(range, kMostLines)) + 6;
}

void add_legend(Diagram& diagram, const Ruler& ruler, const Colormap& colormap,
                const Shading& shading, Rect room) {
  const Rect bar = add_bar(diagram, colormap, shading.beyond, room);
  add_ticks(diagram, round_ticks(shading, bar.height, line_height(Type::small)), bar);
  if (shading.kind->is_unit()) return;
  const double width = room.width + legend_room(ruler, shading);
  diagram.add(TextMark{{room.x, room.y - 14},
                       ruler.shortened(shading.words, Type::caption, width),
                       Type::caption,
                       {Ink::secondary}});
}

double legend_room(const Ruler& ruler, const Shading& shading) {
  const bool has_words = !shading.kind->is_unit();
  const double words = has_words ? ruler.width(shading.words, Type::caption) - 12 : 0;
  return std::max(widest(ruler, tick_texts(shading, kMostLines)) + 6, words);
}

ColorRange symmetric_range(const std::vector<const Matrix*>& matrices) {
  float largest = 0;
  for (const Matrix* matrix : matrices) {
    for (Index n = 0; n < matrix->size(); ++n) {
      const float value = std::abs(matrix->data()[n]);
      if (std::isfinite(value)) largest = std::max(largest, value);
    }
  }
  if (largest == 0) largest = 1;
  return {-largest, largest};
}

}  // namespace attn
