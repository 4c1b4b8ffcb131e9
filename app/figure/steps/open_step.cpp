#include "app/figure/steps/open_step.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/steps/equation_layout.h"

namespace attn {
namespace {

using MatrixRole = PipelineMatrix::Role;

constexpr double kStepLine = 18;
constexpr double kLowRoom = 260;

const Colormap& colormap_for_role(const ViewState& state, const Pipeline& pipeline,
                                  MatrixRole role) {
  return colormap_of(state, pipeline.range(role).low < 0 ? "red-blue" : "indigo");
}

bool is_of_keys(Part part) {
  constexpr Part kOfKeys[] = {
      Part::k,   Part::v,      Part::w_k,        Part::w_v,          Part::b_k,         Part::b_v,
      Part::g_k, Part::values, Part::subtract_k, Part::subtract_w_k, Part::forget_gates};
  return std::ranges::find(kOfKeys, part) != std::end(kOfKeys);
}

const PipelineMatrix* find_matrix(const PipelineStep& step, const Where& where) {
  const auto all = step.matrices();
  const auto found = std::ranges::find(all, where, &PipelineMatrix::where);
  return found == all.end() ? nullptr : *found;
}

/// Returns whether the cell belongs to the matrix.
bool is_of(const std::optional<PointedCell>& lit, const PipelineMatrix& matrix) {
  return lit && lit->where == matrix.where;
}

/// The matrix as drawn in step `open`, or else in the first step that contains it.
const PipelineMatrix* find_matrix(const Pipeline& pipeline, std::size_t open, const Where& where) {
  const PipelineMatrix* found = find_matrix(pipeline.steps[open], where);
  for (std::size_t n = 0; !found && n < pipeline.steps.size(); ++n) {
    found = find_matrix(pipeline.steps[n], where);
  }
  return found;
}

/// Splits the formulas of a step at wide spaces.
std::vector<std::string> formulas_of(std::string_view tex) {
  constexpr std::string_view kApart = " \\quad ";
  std::vector<std::string> all;
  for (;;) {
    const std::size_t end = tex.find(kApart);
    all.emplace_back(tex.substr(0, end));
    if (end == std::string_view::npos) return all;
    tex.remove_prefix(end + kApart.size());
  }
}

/// Lines of text and formulas from top to bottom, with distances that keep them from overlapping.
class LinesDown {
 public:
  LinesDown(const Ruler& ruler, double middle) : ruler_(ruler), middle_(middle) {}

  /// Moves to the line of `text`, at least `pitch` further down, and returns its middle.
  double next(std::string_view text, Type type, double pitch) {
    const LineExtent extent = rich_extent(ruler_, text, type);
    middle_ = std::max(middle_ + pitch, bottom_ + extent.above + kBetweenLines);
    bottom_ = std::max(bottom_, middle_ + extent.below);
    return middle_;
  }
  /// Moves to the line of a formula, which may take several lines.
  double next(const FormulaMark& formula, double pitch) {
    const FormulaExtent extent = ruler_.formula(formula);
    const double to_baseline = baseline_below(formula.type);
    middle_ = std::max(middle_ + pitch, bottom_ + extent.above - to_baseline + kBetweenLines);
    bottom_ = std::max(bottom_, middle_ + to_baseline + extent.below);
    return middle_;
  }
  /// Returns the middle of the current line for another text on it.
  double beside(std::string_view text, Type type) {
    bottom_ = std::max(bottom_, middle_ + rich_extent(ruler_, text, type).below);
    return middle_;
  }
  double end() const { return std::max(middle_ + kStepLine / 2, bottom_ + kBetweenLines); }

