#include "app/figure/heatmap/heatmap_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "app/document/json/numbers.h"
#include "app/figure/heatmap/figure_frame.h"
#include "app/figure/heatmap/label_axis.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr double kMargin = kFigureMargin;
constexpr double kNarrowestContent = 240;
constexpr double kLongestRowLabel = 160;
constexpr double kLongestColumnLabel = 130;
constexpr double kLabelGap = 12;  // from a label to the matrix
constexpr double kLegendGap = 28;
constexpr double kLegendWidth = 12;
constexpr double kShortestLegend = 96;
constexpr double kSwatch = 12;
constexpr double kLargestNumber = 14;
constexpr double kSmallestNumber = 8.5;
constexpr double kSmallestForcedNumber = 3;
constexpr double kDownwards = std::numbers::pi / 2;  // the angle of text that reads downwards
constexpr int kSceneTitleLines = 4;
constexpr const char* kSeesNoKey = "sees no key";

constexpr TextStyle kHeatmapTitle{.size = 20, .weight = PANGO_WEIGHT_SEMIBOLD};
constexpr TextStyle kSubtitleStyle{.size = 13};
constexpr TextStyle kAxisStyle{.size = 12.5, .weight = PANGO_WEIGHT_MEDIUM};
constexpr TextStyle kLegendStyle{.size = 12, .tabular = true};
constexpr double kLegendLine = 1.2 * kLegendStyle.size;
constexpr TextStyle kNoteStyle{.size = 12};

double number_size(const Heatmap& heatmap, const CellGrid& grid) {
  if (heatmap.numbers == Numbers::off || grid.as_image) return 0;
  const Rect cell = grid.cell(0, 0);
  const double least = heatmap.numbers == Numbers::on ? kSmallestForcedNumber : kSmallestNumber;
  const double highest = std::min(kLargestNumber, 0.6 * cell.height);
  if (highest < least) return 0;
  double widest = 0;  // in ems
  const auto seen = heatmap.scores.array() != kMasked;
  const auto shown = seen.select(heatmap.values.array(), 0.F);
  for (const float value : {shown.minCoeff(), shown.maxCoeff()}) {
    const TextStyle style{.size = 100, .tabular = true};
    widest = std::max(widest, Text(fixed(value, 2), style).width() / 100);
  }
  const double size = std::min(highest, 0.82 * cell.width / widest);
  return size >= least ? size : 0;
}

// "2 queries see no key: The, A"
std::string unseeing_note(const std::vector<Index>& unseeing,
                          const std::vector<std::string>& labels) {
  constexpr std::size_t kNamed = 40;
  const std::size_t count = unseeing.size();
  std::string note =
      count == 1 ? "1 query sees no key: " : std::to_string(count) + " queries see no key: ";
  for (std::size_t n = 0; n < std::min(count, kNamed); ++n) {
    note += (n ? ", " : "") + visible_text(labels[static_cast<std::size_t>(unseeing[n])]);
  }
  return count > kNamed ? note + ", …" : note;
}

// "weight", and what its colours span where that is not plain.
std::string legend_words(const Heatmap& heatmap) {
  const Shading& shading = heatmap.shading;
  return heatmap.quantity + (shading.kind->is_unit() ? "" : " · " + shading.words);
}

// Builds a layout: first what lies side by side, which gives the width, then from top to bottom.
class Builder {
 public:
  Builder(const Heatmap& heatmap, double scale, const HeatmapLimits& limits)
      : heatmap_(heatmap),
        scale_(scale),
        limits_(limits),
        title_(heatmap.title.empty()   ? ""
               : heatmap.has_own_title ? whole_visible_text(heatmap.title)
                                       : visible_text(heatmap.title)) {}

  HeatmapLayout build() {
    set_cells();
    set_labels();
    set_width();
    place_headings();
    place_matrix();
    place_row_labels();
    place_column_labels();
    outline_query();
    if (heatmap_.legend) place_legend();
    place_unseeing();
    out_.height = std::ceil(bottom_ + kMargin);
    return std::move(out_);
  }

 private:
  PlacedText& put(Text text, double x, double y, Align align, Ink ink, double angle = 0) {
    return out_.texts.emplace_back(PlacedText{std::move(text), x, y, align, ink, angle});
  }
  // The next whole pixel.
  double snapped(double length) const { return std::ceil(length * scale_) / scale_; }

  void set_cells() {
    out_.grid = fit_cells(heatmap_.row_count(), heatmap_.column_count(), scale_, limits_.cells);
    out_.number_size = number_size(heatmap_, out_.grid);
  }

