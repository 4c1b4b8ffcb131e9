#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/explanation.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/attention/combine.h"
#include "engine/base/clamped.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

constexpr double kHeadingLine = 22, kBracket = 8, kSign = 30, kLine = 18, kBetween = 18, kBelow = 8;
constexpr double kBlockGap = 18, kBlockLineGap = 14;  // gaps between heads, and between lines of
                                                      // them
constexpr double kLowestBars = 14;
constexpr double kBetweenTokens = 6;  // gap between tokens side by side
constexpr double kOutlined = 2;       // space next to the first cell
constexpr Index kMostBars = 128;      // more bars would be too thin for the mouse

/// Maximum sizes of cells and bars.
struct OutputSizes {
  double widest = 84, highest = 34;  // maximum size of cells
  double wide_weight = 48;
  double bars = 76;
};

/// Maximum sizes, larger in a large area. A figure is as high as its cells need.
OutputSizes sizes_for(const ViewInput& input) {
  constexpr double kWidth = 560, kHeight = 470, kMost = 2.5;  // size of a normal area
  OutputSizes sizes;
  if (input.height <= 0) return sizes;
  const double wider = clamped(input.width / kWidth, 1.0, kMost);
  const double higher = clamped(input.height / kHeight, 1.0, kMost);
  sizes.widest *= wider;
  sizes.wide_weight *= wider;
  sizes.highest *= higher;
  sizes.bars *= higher;
  return sizes;
}

struct MatrixLook {
  OutputSizes sizes;
  const Colormap& colormap;
  Shading shading;
  bool numbers;
};

MatrixMark mark_of(const MatrixLook& look, std::string name, std::string symbol,
                   std::shared_ptr<const Matrix> values) {
  return {.name = std::move(name),
          .values = std::move(values),
          .colormap = &look.colormap,
          .range = look.shading.range,
          .numbers = look.numbers,
          .symbol = std::move(symbol)};
}

/// Places a matrix in `area`; large cells have larger numbers.
void place(MatrixMark& mark, const Rect& area) {
  mark.area = area;
  const double width = mark.cell_width(), height = mark.cell_height();
  if (height >= 36) mark.number = width >= 88 && height >= 52 ? Type::cell : Type::body;
}

/// Draws a text. Returns its width.
double add_words(Diagram& diagram, const Ruler& ruler, Point at, std::string_view words,
                 double width, Ink ink = Ink::secondary, double align = 0,
                 Type type = Type::caption) {
  const std::string shown = shortened_rich(ruler, words, type, width);
  add_rich(diagram, ruler, {at, shown, type, {ink}, align});
  return rich_width(ruler, shown, type);
}

/// Draws an operator sign between matrices with cells of this height, larger for larger cells.
void add_sign(Diagram& diagram, Point at, std::string sign, double cell) {
  constexpr double kLarge = 28;
  diagram.add_text(at, std::move(sign), cell >= kLarge ? Type::label : Type::title, {Ink::text},
                   0.5);
}

void outline(Diagram& diagram, const Rect& rect, Ink ink) {
  diagram.add_outline(grown(rect, 1.5), {ink}, 4, 1.5);
}

std::string query_word(const ViewInput& input) {
  return as_words(named_token(input.scene().query_tokens(), input.query()));
}

constexpr std::string_view kWeightsOf = "Weights of",
                           kWeightSign = R"($\alpha_{\query{i}\key{j}}$)";

/// Width of "Weights of |Book| αᵢⱼ".
double weights_heading(const ViewInput& input) {
  double width = kSign;  // width of the last symbol
  for (const std::string& words : {std::string(kWeightsOf), query_word(input)}) {
    width += rich_width(input.ruler, words, Type::caption) + input.ruler.width(" ", Type::caption);
  }
  return width;
}

/// Draws "Weights of |Book| αᵢⱼ" with the word in the query's colour.
void add_heading(Diagram& diagram, const Ruler& ruler, Point at, std::string_view before,
                 std::string_view word, std::string_view after, double room) {
  const double end = at.x + room;
  const auto add = [&](std::string_view words, Ink ink) {
    if (words.empty() || end - at.x < kSign) return;
    at.x += add_words(diagram, ruler, at, words, end - at.x, ink);
    at.x += ruler.width(" ", Type::caption);
  };
  add(before, Ink::secondary);
  add(word, Ink::query);
  add(after, Ink::text);
}

