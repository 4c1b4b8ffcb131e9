#include "app/figure/views/outputs_diagram.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/document/json/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr double kOutputGap = 12, kOutputHeading = 20, kBetween = 22;  // between the two parts
constexpr double kWidestCell = 56, kHighestCell = 24, kSumRow = 24;
constexpr Index kMostBars = 128;  // more bars are too thin to be pointed at

struct Look {
  const Colormap& colormap;
  Shading shading;
  bool numbers;
};

MatrixMark mark_of(const Look& look, std::string name, std::string symbol,
                   std::shared_ptr<const Matrix> values) {
  MatrixMark mark;
  mark.name = std::move(name);
  mark.symbol = std::move(symbol);
  mark.values = std::move(values);
  mark.colormap = &look.colormap;
  mark.range = look.shading.range;
  mark.numbers = look.numbers;
  return mark;
}

void add_words(Diagram& diagram, const Ruler& ruler, Point at, std::string_view words, double width,
               Ink ink = Ink::secondary, double align = 0, Type type = Type::caption) {
  diagram.add(TextMark{at, ruler.shortened(words, type, width), type, {ink}, align});
}

Rect row_of(const MatrixMark& matrix, Index row) {
  Rect rect = matrix.cell(row, 0);
  rect.width = matrix.area.width;
  return rect;
}

void outline(Diagram& diagram, const Rect& rect, Ink ink) {
  diagram.add(RectMark{{rect.x - 1.5, rect.y - 1.5, rect.width + 3, rect.height + 3},
                       std::nullopt,
                       Paint{ink},
                       4,
                       1.5});
}

/// One of the outputs: of a head, or the combined one.
struct Output {
  std::string title, name, symbol;
  const Matrix* values;
  bool is_selected;
};

std::vector<Output> outputs_of(const ViewInput& input) {
  std::vector<Output> outputs;
  const auto& heads = input.trace().heads;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const std::string number = std::to_string(h);
    outputs.push_back({"head " + number, "outputs.head[" + number + "]", "output of head " + number,
                       &heads[h].output, static_cast<Index>(h) == input.head()});
  }
  if (const auto& combined = input.trace().output) {
    outputs.push_back({"combined", "outputs.combined", "output", &*combined, false});
  }
  return outputs;
}

/// Into how many columns so many panels go in a room so that they are largest.
int columns_for(int count, double width, double height) {
  int best = 1;
  double largest = -1e9;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double wide = (width - (columns - 1) * kOutputGap) / columns;
    const double high = (height - (rows - 1) * kOutputGap) / rows - kOutputHeading;
    const double side = std::min(wide, high);
    if (side > largest) largest = side, best = columns;
  }
  return best;
}

void add_outputs(Diagram& diagram, const ViewInput& input, const Look& look, Rect room) {
  const std::vector<Output> outputs = outputs_of(input);
  const auto count = static_cast<int>(outputs.size());
  const auto& tokens = input.scene().query_tokens();
  const double longest = std::min(90.0, 0.25 * room.width);
  const double labels = label_width(input.ruler, tokens, longest) + 8;
  const double width = room.width - labels;
  const int columns = columns_for(count, width, room.height);
  const int rows = (count + columns - 1) / columns;
  const double wide = std::max(2.0, (width - (columns - 1) * kOutputGap) / columns);
  const double high =
      std::max(2.0, (room.height - (rows - 1) * kOutputGap) / rows - kOutputHeading);
  for (int n = 0; n < count; ++n) {
    const Output& output = outputs[static_cast<std::size_t>(n)];
    const Matrix& values = *output.values;
    MatrixMark mark = mark_of(look, output.name, output.symbol, input.share(values));
    const int row = n / columns, column = n % columns;
    const double x = room.x + labels + column * (wide + kOutputGap);
    const double y = room.y + row * (high + kOutputHeading + kOutputGap);
    mark.area = {
        x, y + kOutputHeading,
        std::min(wide, kWidestCell * static_cast<double>(std::max<Index>(1, values.cols()))),
        std::min(high, kHighestCell * static_cast<double>(values.rows()))};
    const bool is_narrow = input.ruler.width(output.title, Type::caption) > wide;
    const std::string short_title =
        output.name == "outputs.combined"
            ? "Σ"
            : output.title.substr(std::min<std::size_t>(5, output.title.size()));
    add_words(diagram, input.ruler, {x, y + kOutputHeading / 2 - 1},
              is_narrow ? short_title : output.title, wide + kOutputGap - 2,
              output.is_selected ? Ink::query : Ink::text);
    diagram.add(mark);
    if (n % columns == 0) {
      add_row_labels(diagram, input.ruler,
                     {.matrix = mark, .rows = &tokens, .shown = Cell{input.query(), -1}}, longest);
    }
    outline(diagram, row_of(mark, input.query()), output.is_selected ? Ink::query : Ink::faint);
  }
}

