#include <algorithm>
#include <iterator>
#include <utility>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/steps/steps_diagram.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

using MatrixRole = PipelineMatrix::Role;

constexpr double kEquationLine = 16;  // height of a line of shapes
constexpr double kSymbolLine = 20;    // height of a line of symbols, whose indices reach below
constexpr double kEquationGap = 8;    // gap between labels and cells
constexpr double kLargestEquationCell = 46;
constexpr double kLowest = 14;  // least height of a matrix
constexpr double kLongestEquationLabel = 90;

constexpr double kAnyRoom = 1000;
constexpr double kStepLine = 18;
constexpr double kLowRoom = 260;

/// Layout of the matrices of one computation, and the texts around them.
struct EquationLayout {
  struct PlacedMatrix {
    const PipelineMatrix* matrix = nullptr;
    Rect area;
    bool has_row_labels = false, has_column_labels = false;
  };
  struct Word {
    Point at;          ///< centre
    std::string text;  ///< with formulas
    Type type;
  };
  std::vector<PlacedMatrix> places;
  std::vector<Word> words;  ///< operators, symbols, shapes
  double longest_row = 0, longest_column = 0;
  bool are_columns_turned = false;
};

double rows_of(const PipelineMatrix& one) { return static_cast<double>(one.values->rows()); }
double columns_of(const PipelineMatrix& one) { return static_cast<double>(one.values->cols()); }

/// "O₀ ⋯ O₃"
std::string symbols_of(const PipelineTerm& term) {
  const std::string& first = term.matrices.front().symbol;
  return term.matrices.size() == 1 ? "$" + first + "$"
                                   : "$" + first + " \\cdots " + term.matrices.back().symbol + "$";
}

std::string sign_of(const PipelineTerm& term) { return "$" + term.before + "$"; }