/// Longest label of rows: common words fit in full.
double longest_label(double width) {
  constexpr double kWord = 64;
  return std::min(90.0, std::max(0.2 * width, std::min(kWord, 0.45 * width)));
}

// Upper part: the query's weights × the values = its output.

/// Layout of the equation in `room`: the weights with bars above and tokens below; the values; the
/// output.
struct OutputEquation {
  Rect bars, weights, values, output;
  double label_width;       ///< labels of the values' rows, to their left
  bool labels_turned;       ///< labels of the weights' columns
  double labels_height;     ///< 0: the labels do not fit
  double sum_y;             ///< line of text below the equation
  bool is_stacked = false;  ///< values below the weights, with the output next to them
  double values_heading = 0, formula_y = 0;  ///< centres of lines, if stacked
};

/// Cell width that fits the longest number.
double number_cell(const Ruler& ruler, std::string_view longest) {
  constexpr double kBeside = 4.5;  // in the smallest type of numbers (number_type)
  return ruler.width(longest, Type::small) + kBeside;
}

OutputEquation lay_out_equation(const ViewInput& input, const MatrixLook& look, const Rect& room) {
  const Matrix& v = input.head_trace().v;
  const auto& tokens = input.scene().tokens;
  const auto L = static_cast<double>(tokens.size()), dv = static_cast<double>(v.cols());
  OutputEquation at{};
  at.label_width = label_width(input.ruler, tokens, longest_label(room.width));
  const double cells = std::max(12.0, room.width - at.label_width - kLabelGap - 2 * kSign - 3);
  // Few columns of values leave more width to the weights, as much as their numbers need; no side
  // takes width that the other's numbers need, if both fit.
  const double left_over = std::min(look.sizes.wide_weight * L, cells - 2 * look.sizes.widest * dv);
  double weights = std::min(look.sizes.widest * L, std::max(0.45 * cells, left_over));
  const double of_weights = L * number_cell(input.ruler, "0.00");
  const double column = label_width(input.ruler, tokens, 90);
  if (of_weights < cells) {
    const MatrixMark mark = mark_of(look, "", "", input.share(v));
    const auto of_cell = [&](const Matrix& numbers) {
      return number_cell(input.ruler, longest_number(mark, numbers));
    };
    const double of_values = 2 * dv * std::max(of_cell(v), of_cell(input.head_trace().output));
    if (of_weights + of_values <= cells) weights = clamped(weights, of_weights, cells - of_values);
    // Tokens are rotated only if the values would become too narrow otherwise.
    constexpr double kNarrowest = 0.6;
    const double level = L * (column + kBetweenTokens) + kOutlined;
    const double left = std::max(of_values, 2 * dv * kNarrowest * look.sizes.widest);
    if (level + left <= cells) weights = std::max(weights, level);
  }
  const double cell = std::min(look.sizes.widest, (cells - weights) / (2 * std::max(1.0, dv)));
  at.labels_turned = column + kBetweenTokens > (weights - kOutlined + 1e-6) / L;
  at.labels_height = kLabelGap + (at.labels_turned ? column : kLine);

  // A label is higher and wider than a thin cell.
  const double label = label_pitch(Type::small);
  const double inset =
      at.labels_turned ? std::max(kOutlined, (label - weights / L) / 2) : kOutlined;
  const double thin = std::min(look.sizes.highest, room.height / L);
  const double top = room.y + std::max(0.0, (label - thin) / 2);
  const double height = std::max(4.0, room.bottom() - top);
  const double values = std::min(look.sizes.highest * L, height);
  const double row = std::min(look.sizes.highest, 0.22 * height);
  double bars = clamped(values / 2 - row / 2 - 2, kLowestBars, look.sizes.bars);
  if (bars + row + at.labels_height + 2 > height) {
    bars = std::max(kLowestBars, height - row - at.labels_height - 2);
  }
  if (bars + row + at.labels_height + 2 > height) at.labels_height = 0;
  bars = clamped(height - row - at.labels_height - 2, 1.0, bars);
  const double lowest = height - at.labels_height - row / 2;
  const double middle = top + std::max(bars + 2 + row / 2, std::min(values / 2, lowest));
  at.weights = {room.x + inset, middle - row / 2, weights - inset, row};
  at.bars = {at.weights.x, at.weights.y - 2 - bars, at.weights.width, bars};
  at.sum_y = at.weights.bottom() + at.labels_height + 6 + kLine / 2;
  double left = at.weights.right() + kSign + at.label_width + kLabelGap;
  // With few weights, the heading above them is wider than they are.
  const double spare = std::max(0.0, room.right() - (left + 2 * cell * dv + kSign));
  const double wanted = room.x + weights_heading(input) + at.label_width + kSign;
  left = clamped(wanted, left, left + spare);
  // The row with its bars may be below the middle of the space for the values.
  at.values = {left, clamped(middle - values / 2, top, top + height - values), cell * dv, values};
  at.output = {at.values.right() + kSign, middle - row / 2, at.values.width, row};
  return at;
}

