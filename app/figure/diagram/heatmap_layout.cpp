#include "app/figure/diagram/heatmap_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/text/text.h"
#include "app/figure/text/visible_text.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kBetweenLevel = 6;  // gap between level labels
constexpr double kSlant = std::numbers::sqrt2 / 2;
constexpr double kShortestLegend = 96;
constexpr double kNoteWidth = 420;  // width of the text below a matrix
constexpr double kAboveNote = 10;
constexpr double kCorner = 28;  // space for a formula where labels meet
constexpr double kAnyHeight = 1e9;
constexpr double kMarginGap = 10;  // gap between cells and margins

/// Finds the most readable labels that leave enough space for the cells.
class Fitting {
 public:
  Fitting(const Ruler& ruler, const LabelledMatrix& heatmap, Rect room)
      : ruler_(ruler), heatmap_(heatmap), room_(room) {
    if (room_.height == 0) room_.height = kAnyHeight;
    const double caption = line_height(Type::small) + 4;
    row_axis_ = heatmap.row_axis.empty() ? 0 : caption;
    column_axis_ = heatmap.column_axis.empty() ? 0 : caption;
    if (heatmap.shading) {
      legend_ =
          kLegendGap + heatmap.bar +
          legend_room(ruler, *heatmap.shading, heatmap.quantity, heatmap.has_masked, heatmap.bar);
      half_number_ = line_height(Type::small) / 2;
    }
    for (const MatrixMargin& margin : heatmap.beside) beside_ += kMarginGap + width_of(margin);
    legend_ += beside_;
    if (heatmap.below.values) below_ = kLabelGap + line_height(Type::small);
    note_ = below_;
    fit_rows();
    if (heatmap.unseeing.empty() || has_pills()) return;
    const auto lines = static_cast<double>(queries_without_keys_note(ruler, heatmap).size());
    note_ += kAboveNote + lines * line_height(Type::small);
    fit_rows();
  }

  HeatmapLayout layout() const {
    HeatmapLayout layout{.rows = rows_, .columns = columns_, .has_pills = has_pills()};
    layout.area = {snapped(room_.x + left_), snapped(room_.y + above_), std::max(1.0, cells_.width),
                   std::max(1.0, cells_.height)};
    const Rect& area = layout.area;
    const double width = area.width * heatmap_.zoom, height = area.height * heatmap_.zoom;
    layout.matrix = {area.middle_x() - heatmap_.center.x * width,
                     area.middle_y() - heatmap_.center.y * height, width, height};
    layout.row_axis = {room_.x + row_axis_ / 2 - 2, area.middle_y()};
    layout.column_axis = {area.middle_x(), room_.y + column_axis_ / 2 - 2};
    double x = area.right();
    for (const MatrixMargin& margin : heatmap_.beside) {
      const double wide = width_of(margin);
      layout.beside.push_back({x + kMarginGap, layout.matrix.y, wide, height});
      x += kMarginGap + wide;
    }
    double bottom = area.bottom() + below_;
    if (below_ > 0) {
      layout.below = {layout.matrix.x, area.bottom() + kLabelGap, width, below_ - kLabelGap};
    }
    if (heatmap_.shading) {
      layout.legend = legend_beside(area);
      bottom = std::max(bottom, layout.legend.bottom() + swatch());
      // The lower half of the lowest number, which does not fit in a narrow margin.
      if (ruler_.breaks_lines()) bottom = std::max(bottom, layout.legend.bottom() + half_number_);
    }
    layout.note = {room_.x, bottom + kAboveNote};
    layout.width = area.right() + right_ - room_.x;
    if (note_ > 0) layout.width = std::max(layout.width, std::min(kNoteWidth, room_.width));
    layout.height = bottom + note_ - below_ - room_.y;
    return layout;
  }

 private:
  Index row_count() const { return heatmap_.matrix.rows(); }
  Index column_count() const { return heatmap_.matrix.columns(); }
  double row_pitch() const {
    return cells_.height / static_cast<double>(row_count()) * heatmap_.zoom;
  }
  double column_pitch() const {
    return cells_.width / static_cast<double>(column_count()) * heatmap_.zoom;
  }
  /// Upper bound of the cell size, whatever the other parts need.
  double bound(double room, Index count) const {
    const double length = std::min(room, heatmap_.cells.side);
    return std::min(heatmap_.cells.cell, length / static_cast<double>(count));
  }
  /// Next whole pixel.
  double snapped(double length) const {
    const double scale = heatmap_.scale;
    return scale > 0 ? std::ceil(length * scale - 1e-6) / scale : length;
  }
  double swatch() const { return heatmap_.has_masked ? kSwatchRoom : 0; }
  bool has_pills() const {
    return row_pitch() >= kPillHeight + 4 && cells_.width >= pill_width(ruler_) + 8;
  }

