#include "app/figure/heatmap_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "app/document/numbers.h"
#include "app/figure/palette.h"
#include "app/figure/visible_text.h"

namespace attn {
namespace {

constexpr double kMargin = 28;
constexpr double kMatrixSide = 640;   // of the longer side, at most
constexpr double kShortSide = 160;    // a shorter side is stretched towards it
constexpr double kLargestCell = 76;
constexpr double kStretchedCell = 40;
constexpr double kNarrowestFigure = 360;
constexpr double kTitleWidth = 600;
constexpr double kRowLabel = 160;     // longest label of a row, of a column
constexpr double kColumnLabel = 130;
constexpr double kLabelGap = 12;      // from a label to the matrix
constexpr double kLegendWidth = 12;
constexpr double kShortestLegend = 96;
constexpr Index kMostCells = 128;     // on a side, drawn one by one
constexpr double kSmallestNumber = 8.5;
constexpr double kSmallestForcedNumber = 3;
constexpr double kPi = std::numbers::pi;

constexpr TextStyle kTitleStyle{.size = 20, .weight = PANGO_WEIGHT_SEMIBOLD};
constexpr TextStyle kSubtitleStyle{.size = 13};
constexpr TextStyle kCaptionStyle{.size = 12.5, .weight = PANGO_WEIGHT_MEDIUM};
constexpr TextStyle kLegendStyle{.size = 12, .tabular = true};
constexpr TextStyle kNoteStyle{.size = 12};

// Labels of rows or of columns: how they are set, and which of them.
struct Axis {
  TextStyle style{.size = 14, .weight = PANGO_WEIGHT_MEDIUM};
  double line = 18;  // from one label to the next, at least
  double angle = 0;
  Index step = 1;
};

// The smallest of 1, 2, 5, 10, 20, 50, … that is at least `count`.
Index round_step(double count) {
  for (Index power = 1;; power *= 10) {
    for (const Index digit : {1, 2, 5}) {
      if (static_cast<double>(digit * power) >= count) return digit * power;
    }
  }
}

Axis fit_axis(double cell, Index count) {
  Axis axis;
  if (cell < axis.line) axis = {{.size = 12, .weight = PANGO_WEIGHT_MEDIUM}, 15};
  if (cell < axis.line) axis = {{.size = 11, .weight = PANGO_WEIGHT_MEDIUM}, 13};
  if (count > 1) axis.step = round_step(axis.line / cell);
  return axis;
}

// The length of a matrix's side of `count` cells, at most `side`: of whole pixels (or whole cells
// to a pixel), where that does not make it much smaller.
double fit_side(double cell, Index count, double side, double scale) {
  if (cell >= 8) return std::floor(cell) * static_cast<double>(count);
  const double pixels = side * scale;
  const double n = static_cast<double>(count);
  const double cell_pixels = cell * scale;
  const double whole = cell_pixels >= 1 ? std::floor(cell_pixels) * n
                                        : std::floor(n / std::ceil(1 / cell_pixels));
  const double wanted = std::min(cell_pixels * n, pixels);
  return (whole >= 0.7 * wanted ? whole : std::floor(wanted)) / scale;
}

// Builds a layout from left to right and from top to bottom.
class Builder {
 public:
  Builder(const Heatmap& heatmap, double scale) : heatmap_(heatmap), scale_(scale) {
    out_.rows = heatmap.row_count();
    out_.columns = heatmap.column_count();
  }

  HeatmapLayout build() {
    size_matrix();
    choose_cells();
    place_across();
    place_down();
    place_row_labels();
    place_column_labels();
    place_legend();
    place_unseeing();
    out_.height = std::ceil(bottom_ + kMargin);
    return std::move(out_);
  }

 private:
  Text text(const std::string& words, const TextStyle& style) const { return Text(words, style); }

  void put(Text text, double x, double y, Align align, Rgb color, double angle = 0,
           double slot = 0) {
    out_.texts.push_back({std::move(text), x, y, align, color, angle, slot});
  }

