#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/explanation.h"
#include "app/figure/numbers/order_effect.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "engine/attention/mask.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kSymmetryLine = 18;
constexpr double kLargestRow = 34;

/// A comparison: two matrices and the lines between their rows.
class SymmetryPanel {
 public:
  SymmetryPanel(Diagram& diagram, const ViewInput& input,
                const std::shared_ptr<const OrderEffect>& effect,
                const OrderEffect::Comparison& comparison, int number, ColorRange range)
      : diagram_(diagram),
        input_(input),
        effect_(effect),
        comparison_(comparison),
        number_(std::to_string(number)),
        range_(range) {}

  void add(const std::string& title, Rect room) {
    const Ruler& ruler = input_.ruler;
    diagram_.add(RectMark{room, Paint{Ink::field}, Paint{Ink::hairline}, 6, 1});
    const Rect inside{room.x + 10, room.y + 6, room.width - 20, room.height - 12};
    double y = add_text_lines(
        diagram_, lines_of(ruler, title, Type::caption, inside.width, most_lines(1)),
        {inside.x, inside.y + kSymmetryLine / 2}, kSymmetryLine, Type::caption, {Ink::secondary});
    y += 2;
    if (!comparison_.problem.empty()) {
      add_text_lines(diagram_,
                     lines_of(ruler, comparison_.problem, Type::small, inside.width, most_lines(4)),
                     {inside.x, y}, kSymmetryLine, Type::small, {Ink::warning});
      return;
    }
    y = add_number(inside, y) + kSymmetryLine / 2 + 6;
    add_matrices({inside.x, y, inside.width, inside.bottom() - y});
  }

 private:
  std::size_t most_lines(std::size_t elsewhere) const {
    return input_.ruler.breaks_lines() ? kAnyNumberOfLines : elsewhere;
  }

  /// Draws the difference. Returns the y of the middle of its last line.
  double add_number(const Rect& inside, double y) {
    const Ruler& ruler = input_.ruler;
    const Ink ink = comparison_.is_same() ? Ink::good : Ink::warning;
    const std::string number = with_minus(brief(comparison_.largest(), 3));
    diagram_.add_text({inside.x, y}, number, Type::title, {ink});
    const double x = inside.x + ruler.width(number, Type::title) + 8;
    const double room = inside.right() - x;
    const std::string verdict =
        comparison_.is_same() ? "the rows move with the tokens" : "the rows differ";
    const bool is_shuffled = !std::ranges::is_sorted(effect_->order);
    const std::string whole =
        is_shuffled ? "is the largest difference: " + verdict : "is the largest difference";
    const bool fits = ruler.breaks_lines() || ruler.width(whole, Type::small) <= room;
    const auto lines =
        lines_of(ruler, fits ? whole : "largest difference", Type::small, room, most_lines(1));
    constexpr double kPitch = kSymmetryLine - 2;
    return add_text_lines(diagram_, lines, {x, y}, kPitch, Type::small, {Ink::secondary}) - kPitch;
  }

  MatrixMark matrix(const Matrix& values, const std::string& name, const std::string& symbol,
                    Rect area) const {
    return {.name = name + "." + number_,
            .area = area,
            .values = {effect_, &values},
            .colormap = &colormap_of(input_.state, "red-blue"),
            .range = range_,
            .numbers = input_.state.numbers,
            .symbol = symbol};
  }

  /// Row of the shuffled output under the mouse, in either matrix.
  std::optional<Index> pointed_row() const {
    if (!input_.pointed) return std::nullopt;
    const Index row = input_.pointed->cell.query;
    if (input_.pointed->matrix.starts_with("symmetry.after.")) return row;
    const auto found = std::ranges::find(effect_->origins, row);
    if (found == effect_->origins.end()) return std::nullopt;
    return found - effect_->origins.begin();
  }

  void add_matrices(Rect room) {
    const Ruler& ruler = input_.ruler;
    const Scene& scene = input_.scene();
    const auto rows = static_cast<double>(comparison_.before.rows());
    const auto columns = static_cast<double>(comparison_.before.cols());
    std::vector<std::string> shuffled;
    for (const Index origin : effect_->origins) {
      shuffled.push_back(scene.query_token(origin));
    }
    const double longest = std::min(90.0, room.width * 0.3);
    const double labels = room.width > 150 ? label_width(ruler, scene.query_tokens(), longest) : 0;
    const double head = kSymmetryLine;
    const double row = std::min(kLargestRow, std::max(1.0, room.height - head) / rows);
    const double most = (room.width - 2 * (labels + 8)) * 0.3;
    const double width = clamped(columns * std::max(row, 6.0), std::min(24.0, most), most);
    const double y = room.y + head;
    const Rect left{room.x + labels + 8, y, width, row * rows};
    const Rect right{room.right() - labels - 8 - width, y, width, row * rows};
    const auto caption = [&](const Rect& area, const char* text) {
      const double half = ruler.width(text, Type::small) / 2;
      const double x = clamped(area.middle_x(), room.x + half, room.right() - half);
      diagram_.add_text({x, room.y + head / 2 - 2}, text, Type::small, {Ink::faint}, 0.5);
    };
    caption(left, "output");
    caption(right, "shuffled");
    const MatrixMark before = matrix(comparison_.before, "symmetry.before", "output", left);
    const MatrixMark after = matrix(comparison_.after, "symmetry.after", "shuffled output", right);
    diagram_.add(before);
    diagram_.add(after);
    if (labels > 0) {
      add_row_labels(diagram_, ruler, {.matrix = before, .rows = &scene.query_tokens()}, labels);
      add_right_labels(after, shuffled, labels);
    }
    add_lines(before, after);
  }

