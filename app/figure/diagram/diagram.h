#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/figure/canvas/pixel_image.h"
#include "app/figure/math/set_formula.h"
#include "app/figure/text/paint.h"
#include "engine/attention/where.h"
#include "engine/base/clamped.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Kinds of text, which define their style; sizes are those of the window.
enum class Type {
  body,
  medium,
  strong,  ///< body, bold
  small,
  tiny,
  caption,
  title,
  number,
  small_number,
  label,  ///< token next to a single matrix
  cell,   ///< number in a single matrix
};

struct TextStyle;
/// Style of texts of `type` in figures.
TextStyle style_of(Type type);

/// Direction of a line of text; slanted: rises to the right by 45 degrees.
enum class Turn { level, slanted, upwards, downwards };

/// Priority of a text if a figure has little space: names stay unchanged, words may lose all but
/// their numbers, ticks may be dropped.
enum class TextRole { words, name, tick };

struct RectMark {
  Rect rect;
  std::optional<Paint> fill{}, stroke{};
  double radius = 0;
  double line = 1;
};

/// Line through `points`; with `arrow`, it ends in an arrow head.
struct LineMark {
  std::vector<Point> points{};
  Paint paint{};
  double line = 1;
  bool arrow = false;
  bool dashed = false;
};

/// Convex area.
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

/// Line of text. `at` is the middle of the capitals' height, at the share `align` of the length: 0
/// its begin, 1 its end.
struct TextMark {
  Point at{};
  std::string text{};
  Type type = Type::body;
  Paint paint{};
  double align = 0;
  Turn turn = Turn::level;
  TextRole role = TextRole::words;
  double slot = 0;      ///< maximum height of the ink, 0: unlimited; neighbours never touch
  std::string whole{};  ///< full text, if it was cut
};

/// Formula on a line of text of `type`: `at` is as for a TextMark on the same line and baseline.
struct FormulaMark {
  Point at{};
  std::string tex{};
  Type type = Type::body;
  Paint paint{};  ///< for parts without a colour of their own
  double align = 0;
  double room = 0;       ///< maximum width, smaller type is used beyond it; 0: unlimited
  double size = 0;       ///< size of an em; 0: matches the text
  bool display = false;  ///< display style: fractions and sums are large
  bool breaks = false;   ///< if too wide, broken into lines before the type is reduced
  TextRole role = TextRole::name;
};

/// Matrix that is too large to store: the shown part is computed for the picture.
struct LargeMatrix {
  Index rows = 0, columns = 0;
  /// Coloured value of each of rows x columns blocks, as in strongest_weights().
  std::function<Matrix(int rows, int columns)> strongest;
};

/// Matrix as a heatmap.
struct MatrixMark {
  std::string name{};  ///< name of its area in the window: "head[2]"
  Rect area{};
  std::shared_ptr<const Matrix> values{};  ///< null if it is `large`
  std::shared_ptr<const Matrix> scores{};  ///< kMasked where cells are hatched; null: none
  std::shared_ptr<const Matrix> shades{};  ///< coloured numbers, if not the values
  const Colormap* colormap = nullptr;
  ColorRange range{};
  bool numbers = false;       ///< shown in the cells, if they fit
  bool is_pairs = false;      ///< rows are queries and columns are keys: cells can be selected
  std::string symbol{};       ///< symbol before a cell's index in texts: "$P$", "head 3"
  Type number = Type::small;  ///< type of the numbers in large cells; smaller otherwise
  std::shared_ptr<const LargeMatrix> large{};
  bool is_scale = false;  ///< steps of a legend, one below the other
  /// Size of the matrix that was pooled to `values`; 0: it was not.
  Index pooled_rows = 0, pooled_columns = 0;
  /// Matrix of the evaluation that this mark shows, possibly transposed.
  std::optional<Where> where{};
  /// Picture behind the cells, stretched over `area`: they have no gaps, and let it shine through.
  std::shared_ptr<const PixelImage> behind{};

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
  /// Box of a whole row.
  Rect row_box(Index row) const {
    const Rect first = cell(row, 0);
    return {first.x, first.y, area.width, first.height};
  }
};

/// Opacity of cells over a picture.
inline constexpr double kOverPicture = 0.55;

/// Clips all following marks up to the next ClipMark; without a rectangle, clipping ends.
struct ClipMark {
  std::optional<Rect> rect{};
};

using Mark = std::variant<RectMark, LineMark, AreaMark, DiscMark, TextMark, FormulaMark, MatrixMark,
                          ClipMark>;

/// Area that the mouse can point at, click or drag in the window, in addition to cells of matrices.
struct Target {
  std::string name;  ///< name in the UI map: "plane.token[3]"
  Rect box;
};

