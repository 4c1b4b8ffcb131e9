#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/figure/charts/plot.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/numbers/cost_growth.h"
#include "app/figure/numbers/cost_words.h"
#include "app/figure/views/diagrams.h"
#include "engine/base/clamped.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

constexpr double kCostGap = 20, kPartLine = 21, kPlotHeight = 230;

std::string in_line(const std::string& tex) { return "$" + tex + "$"; }
std::string in_line(double number) { return in_line(whole_number(number)); }

/// Returns whether full attention costs more at any length.
bool is_less_than_full(const CostGrowth& growth) {
  return std::ranges::any_of(growth.points, [](const GrowthPoint& point) {
    return point.multiplications != point.full_multiplications || point.kept != point.full_kept;
  });
}

std::vector<std::string> cost_sentences(const Scene& scene, const CostGrowth& growth) {
  const Cost& cost = *growth.cost;
  const Index L = cost.keys();
  std::vector<std::string> sentences;
  std::string sizes = "$L = " + std::to_string(L) + "$";
  if (scene.queries) sizes += ", $M = " + std::to_string(cost.queries()) + "$";
  if (cost.seen_pairs()) {
    sizes += ", $n = " + whole_number(*cost.seen_pairs()) + "$" + " visible pairs";
  }
  sentences.push_back(in_line(cost_equation(scene, cost)) + " multiplications: " + sizes);
  sentences.push_back("For one more " + std::string(scene.queries ? "query " : "token ") +
                      in_line(cost.cost_of_next_token(L)) + " multiplications, with " +
                      in_line(cost.cached_numbers(L)) + " numbers stored" +
                      (cost.keeps_earlier_rows(L) ? "" : "; all rows change and are recomputed"));
  if (cost.running_sums()) {
    sentences.push_back("With running sums, without pairs; pair by pair, as below: " +
                        in_line(cost.multiplications()));
  } else if (cost.pairs().has_other_masks()) {
    sentences.emplace_back(
        "Masks by token do not apply to new tokens: one more token and growth ignore them");
  }
  if (is_less_than_full(growth)) {
    sentences.emplace_back("Dashed: full attention, without masks and with keys for each head");
  }
  return sentences;
}

/// Layout of the lines of the parts: in several columns if one column is too high.
struct PartLines {
  int columns = 1;
  std::size_t in_each = 0;
  double pitch = kPartLine;
  double height() const { return static_cast<double>(in_each) * pitch; }
};

PartLines part_lines(std::size_t count, double width, double height) {
  constexpr double kLeastColumn = 190, kLeastLine = 17;
  const auto most = clamped(static_cast<int>(width / kLeastColumn), 1, 3);
  PartLines lines;
  for (lines.columns = 1;; ++lines.columns) {
    const auto columns = static_cast<std::size_t>(lines.columns);
    lines.in_each = (count + columns - 1) / columns;
    if (lines.height() <= height || lines.columns == most) break;
  }
  if (lines.height() > height) lines.pitch = kLeastLine;
  return lines;
}

/// "O_h" for heads whose outputs are combined to "O".
std::string symbol_of(const PartCost& part) {
  const PartKind& kind = part_kind(part.part);
  const bool is_of_all = kind.symbol == part_kind(Part::output).symbol && kind.is_of_head;
  return in_line(std::string(kind.symbol) + (is_of_all ? "_h" : ""));
}