  void add_right_labels(const MatrixMark& mark, const std::vector<std::string>& labels,
                        double longest) {
    const double pitch = mark.cell_height();
    const auto step =
        static_cast<std::size_t>(std::max(1.0, std::ceil(line_height(Type::small) / pitch)));
    for (std::size_t i = 0; i < labels.size(); i += step) {
      diagram_.add_text(
          {mark.area.right() + 8, mark.area.y + (static_cast<double>(i) + 0.5) * pitch},
          input_.ruler.shortened(visible_text(labels[i]), Type::small, longest), Type::small);
    }
  }

  void add_lines(const MatrixMark& before, const MatrixMark& after) {
    const std::optional<Index> pointed = pointed_row();
    const double pitch = after.cell_height();
    const double line = clamped(pitch / 10, 0.6, 2.0);
    for (Index i = 0; i < after.values->rows(); ++i) {
      const Index origin = effect_->origins[static_cast<std::size_t>(i)];
      const Ink ink = comparison_.is_same(i) ? Ink::good : Ink::warning;
      const Point from{before.area.right() + 5,
                       before.area.y + (static_cast<double>(origin) + 0.5) * pitch};
      const Point to{after.area.x - 5, after.area.y + (static_cast<double>(i) + 0.5) * pitch};
      const bool is_pointed = pointed == i;
      const double alpha = is_pointed ? 1 : pointed ? 0.25 : 0.8;
      diagram_.add(LineMark{{from, to}, {ink, alpha}, is_pointed ? line + 1 : line});
    }
    if (!pointed) return;
    const Index origin = effect_->origins[static_cast<std::size_t>(*pointed)];
    diagram_.add_outline(before.row_box(origin), {Ink::query}, 3, 2);
    diagram_.add_outline(after.row_box(*pointed), {Ink::query}, 3, 2);
  }

  Diagram& diagram_;
  const ViewInput& input_;
  const std::shared_ptr<const OrderEffect>& effect_;
  const OrderEffect::Comparison& comparison_;
  const std::string number_;
  const ColorRange range_;
};

/// Sentence about the two differences.
std::string words_on(const Scene& scene, const OrderEffect& effect, std::uint64_t seed,
                     bool is_short) {
  if (seed == 0) return "The tokens are in their original order: shuffle them to compare.";
  std::string words =
      is_short ? (scene.queries ? "Without positions the order of the keys changes nothing."
                                : "Without positions the rows move with the tokens.")
      : scene.queries
          ? "Cross-attention: the keys and values are shuffled, the queries are not. "
            "Without positions their order changes nothing, and each output row stays "
            "where it is."
          : "Each line leads from a token's output row to its place after the shuffle. "
            "Without positions attention does not know their order: "
            "the rows move with the tokens. " +
                std::string(effect.with.is_same() ? "Here this also holds with positions."
                                                  : "Positions break this symmetry.");
  if (!effect.by_place.empty()) {
    words += " The " + effect.by_place +
             (effect.by_place.find(" and ") != std::string::npos
                  ? " depend on places: only they break it."
                  : " depends on places: only it breaks it.");
  }
  const bool moves = scene.bias || std::ranges::any_of(scene.masks, [](const Mask& mask) {
                       return !mask.kind->by_place;
                     });
  if (moves) words += " Bias and masks of a pair of tokens move with the pair.";
  return words;
}

}  // namespace

Diagram symmetry_diagram(const ViewInput& input) {
  if (input.head_trace().v.cols() == 0) {
    return explanation(input, "This scene has no values, so there are no outputs to compare.",
                       "Symmetry shows the effect of another order of the tokens on the output.");
  }
  const std::uint64_t seed = input.state.options.symmetry.seed;
  const auto effect = order_effect_of(input.evaluation, seed, input.head());
  const ColorRange range = symmetric_range(
      {&effect->without.before, &effect->without.after, &effect->with.before, &effect->with.after});
  constexpr double kLeastPanel = 280;  // share of the width
  const bool stacks = input.stacks(kLeastPanel);
  // Stacked panels have rows of normal height and their text above.
  const double panel =
      100 + clamped(22.0 * static_cast<double>(input.scene().query_count()), 80.0, 320.0);
  const double height = input.height > 0 ? input.height : 460;
  const std::size_t most = input.ruler.breaks_lines() ? kAnyNumberOfLines : height >= 300 ? 4 : 2;
  const auto words = lines_of(input.ruler, words_on(input.scene(), *effect, seed, most < 4),
                              Type::small, input.width, most);
  const double foot = (input.legend ? 20 : 0) + static_cast<double>(words.size()) * 16 + 6;
  const double gap = input.width > 600 || stacks ? 12 : 6;
  Diagram diagram{input.width, stacks ? 2 * panel + gap + foot : height};
  const double each = stacks ? input.width : (input.width - gap) / 2;
  const double high = stacks ? panel : height - foot;
  const Rect left{0, 0, each, high};
  const Rect right{stacks ? 0 : each + gap, stacks ? panel + gap : 0, each, high};
  SymmetryPanel(diagram, input, effect, effect->without, 0, range).add("without positions", left);
  SymmetryPanel(diagram, input, effect, effect->with, 1, range)
      .add("with " + within_words(effect->positions) + " positions", right);
  const double y = add_text_lines(diagram, words, {0, diagram.height - foot + 14}, 16, Type::small,
                                  {Ink::secondary});
  if (!input.legend) return diagram;
  add_level_legend(diagram, input.ruler, "output", colormap_of(input.state, "red-blue"), range,
                   {0, y + 2});
  return diagram;
}

}  // namespace attn