  double snapped(double length) const { return std::ceil(length * scale_) / scale_; }

  void size_matrix() {
    const double rows = static_cast<double>(out_.rows);
    const double columns = static_cast<double>(out_.columns);
    const double square = std::min({kLargestCell, kMatrixSide / rows, kMatrixSide / columns});
    const auto stretched = [&](double count) {
      return std::max(square, std::min(kStretchedCell, kShortSide / count));
    };
    out_.matrix.width = fit_side(stretched(columns), out_.columns, kMatrixSide, scale_);
    out_.matrix.height = fit_side(stretched(rows), out_.rows, kMatrixSide, scale_);
  }

  void choose_cells() {
    const double smaller = std::min(out_.cell_width(), out_.cell_height());
    out_.as_image = std::max(out_.rows, out_.columns) > kMostCells;
    if (out_.as_image) {
      out_.image_width = static_cast<int>(std::lround(out_.matrix.width * scale_));
      out_.image_height = static_cast<int>(std::lround(out_.matrix.height * scale_));
    } else {
      out_.gap = smaller >= 32 ? 2 : smaller >= 10 ? 1 : 0;
      out_.radius = smaller >= 32 ? 3 : smaller >= 16 ? 2 : smaller >= 10 ? 1 : 0;
      out_.number_size = fit_number();
    }
    rows_ = fit_axis(out_.cell_height(), out_.rows);
    columns_ = fit_axis(out_.cell_width(), out_.columns);
  }

  double fit_number() const {
    if (heatmap_.numbers == Numbers::off) return 0;
    double widest = 0;  // in ems
    for (const float value : {heatmap_.values.minCoeff(), heatmap_.values.maxCoeff()}) {
      const TextStyle style{.size = 100, .tabular = true};
      widest = std::max(widest, text(fixed(value, 2), style).width() / 100);
    }
    const double room = std::min((out_.cell_width() - out_.gap) * 0.82 / widest,
                                 (out_.cell_height() - out_.gap) * 0.6);
    const double size = std::min(14.0, room);
    const double smallest =
        heatmap_.numbers == Numbers::on ? kSmallestForcedNumber : kSmallestNumber;
    return size >= smallest ? size : 0;
  }

  // Labels of one axis that are shown, each no longer than `longest`.
  std::vector<Text> make_labels(const std::vector<std::string>& words, const Axis& axis,
                                double longest) const {
    std::vector<Text> labels;
    for (std::size_t i = 0; i < words.size(); i += static_cast<std::size_t>(axis.step)) {
      labels.push_back(text(visible_text(words[i]), axis.style));
      labels.back().shorten(longest);
    }
    return labels;
  }

  static double widest(const std::vector<Text>& labels) {
    double width = 0;
    for (const Text& label : labels) width = std::max(width, label.width());
    return width;
  }

  void turn_columns() {
    const double cell = out_.cell_width();
    if (columns_.step == 1 && widest(column_labels_) <= cell - 8) return;
    const bool slanted = cell * static_cast<double>(columns_.step) >= 1.5 * columns_.line &&
                         columns_.step == 1;
    columns_.angle = slanted ? -kPi / 4 : -kPi / 2;
  }

  // The widths of all that stands side by side, and so the figure's.
  void place_across() {
    row_labels_ = make_labels(heatmap_.row_labels, rows_, kRowLabel);
    column_labels_ = make_labels(heatmap_.column_labels, columns_, kColumnLabel);
    turn_columns();
    const double label_width = std::ceil(widest(row_labels_));
    double left = kMargin + 16 + 12 + label_width + kLabelGap;
    out_.matrix.x = snapped(left);

    const double legend = legend_x() + kLegendWidth + 8 + 24 + 8 + 16;
    double overhang = 0;
    if (columns_.angle == -kPi / 4) {
      for (std::size_t i = 0; i < column_labels_.size(); ++i) {
        overhang = std::max(overhang, column_center(i) + 0.72 * (column_labels_[i].width() + 20));
      }
    }
    const double content = std::max(legend, overhang) - kMargin;
    double title = 0;
    if (!heatmap_.title.empty()) title = text(one_line_title(), kTitleStyle).width();
    const double wanted = std::max(title, text(heatmap_.subtitle, kSubtitleStyle).width());
    content_width_ =
        std::ceil(std::max({content, std::min(wanted + 1, kTitleWidth), kNarrowestFigure}));
    out_.width = content_width_ + 2 * kMargin;
  }