std::string shape_of(Index rows, Index columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string shape_of(const PipelineMatrix& one) {
  return shape_of(one.values->rows(), one.values->cols());
}

/// Places all terms side by side in `room`, with cells of one size unless a matrix would become too
/// narrow to see.
class Equation {
 public:
  Equation(const std::vector<PipelineTerm>& terms, const Ruler& ruler, Rect room)
      : terms_(terms), ruler_(ruler), room_(room) {}

  /// Least width with cells as high as a text line, so that each row has its label.
  double least_width() {
    choose_labels();
    least_ = 28;
    cell_ = label_pitch(Type::small) + 0.5;
    return width();
  }
  double usual_height() {
    constexpr double kUsualCell = 20, kTallest = 280;
    choose_labels();
    layout_.are_columns_turned = true;
    return above() + kEquationLine + clamped(kUsualCell * most_rows(), 2 * kLowest, kTallest) + 12;
  }

  EquationLayout lay_out() {
    choose_labels();
    fit();
    if (has_column_labels_ && cell_ < column_label_ + 6) {
      layout_.are_columns_turned = true;
      fit();
    }
    place();
    return std::move(layout_);
  }

 private:
  void choose_labels() {
    const bool is_paper = ruler_.breaks_lines();
    layout_.longest_row = std::min(kLongestEquationLabel, room_.width * (is_paper ? 0.3 : 0.13));
    layout_.longest_column =
        std::min(kLongestEquationLabel, room_.height * (is_paper ? 0.5 : 0.25));
    const std::vector<std::string>* latest = nullptr;
    for (const PipelineTerm& term : terms_) {
      const PipelineMatrix& first = term.matrices.front();
      const bool has_rows = (is_paper || room_.width > 360) && first.rows && first.rows != latest;
      left_.push_back(
          has_rows ? label_width(ruler_, *first.rows, layout_.longest_row) + kEquationGap : 0.0);
      if (has_rows) latest = first.rows;
      if (first.columns && room_.height > 130) {
        has_column_labels_ = true;
        column_label_ = label_width(ruler_, *first.columns, layout_.longest_column);
      }
    }
  }

  double above() const {
    if (!has_column_labels_) return kSymbolLine;
    return kSymbolLine + kEquationGap +
           (layout_.are_columns_turned ? column_label_ : line_height(Type::small));
  }
  double height() const { return std::max(kLowest, room_.height - above() - kEquationLine); }

  double matrix_width(const PipelineTerm& term, const PipelineMatrix& one) const {
    const double least = term.matrices.size() == 1
                             ? least_
                             : least_ / std::min(8.0, static_cast<double>(term.matrices.size()));
    return std::max(least, columns_of(one) * cell_);
  }
  double between(const PipelineTerm& term) const { return term.matrices.size() > 12 ? 1 : 4; }
  double cells_width(const PipelineTerm& term) const {
    double width = between(term) * static_cast<double>(term.matrices.size() - 1);
    for (const PipelineMatrix& one : term.matrices) width += matrix_width(term, one);
    return width;
  }
  double words_width(const PipelineTerm& term) const {
    return std::max(rich_width(ruler_, symbols_of(term), Type::caption),
                    ruler_.width(shape_words(term), Type::small));
  }
  double term_width(const PipelineTerm& term) const {
    return std::max(cells_width(term), words_width(term));
  }
  double operator_width(const PipelineTerm& term) const {
    if (term.before.empty()) return 0;
    return rich_width(ruler_, sign_of(term), Type::body) + (room_.width > 500 ? 24 : 10);
  }
  double width() const {
    double width = 0;
    for (std::size_t n = 0; n < terms_.size(); ++n) {
      width += operator_width(terms_[n]) + left_[n] + term_width(terms_[n]);
    }
    return width;
  }

  /// Rows of the tallest term.
  double most_rows() const {
    double most = 1;
    for (const PipelineTerm& term : terms_) most = std::max(most, rows_of(term.matrices.front()));
    return most;
  }

  /// Finds the largest cells that fit.
  void fit() {
    for (const double least : {48.0, 28.0, 16.0, 8.0, 2.0}) {
      least_ = least;
      cell_ = 0;
      if (width() <= room_.width) break;
    }
    double low = 0, high = std::min(kLargestEquationCell, height() / most_rows());
    for (int n = 0; n < 40; ++n) {
      cell_ = n == 0 ? high : (low + high) / 2;
      if (width() <= room_.width) {
        low = cell_;
        if (n == 0) break;
      } else {
        high = cell_;
      }
    }
    cell_ = low;
  }

  void place() {
    double tallest = kLowest;
    for (const PipelineTerm& term : terms_) {
      tallest = std::max(tallest, std::min(height(), rows_of(term.matrices.front()) * cell_));
    }
    const double free = std::max(0.0, room_.height - above() - kEquationLine - tallest);
    const double middle = room_.y + above() + tallest / 2 + std::min(free / 2, 12.0);
    double x = room_.x + std::max(0.0, (room_.width - width()) / 2);
    for (std::size_t n = 0; n < terms_.size(); ++n) {
      const PipelineTerm& term = terms_[n];
      const double before = operator_width(term);
      if (before > 0) {
        layout_.words.push_back({{x + before / 2, middle}, sign_of(term), Type::body});
      }
      x += before + left_[n];
      place_term(term, x, middle, left_[n] > 0);
      x += term_width(term);
    }
  }

  void place_term(const PipelineTerm& term, double x, double middle, bool has_rows) {
    const double width = term_width(term);
    double at = x + (has_rows ? 0 : (width - cells_width(term)) / 2);
    const double center = at + cells_width(term) / 2;
    double top = middle, bottom = middle;
    bool is_first = true;
    for (const PipelineMatrix& one : term.matrices) {
      const double high = clamped(rows_of(one) * cell_, kLowest, height());
      const double wide = matrix_width(term, one);
      const Rect area{at, middle - high / 2, wide, high};
      layout_.places.push_back(
          {&one, area, has_rows && is_first, has_column_labels_ && one.columns});
      at += wide + between(term);
      top = std::min(top, area.y);
      bottom = std::max(bottom, area.bottom());
      is_first = false;
    }
    if (has_column_labels_ && term.matrices.front().columns) top -= above() - kSymbolLine;
    const auto word = [&](double y, std::string text, Type type) {
      const double half = rich_width(ruler_, text, type) / 2;
      const double middle_x = clamped(center, std::min(x + half, x + width / 2),
                                      std::max(x + width - half, x + width / 2));
      layout_.words.push_back({{middle_x, y}, std::move(text), type});
    };
    word(top - kSymbolLine / 2 - 1, symbols_of(term), Type::caption);
    word(bottom + kEquationLine / 2 + 1, shape_words(term), Type::small);
  }

  const std::vector<PipelineTerm>& terms_;
  const Ruler& ruler_;
  const Rect room_;
  std::vector<double> left_;  // width of the row labels, one for each term
  bool has_column_labels_ = false;
  double column_label_ = 0;
  double least_ = 0, cell_ = 0;
  EquationLayout layout_;
};

/// Breaks `terms` into lines of at most `width`, before operators, with cells as high as a text
/// line.
std::vector<std::vector<PipelineTerm>> equation_lines(const std::vector<PipelineTerm>& terms,
                                                      const Ruler& ruler, double width) {
  std::vector<std::vector<PipelineTerm>> lines(1);
  for (const PipelineTerm& term : terms) {
    std::vector<PipelineTerm> longer = lines.back();
    longer.push_back(term);
    const bool fits = Equation(longer, ruler, {0, 0, width, kAnyRoom}).least_width() <= width;
    if (fits || lines.back().empty()) {
      lines.back() = std::move(longer);
    } else {
      lines.push_back({term});
    }
  }
  return lines;
}

/// Height of a line of equations with cells of normal size.
double equation_height(const std::vector<PipelineTerm>& terms, const Ruler& ruler, double width) {
  return Equation(terms, ruler, {0, 0, width, kAnyRoom}).usual_height();
}

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
    return next(rich_extent(ruler_, text, type), pitch);
  }
  /// Moves to the line of a formula, which may take several lines.
  double next(const FormulaMark& formula, double pitch) {
    const FormulaExtent extent = ruler_.formula(formula);
    const double to_baseline = baseline_below(formula.type);
    return next(LineExtent{extent.above - to_baseline, to_baseline + extent.below}, pitch);
  }
  /// Returns the middle of the current line for another text on it.
  double beside(std::string_view text, Type type) {
    bottom_ = std::max(bottom_, middle_ + rich_extent(ruler_, text, type).below);
    return middle_;
  }
  double end() const { return std::max(middle_ + kStepLine / 2, bottom_ + kBetweenLines); }

 private:
  double next(LineExtent extent, double pitch) {
    middle_ = std::max(middle_ + pitch, bottom_ + extent.above + kBetweenLines);
    bottom_ = std::max(bottom_, middle_ + extent.below);
    return middle_;
  }

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
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const double y = lines.next(notes[n], Type::small, kStepLine - 2);
    if (ruler.breaks_lines() || feeds.empty()) {
      const Ink ink = feeds.empty() ? Ink::secondary : Ink::query;
      add_rich(diagram, ruler, {{room.x, y}, notes[n], Type::small, {ink}});
    } else if (n == 0) {
      const std::string words = shortened_rich(ruler, feeds, Type::small, room.width);
      add_rich(diagram, ruler, {{room.x, y}, words, Type::small, {Ink::query}});
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
  const EquationLayout layout = Equation(terms, input.ruler, room).lay_out();
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

std::string shape_words(const PipelineTerm& term) {
  Index columns = 0;
  std::string first = shape_of(term.matrices.front());
  const std::string last = shape_of(term.matrices.back());
  bool are_alike = true;
  for (const PipelineMatrix& one : term.matrices) {
    columns += one.values->cols();
    are_alike = are_alike && shape_of(one) == first;
  }
  if (term.matrices.size() == 1) return first;
  if (term.is_one) return shape_of(term.matrices.front().values->rows(), columns);
  if (are_alike) return std::to_string(term.matrices.size()) + " of " + first;
  return first + (term.matrices.size() == 2 ? ", " : " … ") + last;
}

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
  const std::vector<CellRange> feeds = lit_cells(*pipeline, step, lit);
  const PipelineStep& shown = pipeline->steps[step];
  Diagram tried;
  double height = add_step_words(tried, input, *pipeline, step,
                                 feeds_words(*pipeline, step, lit, feeds), {0, 0, width, kAnyRoom});
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
  constexpr double kLowestOfTwo = 62;
  const bool is_beside = count > 1 && (bottom - top) / static_cast<double>(count) < kLowestOfTwo;
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
