#include "app/figure/inspector/inspector_diagram.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/inspector/explain.h"
#include "app/figure/text/visible_text.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kChainSize = 18.5, kLeastChainSize = 13;  // size of an em
constexpr double kChainArrow = 42;                         // width of the arrow between steps
constexpr double kStepTitle = 22;                          // height of the line above a formula
constexpr double kChainGap = 12;                           // gap between two rows
constexpr double kBarHeight = 18, kBarLine = 16;

Cell explained_cell(const ViewInput& input) {
  const Cell last{input.scene().query_count() - 1, input.scene().key_count() - 1};
  Cell cell{input.query(), input.shown ? input.shown->key : -1};
  if (cell.key < 0) input.head_trace().weights.row(cell.query).maxCoeff(&cell.key);
  cell.key = clamped<Index>(cell.key, 0, last.key);
  return cell;
}

/// Draws "Why does Book attend to Reads?". Returns the space below.
Rect add_question(Diagram& diagram, const ViewInput& input, Cell cell, Rect room) {
  double x = room.x;
  const double most = room.width * 0.3;
  const auto add = [&](const std::string& words, Ink ink) {
    const std::string shown = input.ruler.shortened(words, Type::title, most);
    diagram.add_text({x, room.y + 10}, shown, Type::title, {ink});
    x += input.ruler.width(shown, Type::title);
  };
  add("Why does ", Ink::text);
  add(named_token(input.scene().query_tokens(), cell.query), Ink::query);
  add(" attend to ", Ink::text);
  add(named_token(input.scene().tokens, cell.key), Ink::key);
  add("?", Ink::text);
  return below(room, 32);
}

/// Steps of an explanation in rows, each preceded by an arrow.
class ChainFigure {
 public:
  ChainFigure(const Ruler& ruler, const Explanation& explanation, double width)
      : ruler_(ruler), explanation_(explanation), width_(width) {
    // The largest size that fits in one row, else rows at a medium size.
    for (size_ = kChainSize; size_ > 15; size_ -= 1) {
      if (rows().size() == 1) return;
    }
    size_ = 16;
  }

  Rect add(Diagram& diagram, Rect room) const {
    double y = room.y;
    for (const Row& row : rows()) {
      const double baseline = y + kStepTitle + row.above;
      for (std::size_t n = 0; n < row.links.size(); ++n) {
        const bool is_last = n + 1 == row.links.size();
        const double end = is_last ? width_ : row.links[n + 1].x - 8;
        add_link(diagram, row.links[n], room.x, y, baseline, end);
      }
      y = baseline + row.below + kChainGap;
    }
    return below(room, y - room.y);
  }

 private:
  struct Link {
    std::size_t step;
    double x;
    FormulaExtent extent;
  };
  struct Row {
    std::vector<Link> links;
    double above = 0, below = 8;
  };

  FormulaMark mark_of(std::size_t step) const {
    const ExplanationStep& one = explanation_.steps[step];
    return {.tex = one.formula + "\\,\\result{" + one.result.tex + "}",
            .room = width_,
            .size = size_,
            .display = true,
            .breaks = true};
  }

  std::vector<Row> rows() const {
    std::vector<Row> made(1);
    double x = 0;
    for (std::size_t n = 0; n < explanation_.steps.size(); ++n) {
      const FormulaExtent extent = ruler_.formula(mark_of(n));
      if (n > 0 && x + kChainArrow + extent.width > width_) {
        made.emplace_back();
        x = 0;
      }
      // The arrow starts the row, if it fits.
      if (n > 0 && kChainArrow + extent.width <= width_) x += kChainArrow;
      Row& row = made.back();
      row.links.push_back({n, x, extent});
      x += extent.width;
      row.above = std::max(row.above, extent.above);
      row.below = std::max(row.below, extent.below);
    }
    return made;
  }

  void add_link(Diagram& diagram, const Link& link, double left, double top, double baseline,
                double end) const {
    const double x = left + link.x;
    const ExplanationStep& step = explanation_.steps[link.step];
    const std::string whole = step.title + step.aside;
    const bool fits = ruler_.width(whole, Type::small) <= end - link.x;
    const std::string title =
        fits ? whole : ruler_.shortened(step.title, Type::small, end - link.x);
    diagram.add_text({x, top + 8}, title, Type::small, {Ink::secondary});
    if (link.step > 0 && link.x >= kChainArrow) {
      const double axis = baseline - 0.25 * size_;
      diagram.add(LineMark{{{x - kChainArrow + 9, axis}, {x - 9, axis}}, {Ink::faint}, 1, true});
    }
    FormulaMark mark = mark_of(link.step);
    mark.at = {x, baseline - baseline_below(mark.type)};
    diagram.add(std::move(mark));
  }

  const Ruler& ruler_;
  const Explanation& explanation_;
  const double width_;
  double size_ = kChainSize;
};

/// Draws each key's contribution to the output as blocks and as numbers.
class BroughtFigure {
 public:
  BroughtFigure(Diagram& diagram, const Ruler& ruler, const Scene& scene, const Contributions& of,
                Cell cell)
      : diagram_(diagram), ruler_(ruler), scene_(scene), of_(of), cell_(cell) {}