  double legend_x() const { return out_.matrix.right() + 28; }
  double column_center(std::size_t label) const {
    return out_.matrix.x + (static_cast<double>(label) * static_cast<double>(columns_.step) + 0.5) *
                               out_.cell_width();
  }
  double row_center(std::size_t label) const {
    return out_.matrix.y + (static_cast<double>(label) * static_cast<double>(rows_.step) + 0.5) *
                               out_.cell_height();
  }

  std::string one_line_title() const { return visible_text(heatmap_.title); }

  double place_heading(const std::string& words, const TextStyle& style, Rgb color, double top) {
    Text heading = text(words, style);
    heading.wrap(content_width_, 2);
    const double height = heading.height();
    const double baseline = top + heading.ascent();
    put(std::move(heading), kMargin, baseline, Align::left, color);
    return top + height;
  }

  // The heights of what stands above the matrix, and so the matrix's place.
  void place_down() {
    double y = kMargin - 6;
    if (!heatmap_.title.empty()) y = place_heading(one_line_title(), kTitleStyle, kInk, y) + 4;
    if (!heatmap_.subtitle.empty()) {
      y = place_heading(heatmap_.subtitle, kSubtitleStyle, kSecondary, y);
    }
    y += 22 + cap_height(kCaptionStyle);
    const double caption = std::round(y);
    put(text("keys →", kCaptionStyle), out_.matrix.x + out_.matrix.width / 2, caption,
        Align::center, kKey);
    const double length = widest(column_labels_);
    const double line = columns_.style.size;
    const double band = columns_.angle == 0 ? line : columns_.angle == -kPi / 2
                                                         ? length
                                                         : 0.7072 * (length + line);
    out_.matrix.y = snapped(std::round(caption + 12 + band + kLabelGap));
    bottom_ = out_.matrix.bottom();
    put(text("queries →", kCaptionStyle), kMargin + 2, out_.matrix.y + out_.matrix.height / 2,
        Align::center, kQuery, kPi / 2);
  }

  void place_row_labels() {
    const double cap = cap_height(rows_.style);
    const double slot = std::max(rows_.line, out_.cell_height() * static_cast<double>(rows_.step));
    for (std::size_t i = 0; i < row_labels_.size(); ++i) {
      put(std::move(row_labels_[i]), out_.matrix.x - kLabelGap, row_center(i) + cap / 2,
          Align::right, kInk, 0, slot);
      if (rows_.step > 1) out_.ticks.push_back({out_.matrix.x - 8, row_center(i), 5, 0});
    }
  }

  void place_column_labels() {
    const double cap = cap_height(columns_.style);
    const double y = out_.matrix.y - kLabelGap;
    const double pitch = out_.cell_width() * static_cast<double>(columns_.step);
    for (std::size_t i = 0; i < column_labels_.size(); ++i) {
      const double x = column_center(i);
      Text& label = column_labels_[i];
      if (columns_.angle == 0) {
        put(std::move(label), x, y, Align::center, kInk);
      } else if (columns_.angle == -kPi / 2) {
        put(std::move(label), x + cap / 2, y + 2, Align::left, kInk, columns_.angle,
            std::max(columns_.line, pitch));
      } else {
        put(std::move(label), x + cap / 4, y + 2, Align::left, kInk, columns_.angle,
            0.7071 * pitch);
      }
      if (columns_.step > 1) out_.ticks.push_back({x, out_.matrix.y - 8, 0, 5});
    }
  }