/// Where the columns of the sum stand: a line for each key.
struct Columns {
  Rect weights, values, products;
};

/// The room shared out, from the labels on: weights, "·", values, "=", products.
Columns columns_in(const Rect& room, double labels, Index dv) {
  const double left = room.x + labels, width = room.right() - left;
  const double sign = 16;
  const double bars = std::clamp(0.24 * width, 30.0, 96.0);
  const double matrix =
      std::max(4.0, std::min((width - bars - 2 * sign) / 2, kWidestCell * static_cast<double>(dv)));
  const double values = left + bars + sign;
  return {{left, room.y, bars, room.height},
          {values, room.y, matrix, room.height},
          {values + matrix + sign, room.y, matrix, room.height}};
}

/// The weights of the row as bars, whose full length is 1, with their numbers where they fit.
void add_output_weights(Diagram& diagram, const ViewInput& input, const Rect& area) {
  const HeadTrace& head = input.head_trace();
  const Index query = input.query(), count = head.weights.cols();
  const double pitch = area.height / static_cast<double>(count);
  const double number = input.ruler.width("0.00", Type::small) + 6;
  const bool has_numbers = pitch >= line_height(Type::small) && area.width > number + 12;
  const double longest = area.width - (has_numbers ? number : 0);
  for (Index j = 0; j < count; ++j) {
    const double top = area.y + static_cast<double>(j) * pitch;
    const double weight = head.weights(query, j);
    const bool is_masked = head.scores(query, j) == kMasked;
    const bool is_shown = input.shown && input.shown->key == j;
    if (!is_masked && weight > 0) {
      const double margin = std::min(3.0, pitch * 0.15);
      diagram.add(RectMark{{area.x, top + margin, std::max(0.5, longest * weight),
                            std::max(0.2, pitch - 2 * margin)},
                           Paint{is_shown ? Ink::key : Ink::query, is_shown ? 1 : 0.75},
                           std::nullopt,
                           std::min(3.0, pitch / 6)});
    }
    if (has_numbers) {
      diagram.add(TextMark{{area.right(), top + pitch / 2},
                           is_masked ? "–" : fixed(weight, 2),
                           Type::small,
                           {is_shown ? Ink::key : Ink::text},
                           1});
    }
  }
  diagram.add(LineMark{{{area.x, area.y}, {area.x, area.bottom()}}, {Ink::hairline}, 1});
  if (count > kMostBars) return;
  for (Index j = 0; j < count; ++j) {
    diagram.add_target("outputs.weight[" + std::to_string(j) + "]",
                       {area.x, area.y + static_cast<double>(j) * pitch, area.width, pitch});
  }
}

/// Below the line: what the weights and the products sum to.
void add_sum(Diagram& diagram, const ViewInput& input, const Look& look, const Columns& at,
             double y) {
  const HeadTrace& head = input.head_trace();
  const Index query = input.query();
  diagram.add(LineMark{{{at.weights.x, y - 5}, {at.products.right(), y - 5}}, {Ink::secondary}, 1});
  const double middle = y + kSumRow / 2 - 2;
  const double sum = head.weights.row(query).cast<double>().sum();
  const std::string total = "Σ = " + fixed(sum, 2);
  const double sum_width = input.ruler.width(total, Type::medium);
  add_words(diagram, input.ruler, {at.weights.x, middle}, total, sum_width + 1, Ink::text, 0,
            Type::medium);
  const std::string word =
      visible_text(input.scene().query_tokens()[static_cast<std::size_t>(query)]);
  const double room = at.products.x - 28 - at.weights.x - sum_width;
  std::string words = sum == 0 ? word + " sees no key: 0" : "output of " + word + " =";
  if (input.ruler.width(words, Type::medium) > room) words = word + " =";
  add_words(diagram, input.ruler, {at.products.x - 16, middle}, words, room, Ink::query, 1,
            Type::medium);
  MatrixMark row = mark_of(look, "outputs.row", "output",
                           std::make_shared<const Matrix>(head.output.row(query)));
  row.area = {at.products.x, y, at.products.width, kSumRow - 4};
  diagram.add(row);
  outline(diagram, row.area, Ink::query);
}

