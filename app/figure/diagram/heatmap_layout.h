#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/shading.h"

namespace attn {

/// Numbers outside a matrix, one for each row or column.
struct MatrixMargin {
  std::string title{};                     ///< "sum", aligned with the labels
  std::shared_ptr<const Matrix> values{};  ///< M x 1, or 1 x L; null: none
  bool is_coloured = false;                ///< drawn as one more column of the matrix
  int decimals = 2;
  std::optional<double> expected{};  ///< numbers that are not written like this one are red
};

/// Heatmap with labels, margins and legend.
struct LabelledMatrix {
  MatrixMark matrix{};                             ///< its area is set by the layout
  const std::vector<std::string>* rows = nullptr;  ///< row labels; null: none
  const std::vector<std::string>* columns = nullptr;
  std::string row_axis{}, column_axis{};  ///< "queries →"; may be empty
  std::optional<Cell> shown{};            ///< outlined cell with its row; key −1: the row only
  bool is_preview = false;                ///< preview: thinner, with its column
  Ink shown_row = Ink::query;             ///< colour of the shown row's label
  Type label = Type::small;               ///< label, medium: smaller if lines are close
  std::string corner{};                   ///< formula where row and column labels meet
  double track =
      0;  ///< line width of the outline of the shown row and cell, in the gap; 0: around the cell
  std::vector<MatrixMargin> beside{};              ///< columns to the right of the matrix
  MatrixMargin below{};                            ///< row below the matrix
  double bar = 12;                                 ///< width of the legend's bar
  double longest_row = 110, longest_column = 110;  ///< maximum widths of labels
  CellLimits cells{.side = 1e9, .fills = true};    ///< limits of cells in addition to the available
                                                   ///< space
  double scale = 0;                  ///< pixels per unit, to align edges; 0: no alignment
  const Shading* shading = nullptr;  ///< colours and their meaning; null: no legend
  std::string quantity{};            ///< quantity in the legend: "weight"; may be empty
  bool has_masked = false;           ///< the legend explains masked cells
  std::vector<Index> unseeing{};     ///< visible rows that see no key
  Index every = 1;                   ///< least distance between labels
  bool needs_names = false;          ///< labels at this distance are required
  bool are_labels_optional = false;  ///< figures may drop labels to fit a smaller page
  double zoom = 1;                   ///< zoom factor; above 1 only a part is visible,
  Point center{0.5, 0.5};            ///< with this centre, as a share of the whole
};

/// Style and selection of the labels along one side of a matrix.
struct LabelLine {
  Type type = Type::small;
  Turn turn = Turn::level;
  Index step = 1;      ///< 1, 2, 5, 10, 20, 50, …: distance at which labels fit
  double longest = 0;  ///< maximum width

  /// Labels of a thinned line are optional.
  TextRole role() const { return step == 1 ? TextRole::name : TextRole::tick; }
};

/// Layout of all parts of a heatmap.
struct HeatmapLayout {
  double width = 0, height = 0;  ///< size of all parts
  Rect area{};                   ///< visible cells
  Rect matrix{};                 ///< all cells, larger than `area` if zoomed
  LabelLine rows{}, columns{};
  Point row_axis{}, column_axis{};  ///< centres of the axes' names
  std::vector<Rect> beside{};       ///< as high as all cells
  Rect below{};                     ///< as wide as all cells
  Rect legend{};                    ///< bar with its pointed ends
  Point note{};                     ///< start of the text below the matrix
  bool has_pills = false;           ///< rows that see no key contain a text about it
};

/// Lays out `heatmap` from the upper left corner of `room`; height 0: free. Takes about as long for
/// 4096 labels as for 50.
HeatmapLayout lay_out(const Ruler& ruler, const LabelledMatrix& heatmap, Rect room);

/// Rows (or columns) among `count` from `start` on, each `pitch` long, that intersect low … high;
/// end excluded.
std::pair<Index, Index> seen_between(double low, double high, double start, double pitch,
                                     Index count);

/// Least distance between labels.
double label_pitch(Type type);
/// Width of the widest shown label, at most `most`.
double label_width(const Ruler& ruler, const std::vector<std::string>& labels, double most,
                   Type type = Type::small, Index step = 1);

/// Largest type, from the matrix's own downwards, in which numbers fit into cells of this size;
/// `longest` is the longest number. Empty if none fits.
std::optional<Type> number_type(const Ruler& ruler, const MatrixMark& matrix, double cell_width,
                                double cell_height, std::string_view longest);
/// Decimals of numbers in cells, if they fit.
inline constexpr int kDecimals = 2;
/// Longest of the numbers in `seen`, a block of the matrix: with 0 for each digit.
std::string longest_number(const MatrixMark& matrix, const Matrix& seen, int decimals = kDecimals);
/// Common format of the numbers of `seen` in cells of this size: with fewer decimals if more do not
/// fit but fewer are still useful; empty if no format fits.
struct NumberFit {
  Type type;
  int decimals = kDecimals;
};
std::optional<NumberFit> fitting_numbers(const Ruler& ruler, const MatrixMark& matrix,
                                         double cell_width, double cell_height, const Matrix& seen);
/// Returns whether all digits of the number are 0.
bool is_zero_as_written(std::string_view number);

/// Format of the numbers in the cells of `seen`: "0.88"; if some are very large, numbers from 1000
/// on as "1.86e12".
class CellNumbers {
 public:
  explicit CellNumbers(const Matrix& seen, int decimals = kDecimals);
  std::string text(double value) const;

 private:
  bool has_large_;
  int decimals_;
};

// Gap between a heatmap and its legend.
inline constexpr double kLegendGap = 28;
/// Gap between labels and cells.
inline constexpr double kLabelGap = 8;
/// Text in a row that sees no key, if it fits.
inline constexpr const char* kSeesNoKey = "sees no key";
inline constexpr double kPillHeight = 18;
double pill_width(const Ruler& ruler);
/// "2 queries see no key: The, A", below a matrix whose rows are too small for that text.
std::vector<std::string> queries_without_keys_note(const Ruler& ruler,
                                                   const LabelledMatrix& heatmap);

}  // namespace attn