  void set_labels() {
    const double row = out_.grid.cell_height();
    const double column = out_.grid.cell_width();
    rows_ = fit_axis(row, out_.grid.rows);
    columns_ = fit_axis(column, out_.grid.columns);
    row_labels_ = make_labels(heatmap_.row_labels, rows_, kLongestRowLabel);
    column_labels_ = make_labels(heatmap_.column_labels, columns_, kLongestColumnLabel);
    angle_ = column_angle(columns_, column_labels_, column);
    constexpr double kCaption = 28;  // "queries →", turned, and its distance
    area_.x = snapped(kMargin + kCaption + widest(row_labels_) + kLabelGap);
  }

  void set_width() {
    double right = area_.right() + (heatmap_.legend ? legend_room() : 0);
    if (angle_ == kSlanted) {
      for (std::size_t i = 0; i < column_labels_.size(); ++i) {
        const double length = column_labels_[i].width() + columns_.line;
        right = std::max(right, column_center(i) + length * std::cos(kSlanted));
      }
    }
    const double words = std::max(Text(title_, kHeatmapTitle).width(),
                                  Text(heatmap_.subtitle, kSubtitleStyle).width());
    content_width_ = std::ceil(std::max({right - kMargin, std::min(words + 1, limits_.words),
                                         std::min(kNarrowestContent, limits_.words)}));
    out_.width = content_width_ + 2 * kMargin;
  }

  // To the right of the matrix.
  double legend_room() const {
    double number = 20;
    for (const LegendTick& tick : round_ticks(heatmap_.shading, area_.height, kLegendLine)) {
      number = std::max(number, Text(tick.text, kLegendStyle).width());
    }
    // Tick, number, space, what it means.
    return kLegendGap + kLegendWidth + 10 + number + 10 + 14;
  }

  double column_center(std::size_t label) const {
    return area_.x + columns_.center(label, out_.grid.cell_width());
  }
  double row_center(std::size_t label) const {
    return area_.y + rows_.center(label, out_.grid.cell_height());
  }

  void place_paragraph(const std::string& words, const TextStyle& style, Ink ink,
                       int lines = kAllLines) {
    Text text(words, style);
    text.wrap(content_width_, lines);
    const double height = text.height();
    const double baseline = bottom_ + text.ascent();
    put(std::move(text), kMargin, baseline, Align::left, ink);
    bottom_ += height;
  }

  void place_headings() {
    bottom_ = kMargin - 6;  // a line has that much above its capitals
    if (!title_.empty()) {
      place_paragraph(title_, kHeatmapTitle, Ink::text,
                      heatmap_.has_own_title ? kAllLines : kSceneTitleLines);
      bottom_ += 4;
    }
    if (!heatmap_.subtitle.empty())
      place_paragraph(heatmap_.subtitle, kSubtitleStyle, Ink::secondary);
  }

  // Whether a label stands for the query that is outlined.
  bool is_marked(std::size_t label, const LabelAxis& axis) const {
    return heatmap_.query && *heatmap_.query == static_cast<Index>(label) * axis.step;
  }

  void outline_query() {
    if (!heatmap_.query) return;
    const double height = out_.grid.cell_height();
    out_.outlined =
        Rect{area_.x - 1.5, area_.y + static_cast<double>(*heatmap_.query) * height - 1.5,
             area_.width + 3, height + 3};
  }

  // The matrix below its labels below their caption.
  void place_matrix() {
    const double caption = std::round(bottom_ + 22 + cap_height(kAxisStyle));
    const double length = widest(column_labels_);
    const double band = angle_ == 0          ? columns_.style.size
                        : angle_ == kUpright ? length
                                             : (length + columns_.style.size) * std::cos(kSlanted);
    area_.y = snapped(caption + 12 + band + kLabelGap);
    bottom_ = area_.bottom();
    put(Text("keys →", kAxisStyle), area_.x + area_.width / 2, caption, Align::center, Ink::key);
    put(Text("queries →", kAxisStyle), kMargin + 2, area_.y + area_.height / 2, Align::center,
        Ink::query, kDownwards);
  }

  void place_row_labels() {
    for (std::size_t i = 0; i < row_labels_.size(); ++i) {
      const double y = row_center(i);
      PlacedText& label = put(std::move(row_labels_[i]), area_.x - kLabelGap, y + rows_.cap() / 2,
                              Align::right, is_marked(i, rows_) ? Ink::query : Ink::text);
      label.role = rows_.step == 1 ? TextRole::name : TextRole::tick;
      label.slot = rows_.slot(out_.grid.cell_height());
      label.middle = rows_.cap() / 2;
      if (rows_.step > 1) out_.ticks.push_back({area_.x - 8, y, 5, 0});
    }
  }