constexpr double kStackedBars = 56, kStackedRow = 30;
constexpr double kLeastEquation = 560;  // least width of weights, values and output side by side

/// Layout with the parts below each other, for a free height, with few lines of text between them.
OutputEquation lay_out_stacked(const ViewInput& input, const MatrixLook& look, const Rect& room) {
  const Matrix& v = input.head_trace().v;
  const auto& tokens = input.scene().tokens;
  const auto L = static_cast<double>(tokens.size()), dv = static_cast<double>(v.cols());
  OutputEquation at{};
  at.is_stacked = true;
  const Head& head = input.scene().head(input.head());
  const double sink = head.sink ? 20 : 0;
  const double width = std::min(look.sizes.widest * L, room.width - 2 * kOutlined - sink);
  at.bars = {room.x + kOutlined, room.y + 4, width, kStackedBars};
  at.weights = {at.bars.x, at.bars.bottom() + 2, width, kStackedRow};
  const double column = label_width(input.ruler, tokens, 110);
  at.labels_turned = column + kBetweenTokens > width / L;
  at.labels_height = kLabelGap + (at.labels_turned ? column : kLine);
  at.sum_y = at.weights.bottom() + at.labels_height + 6 + kLine / 2;
  at.values_heading = at.sum_y + kLine / 2 + 8 + kHeadingLine / 2;
  at.label_width = label_width(input.ruler, tokens, 0.4 * room.width);
  const double left = room.x + kSign + at.label_width + kLabelGap;
  const double cells = room.right() - left - kSign - 2 * kOutlined;
  const double cell = std::min(look.sizes.widest, cells / (2 * std::max(1.0, dv)));
  const double high = clamped(340 / L, 6.0, 24.0);
  at.values = {left, at.values_heading + kHeadingLine / 2, cell * dv, high * L};
  at.output = {at.values.right() + kSign, at.values.middle_y() - kStackedRow / 2, cell * dv,
               kStackedRow};
  at.formula_y = at.values.bottom() + 10 + kLine / 2;
  return at;
}