void add_mean(Diagram& diagram, const ViewInput& input, const Look& look, Rect room) {
  const HeadTrace& head = input.head_trace();
  const auto& tokens = input.scene().tokens;
  const double longest = std::min(90.0, 0.2 * room.width);
  const double labels = label_width(input.ruler, tokens, longest) + 8;
  const double above = 2 * kOutputHeading, below = kSumRow + 8;
  const auto L = static_cast<double>(tokens.size());
  const double lines = std::max(4.0, std::min(room.height - above - below, kHighestCell * L));
  const Columns at = columns_in({room.x, room.y + above, room.width, lines}, labels, head.v.cols());
  const std::string word =
      visible_text(input.scene().query_tokens()[static_cast<std::size_t>(input.query())]);
  const std::string of =
      input.trace().heads.size() > 1 ? " in head " + std::to_string(input.head()) : std::string();
  add_words(diagram, input.ruler, {room.x, room.y + kOutputHeading / 2 - 1},
            word + of + " = the mean of the values by its weights", room.width, Ink::query);
  const double heading = room.y + kOutputHeading * 1.5;
  add_words(diagram, input.ruler, {at.weights.x, heading}, "αᵢⱼ", at.weights.width);
  add_words(diagram, input.ruler, {at.values.x, heading}, "vⱼ", at.values.width + 14);
  add_words(diagram, input.ruler, {at.products.x, heading}, "αᵢⱼ · vⱼ",
            room.right() - at.products.x);
  add_output_weights(diagram, input, at.weights);
  MatrixMark values = mark_of(look, "outputs.values", "v", input.share(head.v));
  values.area = at.values;
  MatrixMark products = mark_of(look, "outputs.products", "α · v",
                                std::make_shared<const Matrix>(contributions(head, input.query())));
  products.area = at.products;
  diagram.add(values);
  diagram.add(products);
  const double middle = at.values.y + at.values.height / 2;
  diagram.add(TextMark{{at.values.x - 8, middle}, "·", Type::medium, {Ink::secondary}, 0.5});
  diagram.add(TextMark{{at.products.x - 8, middle}, "=", Type::medium, {Ink::secondary}, 0.5});
  MatrixMark by_weights = values;  // its area is that of the bars
  by_weights.area = at.weights;
  std::optional<Cell> shown;
  if (input.shown) shown = Cell{input.shown->key, -1};
  add_row_labels(diagram, input.ruler,
                 {.matrix = by_weights, .rows = &tokens, .shown = shown, .shown_row = Ink::key},
                 longest);
  if (shown && shown->query < head.v.rows()) {
    for (const MatrixMark* matrix : {&values, &products}) {
      outline(diagram, row_of(*matrix, shown->query), Ink::key);
    }
  }
  add_sum(diagram, input, look, at, at.values.bottom() + 10);
}

Shading shared_shading(const Trace& trace) {
  std::vector<const Matrix*> all;
  for (const HeadTrace& head : trace.heads) {
    all.push_back(&head.output);
    all.push_back(&head.v);
  }
  if (trace.output) all.push_back(&*trace.output);
  Shading shading = signed_shading("shared", trace.heads[0].output, all);
  shading.words = "all";
  return shading;
}

}  // namespace

Matrix contributions(const HeadTrace& head, Index query) {
  return head.weights.row(query).transpose().asDiagonal() * head.v;
}

Diagram outputs_diagram(const ViewInput& input) {
  const Look look{colormap_of(input.state, "red-blue"), shared_shading(input.trace()),
                  input.state.numbers};
  const auto lines =
      static_cast<double>(std::max(input.scene().key_count(), input.scene().query_count()));
  const double height =
      input.height > 0 ? input.height : std::clamp(lines * kHighestCell + 110, 220.0, 520.0);
  Diagram diagram{input.width, height};
  const double legend = input.legend ? 12 + legend_room(input.ruler, look.shading) + kOutputGap : 0;
  const double width = input.width - legend - (input.legend ? 2 : 1) * kBetween;
  const auto panels = static_cast<double>(outputs_of(input).size());
  const double left = std::round(width * std::clamp(0.26 + 0.06 * panels, 0.32, 0.5));
  add_outputs(diagram, input, look, {0, 0, left, height - 4});
  add_mean(diagram, input, look, {left + kBetween, 0, width - left, height - 4});
  if (!input.legend) return diagram;
  const double bar = std::min(160.0, height - 40);
  add_legend(diagram, input.ruler, look.colormap, look.shading,
             {input.width - legend + kOutputGap, 24, 12, bar});
  return diagram;
}

}  // namespace attn