/// Draws symbol, formula and number of each part. Parts that still do not fit are summed in one
/// line.
void add_parts(Diagram& diagram, const ViewInput& input, const Cost& cost, const Rect& room) {
  const std::vector<PartCost>& parts = cost.parts();
  const PartLines lines = part_lines(parts.size(), room.width, room.height);
  const auto columns = static_cast<std::size_t>(lines.columns);
  const double width =
      (room.width - kCostGap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
  const auto high = static_cast<std::size_t>(std::max(1.0, room.height / lines.pitch));
  const std::size_t in_each = std::min(lines.in_each, high);
  const bool has_all = in_each * columns >= parts.size();
  const std::size_t told = has_all ? parts.size() : in_each * columns - 1;
  const auto place = [&](std::size_t n) {
    const std::size_t column = n / in_each;
    return Point{room.x + static_cast<double>(column) * (width + kCostGap),
                 room.y + (static_cast<double>(n % in_each) + 0.5) * lines.pitch};
  };
  const auto add_line = [&](Point at, const std::string& symbol, const std::string& formula,
                            double multiplications) {
    const std::string number = in_line(multiplications);
    const double first = 64, last = rich_width(input.ruler, number, Type::small);
    add_rich(diagram, input.ruler, {at, symbol, Type::small, {Ink::text}});
    add_rich(diagram, input.ruler, {{at.x + width, at.y}, number, Type::small, {Ink::text}, 1});
    if (first + rich_width(input.ruler, formula, Type::small) + 12 + last > width) return;
    add_rich(diagram, input.ruler, {{at.x + first, at.y}, formula, Type::small, {Ink::secondary}});
  };
  for (std::size_t n = 0; n < told; ++n) {
    add_line(place(n), symbol_of(parts[n]), in_line(parts[n].formula), parts[n].multiplications);
  }
  if (has_all) return;
  double rest = 0;
  for (std::size_t n = told; n < parts.size(); ++n) rest += parts[n].multiplications;
  add_line(place(told), std::to_string(parts.size() - told) + " more", "", rest);
}

std::string power_of_ten(double power) {
  return power <= 3 ? brief(std::pow(10, power), 4) : "$10^{" + brief(power, 3) + "}$";
}

/// Draws lines at powers of ten; both axes of `plot` are in powers.
void add_decade_lines(Diagram& diagram, const ViewInput& input, const Chart& plot) {
  const Rect& area = plot.area;
  diagram.add_outline(area, {Ink::hairline});
  const auto x_step = static_cast<double>(tick_step(44, area.width / (plot.high.x - plot.low.x)));
  for (double power = std::ceil(plot.low.x); power <= plot.high.x; power += x_step) {
    const double x = plot.place({power, 0}).x;
    diagram.add(LineMark{{{x, area.y}, {x, area.bottom()}}, {Ink::hairline}});
    add_rich(diagram, input.ruler,
             {{x, area.bottom() + 11}, power_of_ten(power), Type::small, {Ink::secondary}, 0.5});
  }
  const auto y_step = static_cast<double>(tick_step(18, area.height / (plot.high.y - plot.low.y)));
  for (double power = std::ceil(plot.low.y); power <= plot.high.y; power += y_step) {
    const double y = plot.place({0, power}).y;
    diagram.add(LineMark{{{area.x, y}, {area.right(), y}}, {Ink::hairline}});
    add_rich(diagram, input.ruler,
             {{area.x - 6, y}, power_of_ten(power), Type::small, {Ink::secondary}, 1});
  }
}

struct GrowthCurves {
  const char* caption;
  double (*own)(const GrowthPoint& point);
  double (*full)(const GrowthPoint& point);
  double now;
};

void add_growth(Diagram& diagram, const ViewInput& input, const CostGrowth& growth,
                const GrowthCurves& curves, const Rect& room) {
  const Rect rest = add_caption(diagram, input.ruler, curves.caption, room);
  double low = curves.now, high = curves.now;
  for (const GrowthPoint& point : growth.points) {
    for (const double number : {curves.own(point), curves.full(point)}) {
      if (number <= 0) continue;
      low = low > 0 ? std::min(low, number) : number;
      high = std::max(high, number);
    }
  }
  if (high <= 0) {
    diagram.add_text({rest.x, rest.y + 10}, "none", Type::small, {Ink::secondary});
    return;
  }
  if (rest.height < 60) return;
  const auto tokens = [](const GrowthPoint& point) { return static_cast<double>(point.tokens); };
  const double bottom = std::floor(std::log10(low));
  const Chart plot{{},
                   {rest.x + 40, rest.y + 4, rest.width - 58, rest.height - 24},
                   {std::log10(tokens(growth.points.front())), bottom},
                   {std::log10(tokens(growth.points.back())),
                    std::max(std::ceil(std::log10(high)), bottom + 1)}};
  add_decade_lines(diagram, input, plot);
  const auto at = [&](double x, double y) { return plot.place({std::log10(x), std::log10(y)}); };
  for (const bool is_full : {true, false}) {
    LineMark line{{}, {is_full ? Ink::secondary : Ink::query}, is_full ? 1.5 : 2.5};
    line.dashed = is_full;
    for (const GrowthPoint& point : growth.points) {
      const double number = is_full ? curves.full(point) : curves.own(point);
      if (number > 0) line.points.push_back(at(tokens(point), number));
    }
    if (line.points.size() > 1) diagram.add(std::move(line));
  }
  if (curves.now > 0) {
    diagram.add(DiscMark{at(static_cast<double>(growth.cost->keys()), curves.now), 4.5,
                         Paint{Ink::query}, Paint{Ink::panel}, 1.5});
  }
}

}  // namespace

Diagram cost_diagram(const ViewInput& input) {
  const auto growth = cost_growth(input.scene());
  const Cost& cost = *growth->cost;
  const double room = input.height > 0 ? input.height : 1000;
  Diagram diagram{input.width, room};
  Rect rest{0, 0, input.width, room};
  for (const std::string& sentence : cost_sentences(input.scene(), *growth)) {
    rest = add_words(diagram, input.ruler, sentence, rest);
  }
  rest = below(rest, 8);
  const std::size_t count = cost.parts().size();
  const auto lines = static_cast<double>(count) * kPartLine;
  const bool is_wide = input.width >= 700;
  Rect parts = rest, plots = rest;
  if (is_wide) {
    parts.width = std::min(320.0, std::floor(input.width * 0.34));
    plots.x += parts.width + kCostGap;
    plots.width -= parts.width + kCostGap;
    if (input.height <= 0) plots.height = std::max(kPlotHeight, lines);
  } else {
    constexpr double kLeastPlots = 130;
    if (input.height > 0) {
      parts.height = std::max(0.0, rest.height - kLeastPlots);
      const double wanted = part_lines(count, parts.width, parts.height).height();
      parts.height = std::min(parts.height, wanted);
    } else {
      parts.height = lines;
    }
    plots = below(rest, parts.height + 8);
    if (input.height <= 0) plots.height = kPlotHeight;
  }
  add_parts(diagram, input, cost, parts);
  plots.height = std::min(plots.height, 420.0);
  const Index L = cost.keys();
  const double all = least_multiplications(cost);
  Rect half = plots;
  half.width = (plots.width - kCostGap) / 2;
  add_growth(diagram, input, *growth,
             {"multiplications by $L$", [](const GrowthPoint& p) { return p.multiplications; },
              [](const GrowthPoint& p) { return p.full_multiplications; }, all},
             half);
  half.x += half.width + kCostGap;
  add_growth(diagram, input, *growth,
             {"numbers stored by $L$", [](const GrowthPoint& p) { return p.kept; },
              [](const GrowthPoint& p) { return p.full_kept; }, cost.cached_numbers(L)},
             half);
  if (input.height <= 0) {
    diagram.height = std::max(plots.bottom(), parts.y + lines);
  }
  return diagram;
}

}  // namespace attn