  /// Width of the column, including its numbers and title.
  double width_of(const MatrixMargin& margin) const {
    const Matrix& numbers = *margin.values;
    std::string longest = CellNumbers(numbers, margin.decimals).text(largest_distance(numbers));
    if (numbers.minCoeff() < 0) longest = "−" + longest;
    std::ranges::replace_if(
        longest, [](char c) { return c >= '1' && c <= '9'; }, '0');
    const double inside = margin.is_coloured ? 10 : 0;
    return std::max(ruler_.width(longest, Type::small) + inside,
                    heatmap_.columns ? ruler_.width(margin.title, Type::small) : 0);
  }

  void fit_cells_below(double labels) {
    above_ = column_axis_ + labels;
    CellLimits limits = heatmap_.cells;
    // the matrix may start at the next pixel
    const double pixel = heatmap_.scale > 0 ? 1 / heatmap_.scale : 0;
    limits.width = room_.width - left_ - right_ - pixel;
    limits.height = room_.height - above_ - note_ - half_number_ - pixel;
    cells_ = fit_cells(row_count(), column_count(), heatmap_.scale, limits).area;
  }

  /// Candidate label styles, the best first; the last ones are thinned. Styles that cannot fit in
  /// any layout are skipped, to save measuring.
  std::vector<LabelLine> candidates(Turn turn, double largest_cell, Index count) const {
    std::vector<LabelLine> lines;
    const bool is_large = heatmap_.label == Type::label;
    const bool is_medium = is_large || heatmap_.label == Type::medium;
    const auto add = [&](Type type) {
      const bool fits = count == 1 || label_pitch(type) <= largest_cell * heatmap_.zoom * every();
      if (fits) lines.push_back({type, turn});
    };
    if (is_large) add(Type::label);
    if (is_medium) add(Type::medium);
    add(Type::small);
    if (is_medium && ruler_.is_fine()) add(Type::tiny);
    lines.push_back({Type::small, turn, /*step=*/2});
    return lines;
  }
  /// Step between measured labels of very many: no more than could be shown. All larger steps are
  /// multiples of it: of 1, not of 2, for steps of 5.
  Index looked_at(double largest_cell, Index count) const {
    const Type smallest = ruler_.is_fine() ? Type::tiny : Type::small;
    if (count == 1 || heatmap_.every > 1) return count == 1 ? 1 : heatmap_.every;
    const Index step = tick_step(label_pitch(smallest), largest_cell);
    return std::to_string(step).front() == '2' ? step / 2 : step;
  }

  double every() const { return static_cast<double>(heatmap_.every); }

  /// Step between labels: the requested one, or a larger one if each label needs more space.
  Index step_of(double needed, double pitch) const {
    const double wanted = pitch * static_cast<double>(heatmap_.every);
    return wanted >= needed ? heatmap_.every : tick_step(needed, pitch);
  }

  void fit_rows() {
    left_ = row_axis_;
    if (!heatmap_.rows) return fit_columns();
    // Without tooltips, a name is cut only if the cells would not fit otherwise.
    const double share = ruler_.breaks_lines() ? 0.45 : 0.25;
    const double longest = std::min(heatmap_.longest_row, room_.width * share);
    const double largest = bound(room_.height, row_count());
    const Index looked = looked_at(largest, row_count());
    for (const LabelLine& line : candidates(Turn::level, largest, row_count())) {
      rows_ = line;
      rows_.longest = label_width(ruler_, *heatmap_.rows, longest, line.type, looked);
      if (!heatmap_.corner.empty()) rows_.longest = std::max(rows_.longest, kCorner);
      left_ = row_axis_ + rows_.longest + kLabelGap;
      fit_columns();
      const bool is_alone = row_count() == 1;
      rows_.step = is_alone ? 1 : step_of(label_pitch(line.type), row_pitch());
      if (rows_.step == heatmap_.every) return;
    }
  }

