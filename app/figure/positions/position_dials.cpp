#include "app/figure/positions/position_dials.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/document/numbers/numbers.h"
#include "app/figure/numbers/frequencies.h"

namespace attn {
namespace {

constexpr double kWords = 34;  // two lines of text below a dial
constexpr double kLargestDial = 96, kLikely = 64, kSmallest = 30;
constexpr double kDialGap = 22;

/// Hand of pair `j` in a row of the model's table.
struct Hand {
  double length, angle;
};
Hand hand_of(const PositionModel& model, const Matrix& table, Index row, Index j) {
  const auto [sine, cosine] = columns_of_pair(model.layout, table.cols() / 2, j);
  const double y = table(row, sine), x = table(row, cosine);
  return {std::hypot(y, x), std::atan2(y, x)};
}

Point on_circle(Point center, double radius, double angle) {
  return {center.x + radius * std::cos(angle), center.y - radius * std::sin(angle)};
}

std::string degrees(double turn) {
  return with_minus(brief(std::round(turn * 1800 / std::numbers::pi) / 10, 6)) + "°";
}

/// Draws the path of the hand, at most one full turn.
void add_arc(Diagram& diagram, const Dial& dial, Point center, double radius) {
  const double full = 2 * std::numbers::pi;
  const double turn = std::clamp(dial.turn, -full, full);
  const int steps = std::max(2, static_cast<int>(std::abs(turn) * 8));
  LineMark arc{.points = {}, .paint = {Ink::query, 0.45}, .line = 1.5};
  for (int n = 0; n <= steps; ++n) {
    arc.points.push_back(on_circle(center, radius, dial.from + turn * n / steps));
  }
  diagram.add(std::move(arc));
}

void add_dial(const PositionCanvas& canvas, const Dial& dial, Point center, double radius,
              double pitch) {
  Diagram& diagram = canvas.diagram;
  diagram.add(DiscMark{center, radius, Paint{Ink::field}, Paint{Ink::hairline}});
  add_arc(diagram, dial, center, radius * 0.5);
  diagram.add(LineMark{
      {center, on_circle(center, radius * 0.88 * dial.from_length, dial.from)}, {Ink::faint}, 2});
  diagram.add(LineMark{
      {center, on_circle(center, radius * 0.88 * dial.to_length, dial.to)}, {Ink::query}, 2.5});
  const std::string pair = "j = " + std::to_string(dial.pair);
  diagram.add(FormulaMark{.at = {center.x, center.y + radius + 11},
                          .tex = pair,
                          .type = Type::small,
                          .paint = {Ink::secondary},
                          .align = 0.5,
                          .role = TextRole::tick});
  const std::string turn = canvas.ruler().shortened(degrees(dial.turn), Type::small, pitch - 4);
  diagram.add_text({center.x, center.y + radius + 26}, turn, Type::small, {Ink::query}, 0.5);
  diagram.add_target("positions.dial[" + std::to_string(dial.pair) + "]",
                     {center.x - radius, center.y - radius, 2 * radius, 2 * radius});
}

/// Grid with the largest dials for which all fit; otherwise as many dials of the smallest readable
/// size as fit.
struct DialGrid {
  double side = 0;
  int columns = 1, rows = 1;
};

DialGrid grid_of(std::size_t count, const Rect& room, double widest) {
  const auto fit = [&](double side) {
    const double pitch = std::max(side + kDialGap, widest + 8);
    return DialGrid{side, static_cast<int>(room.width / pitch),
                    static_cast<int>((room.height + 6) / (side + kWords + 6))};
  };
  for (double side = kLargestDial; side > kLikely; side -= 4) {
    const DialGrid grid = fit(side);
    if (static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows) >= count) {
      return grid;
    }
  }
  const double side = std::clamp(room.height - kWords, kSmallest, kLikely);
  return fit(side);
}

}  // namespace

std::vector<Dial> dials(const PositionModel& model, Index start, Index shift) {
  const Index end = start + shift;
  const Matrix table = model.make(std::max(start, end) + 1);
  std::vector<Dial> result;
  if (start < 0 || end < 0 || std::max(start, end) >= table.rows()) return result;
  double longest = 0;
  for (Index j = 0; j < table.cols() / 2; ++j) {
    for (const Index row : {start, end}) {
      longest = std::max(longest, hand_of(model, table, row, j).length);
    }
  }
  if (longest == 0) longest = 1;
  for (Index j = 0; j < table.cols() / 2; ++j) {
    const Hand from = hand_of(model, table, start, j), to = hand_of(model, table, end, j);
    Dial dial{j, from.angle, to.angle, from.length / longest, to.length / longest};
    const auto wave = static_cast<std::size_t>(j);
    dial.turn = model.turns ? static_cast<double>(shift) * model.frequencies[wave]
                            : std::remainder(dial.to - dial.from, 2 * std::numbers::pi);
    result.push_back(dial);
  }
  return result;
}

void add_dials(const PositionCanvas& canvas, const std::vector<Dial>& dials, Rect room) {
  double widest = 0;
  for (const Dial& dial : dials) {
    widest = std::max(widest, canvas.ruler().width(degrees(dial.turn), Type::small));
  }
  const DialGrid grid = grid_of(dials.size(), room, std::min(widest, 70.0));
  if (grid.rows < 1 || grid.columns < 1) return;
  const auto columns = static_cast<std::size_t>(grid.columns);
  const double pitch = std::min(room.width / grid.columns, grid.side + 60);
  const std::size_t shown = std::min(dials.size(), columns * static_cast<std::size_t>(grid.rows));
  for (std::size_t n = 0; n < shown; ++n) {
    const std::size_t line = n / columns;
    const auto column = static_cast<double>(n % columns), row = static_cast<double>(line);
    add_dial(canvas, dials[n],
             {room.x + (column + 0.5) * pitch,
              room.y + grid.side / 2 + 1 + row * (grid.side + kWords + 6)},
             grid.side / 2, pitch);
  }
}

}  // namespace attn
