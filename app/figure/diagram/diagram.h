#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/figure/diagram/type.h"
#include "app/figure/math/set_formula.h"
#include "app/figure/text/paint.h"
#include "app/figure/text/rect.h"
#include "engine/attention/where.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// How a line of text runs; slanted, it rises to the right by 45 degrees.
enum class Turn { level, slanted, upwards, downwards };

/// What a text is for, where a figure has little room: a name is kept as it is, of words all but
/// their numbers, of a scale's ticks there may be fewer.
enum class TextRole { words, name, tick };

struct RectMark {
  Rect rect;
  std::optional<Paint> fill{}, stroke{};
  double radius = 0;
  double line = 1;
};

/// A line through `points`; with `arrow`, a head stands at the last.
struct LineMark {
  std::vector<Point> points;
  Paint paint{};
  double line = 1;
  bool arrow = false;
  bool dashed = false;
};

/// A convex area.
struct AreaMark {
  std::vector<Point> points;
  Paint fill{};
};

struct DiscMark {
  Point center;
  double radius = 0;
  std::optional<Paint> fill{}, stroke{};
  double line = 1;
};

/// One line of text. `at` is in the middle of its capitals' height, and along it at `align`: 0
/// where it begins, 1 where it ends.
struct TextMark {
  Point at;
  std::string text;
  Type type = Type::body;
  Paint paint{};
  double align = 0;
  Turn turn = Turn::level;
  TextRole role = TextRole::words;
  double slot = 0;      ///< the height that its ink may take, 0 for any: neighbours never touch
  std::string whole{};  ///< where the text is cut, what it was
};

/// A formula on a line of words of `type`: `at` is as of a TextMark beside it, whose baseline it
/// stands on.
struct FormulaMark {
  Point at;
  std::string tex;
  Type type = Type::body;
  Paint paint{};  ///< of parts that have no colour of their own
  double align = 0;
  double room = 0;       ///< where it would be wider, it is set smaller; 0: anything
  double size = 0;       ///< of its em; 0: as is right beside the words
  bool display = false;  ///< on a line of its own: fractions and sums are large
  bool breaks = false;   ///< where it would be wider than its room, it goes on in lines below first
  TextRole role = TextRole::name;
};

/// A matrix that is too large to be kept: what a picture shows of it is computed for the picture.
struct LargeMatrix {
  Index rows = 0, columns = 0;
  /// What is coloured in each of rows x columns parts, as strongest_weights() has it.
  std::function<Matrix(int rows, int columns)> strongest;
};

/// A matrix as a heatmap.
struct MatrixMark {
  std::string name;  ///< of its area in the window: "head[2]"
  Rect area;
  std::shared_ptr<const Matrix> values;    ///< null where it is `large`
  std::shared_ptr<const Matrix> scores{};  ///< kMasked where cells are hatched; null: none is
  std::shared_ptr<const Matrix> shades{};  ///< what is coloured, where that is not the values
  const Colormap* colormap = nullptr;
  ColorRange range{};
  bool numbers = false;       ///< in the cells, where they fit
  bool is_pairs = false;      ///< rows are the queries and columns the keys: cells can be selected
  std::string symbol{};       ///< what stands before a cell's index in words: "$P$", "head 3"
  Type number = Type::small;  ///< of the numbers, where a cell has room for it; else a smaller one
  std::shared_ptr<const LargeMatrix> large{};
  bool is_scale = false;  ///< the steps of a legend, one below the other
  /// Which of an evaluation's matrices it is, where it is one, or the transpose of one.
  std::optional<Where> where{};

  Index rows() const { return values ? values->rows() : large->rows; }
  Index columns() const { return values ? values->cols() : large->columns; }
  bool is_masked(Index row, Index column) const;
  float shade(Index row, Index column) const { return (shades ? *shades : *values)(row, column); }
  double cell_width() const { return area.width / static_cast<double>(columns()); }
  double cell_height() const { return area.height / static_cast<double>(rows()); }
  Rect cell(Index row, Index column) const {
    return {area.x + static_cast<double>(column) * cell_width(),
            area.y + static_cast<double>(row) * cell_height(), cell_width(), cell_height()};
  }
};