 private:
  static constexpr double kBetweenLines = 2;
  const Ruler& ruler_;
  double middle_, bottom_ = 0;
};

/// Draws a step's formula on separate lines; on one line if the height is small.
void add_step_formula(Diagram& diagram, const Ruler& ruler, const std::string& tex,
                      const Rect& room, LinesDown& lines) {
  const bool is_low = room.height <= kLowRoom;
  const Type type = is_low ? Type::small : Type::body;
  for (const std::string& one : is_low ? std::vector{tex} : formulas_of(tex)) {
    FormulaMark mark{{room.x, 0}, one, type, {}, 0, room.width};
    mark.breaks = ruler.breaks_lines();
    const double pitch = is_low ? 0 : kStepLine;
    mark.at.y = mark.breaks ? lines.next(mark, pitch) : lines.next("$" + one + "$", type, pitch);
    diagram.add(std::move(mark));
  }
}

/// Draws the text above the matrices. Returns its lower end.
double add_step_words(Diagram& diagram, const ViewInput& input, const Pipeline& pipeline,
                      std::size_t step, const std::string& feeds, Rect room) {
  const PipelineStep& shown = pipeline.steps[step];
  const Ruler& ruler = input.ruler;
  // Heads are counted from 0.
  const std::size_t heads = input.trace().heads.size();
  const std::string head = "head " + std::to_string(pipeline.head) +
                           (heads > 1 ? " of 0 … " + std::to_string(heads - 1) : "");
  const std::string &name = shown.names.front(), formula = "$" + shown.formula + "$";
  const double x = room.x + rich_width(ruler, name, Type::title) + 16;
  const double end = room.right() - ruler.width(head, Type::small) - 12;
  const bool is_beside = x + rich_width(ruler, formula, Type::body) <= end;
  // A fraction reaches above its line.
  const double above = is_beside ? rich_extent(ruler, formula, Type::body).above : 0;
  const double first = room.y + std::max(kStepLine / 2, above);
  LinesDown lines(ruler, first);
  diagram.add_text({room.right(), first}, head, Type::small, {Ink::secondary}, 1);
  add_rich(diagram, ruler, {{room.x, lines.beside(name, Type::title)}, name, Type::title});
  if (is_beside) {
    FormulaMark mark{{x, lines.beside(formula, Type::body)}, shown.formula, Type::body};
    mark.role = TextRole::tick;  // may be dropped: other layouts write its parts on separate lines
    diagram.add(std::move(mark));
  } else {
    add_step_formula(diagram, ruler, shown.formula, room, lines);
  }
  const std::size_t most = ruler.breaks_lines()     ? kAnyNumberOfLines
                           : room.height > kLowRoom ? 2
                                                    : 1;
  const std::string& said = ruler.breaks_lines() && !feeds.empty() ? feeds : shown.note;
  const auto notes = rich_lines_of(ruler, said, Type::small, room.width, most);
  for (std::size_t n = 0; ruler.breaks_lines() && n < notes.size(); ++n) {
    const double y = lines.next(notes[n], Type::small, kStepLine - 2);
    const Ink ink = feeds.empty() ? Ink::secondary : Ink::query;
    add_rich(diagram, ruler, {{room.x, y}, notes[n], Type::small, {ink}});
  }
  for (std::size_t n = 0; !ruler.breaks_lines() && n < notes.size(); ++n) {
    const double y = lines.next(notes[n], Type::small, kStepLine - 2);
    if (n == 0 && !feeds.empty()) {
      const std::string words = shortened_rich(ruler, feeds, Type::small, room.width);
      add_rich(diagram, ruler, {{room.x, y}, words, Type::small, {Ink::query}});
    } else if (feeds.empty()) {
      add_rich(diagram, ruler, {{room.x, y}, notes[n], Type::small, {Ink::secondary}});
    }
  }
  return lines.end() + 2;
}

constexpr double kLegendLine = 16;

/// Draws the legends of the colours on one line; on several if lines are broken. Returns their
/// height.
double add_legends(Diagram& diagram, const ViewInput& input, const Pipeline& pipeline,
                   const PipelineStep& step, Rect line) {
  double x = line.x, y = line.middle_y();
  const bool breaks = input.ruler.breaks_lines();
  const auto next_line = [&] {
    x = line.x;
    y += kLegendLine;
  };
  const auto uses = [all = step.matrices()](auto holds) {
    return std::ranges::any_of(all, [&](const PipelineMatrix* one) { return holds(*one); });
  };
  constexpr std::pair<MatrixRole, const char*> kRoles[] = {{MatrixRole::feature, "features"},
                                                           {MatrixRole::score, "scores"},
                                                           {MatrixRole::weight, "weights"}};
  for (const auto& [role, name] : kRoles) {
    if (!uses([role = role](const PipelineMatrix& one) { return one.role == role; })) continue;
    const auto drawn_at = [&, role = role, name = name](Diagram& legend, Point at) {
      return add_level_legend(legend, input.ruler, name,
                              colormap_for_role(input.state, pipeline, role), pipeline.range(role),
                              at);
    };
    Diagram tried;
    if (breaks && x > line.x && drawn_at(tried, {x, y}) > line.right()) next_line();
    Diagram legend;
    const double end = drawn_at(legend, {x, y});
    if (end > line.right() && !breaks) continue;
    std::ranges::move(legend.marks, std::back_inserter(diagram.marks));
    x = end + 16;
  }
  if (!uses([](const PipelineMatrix& one) {
        return one.masked && one.masked->minCoeff() == kMasked;
      })) {
    return y + line.height / 2 - line.y;
  }
  const std::string word = "hatched: masked";
  if (x + input.ruler.width(word, Type::small) > line.right()) {
    if (!breaks) return line.height;
    next_line();
  }
  diagram.add_text({x, y}, word, Type::small, {Ink::faint});
  return y + line.height / 2 - line.y;
}

constexpr double kSinkGap = 4, kWidestSink = 14;
constexpr double kSinkRoom = kSinkGap + kWidestSink + 2;

/// Shares of the sink, if the result is the head's weights; else null.
std::shared_ptr<const Matrix> sink_beside(const Pipeline& pipeline,
                                          const std::vector<PipelineTerm>& terms) {
  if (terms.empty() || terms.back().matrices.empty()) return nullptr;
  if (terms.back().matrices.back().where.part != Part::weights) return nullptr;
  auto column = sink_column(*pipeline.evaluation, pipeline.head);
  return column ? std::make_shared<const Matrix>(*std::move(column)) : nullptr;
}

/// Draws the sink as one more column of the weights. Returns its box.
Rect add_sink(Diagram& diagram, const MatrixMark& weights, std::shared_ptr<const Matrix> shares,
              bool is_live) {
  const Rect& area = weights.area;
  const Rect at{area.right() + kSinkGap, area.y, std::min(kWidestSink, weights.cell_width()),
                area.height};
  MatrixMark column = column_beside(weights, nullptr, "sink", std::move(shares), at);
  column.numbers = false;
  if (!is_live) column.name.clear();
  diagram.add(std::move(column));
  return at;
}

void add_equation(Diagram& diagram, const ViewInput& input,
                  const std::shared_ptr<const Pipeline>& pipeline,
                  const std::vector<PipelineTerm>& terms, const std::optional<PointedCell>& lit,
                  const std::vector<CellRange>& feeds, bool is_live, Rect room) {
  const auto sink = sink_beside(*pipeline, terms);
  if (sink) room.width -= kSinkRoom;
  const EquationLayout layout = lay_out(terms, input.ruler, room);
  for (const EquationLayout::Word& word : layout.words) {
    const Ink ink = word.type == Type::small ? Ink::faint : Ink::text;
    add_rich(diagram, input.ruler, {word.at, word.text, word.type, {ink}, 0.5});
  }
  for (const EquationLayout::PlacedMatrix& place : layout.places) {
    MatrixMark mark = mark_of(input, pipeline, *place.matrix);
    mark.area = place.area;
    if (is_live) mark.name = matrix_name(place.matrix->where);
    diagram.add(mark);
    LabelledMatrix labelled{
        .matrix = mark, .rows = place.matrix->rows, .columns = place.matrix->columns};
    if (place.has_row_labels) {
      add_row_labels(diagram, input.ruler, labelled, layout.longest_row);
    }
    if (place.has_column_labels) {
      add_column_labels(diagram, input.ruler, labelled, layout.are_columns_turned,
                        layout.longest_column);
    }
    add_lights(diagram, mark, *place.matrix, feeds, 2);
    if (is_of(lit, *place.matrix)) {
      const Cell cell = place.matrix->turned(lit->cell);
      add_lights(diagram, mark, *place.matrix, {{place.matrix->where, cell.query, 1, cell.key, 1}},
                 2.5);
    }
    if (sink && &place == &layout.places.back()) {
      const Rect column = add_sink(diagram, mark, sink, is_live);
      const double above = input.ruler.width("sink", Type::small) + kLabelGap;
      if (place.has_column_labels && column.y - above >= room.y) {
        diagram.add_text({column.middle_x(), column.y - kLabelGap}, "sink", Type::small,
                         {Ink::secondary}, 0, Turn::upwards);
      }
    }
  }
}

std::string cell_of(const PipelineMatrix& matrix, Index row, Index column) {
  return "$" + matrix.symbol + "[" + std::to_string(row) + ",\\," + std::to_string(column) + "]$";
}

std::string feeds_words(const Pipeline& pipeline, std::size_t step,
                        const std::optional<PointedCell>& lit,
                        const std::vector<CellRange>& feeds) {
  const PipelineMatrix* matrix = find_matrix(pipeline.steps[step], lit);
  if (!matrix) return "";
  const std::string cell = cell_of(*matrix, lit->cell.query, lit->cell.key);
  const std::string sources = words_of(pipeline, step, feeds);
  const bool has_sink =
      matrix->where.part == Part::weights && pipeline.evaluation->scene.head(pipeline.head).sink;
  if (!sources.empty()) {
    const std::string sink =
        has_sink ? "; " + sink_words(*pipeline.evaluation, pipeline.head, lit->cell.query) +
                       " of the row"
                 : "";
    return cell + " comes from " + sources + sink;
  }
  if (matrix->role == MatrixRole::weight) return cell + " does not depend on the scores";
  if (part_kind(matrix->where.part).feeds) return cell + " does not depend on the inputs";
  return cell + " is an input";
}

constexpr double kLowestLegend = 14;

double legends_height(const ViewInput& input, const Pipeline& pipeline, const PipelineStep& step,
                      double width) {
  Diagram tried;
  return add_legends(tried, input, pipeline, step, {0, 0, width, kLowestLegend});
}

}  // namespace

bool stacks_equations(const ViewInput& input) {
  constexpr double kLeastEquation = 560;
  return input.stacks(kLeastEquation, 1);
}

std::string matrix_name(const Where& where) {
  std::string name = "steps." + std::string(part_kind(where.part).id);
  // For other heads, the matrices of the shown head are drawn.
  if (where.part == Part::head_output || where.part == Part::projection) {
    name += "[" + std::to_string(where.head) + "]";
  }
  return name;
}

const PipelineMatrix* find_matrix(const PipelineStep& step, const std::optional<PointedCell>& lit) {
  return lit && lit->where ? find_matrix(step, *lit->where) : nullptr;
}

std::vector<CellRange> lit_cells(const Pipeline& pipeline, std::size_t step,
                                 const std::optional<PointedCell>& lit) {
  std::vector<CellRange> cells;
  const PipelineMatrix* matrix = find_matrix(pipeline.steps[step], lit);
  if (!matrix) return cells;
  const Cell cell = lit->cell;
  if (cell.query >= matrix->values->rows() || cell.key >= matrix->values->cols()) {
    return cells;
  }
  const Scene& scene = pipeline.evaluation->scene;
  for (const CellRange& range :
       feeding_cells(scene, pipeline.seen, matrix->where, matrix->turned(cell))) {
    if (drawn_feed(range.where) == range.where) {
      cells.push_back(range);
    } else {  // a single score
      std::ranges::move(feeding_cells(scene, pipeline.seen, range.where, {range.row, range.column}),
                        std::back_inserter(cells));
    }
  }
  return cells;
}

void add_lights(Diagram& diagram, const MatrixMark& mark, const PipelineMatrix& matrix,
                const std::vector<CellRange>& ranges, double line) {
  const Where& where = matrix.where;
  for (const CellRange& one : ranges) {
    if (one.where != where) continue;
    const CellRange range = matrix.drawn(one);
    const Rect first = mark.cell(range.row, range.column);
    const Rect lit{first.x, first.y, first.width * static_cast<double>(range.columns),
                   first.height * static_cast<double>(range.rows)};
    diagram.add_outline(lit, {is_of_keys(where.part) ? Ink::key : Ink::query},
                        std::min(3.0, first.height / 4), line);
  }
}

MatrixMark mark_of(const ViewInput& input, const std::shared_ptr<const Pipeline>& pipeline,
                   const PipelineMatrix& matrix) {
  MatrixMark mark{.values = {pipeline, matrix.values},
                  .colormap = &colormap_for_role(input.state, *pipeline, matrix.role),
                  .range = pipeline->range(matrix.role),
                  .numbers = input.state.numbers && matrix.role != MatrixRole::seen};
  if (matrix.masked) mark.scores = {pipeline, matrix.masked};
  mark.is_pairs = matrix.is_pairs();
  mark.symbol = "$" + matrix.symbol + "$";
  mark.where = matrix.where;
  return mark;
}

/// "row 2 of A"; empty unless the cells are a whole row, column or matrix, or a single cell.
std::string shape_words(const CellRange& cells, const PipelineMatrix& matrix) {
  const bool whole_rows = cells.columns == matrix.values->cols();
  const bool whole_columns = cells.rows == matrix.values->rows();
  const std::string row = std::to_string(cells.row), column = std::to_string(cells.column);
  const std::string symbol = "$" + matrix.symbol + "$";
  if (cells.rows == 1 && cells.columns == 1) return cell_of(matrix, cells.row, cells.column);
  if (whole_rows && whole_columns) return "all of " + symbol;
  if (whole_rows && cells.rows == 1) return "row " + row + " of " + symbol;
  if (whole_columns && cells.columns == 1) return "column " + column + " of " + symbol;
  return "";
}

std::string words_of(const Pipeline& pipeline, std::size_t step,
                     const std::vector<CellRange>& ranges) {
  std::string words;
  for (auto range = ranges.begin(); range != ranges.end(); ++range) {
    const PipelineMatrix* matrix = find_matrix(pipeline, step, range->where);
    const auto is_of_matrix = [&](const CellRange& other) { return other.where == range->where; };
    if (!matrix || std::any_of(ranges.begin(), range, is_of_matrix)) continue;
    Index cells = 0;
    for (const CellRange& other : ranges) {
      if (is_of_matrix(other)) cells += other.rows * other.columns;
    }
    const bool is_alone = std::ranges::count_if(ranges, is_of_matrix) == 1;
    std::string what = is_alone ? shape_words(matrix->drawn(*range), *matrix) : "";
    if (what.empty()) what = std::to_string(cells) + " cells of $" + matrix->symbol + "$";
    words += (words.empty() ? "" : ", ") + what;
  }
  return words;
}

double open_step_height(const ViewInput& input, const std::shared_ptr<const Pipeline>& pipeline,
                        std::size_t step, const std::optional<PointedCell>& lit, double width) {
  constexpr double kAnyHeight = 1000;
  const std::vector<CellRange> feeds = lit_cells(*pipeline, step, lit);
  const PipelineStep& shown = pipeline->steps[step];
  Diagram tried;
  double height =
      add_step_words(tried, input, *pipeline, step, feeds_words(*pipeline, step, lit, feeds),
                     {0, 0, width, kAnyHeight});
  for (const auto& terms : shown.equations) {
    for (const auto& line : equation_lines(terms, input.ruler, width)) {
      height += equation_height(line, input.ruler, width);
    }
  }
  if (input.legend) height += legends_height(input, *pipeline, shown, width) + 4;
  return height;
}

void add_open_step(Diagram& diagram, const ViewInput& input,
                   const std::shared_ptr<const Pipeline>& pipeline, std::size_t step,
                   const std::optional<PointedCell>& lit, bool is_live, Rect room) {
  const std::vector<CellRange> feeds = lit_cells(*pipeline, step, lit);
  const PipelineStep& shown = pipeline->steps[step];
  const double top = add_step_words(diagram, input, *pipeline, step,
                                    feeds_words(*pipeline, step, lit, feeds), room);
  double bottom = room.bottom();
  if (input.legend) {
    const double high = legends_height(input, *pipeline, shown, room.width);
    const Rect legend{room.x, room.bottom() - high, room.width, kLowestLegend};
    add_legends(diagram, input, *pipeline, shown, legend);
    bottom = legend.y - 4;
  }
  if (stacks_equations(input)) {
    double y = top;
    for (const auto& terms : shown.equations) {
      for (const auto& line : equation_lines(terms, input.ruler, room.width)) {
        const double high = equation_height(line, input.ruler, room.width);
        add_equation(diagram, input, pipeline, line, lit, feeds, is_live,
                     {room.x, y, room.width, high});
        y += high;
      }
    }
    return;
  }
  // Two equations are stacked, or side by side if the height is too small.
  const std::size_t count = shown.equations.size();
  constexpr double kLowest = 62;
  const bool is_beside = count > 1 && (bottom - top) / static_cast<double>(count) < kLowest;
  const double width = is_beside ? room.width / static_cast<double>(count) : room.width;
  const double each = is_beside ? bottom - top : (bottom - top) / static_cast<double>(count);
  for (std::size_t n = 0; n < count; ++n) {
    const double x = is_beside ? room.x + width * static_cast<double>(n) : room.x;
    const double y = is_beside ? top : top + each * static_cast<double>(n);
    add_equation(diagram, input, pipeline, shown.equations[n], lit, feeds, is_live,
                 {x, y, width, each});
  }
}

}  // namespace attn
