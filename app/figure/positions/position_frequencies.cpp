#include <algorithm>
#include <cmath>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/charts/plot.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/numbers/position_model.h"
#include "app/figure/positions/position_panels.h"

namespace attn {
namespace {

constexpr double kHeatRow = 16;
constexpr double kFrequencyLine = 16;  // height of the numbers below the bars
constexpr double kLeastBars = 60;

/// Range of decades of the frequencies, one more below so that the lowest bar is visible.
AxisRange decades_of(const std::vector<double>& frequencies) {
  const auto [low, high] = std::ranges::minmax(frequencies);
  const double first = std::floor(std::log10(low) - 0.3);
  return {first, std::max(std::log10(high), first + 1)};
}

/// Layout of the bars.
struct Bars {
  Rect area;
  AxisRange decades;
  double pitch = 0;
  std::size_t stride = 1;  // distance between frequencies that have a bar

  double height(double frequency) const {
    const double share = (std::log10(frequency) - decades.low) / (decades.high - decades.low);
    return std::max(1.0, share * area.height);
  }
  Rect slot(std::size_t j) const {
    return {area.x + static_cast<double>(j) * pitch, area.y, pitch * static_cast<double>(stride),
            area.height};
  }
};

std::string decade_text(double power) {
  return std::abs(power) <= 3 ? brief(std::pow(10, power), 3) : "$10^{" + brief(power, 4) + "}$";
}

void add_decades(Diagram& diagram, const Ruler& ruler, const Bars& bars) {
  const double first = std::ceil(bars.decades.low), last = std::floor(bars.decades.high);
  const double pitch = bars.area.height / (bars.decades.high - bars.decades.low);
  const auto step = static_cast<double>(tick_step(line_height(Type::small) + 2, pitch));
  for (double power = last; power >= first; power -= step) {
    const double y = bars.area.bottom() - (power - bars.decades.low) * pitch;
    diagram.add(LineMark{{{bars.area.x, y}, {bars.area.right(), y}}, {Ink::hairline}});
    add_rich(diagram, ruler,
             {{bars.area.x - 6, y}, decade_text(power), Type::small, {Ink::secondary}, 1});
  }
}

/// Colour of the curve of the wave's first chosen dimension, else the bars' default.
Paint paint_of(const PositionModel& model, const std::vector<Index>& drawn, std::size_t j,
               double share) {
  for (std::size_t n = 0; n < drawn.size(); ++n) {
    if (static_cast<std::size_t>(model.wave_of(drawn[n])) == j) return series_paint(n);
  }
  return {Ink::query, 0.25 + 0.4 * share};
}

void add_frequency_bars(const PositionCanvas& canvas, const Bars& bars) {
  const PositionModel& model = canvas.model;
  const std::vector<Index> drawn = drawn_dimensions(model, canvas.options());
  for (std::size_t j = 0; j < model.frequencies.size(); j += bars.stride) {
    const Rect slot = bars.slot(j);
    const double height = bars.height(model.frequencies[j]);
    const double before = model.unscaled.empty() ? 0 : bars.height(model.unscaled[j]);
    const double gap = std::min(4.0, slot.width / 4);
    const double width = std::min(slot.width - gap, 40.0);
    const double x = slot.middle_x() - width / 2, radius = std::min(3.0, width / 4);
    canvas.diagram.add_box({x, slot.bottom() - height, width, height},
                           paint_of(model, drawn, j, height / slot.height), radius);
    if (before > 0) {
      canvas.diagram.add_outline({x, slot.bottom() - before, width, before}, {Ink::secondary},
                                 radius);
    }
    canvas.diagram.add_target("positions.wave[" + std::to_string(j) + "]", slot);
  }
}

/// Draws numbers under the bars, as many as fit: `text(j)` for each.
template <typename Words>
void add_numbers(const PositionCanvas& canvas, const Bars& bars, double y, const char* name,
                 Words text) {
  double widest = 0;
  for (std::size_t j = 0; j < canvas.model.frequencies.size(); ++j) {
    widest = std::max(widest, rich_width(canvas.ruler(), text(j), Type::small));
  }
  const auto step = static_cast<std::size_t>(tick_step(widest + 10, bars.pitch));
  for (std::size_t j = 0; j < canvas.model.frequencies.size(); j += step) {
    const double x = bars.area.x + (static_cast<double>(j) + 0.5) * bars.pitch;
    const double half = rich_width(canvas.ruler(), text(j), Type::small) / 2;
    if (x + half > bars.area.right() + 12) break;
    add_rich(canvas.diagram, canvas.ruler(),
             {{std::max(x, bars.area.x - 6 + half), y},
              text(j),
              Type::small,
              {Ink::secondary},
              0.5,
              Turn::level,
              TextRole::tick});
  }
  add_rich(canvas.diagram, canvas.ruler(),
           {{bars.area.x - 10, y}, name, Type::small, {Ink::faint}, 1});
}

/// Draws ω in the order of the bars, coloured by its logarithm.
void add_heat_row(const PositionCanvas& canvas, const Bars& bars, double y) {
  const auto count = std::ssize(canvas.model.frequencies);
  Matrix values(1, count), shades(1, count);
  for (Index j = 0; j < count; ++j) {
    const double frequency = canvas.model.frequencies[static_cast<std::size_t>(j)];
    values(0, j) = static_cast<float>(frequency);
    shades(0, j) = static_cast<float>(std::log10(frequency));
  }
  const Rect area{bars.area.x, y, bars.pitch * static_cast<double>(count), kHeatRow};
  canvas.diagram.add(MatrixMark{
      .name = "positions.omega",
      .area = area,
      .values = std::make_shared<const Matrix>(values),
      .shades = std::make_shared<const Matrix>(shades),
      .colormap = &colormap_of(canvas.input.state, "indigo"),
      .range = {static_cast<float>(bars.decades.low), static_cast<float>(bars.decades.high)},
      .symbol = "$\\omega$"});
  canvas.diagram.add_outline(area, {Ink::hairline});
  add_rich(canvas.diagram, canvas.ruler(),
           {{area.x - 10, area.middle_y()}, "$\\omega$", Type::small, {Ink::faint}, 1});
}

/// Base of the power: in brackets if it is a product.
std::string tex_base(const PositionModel& model) {
  const std::string base = tex_number(brief(static_cast<double>(model.position.base), 6));
  return base.find('\\') == std::string::npos ? base : "(" + base + ")";
}

/// "ω_j, Linear scaling: angles / factor", next to the unscaled ones.
std::string scaled_title(const RopeScaling& scaling) {
  return "frequencies $\\omega_j$ — " + std::string(scaling.kind->label) + " scaling, $" +
         std::string(scaling.kind->formula) +
         "$ · $\\mathrm{factor} = " + tex_number(brief(scaling.factor, 6)) +
         "$ · outlines: unscaled";
}

std::string title_of(const PositionModel& model) {
  if (model.dimensions_of_wave == 1) return R"(frequencies $\omega_k = 2\pi / 2^{k+1}$ of bit $k$)";
  return R"(frequencies $\omega_j = 1 / )" + tex_base(model) + "^{2j/" +
         std::to_string(model.width) + "}$";
}

}  // namespace

std::string wavelength_text(double frequency) {
  const double length = wavelength(frequency);
  return length >= 1000 && length < 1e6 ? fixed(length, 0) : brief(length, 3);
}

void add_frequencies(const PositionCanvas& canvas, Rect room) {
  const PositionModel& model = canvas.model;
  if (model.frequencies.empty()) {
    room = add_caption(canvas.diagram, canvas.ruler(), "no frequencies", room);
    add_words(canvas.diagram, canvas.ruler(),
              "Learned positions have none: each number of the table is independent of the others.",
              room);
    return;
  }
  const auto& scaling = canvas.input.scene().position.scaling;
  const std::string title = model.unscaled.empty() ? title_of(model) : scaled_title(*scaling);
  room = add_caption(canvas.diagram, canvas.ruler(), title, room, "frequencies");
  if (room.height < kLeastBars || room.width < 90) return;
  const bool has_lines = room.height >= 110;
  const double under = has_lines ? kHeatRow + 6 + 2 * kFrequencyLine + 2 : 4;
  const double left = has_lines ? 46 : 36;
  std::vector<double> all = model.frequencies;
  all.insert(all.end(), model.unscaled.begin(), model.unscaled.end());
  Bars bars{{room.x + left, room.y + 6, room.width - left - 12, room.height - 6 - under},
            decades_of(all)};
  const std::size_t count = model.frequencies.size();
  bars.pitch = std::min(bars.area.width / static_cast<double>(count), 56.0);
  bars.stride = static_cast<std::size_t>(std::max(1.0, std::ceil(2 / bars.pitch)));
  add_decades(canvas.diagram, canvas.ruler(), bars);
  add_frequency_bars(canvas, bars);
  if (!has_lines) return;
  const double y = bars.area.bottom() + 6;
  add_heat_row(canvas, bars, y);
  const double first = y + kHeatRow + 2 + kFrequencyLine / 2;
  add_numbers(canvas, bars, first, model.dimensions_of_wave == 1 ? "$k$" : "$j$",
              [](std::size_t j) { return std::to_string(j); });
  add_numbers(canvas, bars, first + kFrequencyLine, "$2\\pi/\\omega_j$", [&](std::size_t j) {
    return "$" + tex_number(wavelength_text(model.frequencies[j])) + "$";
  });
}

}  // namespace attn