  void fit_columns() {
    right_ = legend_;
    beyond_ = 0;
    if (!heatmap_.columns) return fit_cells_below(0);
    const double share = ruler_.breaks_lines() ? 0.45 : 0.3;
    const double longest = std::min(heatmap_.longest_column, room_.height * share);
    const double largest = bound(room_.width, column_count());
    const Index looked = looked_at(largest, column_count());
    const auto set = [&](const LabelLine& line, double most) {
      columns_ = line;
      columns_.longest = label_width(ruler_, *heatmap_.columns, most, line.type, looked);
    };
    for (Type best = heatmap_.label;; best = Type::medium) {
      if (label_pitch(best) <= largest * heatmap_.zoom * every()) {
        set({.type = best, .step = heatmap_.every}, heatmap_.longest_column);  // level: no height
        fit_cells_below(label_pitch(best) + kLabelGap);
        if (columns_.longest + kBetweenLevel <= column_pitch() * every()) return;
        set({best}, longest);
        if (heatmap_.every == 1 && ruler_.is_fine() && best == Type::medium && fit_slanted())
          return;
        right_ = legend_;
        beyond_ = 0;
      }
      if (best != Type::label) break;
    }
    for (const LabelLine& line : candidates(Turn::upwards, largest, column_count())) {
      set(line, longest);
      fit_cells_below(columns_.longest + kLabelGap);
      const bool is_alone = column_count() == 1;
      columns_.step = is_alone ? 1 : step_of(label_pitch(line.type), column_pitch());
      if (columns_.step == heatmap_.every) return;
    }
  }

  /// Slants the column labels; returns whether they fit.
  bool fit_slanted() {
    columns_.turn = Turn::slanted;
    const double line = label_pitch(columns_.type);
    double length = 0;  // overhang of the last labels beyond the matrix
    for (int times = 0; times < 2; ++times) {
      beyond_ = 0;
      for (Index j = 0; j < column_count(); ++j) {
        const std::string& label = (*heatmap_.columns)[static_cast<std::size_t>(j)];
        length =
            std::min(ruler_.width(visible_text(label), columns_.type), columns_.longest) + line;
        const double after = (static_cast<double>(column_count() - j) - 0.5) * column_pitch();
        beyond_ = std::max(beyond_, length * kSlant - after);
      }
      right_ = std::max(legend_, beyond_);
      fit_cells_below((columns_.longest + style_of(columns_.type).size) * kSlant + kLabelGap);
    }
    return column_pitch() >= 1.5 * line;
  }

  Rect legend_beside(const Rect& area) const {
    // The legend's text is above the bar, next to the column labels if they do not reach it.
    const bool is_free = beyond_ < beside_ + kLegendGap - 4;
    const double words = is_free ? 0 : legend_words_height(*heatmap_.shading, heatmap_.quantity);
    const double y = area.y + words;
    const double wanted = std::max(area.height - words, kShortestLegend);
    const double height = std::min(wanted, room_.y + room_.height - half_number_ - y) - swatch();
    const double scale = heatmap_.scale > 0 ? heatmap_.scale : 1;
    return {area.right() + beside_ + kLegendGap, y, heatmap_.bar,
            std::max(1.0, std::floor(height * scale) / scale)};
  }

  const Ruler& ruler_;
  const LabelledMatrix& heatmap_;
  Rect room_;
  double row_axis_ = 0, column_axis_ = 0, legend_ = 0, note_ = 0;  // space for these parts
  double left_ = 0, above_ = 0, right_ = 0;  // left of, above and right of the cells
  double beside_ = 0, below_ = 0;  // width of the margins at the right, height of the one below
  double half_number_ = 0;         // lower half of the legend's lowest number
  double beyond_ = 0;              // overhang of slanted labels to the right of the matrix
  Rect cells_;
  LabelLine rows_, columns_;
};

}  // namespace

HeatmapLayout lay_out(const Ruler& ruler, const LabelledMatrix& heatmap, Rect room) {
  return Fitting(ruler, heatmap, room).layout();
}

std::pair<Index, Index> seen_between(double low, double high, double start, double pitch,
                                     Index count) {
  const auto cell_at = [count](double n) {
    return static_cast<Index>(clamped(n, 0.0, static_cast<double>(count)));
  };
  return {cell_at(std::floor((low - start) / pitch)), cell_at(std::ceil((high - start) / pitch))};
}

double label_pitch(Type type) {
  constexpr double kTiny = 10, kMedium = 17, kLabel = 20;
  return type == Type::tiny     ? kTiny
         : type == Type::medium ? kMedium
         : type == Type::label  ? kLabel
                                : line_height(type);
}

