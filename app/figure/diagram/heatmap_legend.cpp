#include "app/figure/diagram/heatmap_legend.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/diagram/diagram_text.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kMostLines = 15;  // maximum number of lines next to the bar
constexpr double kSwatch = 12;
constexpr double kLying = 12, kShortestLying = 60, kLyingGap = 12;  // sizes of a horizontal bar
constexpr double kBar = 56, kLevelSpace = 6;                        // sizes of a bar in a line
constexpr double kFirstWords = 17;  // from the bar to the middle of the text above it

/// Draws a masked cell at the corner `at`, and its label.
void add_swatch(Diagram& diagram, const Colormap& colormap, Point at) {
  static const auto kMaskedCell =
      std::make_shared<const Matrix>(Matrix::Constant(1, 1, attn::kMasked));
  diagram.add(MatrixMark{.area = {at.x, at.y, kSwatch, kSwatch},
                         .values = kMaskedCell,
                         .scores = kMaskedCell,
                         .colormap = &colormap,
                         .range = {0, 1}});
  diagram.add_text({at.x + kSwatch + 6, at.y + kSwatch / 2}, "masked", Type::small,
                   {Ink::secondary});
}

/// Range of a bar whose steps are shares of the way from `range.low` to `range.high`.
ColorRange range_of_bar(ColorRange range) {
  return {0, 1, (range.center - range.low) / (range.high - range.low)};
}

/// Pointed end of a bar, in the colour of that end of the range.
AreaMark end_of_bar(std::vector<Point> points, const Colormap& colormap, ColorRange range,
                    float value) {
  return {std::move(points), {.step = ColorStep{&colormap, step_of(colormap, range, value)}}};
}

/// Lines above the bar, from the bar upwards.
std::vector<std::string> words_above(const Shading& shading, const std::string& quantity) {
  std::vector<std::string> words;
  const bool is_plain = shading.kind->is_unit() || shading.words.empty();  // clear from the numbers
  if (!is_plain) words.push_back(shading.words);
  if (!quantity.empty()) words.push_back(quantity);
  return words;
}

}  // namespace

void add_legend(Diagram& diagram, const Ruler& ruler, const Colormap& colormap,
                const Shading& shading, Rect room, const std::string& quantity, bool has_masked) {
  const auto [bar, low, high] = legend_bar(room, shading.beyond);
  static const auto kSteps =
      std::make_shared<const Matrix>(Eigen::VectorXf::LinSpaced(256, 1, 0).eval());
  const ColorRange range = range_of_bar(shading.range);
  diagram.add(MatrixMark{
      .area = bar, .values = kSteps, .colormap = &colormap, .range = range, .is_scale = true});
  diagram.add_outline(bar, {Ink::hairline});
  if (!low.empty()) diagram.add(end_of_bar(low, colormap, range, 0));
  if (!high.empty()) diagram.add(end_of_bar(high, colormap, range, 1));
  for (const LegendTick& tick : round_ticks(shading, bar.height, line_height(Type::small))) {
    diagram.add_tick({bar.right() + 6, bar.bottom() - tick.share * bar.height}, tick.text,
                     {Ink::faint});
  }
  diagram.add_target("legend", {room.x - 6, room.y - 6, room.width + 30, room.height + 12});
  const double width = room.width + legend_room(ruler, shading, quantity, false, room.width);
  double y = room.y - kFirstWords;
  for (const std::string& words : words_above(shading, quantity)) {
    diagram.add_text({room.x, y}, ruler.shortened(words, Type::caption, width), Type::caption,
                     {Ink::secondary});
    y -= line_height(Type::caption);
  }
  if (has_masked) {
    add_swatch(diagram, colormap, {room.x, room.bottom() + kSwatchRoom - kSwatch});
  }
}