/// What comes after is only drawn inside of it, until the next; without a rectangle, everywhere.
struct ClipMark {
  std::optional<Rect> rect{};
};

using Mark = std::variant<RectMark, LineMark, AreaMark, DiscMark, TextMark, FormulaMark, MatrixMark,
                          ClipMark>;

/// What the mouse can point at, click or drag in the window, beside the cells of matrices.
struct Target {
  std::string name;  ///< in the UI map: "plane.token[3]"
  Rect box;
};

/// A line that the mouse can point at and click.
struct LineTarget {
  std::string name;  ///< "graph.edge[2][0]"
  std::vector<Point> points;
};

/// How far p lies from the line that ends in a and b.
double distance_to_side(Point a, Point b, Point p);

/// A part of a diagram with coordinates of its own, upwards and as large in both directions.
struct Chart {
  std::string name;  ///< "plane.values"
  Rect area;
  Point low, high;  ///< the coordinates of the lower left and the upper right corner

  Point place(Point p) const {
    return {area.x + (p.x - low.x) / (high.x - low.x) * area.width,
            area.bottom() - (p.y - low.y) / (high.y - low.y) * area.height};
  }
  Point coordinates(Point place) const {
    return {low.x + (place.x - area.x) / area.width * (high.x - low.x),
            low.y + (area.bottom() - place.y) / area.height * (high.y - low.y)};
  }
};

/// A view as a list of marks, the lowest first, in units of 1/96 inch from the upper left corner.
/// The window draws it, and so do the writers of figures: it looks the same in all of them.
struct Diagram {
  double width = 0, height = 0;
  std::vector<Mark> marks{};
  std::vector<Target> targets{};
  std::vector<LineTarget> line_targets{};
  std::vector<Chart> charts{};

  void add(Mark mark) { marks.push_back(std::move(mark)); }
  /// Adds a line of text: a TextMark of these.
  void add_text(Point at, std::string text, Type type = Type::body, Paint paint = {},
                double align = 0, Turn turn = Turn::level, TextRole role = TextRole::words,
                double slot = 0, std::string whole = {}) {
    add(TextMark{at, std::move(text), type, paint, align, turn, role, slot, std::move(whole)});
  }
  void add_target(std::string name, Rect box) { targets.push_back({std::move(name), box}); }
};

/// How far a formula among words reaches: above and below are from their baseline.
struct FormulaExtent {
  double width = 0, above = 0, below = 0;
};

/// How wide texts are where a diagram is drawn.
class Ruler {
 public:
  virtual ~Ruler() = default;
  virtual FormulaExtent formula(const FormulaMark& mark) const;
  FormulaExtent formula(std::string_view tex, Type type) const {
    return formula(FormulaMark{.at = {}, .tex = std::string(tex), .type = type});
  }
  virtual double width(std::string_view text, Type type) const = 0;
  /// `text` with … for what does not fit into `width`.
  virtual std::string shortened(std::string_view text, Type type, double width) const = 0;
  /// Whether labels may be slanted or tiny: what is printed is finer than a screen.
  virtual bool is_fine() const { return false; }
  /// Whether words that are too long for their line go on in the next, as on paper: they have no
  /// tooltip there that would say the rest.
  virtual bool breaks_lines() const { return false; }
};

/// The three corners of the head at the end of a line with an arrow, the tip first.
std::vector<Point> arrow_head(const LineMark& line);

/// The height of a line of text, and how far its baseline is below the middle of its capitals.
double line_height(Type type);
double baseline_below(Type type);

/// How a formula of the mark is set, for it to have room.
FormulaStyle style_of(const FormulaMark& mark);
/// `style`, or smaller, so that what it makes `width` of is at most `room`; 0: anything is. Indices
/// stay as large as they can be read.
template <typename Width>
FormulaStyle fitting(FormulaStyle style, double room, const Width& width) {
  constexpr int kTries = 8;
  for (int n = 0; n < kTries && room > 0; ++n) {
    const double wide = width(style);
    if (wide <= room) break;
    style.size *= room / wide;
  }
  return style;
}

}  // namespace attn
