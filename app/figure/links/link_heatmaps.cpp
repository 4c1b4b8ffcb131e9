#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/links/link_parts.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/pair_quantity.h"

namespace attn {
namespace {

constexpr double kLargestCell = 20, kBetweenPanels = 11, kMapHeading = 22;
constexpr double kPanelSquare = 10.6;
constexpr double kToLabels = 5, kToLegend = 9, kLegendBar = 9;
constexpr double kLongestLabel = 80, kLongestFlatLabel = 90;
constexpr double kSmallestPanelSide = 44;
constexpr double kLabelPitch = 12.2;  // pitch of small type without touching letters

double widest_label(const Ruler& ruler, const std::vector<std::string>& tokens, double most) {
  return std::min(most, label_width(ruler, tokens, most, Type::caption,
                                    std::max<Index>(1, std::ssize(tokens) / 200)));
}

/// Adds "0" and "1" at the ends of the bar, if the range has no ticks of its own: its label is
/// drawn between them.
Shading with_ends(Shading shading) {
  if (!shading.ticks.empty()) return shading;
  const auto words = [](float end) { return with_minus(brief(static_cast<double>(end), 3)); };
  shading.ticks = {{0, words(shading.range.low)}, {1, words(shading.range.high)}};
  return shading;
}

void color(LinkHeatmaps& made, const ViewInput& input, const DrawnLinks& drawn) {
  const NumberSpan span = span_of_all(pair_quantity("weights"), input.scene());
  std::vector<PanelNumbers> panels;
  for (const HeadTrace& head : input.trace().heads) panels.push_back({&head.weights, &head.scores});
  const auto one = static_cast<std::size_t>(input.head());
  const auto all = shadings_of_panels(span, input.state.options.range, panels, one);
  for (const Index head : drawn.heads) made.shadings.push_back(all[static_cast<std::size_t>(head)]);
  if (input.legend) made.legend = with_ends(legend_of_panels(all[one], made.shadings, "head"));
}

/// Width of the legend next to its bar: its numbers, and "weight" if it does not fit between them.
double beside_bar(const ViewInput& input, const LinkHeatmaps& made) {
  return std::max(legend_room(input.ruler, made.legend, "", false, kLegendBar),
                  6 + line_height(Type::small));
}

double legend_width(const ViewInput& input, const LinkHeatmaps& made) {
  const double to_click = input.choices ? 4 : 0;  // clickable margin of the legend around its bar
  return made.legend.kind ? kToLegend + kLegendBar + beside_bar(input, made) + to_click : 0;
}

/// Places and draws labels along one side of the panels.
class LinkLabels {
 public:
  LinkLabels(Diagram& diagram, const ViewInput& input, double cell)
      : diagram_(diagram), input_(input), cell_(cell) {
    // On screen the usual line pitch; in print a smaller one.
    const double small = input.choices ? line_height(Type::small) : kLabelPitch;
    const bool is_tiny = cell < small && input.ruler.is_fine() && cell >= label_pitch(Type::tiny);
    type_ = is_tiny ? Type::tiny : Type::small;
    pitch_ = is_tiny ? label_pitch(Type::tiny) : small;
    step_ = cell >= pitch_ ? 1 : tick_step(pitch_, cell);
  }

  void add_rows(const MatrixMark& matrix, double longest) const {
    for_each(input_.scene().query_tokens(), input_.query(), [&](Index i, TextMark mark) {
      mark.at = {matrix.area.x - kToLabels, matrix.cell(i, 0).middle_y()};
      mark.align = 1;
      if (i == input_.query()) mark.paint = {Ink::query};
      add(std::move(mark), longest);
    });
  }

  void add_columns(const MatrixMark& matrix, double longest) const {
    const Index shown = input_.shown ? input_.shown->key : -1;
    for_each(input_.scene().tokens, shown, [&](Index j, TextMark mark) {
      mark.at = {matrix.cell(0, j).middle_x(), matrix.area.bottom() + kToLabels};
      mark.align = 1;
      mark.turn = Turn::upwards;
      if (j == shown) mark.paint = {Ink::key};
      add(std::move(mark), longest);
    });
  }

