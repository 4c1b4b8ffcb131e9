#include "app/figure/steps/equation_layout.h"

#include <algorithm>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_layout.h"

namespace attn {
namespace {

constexpr double kEquationLine = 16;  // height of a line of shapes
constexpr double kSymbolLine = 20;    // height of a line of symbols, whose indices reach below
constexpr double kEquationGap = 8;    // gap between labels and cells
constexpr double kLargestEquationCell = 46;
constexpr double kLowest = 14;  // least height of a matrix
constexpr double kLongestEquationLabel = 90;

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
    return above() + kEquationLine + std::clamp(kUsualCell * most_rows(), 2 * kLowest, kTallest) +
           12;
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
      const double high = std::clamp(rows_of(one) * cell_, kLowest, height());
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
      const double middle_x = std::clamp(center, std::min(x + half, x + width / 2),
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

std::vector<std::vector<PipelineTerm>> equation_lines(const std::vector<PipelineTerm>& terms,
                                                      const Ruler& ruler, double width) {
  constexpr double kAnyHeight = 1000;
  std::vector<std::vector<PipelineTerm>> lines(1);
  for (const PipelineTerm& term : terms) {
    std::vector<PipelineTerm> longer = lines.back();
    longer.push_back(term);
    const bool fits = Equation(longer, ruler, {0, 0, width, kAnyHeight}).least_width() <= width;
    if (fits || lines.back().empty()) {
      lines.back() = std::move(longer);
    } else {
      lines.push_back({term});
    }
  }
  return lines;
}

double equation_height(const std::vector<PipelineTerm>& terms, const Ruler& ruler, double width) {
  constexpr double kAnyHeight = 1000;
  return Equation(terms, ruler, {0, 0, width, kAnyHeight}).usual_height();
}

EquationLayout lay_out(const std::vector<PipelineTerm>& terms, const Ruler& ruler, Rect room) {
  return Equation(terms, ruler, room).lay_out();
}

}  // namespace attn