/// Draws the weights with bars above them. Full height: a weight of 1, or the largest weight if it
/// is above 1; bars start from a line at 0 if weights may be negative. The bar of a sink is hollow.
void add_weights(Diagram& diagram, const ViewInput& input, const MatrixLook& look,
                 const OutputEquation& at) {
  const HeadTrace& head = input.head_trace();
  const Index query = input.query(), count = head.weights.cols();
  const auto& tokens = input.scene().tokens;
  MatrixMark row = mark_of(look, "outputs.weights", R"($\alpha$)",
                           std::make_shared<const Matrix>(head.weights.row(query)));
  row.scores = std::make_shared<const Matrix>(head.scores.row(query));
  const NumberSpan span = span_of(pair_quantity("weights"), input.scene(), input.head());
  row.colormap = &colormap_of(input.state, span);
  row.range = shading_of(pair_quantity("weights"), input.trace(), input.head(), "", span).range;
  place(row, at.weights);
  const double pitch = row.cell_width(), margin = std::min(2.0, pitch * 0.15);
  const double most = std::max(1.0F, largest_distance(*row.values));
  const double full = at.bars.height * (span == NumberSpan::kSigned ? 0.5 : 1);
  const double zero = at.bars.y + full;
  for (Index j = 0; j < count; ++j) {
    const double weight = head.weights(query, j), share = std::abs(weight) / most;
    if (head.scores(query, j) == kMasked || share <= 0) continue;
    const bool is_shown = input.shown && input.shown->key == j;
    const double length = std::max(0.5, full * share);
    diagram.add_box({at.bars.x + static_cast<double>(j) * pitch + margin,
                     weight < 0 ? zero : zero - length, std::max(0.2, pitch - 2 * margin), length},
                    {is_shown ? Ink::key : Ink::query, is_shown ? 1 : 0.75},
                    std::min(3.0, pitch / 6));
  }
  const double line = span == NumberSpan::kSigned ? zero : zero + 1;
  diagram.add(LineMark{{{at.bars.x, line}, {at.bars.right(), line}}, {Ink::hairline}});
  if (const double share = sink_share(*input.evaluation, input.head(), query); share > 0) {
    const double length = std::max(1.0, full * share / most);
    diagram.add_outline({at.bars.right() + 8, zero - length, 8, length}, {Ink::query, 0.75});
  }
  diagram.add(row);
  std::optional<Cell> shown;
  if (input.shown) shown = Cell{0, input.shown->key};
  if (at.labels_height > 0) {
    add_column_labels(diagram, input.ruler, {.matrix = row, .columns = &tokens, .shown = shown},
                      at.labels_turned, at.labels_turned ? at.labels_height - kLabelGap : pitch,
                      LabelSide::below);
  }
  if (shown && shown->key < count) outline(diagram, row.cell(0, shown->key), Ink::key);
  if (count > kMostBars) return;
  for (Index j = 0; j < count; ++j) {
    diagram.add_target("outputs.weight[" + std::to_string(j) + "]",
                       {at.bars.x + static_cast<double>(j) * pitch, at.bars.y, pitch,
                        at.weights.bottom() - at.bars.y});
  }
}