 private:
  /// Visits the labels that fit, always including the shown one.
  template <typename Add>
  void for_each(const std::vector<std::string>& tokens, Index shown, const Add& add) const {
    const auto count = std::ssize(tokens);
    for (Index n = 0; n < count; n += step_) {
      const bool is_covered = shown >= 0 && shown < count && n != shown &&
                              static_cast<double>(std::abs(n - shown)) * cell_ < pitch_;
      if (!is_covered) add(n, mark_of(tokens, n, n == shown));
    }
    if (shown >= 0 && shown < count && shown % step_ != 0) add(shown, mark_of(tokens, shown, true));
  }

  /// At another width of the figure fewer may fit: the names are also next to the links.
  TextMark mark_of(const std::vector<std::string>& tokens, Index n, bool is_shown) const {
    return {.at = {},
            .text = visible_text(tokens[static_cast<std::size_t>(n)]),
            .type = is_shown && type_ == Type::small ? Type::caption : type_,
            .role = TextRole::tick,
            .slot = std::max(cell_, pitch_)};
  }

  void add(TextMark mark, double longest) const {
    std::string text = input_.ruler.shortened(mark.text, mark.type, longest);
    if (text != mark.text) mark.whole = std::exchange(mark.text, std::move(text));
    diagram_.add(std::move(mark));
  }

  Diagram& diagram_;
  const ViewInput& input_;
  double cell_;
  Type type_ = Type::small;
  double pitch_ = 0;
  Index step_ = 1;
};

/// Draws a square in the head's colour, and the head's name.
void add_panel_heading(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
                       std::size_t rank, Rect area) {
  const double y = area.y - kMapHeading / 2;
  diagram.add(RectMark{{area.x, y - kPanelSquare / 2, kPanelSquare, kPanelSquare},
                       head_paint(drawn, rank),
                       std::nullopt,
                       kPanelSquare / 5});
  const std::string number = std::to_string(drawn.heads[rank]), whole = "head " + number;
  const double room = area.width - kPanelSquare - 5;
  const std::pair<std::string, Type> tries[] = {
      {whole, Type::body}, {whole, Type::small}, {number, Type::small}};
  for (const auto& [words, type] : tries) {
    if (input.ruler.width(words, type) > room) continue;
    diagram.add(TextMark{
        .at = {area.x + kPanelSquare + 5, y}, .text = words, .type = type, .role = TextRole::tick});
    return;
  }
}

void add_weight_legend(Diagram& diagram, const ViewInput& input, const LinkHeatmaps& heatmaps,
                       Rect bar) {
  const NumberSpan span = span_of_all(pair_quantity("weights"), input.scene());
  add_legend(diagram, input.ruler, colormap_of(input.state, usual_colormap(span).id),
             heatmaps.legend, bar);
  const double ends = 2 * line_height(Type::small);
  const bool is_between = heatmaps.legend.ticks.size() == 2 &&
                          input.ruler.width("weight", Type::small) + ends < bar.height;
  if (!is_between) return;
  diagram.add(TextMark{.at = {bar.right() + 6 + line_height(Type::small) / 2, bar.middle_y()},
                       .text = "weight",
                       .type = Type::small,
                       .paint = {Ink::secondary},
                       .align = 0.5,
                       .turn = Turn::upwards,
                       .role = TextRole::tick});
}

}  // namespace

LinkHeatmaps link_heatmaps(const ViewInput& input, const DrawnLinks& drawn, double width,
                           double height) {
  LinkHeatmaps made;
  color(made, input, drawn);
  made.row_labels =
      kToLabels + widest_label(input.ruler, input.scene().query_tokens(), kLongestFlatLabel);
  if (has_link_letters(input)) {  // space for the letter above the heatmaps
    made.row_labels =
        std::max(made.row_labels, input.ruler.width("(b)", Type::strong) + kPanelSquare / 2);
  }
  made.column_labels = kToLabels + widest_label(input.ruler, input.scene().tokens, kLongestLabel);
  const double beside = legend_width(input, made);
  const auto across = static_cast<double>(input.scene().key_count());
  const auto down = static_cast<double>(input.scene().query_count());
  const auto count = static_cast<int>(drawn.heads.size());
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double wide = width - made.row_labels - beside - (columns - 1) * kBetweenPanels;
    const double high =
        height - made.column_labels - rows * kMapHeading - (rows - 1) * kBetweenPanels;
    const double cell = std::min({wide / (columns * across), high / (rows * down), kLargestCell});
    // Once all rows have labels, fewer rows are better than larger cells.
    if (cell <= made.cell && (cell < kLabelPitch || rows == made.rows)) continue;
    made.cell = cell;
    made.columns = columns;
    made.rows = rows;
  }
  const double gaps = (made.columns - 1) * kBetweenPanels;
  made.width = made.row_labels + made.columns * across * made.cell + gaps + beside;
  made.height = made.rows * (kMapHeading + down * made.cell) + (made.rows - 1) * kBetweenPanels +
                made.column_labels;
  return made;
}