  void place_legend() {
    const double cap = cap_height(kLegendStyle);
    const bool masked = (heatmap_.scores.array() == kMasked).any();
    const double height = std::max(out_.matrix.height, kShortestLegend);
    const double x = legend_x();
    out_.legend = {x, out_.matrix.y, kLegendWidth, masked ? height - 28 : height};
    bottom_ = std::max(bottom_, out_.matrix.y + height);
    const double words = x + kLegendWidth + 10;

    const int steps = out_.legend.height >= 240 ? 5 : 2;
    double widest_number = 0;
    for (int i = 0; i <= steps; ++i) {
      const double part = static_cast<double>(i) / steps;
      const double value = heatmap_.range.low + part * (heatmap_.range.high - heatmap_.range.low);
      const double y = out_.legend.bottom() - part * out_.legend.height;
      Text number = text(fixed(value, 1), kLegendStyle);
      widest_number = std::max(widest_number, number.width());
      put(std::move(number), words, y + cap / 2, Align::left, kSecondary);
      out_.ticks.push_back({x + kLegendWidth + 2, y, 4, 0});
    }
    put(text(heatmap_.quantity, kLegendStyle), words + widest_number + 10,
        out_.legend.y + out_.legend.height / 2, Align::center, kSecondary, kPi / 2);
    if (masked) {
      out_.masked_swatch = Rect{x, out_.matrix.y + height - 12, 12, 12};
      put(text("masked", kLegendStyle), words, out_.masked_swatch->bottom() - 6 + cap / 2,
          Align::left, kSecondary);
    }
  }

  // A row that sees no key says so: in itself where there is room, else below the matrix.
  void place_unseeing() {
    std::vector<Index> unseeing;
    for (Index i = 0; i < out_.rows; ++i) {
      if (heatmap_.sees_no_key(i)) unseeing.push_back(i);
    }
    if (unseeing.empty()) return;
    const double width = text(kSeesNoKey, kNoteStyle).width();
    if (out_.cell_height() >= 18 && out_.matrix.width >= width + 28) {
      out_.unseeing = unseeing;
      for (const Index i : unseeing) {
        put(text(kSeesNoKey, kNoteStyle), out_.matrix.x + out_.matrix.width / 2,
            out_.cell(i, 0).y + (out_.cell_height() - out_.gap) / 2 + cap_height(kNoteStyle) / 2,
            Align::center, kSecondary);
      }
      return;
    }
    std::string note = unseeing.size() == 1 ? "1 query sees no key: "
                                            : std::to_string(unseeing.size()) +
                                                  " queries see no key: ";
    constexpr std::size_t kNamed = 40;
    for (std::size_t n = 0; n < unseeing.size() && n < kNamed; ++n) {
      if (n) note += ", ";
      note += visible_text(heatmap_.row_labels[static_cast<std::size_t>(unseeing[n])]);
    }
    if (unseeing.size() > kNamed) note += ", …";
    bottom_ = place_heading(note, kNoteStyle, kSecondary, bottom_ + 16);
  }

  static constexpr const char* kSeesNoKey = "sees no key";

  const Heatmap& heatmap_;
  double scale_;
  HeatmapLayout out_;
  Axis rows_, columns_;
  std::vector<Text> row_labels_, column_labels_;
  double content_width_ = 0;
  double bottom_ = 0;
};

}  // namespace

Rect HeatmapLayout::cell(Index row, Index column) const {
  return {matrix.x + static_cast<double>(column) * cell_width() + gap / 2,
          matrix.y + static_cast<double>(row) * cell_height() + gap / 2, cell_width() - gap,
          cell_height() - gap};
}

HeatmapLayout lay_out(const Heatmap& heatmap, double scale) {
  return Builder(heatmap, scale).build();
}

}  // namespace attn