void add_equation(Diagram& diagram, const ViewInput& input, const MatrixLook& look,
                  const Rect& room) {
  const HeadTrace& head = input.head_trace();
  const Head& of_scene = input.scene().head(input.head());
  const Ruler& ruler = input.ruler;
  const Rect below{room.x, room.y + kHeadingLine, room.width, room.height - kHeadingLine};
  const bool is_stacked = input.stacks(kLeastEquation, 1);
  OutputEquation at =
      is_stacked ? lay_out_stacked(input, look, below) : lay_out_equation(input, look, below);
  const double line_of_words = 6 + kLine;
  // The bar of a sink needs its label.
  const bool has_sink = of_scene.sink.has_value();
  if (!is_stacked && has_sink && at.weights.bottom() + line_of_words > room.bottom()) {
    at = lay_out_equation(
        input, look, {below.x, below.y, below.width, std::max(1.0, below.height - line_of_words)});
  }
  const double heading = room.y + kHeadingLine / 2 - 1;
  const double middle = is_stacked ? at.output.middle_y() : at.weights.middle_y();
  const double values_heading = is_stacked ? at.values_heading : heading;
  const bool has_heads = input.trace().heads.size() > 1;
  const std::string output =
      has_heads ? "Output of head " + std::to_string(input.head()) : "Output";
  add_heading(diagram, ruler, {room.x, heading}, kWeightsOf, query_word(input), kWeightSign,
              is_stacked ? room.width : at.values.x - at.label_width - kSign - room.x);
  const double values_left = at.values.x - at.label_width - kLabelGap;
  const double output_left = std::max(values_left, at.output.x - kSign / 2);
  add_heading(diagram, ruler, {values_left, values_heading}, "Values", "",
              R"($\value{\mathbf{v}_j}$)", output_left - values_left - 6);
  add_heading(diagram, ruler, {output_left, values_heading}, output, "",
              R"($\mathbf{o}_{\query{i}}$)", room.right() - output_left);

  add_weights(diagram, input, look, at);
  add_sign(diagram,
           {is_stacked ? room.x + kSign / 2 : (at.weights.right() + values_left) / 2, middle}, "×",
           at.output.height);
  MatrixMark values =
      mark_of(look, "outputs.values", R"($\value{\mathbf{v}}$)", input.share(head.v));
  place(values, at.values);
  values.where = input.where(Part::v, input.head());
  diagram.add(values);
  std::optional<Cell> shown;
  if (input.shown) shown = Cell{input.shown->key, -1};
  add_row_labels(
      diagram, ruler,
      {.matrix = values, .rows = &input.scene().tokens, .shown = shown, .shown_row = Ink::key},
      at.label_width);
  if (shown && shown->query < head.v.rows())
    outline(diagram, values.row_box(shown->query), Ink::key);
  const bool is_gated = of_scene.w_g || of_scene.gain;
  add_sign(diagram, {at.output.x - kSign / 2, middle}, is_gated ? "→" : "=", at.output.height);
  MatrixMark row = mark_of(look, "outputs.row", "output",
                           std::make_shared<const Matrix>(head.output.row(input.query())));
  place(row, at.output);
  diagram.add(row);
  outline(diagram, row.area, Ink::query);

  const double words = at.weights.bottom() + 6 + kLine / 2;
  const double sink = sink_share(*input.evaluation, input.head(), input.query());
  const double sum = head.weights.row(input.query()).cast<double>().sum();
  const std::string total =
      head.weights.row(input.query()).isZero(0)
          ? query_word(input) + " " + std::string(why_no_weights(head, input.query())) +
                ": its output is 0"
          : R"($\sum_{\key{j}} \alpha_{\query{i}\key{j}} = )" + fixed(sum, 2) + "$" +
                (sink > 0 ? ", the sink " + fixed(sink, 2) : "");
  if (at.sum_y + kLine / 2 <= room.bottom()) {
    add_words(diagram, ruler, {room.x, at.sum_y}, total,
              is_stacked ? room.width : values_left - room.x - 6, Ink::secondary);
  }
  if (!is_stacked && words + kLine / 2 > room.bottom()) return;
  const std::string factors = of_scene.w_g && of_scene.gain ? "gate and gain times "
                              : of_scene.w_g                ? "gate times "
                                                            : "gain times ";
  const std::string formula =
      is_gated
          ? factors + R"($\sum_{\key{j}} \alpha_{\query{i}\key{j}} \value{\mathbf{v}_j}$)"
          : R"($\mathbf{o}_{\query{i}} = \sum_{\key{j}} \alpha_{\query{i}\key{j}} \value{\mathbf{v}_j}$)";
  if (is_stacked) {
    add_words(diagram, ruler, {room.right(), at.formula_y}, formula, room.width, Ink::text, 1);
    return;
  }
  const double large = rich_width(ruler, formula, Type::label);
  if (at.output.x + large <= room.right() && words + kLine <= room.bottom()) {
    add_words(diagram, ruler, {at.output.x, words + kLine / 4}, formula, large, Ink::text, 0,
              Type::label);
    return;
  }
  const double wide = rich_width(ruler, formula, Type::caption);
  const double left = std::min(at.output.x, room.right() - wide);  // in full, or not at all
  if (left < at.values.right() + 6) return;
  add_words(diagram, ruler, {left, words}, formula, wide, Ink::text);
}

// Lower part: outputs of every query, heads side by side, and the combined output.

/// A matrix in the lower part.
struct OutputBlock {
  std::string title, name, symbol;
  std::shared_ptr<const Matrix> values;
  std::optional<Where> where{};
  std::string sign{};        ///< sign before the block, by the way heads are combined
  bool is_selected = false;  ///< the selected head
  bool has_queries = true;   ///< rows are the queries
};

/// Returns whether the heads' outputs side by side are the output.
bool are_the_output(const Combine& combine) {
  return combine.kind->joins == Joins::kBeside && !combine.w_o && !combine.b_o;
}

