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

/// A number for each row of a matrix, or for each of its columns, outside of it.
struct MatrixMargin {
  std::string title{};                     ///< "Σ", in line with the labels
  std::shared_ptr<const Matrix> values{};  ///< M x 1, or 1 x L; null: there are none
  bool is_coloured = false;                ///< as one more column of the matrix
};

/// A heatmap with what stands around it.
struct LabelledMatrix {
  MatrixMark matrix;                               ///< its area is set when it is laid out
  const std::vector<std::string>* rows = nullptr;  ///< labels; null: none
  const std::vector<std::string>* columns = nullptr;
  std::string row_axis{}, column_axis{};  ///< "queries →"; may be empty
  std::optional<Cell> shown{};            ///< its row and itself are outlined; of key −1, its row
  bool is_preview = false;                ///< it is only pointed at: thinner, with its column
  Ink shown_row = Ink::query;             ///< of the shown row's label
  Type label = Type::small;               ///< label, medium: smaller ones where lines are close
  std::string corner{};                   ///< a formula where the labels of rows and columns meet
  double track =
      0;  ///< how thick what outlines the shown row and cell is, in the gap; 0: around it
  std::vector<MatrixMargin> beside{};              ///< right of the matrix, a column each
  MatrixMargin below{};                            ///< a row under it
  double bar = 12;                                 ///< how wide the legend's is
  double longest_row = 110, longest_column = 110;  ///< of labels
  CellLimits cells{.side = 1e9, .fills = true};    ///< beside what the room allows
  double scale = 0;                  ///< pixels a unit: edges lie on whole ones; 0: anywhere
  const Shading* shading = nullptr;  ///< what the colours mean; null: no legend
  std::string quantity{};            ///< that they are of: "weight"; may be empty
  bool has_masked = false;           ///< the legend says how masked cells look
  std::vector<Index> unseeing{};     ///< rows that see no key, of those that can be seen
  Index every = 1;                   ///< from one label to the next, at least
  double zoom = 1;                   ///< of the whole, of which a part is seen then,
  Point center{0.5, 0.5};            ///< whose middle shows that part of the whole
};

/// How the labels along one side of a matrix are set, and which of them.
struct LabelLine {
  Type type = Type::small;
  Turn turn = Turn::level;
  Index step = 1;      ///< 1, 2, 5, 10, 20, 50, …: every such label has room
  double longest = 0;  ///< what they are cut to

  /// Of those that are left where labels are too many, none is missed.
  TextRole role() const { return step == 1 ? TextRole::name : TextRole::tick; }
};

/// Where everything of a heatmap lies.
struct HeatmapLayout {
  double width = 0, height = 0;  ///< of all
  Rect area{};                   ///< of the cells that are seen
  Rect matrix{};                 ///< of all cells, beyond that where it is zoomed
  LabelLine rows{}, columns{};
  Point row_axis{}, column_axis{};  ///< the middles of their names
  std::vector<Rect> beside{};       ///< as high as all cells
  Rect below{};                     ///< as wide as all cells
  Rect legend{};                    ///< its bar with its points
  Point note{};                     ///< where the words below the matrix begin
  bool has_pills = false;           ///< rows say in themselves that they see no key
};

/// Lays out `heatmap` in `room`, from its upper left corner on; a height of 0 is as much as it
/// takes. It takes about as long for 4096 labels as for 50.
HeatmapLayout lay_out(const Ruler& ruler, const LabelledMatrix& heatmap, Rect room);

/// The rows (or columns) of `count` from `start` on, each `pitch` long, of which something lies
/// between `low` and `high`: the last excluded.
std::pair<Index, Index> seen_between(double low, double high, double start, double pitch,
                                     Index count);

/// From one label to the next, at least.
double label_pitch(Type type);
/// The widest of those of `labels` that are shown, at most `most`.
double label_width(const Ruler& ruler, const std::vector<std::string>& labels, double most,
                   Type type = Type::small, Index step = 1);

/// The largest type, from that of the matrix on, in which numbers have room in cells so large, of
/// which `longest` is the longest; nothing where none has.
std::optional<Type> number_type(const Ruler& ruler, const MatrixMark& matrix, double cell_width,
                                double cell_height, std::string_view longest);
/// How many decimals the numbers in cells have, where there is room.
inline constexpr int kDecimals = 2;
/// As wide as the longest of the numbers in `seen`, a part of the matrix: with 0 for each digit.
std::string longest_number(const MatrixMark& matrix, const Matrix& seen, int decimals = kDecimals);
/// How the numbers of `seen` are set in cells so large, all alike: with fewer decimals where those
/// still say something and more have no room; nothing where they have none.
struct NumberFit {
  Type type;
  int decimals = kDecimals;
};
std::optional<NumberFit> fitting_numbers(const Ruler& ruler, const MatrixMark& matrix,
                                         double cell_width, double cell_height, const Matrix& seen);
/// Whether no digit of the number is another than 0.
bool is_zero_as_written(std::string_view number);

/// How the numbers in the cells of `seen` are written: "0.88", and where some are very large, those
/// from 1000 on as "1.86e12".
class CellNumbers {
 public:
  explicit CellNumbers(const Matrix& seen, int decimals = kDecimals);
  std::string text(double value) const;

 private:
  bool has_large_;
  int decimals_;
};

// What stands between a heatmap and its legend.
inline constexpr double kLegendGap = 28;
/// From the labels to the cells.
inline constexpr double kLabelGap = 8;
/// What a row that sees no key says in itself, where there is room.
inline constexpr const char* kSeesNoKey = "sees no key";
inline constexpr double kPillHeight = 18;
double pill_width(const Ruler& ruler);
/// "2 queries see no key: The, A", below a matrix whose rows have no room to say it.
std::vector<std::string> unseeing_note(const Ruler& ruler, const LabelledMatrix& heatmap);

}  // namespace attn