  /// Draws positive blocks above the line, negative ones hollow below it; the mark is the output.
  void add_blocks(Rect room) {
    const std::vector<Contributions::Stretch> blocks = of_.blocks();
    double low = std::min(0.0, of_.output), high = std::max(0.0, of_.output);
    for (const Contributions::Stretch& block : blocks) {
      low = std::min(low, block.to);
      high = std::max(high, block.to);
    }
    const AxisRange range = nice_range(low, high, 4);
    const auto x = [&](double value) {
      return room.x + (value - range.low) / (range.high - range.low) * room.width;
    };
    const double top = room.y + 4, line = top + kBarHeight;
    diagram_.add_box({room.x, top, room.width, kBarHeight}, {Ink::field}, 3);
    for (std::size_t n = 0; n < blocks.size(); ++n) {
      const double from = x(blocks[n].from), to = x(blocks[n].to);
      add_block(n, std::min(from, to), std::abs(to - from), top, line);
    }
    diagram_.add(LineMark{{{x(of_.output), top - 4}, {x(of_.output), line + 8}}, {Ink::text}, 2});
    const double step = nice_step((range.high - range.low) / 5);
    for (const double value : ticks(range.low, range.high, step)) {
      const std::string label = tick_label(value, step);
      const double half = ruler_.width(label, Type::small) / 2;
      const double at = clamped(x(value), room.x + half, room.right() - half);
      diagram_.add_tick({at, line + kBarLine}, label, {Ink::faint}, 0.5);
    }
  }

  /// Draws the numbers below their names from the left, in as many lines as needed. Returns the
  /// height.
  double add_numbers(Rect room) {
    double x = room.x, y = room.y;
    const auto add = [&](const std::string& name, const std::string& number,
                         const Contributions::Brought* part) {
      const double swatch = part ? 12 : 0;
      const Type type = part ? Type::small_number : Type::number;
      const std::string shown = ruler_.shortened(name, Type::small, 120);
      const double width =
          std::max(swatch + ruler_.width(shown, Type::small), ruler_.width(number, type));
      if (x > room.x && x + width > room.right()) {
        x = room.x;
        y += kNumberLines;
      }
      if (part) add_swatch(*part, {x, y + 3, 8, 8});
      diagram_.add_text({x + swatch, y + 7}, shown, Type::small);
      diagram_.add_text({x, y + 23}, number, type);
      x += width + 22;
    };
    for (const Contributions::Brought& part : of_.parts)
      add(name_of_part(scene_, part), with_minus(part.text), &part);
    add("output", "= " + with_minus(of_.sum), nullptr);
    return y + kNumberLines - room.y;
  }

 private:
  static constexpr double kNumberLines = 38;

  bool is_own(const Contributions::Brought& part) const {
    return part.keys.size() == 1 && part.keys[0] == cell_.key;
  }
  Paint paint_of(const Contributions::Brought& part) const {
    if (is_own(part)) return {Ink::key};
    return part.keys.size() == 1 ? Paint{Ink::query, 0.68} : Paint{Ink::faint};
  }

  void add_swatch(const Contributions::Brought& part, Rect rect) {
    RectMark mark{.rect = rect, .radius = 1};
    (part.value < 0 ? mark.stroke : mark.fill) = paint_of(part);
    diagram_.add(mark);
  }

  void add_block(std::size_t n, double x, double width, double top, double line) {
    const Contributions::Brought& part = of_.parts[n];
    if (width < 2) return;  // shown by its number only
    const Rect rect =
        part.value < 0 ? Rect{x, line + 1, width, 6} : Rect{x, top, width, kBarHeight};
    add_swatch(part, rect);
    diagram_.add_target("inspector.part" + std::to_string(n), rect);
    const std::string name = name_of_part(scene_, part);
    if (part.value < 0 || ruler_.width(name, Type::small) + 8 > width) return;
    diagram_.add_tick({x + width / 2, top + kBarHeight / 2}, name,
                      {is_own(part) ? Ink::panel : Ink::text}, 0.5);
  }

  Diagram& diagram_;
  const Ruler& ruler_;
  const Scene& scene_;
  const Contributions& of_;
  const Cell cell_;
};

}  // namespace

std::string name_of_part(const Scene& scene, const Contributions::Brought& part) {
  if (part.keys.size() > 2) return std::to_string(part.keys.size()) + " others";
  return joined(part.keys, [&](Index key) { return named_token(scene.tokens, key); });
}

void add_contribution_blocks(Diagram& diagram, const Ruler& ruler, const Scene& scene,
                             const Contributions& of, Cell cell, Rect room) {
  BroughtFigure(diagram, ruler, scene, of, cell).add_blocks(room);
}

Diagram inspector_diagram(const ViewInput& input) {
  const Cell cell = explained_cell(input);
  const Explanation explanation = explain(*input.evaluation, input.head(), cell, input.dimension);
  Diagram diagram{input.width, 0};
  Rect room{0, 0, input.width, 0};
  room = add_question(diagram, input, cell, room);
  room = ChainFigure(input.ruler, explanation, room.width).add(diagram, room);
  if (explanation.contributions.parts.empty()) {
    diagram.height = std::max(input.height, room.y);
    return diagram;
  }
  diagram.add(LineMark{{{0, room.y}, {input.width, room.y}}, {Ink::hairline}, 1});
  room = below(room, 12);
  const Index columns = input.head_trace().v.cols();
  const std::string of =
      columns > 1 ? " dimension " + std::to_string(explanation.contributions.column) + " of" : "";
  room = add_words(diagram, input.ruler, "How each value pulls" + of + " the output", room);
  BroughtFigure brought(diagram, input.ruler, input.scene(), explanation.contributions, cell);
  const double bar = std::min(room.width, 480.0);
  brought.add_blocks({room.x, room.y, bar, 0});
  room = below(room, kBarHeight + kBarLine + 18);
  room = below(room, brought.add_numbers(room));
  diagram.height = std::max(input.height, room.y);
  return diagram;
}

}  // namespace attn