std::vector<OutputBlock> blocks_of(const ViewInput& input) {
  std::vector<OutputBlock> blocks;
  const auto& heads = input.trace().heads;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const std::string number = std::to_string(h);
    blocks.push_back({heads.size() > 1 ? "head " + number : "", "outputs.head[" + number + "]",
                      "output of head " + number, input.share(heads[h].output),
                      input.where(Part::head_output, static_cast<Index>(h))});
    blocks.back().is_selected = static_cast<Index>(h) == input.head();
  }
  const Combine& combine = input.scene().combine;
  const auto& combined = input.trace().output;
  if (!combined || are_the_output(combine)) return blocks;
  const bool is_projected = combine.w_o && combine.kind->joins == Joins::kBeside;
  const auto symbol = [](Part part) { return "$" + std::string(part_kind(part).symbol) + "$"; };
  if (is_projected) {
    const std::string w_o = symbol(Part::w_o);
    blocks.push_back(
        {w_o, "outputs.w_o", w_o, input.share(**combine.w_o), input.where(Part::w_o), "×"});
    blocks.back().has_queries = false;
  }
  blocks.push_back({combine.b_o ? "output, with " + symbol(Part::b_o) : "output",
                    "outputs.combined", "output", input.share(*combined), input.where(Part::output),
                    is_projected && !combine.b_o ? "=" : "→"});
  return blocks;
}

/// Layout of the blocks: `per_line` of them side by side.
struct BlockLines {
  std::size_t per_line = 1;
  double cell_width = 0, cell_height = 0, gap = 0, height = 0;
};

/// Height of the titles above the blocks of a line, with their brackets.
double title_height(const std::vector<OutputBlock>& blocks) {
  const bool has_titles =
      std::ranges::any_of(blocks, [](const OutputBlock& block) { return !block.title.empty(); });
  return has_titles ? kHeadingLine + kBracket : kHeadingLine / 4;
}

double columns_of(const OutputBlock& block) {
  return static_cast<double>(std::max<Index>(1, block.values->cols()));
}
double columns_of(const std::vector<OutputBlock>& blocks) {
  double columns = 0;
  for (const OutputBlock& block : blocks) columns += columns_of(block);
  return columns;
}

BlockLines lines_of(const std::vector<OutputBlock>& blocks, const OutputSizes& sizes,
                    std::size_t count, double width, double height, Index queries) {
  BlockLines lines;
  lines.per_line = (blocks.size() + count - 1) / count;
  const auto number = static_cast<double>(count);
  lines.gap = std::min(kBlockGap, 0.25 * width / static_cast<double>(lines.per_line));
  lines.cell_width = sizes.widest;
  for (std::size_t first = 0; first < blocks.size(); first += lines.per_line) {
    double columns = 0, left = width;
    for (std::size_t n = first; n < std::min(first + lines.per_line, blocks.size()); ++n) {
      columns += columns_of(blocks[n]);
      left -= blocks[n].sign.empty() ? (n > first ? lines.gap : 0) : kSign;
    }
    lines.cell_width = std::min(lines.cell_width, std::max(1.0, left) / columns);
  }
  lines.height = (height - (number - 1) * kBlockLineGap) / number - title_height(blocks);
  if (count == 1) lines.height = std::max(2.0, lines.height);
  lines.cell_height = std::min(sizes.highest, lines.height / static_cast<double>(queries));
  return lines;
}

/// Sizes with wider cells for few columns: a single column is not a thin stripe.
OutputSizes sizes_of_blocks(const std::vector<OutputBlock>& blocks, OutputSizes sizes,
                            double width) {
  constexpr double kShare = 0.8, kMost = 4;
  sizes.widest = clamped(kShare * width / columns_of(blocks), sizes.widest, kMost * sizes.widest);
  return sizes;
}

/// Chooses the number of lines that makes cells largest.
BlockLines best_lines(const std::vector<OutputBlock>& blocks, const OutputSizes& sizes,
                      double width, double height, Index queries) {
  const auto size = [&sizes](const BlockLines& lines) {
    return std::min(lines.cell_width / sizes.widest, lines.cell_height / sizes.highest);
  };
  BlockLines best = lines_of(blocks, sizes, 1, width, height, queries);
  for (std::size_t count = 2; count <= blocks.size(); ++count) {
    const BlockLines lines = lines_of(blocks, sizes, count, width, height, queries);
    if (lines.height < 2) break;
    if (size(lines) > size(best) * 1.01) best = lines;
  }
  return best;
}

/// Number of lines of blocks on a narrow page: as many as keep cells distinguishable.
std::size_t stacked_lines(const std::vector<OutputBlock>& blocks, double width) {
  constexpr double kCell = 14, kShare = 0.6;  // share of the width without labels and legend
  const auto most = static_cast<double>(blocks.size());
  // The width can be 0.
  const double lines = std::ceil(kCell * columns_of(blocks) / std::max(1.0, kShare * width));
  return static_cast<std::size_t>(clamped(lines, 1.0, most));
}