double add_lying_legend(Diagram& diagram, const Ruler& ruler, const Colormap& colormap,
                        const Shading& shading, Point at, double width, const std::string& quantity,
                        bool has_masked) {
  const double begin = at.x, middle = at.y + kLying / 2;
  std::string words;
  const std::vector<std::string> above = words_above(shading, quantity);
  for (auto one = above.rbegin(); one != above.rend(); ++one) {
    words += (words.empty() ? "" : ", ") + *one;
  }
  const double half = widest(ruler, Type::small, tick_texts(shading, kMostLines)) / 2;
  const double masked =
      has_masked ? kSwatch + 6 + ruler.width("masked", Type::small) + kLyingGap : 0;
  const double shortest = std::max(kShortestLying, 2 * half + 4);
  if (!words.empty()) {
    const double room = std::max(0.0, width - shortest - 2 * half - masked - kLyingGap);
    words = ruler.shortened(words, Type::caption, room);
    diagram.add_text({at.x, middle}, words, Type::caption, {Ink::secondary});
    at.x += ruler.width(words, Type::caption) + kLyingGap;
  }
  at.x += half;  // the lowest number extends below the end
  const double left = begin + width - at.x - half - masked;
  const Rect room{at.x, at.y, clamped(left, shortest, kLyingBar), kLying};
  // A vertical bar rotated: its highest end is at the right.
  const LegendBar upright = legend_bar({0, 0, kLying, room.width}, shading.beyond);
  const auto laid = [&](Point point) {
    return Point{room.x + room.width - point.y, room.y + point.x};
  };
  const Rect bar{room.x + room.width - upright.bar.bottom(), room.y, upright.bar.height, kLying};
  // Steps from left to right.
  static const auto kSteps =
      std::make_shared<const Matrix>(Eigen::RowVectorXf::LinSpaced(256, 0, 1).eval());
  const ColorRange range = range_of_bar(shading.range);
  diagram.add(MatrixMark{.area = bar, .values = kSteps, .colormap = &colormap, .range = range});
  diagram.add_outline(bar, {Ink::hairline});
  const auto add_end = [&](std::vector<Point> points, float value) {
    if (points.empty()) return;
    for (Point& point : points) point = laid(point);
    diagram.add(end_of_bar(std::move(points), colormap, range, value));
  };
  add_end(upright.low, 0);
  add_end(upright.high, 1);
  for (const LegendTick& tick : round_ticks(shading, bar.width, 2 * half + 6)) {
    diagram.add_tick({bar.x + tick.share * bar.width, room.bottom() + 11}, tick.text, {Ink::faint},
                     0.5);
  }
  diagram.add_target("legend", {room.x - 6, room.y - 6, room.width + 12, room.height + 24});
  at.x = room.right() + half;
  if (has_masked) {
    add_swatch(diagram, colormap, {at.x + kLyingGap, at.y});
    at.x += masked;
  }
  return at.x - begin;
}

double legend_room(const Ruler& ruler, const Shading& shading, const std::string& quantity,
                   bool has_masked, double bar) {
  double room = widest(ruler, Type::small, tick_texts(shading, kMostLines)) + 6;
  for (const std::string& words : words_above(shading, quantity)) {
    room = std::max(room, ruler.width(words, Type::caption) - bar);
  }
  return has_masked ? std::max(room, ruler.width("masked", Type::small) + 6) : room;
}

double legend_words_height(const Shading& shading, const std::string& quantity) {
  const auto lines = static_cast<double>(words_above(shading, quantity).size());
  return lines == 0 ? 0 : kFirstWords + (lines - 0.5) * line_height(Type::caption);
}

double add_level_legend(Diagram& diagram, const Ruler& ruler, std::string_view name,
                        const Colormap& colormap, ColorRange range, Point at) {
  const auto add_text = [&](const std::string& text, Ink ink) {
    diagram.add_text(at, text, Type::small, {ink});
    at.x += ruler.width(text, Type::small) + kLevelSpace;
  };
  add_text(std::string(name), Ink::secondary);
  add_text(with_minus(brief(range.low)), Ink::faint);
  const Rect bar{at.x, at.y - 4, kBar, 8};
  const auto steps = std::make_shared<const Matrix>(
      Eigen::RowVectorXf::LinSpaced(128, range.low, range.high).eval());
  diagram.add(MatrixMark{.area = bar, .values = steps, .colormap = &colormap, .range = range});
  diagram.add_outline(bar, {Ink::hairline});
  at.x += kBar + kLevelSpace;
  add_text(with_minus(brief(range.high)), Ink::faint);
  return at.x - kLevelSpace;
}

}  // namespace attn