bool are_readable(const LinkHeatmaps& heatmaps, const ViewInput& input, bool has_labels) {
  const auto across = static_cast<double>(input.scene().key_count());
  const auto down = static_cast<double>(input.scene().query_count());
  if (heatmaps.cell <= 0) return false;
  const bool is_large =
      heatmaps.cell * std::max(across, down) >= kSmallestPanelSide || heatmaps.cell >= kLabelPitch;
  return is_large &&
         (!has_labels || heatmaps.cell >= std::min(kLabelPitch, 440 / std::max(across, down)));
}

void add_link_heatmaps(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
                       const LinkHeatmaps& heatmaps, Point at, const std::string& letter) {
  const NumberSpan span = span_of_all(pair_quantity("weights"), input.scene());
  const double wide = heatmaps.cell * static_cast<double>(input.scene().key_count());
  const double high = heatmaps.cell * static_cast<double>(input.scene().query_count());
  const double left = at.x + heatmaps.row_labels, top = at.y + kMapHeading;
  if (!letter.empty()) {
    // The label of a row lower than its text reaches above the cells.
    const double up = heatmaps.cell < kLabelPitch / 2 ? 3 : 0;
    diagram.add_text({at.x, at.y + kMapHeading / 2 - up}, letter, Type::strong, {Ink::text});
  }
  const LinkLabels labels(diagram, input, heatmaps.cell);
  const auto count = static_cast<int>(drawn.heads.size());
  for (int n = 0; n < count; ++n) {
    const auto rank = static_cast<std::size_t>(n);
    const int column = n % heatmaps.columns, row = n / heatmaps.columns;
    const HeadTrace& head = input.trace().head(drawn.heads[rank]);
    MatrixMark matrix{.name = "links.cells[" + std::to_string(drawn.heads[rank]) + "]",
                      .area = {left + column * (wide + kBetweenPanels),
                               top + row * (high + kMapHeading + kBetweenPanels), wide, high},
                      .values = input.share(head.weights),
                      .scores = input.share(head.scores),
                      .colormap = &colormap_of(input.state, usual_colormap(span).id),
                      .range = heatmaps.shadings[rank].range,
                      .is_pairs = true,
                      .symbol = "head " + std::to_string(drawn.heads[rank]),
                      .where = input.where(Part::weights, drawn.heads[rank])};
    matrix.shades = shared_shades(heatmaps.shadings[rank], matrix.values);
    add_panel_heading(diagram, input, drawn, rank, matrix.area);
    diagram.add(matrix);
    if (column == 0) labels.add_rows(matrix, heatmaps.row_labels - kToLabels);
    if (n + heatmaps.columns >= count) {
      labels.add_columns(matrix, heatmaps.column_labels - kToLabels);
    }
    add_selection(diagram, matrix, {input.query(), -1});
  }
  if (!heatmaps.legend.kind) return;
  const double bottom = top + heatmaps.rows * (high + kBetweenPanels) +
                        (heatmaps.rows - 1) * kMapHeading - kBetweenPanels;
  add_weight_legend(diagram, input, heatmaps,
                    {left + heatmaps.columns * (wide + kBetweenPanels) - kBetweenPanels + kToLegend,
                     top, kLegendBar, std::max(1.0, bottom - top)});
}

}  // namespace attn