/// Line that the mouse can point at and click.
struct LineTarget {
  std::string name;  ///< "graph.edge[2][0]"
  std::vector<Point> points;
};

/// `box` extended by `by` on each side.
inline Rect grown(const Rect& box, double by) {
  return {box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by};
}
/// Square with sides of 2 · `half` around `middle`.
inline Rect square_around(Point middle, double half) {
  return {middle.x - half, middle.y - half, 2 * half, 2 * half};
}

/// Returns whether `box` is within `room`.
inline bool holds(const Rect& room, const Rect& box) {
  return box.x >= room.x && box.right() <= room.right() && box.y >= room.y &&
         box.bottom() <= room.bottom();
}
/// `box` moved into `room`; only its upper left corner is inside if it is larger.
inline Rect moved_into(Rect box, const Rect& room) {
  box.x = clamped(box.x, room.x, std::max(room.x, room.right() - box.width));
  box.y = clamped(box.y, room.y, std::max(room.y, room.bottom() - box.height));
  return box;
}

/// Distance of p from the line segment a b.
double distance_to_side(Point a, Point b, Point p);

/// Area of a diagram with its own coordinates, y upwards.
struct Chart {
  std::string name{};  ///< "plane.values"; empty: the mouse cannot point at it
  Rect area{};
  Point low{}, high{};  ///< coordinates of the lower left and upper right corners

  Point place(Point p) const {
    return {area.x + (p.x - low.x) / (high.x - low.x) * area.width,
            area.bottom() - (p.y - low.y) / (high.y - low.y) * area.height};
  }
  Point coordinates(Point place) const {
    return {low.x + (place.x - area.x) / area.width * (high.x - low.x),
            low.y + (area.bottom() - place.y) / area.height * (high.y - low.y)};
  }
};

/// View as a list of marks, back to front, in units of 1/96 inch from the upper left corner. The
/// window and all writers of figures draw it: it looks equal in all of them.
struct Diagram {
  double width = 0, height = 0;
  std::vector<Mark> marks{};
  std::vector<Target> targets{};
  std::vector<LineTarget> line_targets{};
  std::vector<Chart> charts{};
  std::string missing{};     ///< why the view has nothing to show for the scene; empty if it has
  bool lacks_names = false;  ///< names that are required do not fit

  void add(Mark mark) { marks.push_back(std::move(mark)); }
  /// Adds a filled box, or only the outline of one.
  void add_box(const Rect& box, const Paint& fill, double radius = 0) {
    add(RectMark{box, fill, std::nullopt, radius});
  }
  void add_outline(const Rect& box, const Paint& stroke, double radius = 0, double line = 1) {
    add(RectMark{box, std::nullopt, stroke, radius, line});
  }
  /// Adds a line of text: a TextMark with these members.
  void add_text(Point at, std::string text, Type type = Type::body, Paint paint = {},
                double align = 0, Turn turn = Turn::level, TextRole role = TextRole::words,
                double slot = 0, std::string whole = {}) {
    add(TextMark{at, std::move(text), type, paint, align, turn, role, slot, std::move(whole)});
  }
  /// Adds a small text that may be dropped.
  void add_tick(Point at, std::string text, Paint paint, double align = 0) {
    add_text(at, std::move(text), Type::small, paint, align, Turn::level, TextRole::tick);
  }
  void add_target(std::string name, Rect box) { targets.push_back({std::move(name), box}); }
};

/// Extent of a formula in text: above and below its baseline.
struct FormulaExtent {
  double width = 0, above = 0, below = 0;
};

/// Measures texts for the output of a diagram.
class Ruler {
 public:
  virtual ~Ruler() = default;
  virtual FormulaExtent formula(const FormulaMark& mark) const;
  FormulaExtent formula(std::string_view tex, Type type) const {
    return formula(FormulaMark{.tex = std::string(tex), .type = type});
  }
  virtual double width(std::string_view text, Type type) const = 0;
  /// `text` shortened to `width`, with … at the cut.
  virtual std::string shortened(std::string_view text, Type type, double width) const = 0;
  /// Returns whether labels may be slanted or tiny: for print, which is finer than a screen.
  virtual bool is_fine() const { return false; }
  /// Returns whether too long texts are broken into lines, as on paper, where no tooltip shows the
  /// full text.
  virtual bool breaks_lines() const { return false; }
};

/// Corners of the arrow head at the end of a line, the tip first.
std::vector<Point> arrow_head(const LineMark& line);

/// Height of a line of text, and distance of its baseline from the middle of its capitals.
double line_height(Type type);
double baseline_below(Type type);

/// Style of the mark's formula that fits its space.
FormulaStyle style_of(const FormulaMark& mark);
/// `style`, or a smaller one whose `width` is at most `room`; 0: unlimited. Indices stay readable.
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