double label_width(const Ruler& ruler, const std::vector<std::string>& labels, double most,
                   Type type, Index step) {
  double width = 0;
  for (std::size_t n = 0; n < labels.size(); n += static_cast<std::size_t>(step)) {
    width = std::max(width, ruler.width(visible_text(labels[n]), type));
    if (width >= most) return most;
  }
  return width;
}

std::optional<Type> number_type(const Ruler& ruler, const MatrixMark& matrix, double cell_width,
                                double cell_height, std::string_view longest) {
  for (const Type type : {Type::cell, Type::label, Type::body, Type::small, Type::tiny}) {
    // A type that may be large belongs to a single matrix, which also allows small numbers.
    const bool is_large = type == Type::cell || type == Type::label;
    if (is_large && matrix.number != Type::cell) continue;
    if (type != Type::small && matrix.number == Type::small) continue;
    if (type == Type::tiny && !ruler.is_fine()) continue;
    if (cell_height < label_pitch(type) + (is_large ? 6 : 0)) continue;
    // A single matrix also has wider gaps.
    const double beside = is_large ? 16 : matrix.number == Type::cell ? 9 : 4;
    if (cell_width >= ruler.width(longest, type) + beside) return type;
  }
  return std::nullopt;
}

CellNumbers::CellNumbers(const Matrix& seen, int decimals)
    : has_large_(largest_distance(seen) >= 1e5F), decimals_(decimals) {}

std::string CellNumbers::text(double value) const {
  return with_minus(has_large_ && std::abs(value) >= 1000 ? brief(value) : fixed(value, decimals_));
}

std::string longest_number(const MatrixMark& matrix, const Matrix& seen, int decimals) {
  const CellNumbers numbers(seen, decimals);
  const float largest = largest_distance(seen);
  std::string number = numbers.text(matrix.range.low < 0 ? -largest : largest);
  // In a single matrix the sign of a small number takes less width than the digits of a large one;
  // matrices side by side share one format.
  if (matrix.number == Type::cell && matrix.range.low < 0 && seen.maxCoeff() >= largest) {
    const auto length = [](const std::string& text) {
      return std::ranges::count_if(text, [](char c) { return (c & '\xC0') != '\x80'; });
    };
    float low = 0;
    for (const float value : seen.reshaped()) {
      if (std::isfinite(value)) low = std::min(low, value);
    }
    const std::string below = numbers.text(low);
    number = numbers.text(largest);
    if (length(below) >= length(number)) number = below;
  }
  if (const auto power = number.find('e'); power != std::string::npos) {
    number = (number.starts_with("−") ? "−0.00" : "0.00") + number.substr(power);
  }
  // 0.11 is narrower than other numbers of its length; hardly any digit is wider than 0.
  std::ranges::replace_if(
      number, [](char c) { return c >= '0' && c <= '9'; }, '0');
  return number;
}

std::optional<NumberFit> fitting_numbers(const Ruler& ruler, const MatrixMark& matrix,
                                         double cell_width, double cell_height,
                                         const Matrix& seen) {
  // One decimal is useful for a score but not for a weight; none if all are integers.
  const auto is_whole = [](float value) {
    return !std::isfinite(value) || value == std::round(value);
  };
  int least = matrix.range.low < 0 ? 1 : kDecimals;
  if (std::all_of(seen.data(), seen.data() + seen.size(), is_whole)) least = 0;
  for (int decimals = kDecimals; decimals >= least; --decimals) {
    const std::string longest = longest_number(matrix, seen, decimals);
    if (const auto type = number_type(ruler, matrix, cell_width, cell_height, longest)) {
      return NumberFit{*type, decimals};
    }
  }
  return std::nullopt;
}

bool is_zero_as_written(std::string_view number) {
  return number.find_first_of("123456789") == std::string_view::npos;
}

double pill_width(const Ruler& ruler) { return ruler.width(kSeesNoKey, Type::small) + 20; }

std::vector<std::string> queries_without_keys_note(const Ruler& ruler,
                                                   const LabelledMatrix& heatmap) {
  constexpr std::size_t kNamed = 40;
  const std::size_t count = heatmap.unseeing.size();
  std::string note =
      count == 1 ? "1 query sees no key: " : std::to_string(count) + " queries see no key: ";
  for (std::size_t n = 0; n < std::min(count, kNamed); ++n) {
    const auto row = static_cast<std::size_t>(heatmap.unseeing[n]);
    note += (n ? ", " : "") + visible_text((*heatmap.rows)[row]);
  }
  if (count > kNamed) note += ", …";
  return lines_of(ruler, note, Type::small, kNoteWidth);
}

}  // namespace attn