void add_block_title(Diagram& diagram, const Ruler& ruler, const OutputBlock& block,
                     const Rect& area, double room) {
  if (block.title.empty()) return;
  const Ink ink = block.is_selected ? Ink::query : Ink::text;
  std::string title = block.title;
  // "head 12", or "12" if that does not fit.
  if (rich_width(ruler, title, Type::caption) > room && block.has_queries && block.sign.empty()) {
    title = title.substr(title.find(' ') + 1);
  }
  if (rich_width(ruler, title, Type::caption) <= room) {
    add_words(diagram, ruler, {area.middle_x(), area.y - kBracket - kHeadingLine / 2}, title, room,
              ink, 0.5);
  }
  if (!block.sign.empty()) return;
  const double top = area.y - kBracket, low = area.y - 3;
  diagram.add(LineMark{{{area.x, low}, {area.x, top}, {area.right(), top}, {area.right(), low}},
                       {block.is_selected ? Ink::query : Ink::faint},
                       block.is_selected ? 1.5 : 1});
}

void add_blocks(Diagram& diagram, const ViewInput& input, const MatrixLook& look,
                const Rect& room) {
  const std::vector<OutputBlock> blocks = blocks_of(input);
  const auto& tokens = input.scene().query_tokens();
  const double most = input.ruler.breaks_lines() ? 0.4 * room.width : longest_label(room.width);
  const double longest = label_width(input.ruler, tokens, most);
  const double left = room.x + longest + kLabelGap;
  const OutputSizes sizes = sizes_of_blocks(blocks, look.sizes, room.right() - left);
  const auto queries = std::ssize(tokens);
  const double wide = room.right() - left;
  const BlockLines lines =
      input.stacks(kLeastEquation, 1)
          ? lines_of(blocks, sizes, stacked_lines(blocks, input.width), wide, room.height, queries)
          : best_lines(blocks, sizes, wide, room.height, queries);
  double x = left, y = room.y + title_height(blocks);
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const OutputBlock& block = blocks[n];
    const bool is_first = n % lines.per_line == 0;
    if (is_first && n > 0) {
      x = left;
      y += lines.height + kBlockLineGap + title_height(blocks);
    }
    const double before = block.sign.empty() ? (is_first ? 0 : lines.gap) : kSign;
    MatrixMark mark = mark_of(look, block.name, block.symbol, block.values);
    mark.where = block.where;
    const auto rows = static_cast<double>(mark.rows());
    const double row =
        block.has_queries ? lines.cell_height : std::min(look.sizes.highest, lines.height / rows);
    place(mark, {x + before, y, lines.cell_width * columns_of(block), row * rows});
    if (!block.sign.empty()) {
      const double middle = y + lines.cell_height * static_cast<double>(tokens.size()) / 2;
      add_sign(diagram, {x + before / 2, middle}, block.sign, lines.cell_height);
    }
    add_block_title(diagram, input.ruler, block, mark.area, mark.area.width + lines.gap - 2);
    diagram.add(mark);
    x = mark.area.right();
    if (!block.has_queries) continue;
    if (is_first) {
      MatrixMark labelled = mark;
      labelled.area.x = x - mark.area.width - before;
      add_row_labels(diagram, input.ruler,
                     {.matrix = labelled, .rows = &tokens, .shown = Cell{input.query(), -1}},
                     longest);
    }
    outline(diagram, mark.row_box(input.query()), block.is_selected ? Ink::query : Ink::faint);
  }
}

Shading shared_shading(const ViewInput& input) {
  const Trace& trace = input.trace();
  std::vector<const Matrix*> all;
  for (const HeadTrace& head : trace.heads) {
    all.push_back(&head.output);
    all.push_back(&head.v);
  }
  if (trace.output) all.push_back(&*trace.output);
  if (const auto& w_o = input.scene().combine.w_o) all.push_back(&**w_o);
  Shading shading = shading_of(NumberSpan::kSigned, "shared", trace.heads[0].output, all);
  shading.words = "values and outputs";
  return shading;
}