  void place_column_labels() {
    // Turned labels begin above the middle of their column, level ones have it as their middle.
    const double cap = columns_.cap();
    const double shift = angle_ == 0 ? 0 : angle_ == kUpright ? cap / 2 : cap / 4;
    const double y = area_.y - kLabelGap + (angle_ == 0 ? 0 : 2);
    for (std::size_t i = 0; i < column_labels_.size(); ++i) {
      const double x = column_center(i);
      PlacedText& label = put(std::move(column_labels_[i]), x + shift, y,
                              angle_ == 0 ? Align::center : Align::left, Ink::text, angle_);
      label.role = columns_.step == 1 ? TextRole::name : TextRole::tick;
      if (angle_ != 0) {
        label.slot = columns_.slot(out_.grid.cell_width()) * -std::sin(angle_);
        label.middle = cap / 2;
      }
      if (columns_.step > 1) out_.ticks.push_back({x, area_.y - 8, 0, 5});
    }
  }

  void place_legend() {
    const bool masked = heatmap_.has_masked;
    const double x = area_.right() + kLegendGap;
    const double words = x + kLegendWidth + 10;
    const std::string meaning = legend_words(heatmap_);
    const double height =
        std::max({area_.height, kShortestLegend,
                  Text(meaning, kLegendStyle).width() + 8 + (masked ? kSwatch + 16 : 0)});
    const Rect room{x, area_.y, kLegendWidth, masked ? height - kSwatch - 16 : height};
    out_.legend = legend_bar(room, heatmap_.shading.beyond);
    bottom_ = std::max(bottom_, area_.y + height);
    const double number_width = place_legend_numbers(words);
    put(Text(meaning, kLegendStyle), words + number_width + 10, room.middle_y(), Align::center,
        Ink::secondary, kDownwards);
    if (!masked) return;
    out_.masked_swatch = Rect{x, area_.y + height - kSwatch, kSwatch, kSwatch};
    put(Text("masked", kLegendStyle), words,
        area_.y + height - kSwatch / 2 + cap_height(kLegendStyle) / 2, Align::left, Ink::secondary);
  }

  // At round parts of the range; answers how wide they are.
  double place_legend_numbers(double x) {
    double width = 0;
    const Rect& bar = out_.legend->bar;
    for (const LegendTick& tick : round_ticks(heatmap_.shading, bar.height, kLegendLine)) {
      const double y = bar.bottom() - tick.share * bar.height;
      Text number(tick.text, kLegendStyle);
      width = std::max(width, number.width());
      put(std::move(number), x, y + cap_height(kLegendStyle) / 2, Align::left, Ink::secondary)
          .role = TextRole::tick;
      out_.ticks.push_back({bar.right() + 2, y, 4, 0});
    }
    return width;
  }

  // A row that sees no key says so: in itself where there is room, else below the matrix.
  void place_unseeing() {
    if (!heatmap_.has_masked) return;
    std::vector<Index> unseeing;
    for (Index i = 0; i < out_.grid.rows; ++i) {
      if (heatmap_.sees_no_key(i)) unseeing.push_back(i);
    }
    if (unseeing.empty()) return;
    const Rect pill{0, 0, std::ceil(Text(kSeesNoKey, kNoteStyle).width()) + 20, 18};
    if (out_.grid.cell(0, 0).height < pill.height || area_.width < pill.width + 8) {
      bottom_ += 14;
      place_paragraph(unseeing_note(unseeing, heatmap_.row_labels), kNoteStyle, Ink::secondary);
      return;
    }
    const double x = area_.x + area_.width / 2;
    for (const Index i : unseeing) {
      const double y = area_.y + (static_cast<double>(i) + 0.5) * out_.grid.cell_height();
      out_.pills.push_back({x - pill.width / 2, y - pill.height / 2, pill.width, pill.height});
      put(Text(kSeesNoKey, kNoteStyle), x, y + cap_height(kNoteStyle) / 2, Align::center,
          Ink::secondary);
    }
  }

  const Heatmap& heatmap_;
  const double scale_;
  const HeatmapLimits limits_;
  const std::string title_;
  HeatmapLayout out_;
  Rect& area_ = out_.grid.area;
  LabelAxis rows_, columns_;
  std::vector<Text> row_labels_, column_labels_;
  double angle_ = 0;  // of the columns' labels
  double content_width_ = 0;
  double bottom_ = 0;  // of what is placed so far
};

}  // namespace

HeatmapLayout lay_out(const Heatmap& heatmap, double scale, const HeatmapLimits& limits) {
  return Builder(heatmap, scale, limits).build();
}

}  // namespace attn