/// Draws the heading of the outputs, and on the right the way to combine them, or below it if lines
/// break. Returns the height.
double add_outputs_heading(Diagram& diagram, const ViewInput& input, const Rect& room) {
  const Combine& combine = input.scene().combine;
  const bool has_heads = input.trace().heads.size() > 1;
  std::string formula;
  if (input.trace().output && has_heads) {
    formula = are_the_output(combine)
                  ? "no $" + std::string(part_kind(Part::w_o).symbol) +
                        "$: side by side they are the output"
                  : "$" + part_kind(Part::output).formula(input.scene(), 0) + "$";
  }
  const double middle = room.y + kHeadingLine / 2 - 1;
  const std::string_view said =
      has_heads ? "Outputs of every query, heads side by side" : "Output of every query";
  double y = middle - kHeadingLine, words = 0;
  const auto add = [&](std::string_view text) {
    for (const std::string& line : fitted_lines(input.ruler, text, Type::caption, room.width)) {
      y += kHeadingLine;
      words = add_words(diagram, input.ruler, {room.x, y}, line, room.width);
    }
  };
  add(said);
  const double left = room.width - words - 24;
  if (!formula.empty() && rich_width(input.ruler, formula, Type::caption) <= left) {
    add_words(diagram, input.ruler, {room.right(), y}, formula, left, Ink::secondary, 1);
  } else if (!formula.empty() && input.ruler.breaks_lines()) {
    add(formula);
  }
  return y - middle + kHeadingLine;
}

}  // namespace

Diagram outputs_diagram(const ViewInput& input) {
  if (input.head_trace().v.cols() == 0) {
    return no_outputs(input);
  }
  const MatrixLook look{sizes_for(input), colormap_of(input.state, "red-blue"),
                        shared_shading(input), input.state.numbers};
  const auto keys = static_cast<double>(input.scene().key_count());
  const auto queries = static_cast<double>(input.scene().query_count());
  const double equation = kHeadingLine + std::max(look.sizes.highest * keys, 120.0);
  const double outputs =
      kHeadingLine + title_height(blocks_of(input)) + look.sizes.highest * queries;
  // On paper the name is always kept.
  const double most = input.ruler.breaks_lines() ? 1100 : 760;
  const double height = input.height > 0
                            ? input.height
                            : clamped(equation + kBetween + outputs + kBelow, 300.0, most);
  const double room = height - kBetween - kBelow;
  // If the height is small, rows of both parts get equal heights.
  const double cell = (room - (equation + outputs - look.sizes.highest * (keys + queries))) /
                      std::max(1.0, keys + queries);
  const double share = equation - look.sizes.highest * keys + std::max(2.0, cell) * keys;
  double upper =
      std::round(clamped(share, std::min(equation, room / 3), std::min(equation, room * 2 / 3)));
  double lower_height = room - upper;
  if (input.stacks(kLeastEquation, 1)) {
    const Rect below{0, kHeadingLine, input.width, 0};
    upper = std::round(lay_out_stacked(input, look, below).formula_y + kLine);
    const auto blocks = blocks_of(input);
    const auto lines = static_cast<double>(stacked_lines(blocks, input.width));
    lower_height = 3 * kHeadingLine + lines * (title_height(blocks) + kBlockLineGap +
                                               clamped(18 * queries, 60.0, 300.0));
  }
  Diagram diagram{input.width, upper + kBetween + lower_height + kBelow};
  add_equation(diagram, input, look, {0, 0, input.width, upper});
  const double legend = input.legend ? legend_room(input.ruler, look.shading) + 18 + kBlockGap : 0;
  Rect lower{0, upper + kBetween, input.width - legend, lower_height};
  diagram.add(
      LineMark{{{0, upper + kBetween / 2}, {input.width, upper + kBetween / 2}}, {Ink::hairline}});
  lower = attn::below(lower, add_outputs_heading(diagram, input, lower));
  add_blocks(diagram, input, look, lower);
  if (!input.legend) return diagram;
  const double top = upper + kBetween + legend_words_height(look.shading, "") + 4;
  add_legend(diagram, input.ruler, look.colormap, look.shading,
             {input.width - legend + kBlockGap, top, 12,
              std::max(8.0, std::min(160.0, diagram.height - 10 - top))});
  return diagram;
}

}  // namespace attn
