#include "app/figure/files/diagram_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "app/document/json/numbers.h"
#include "app/figure/diagram/heatmap_image.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/diagram/type_style.h"
#include "app/figure/heatmap/figure_frame.h"
#include "app/figure/text/palette.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

constexpr double kDiagramMargin = kFigureMargin;
constexpr double kSmallestDiagramNumber = 3;  // its em, where numbers are wanted in any case
constexpr double kSmallestGapped = 12;        // a cell of at least that has a gap around it
constexpr Index kMostDiagramCells = 128;      // on a side, drawn one by one

bool is_image(const MatrixMark& mark) {
  return mark.cell_width() < 1 || mark.cell_height() < 1 ||
         std::max(mark.values->rows(), mark.values->cols()) > kMostDiagramCells;
}

/// How large a number may be in its cell, in parts of its usual size; above 1 where there is more
/// room than it takes.
double fitting_number(const MatrixMark& mark) {
  const float largest = largest_distance(*mark.values);
  const std::string longest = fixed(mark.range.low < 0 ? -largest : largest, 2);
  return std::min((mark.cell_width() - 4) / Text(longest, style_of(Type::small)).width(),
                  mark.cell_height() / line_height(Type::small));
}

/// Draws one mark after the other, `offset` to the right and down.
class Painter {
 public:
  Painter(Canvas& canvas, double offset, Numbers numbers)
      : canvas_(canvas), offset_(offset), numbers_(numbers) {}

  void operator()(const RectMark& mark) {
    canvas_.rect(moved(mark.rect), mark.radius,
                 {.fill = mark.fill, .stroke = mark.stroke, .line = mark.line});
  }

  void operator()(const LineMark& mark) {
    if (mark.points.size() < 2) return;
    canvas_.path(moved(mark.points), false,
                 {.stroke = mark.paint, .line = mark.line, .dashed = mark.dashed});
    if (mark.arrow) (*this)(AreaMark{arrow_head(mark), mark.paint});
  }

  void operator()(const AreaMark& mark) {
    canvas_.path(moved(mark.points), true, {.fill = mark.fill});
  }

  void operator()(const DiscMark& mark) {
    canvas_.disc(moved(mark.center), mark.radius,
                 {.fill = mark.fill, .stroke = mark.stroke, .line = mark.line});
  }

  void operator()(const TextMark& mark) {
    const TextStyle style = style_of(mark.type);
    const Text text(mark.text, style);
    const double angle = mark.turn == Turn::level     ? 0
                         : mark.turn == Turn::upwards ? -std::numbers::pi / 2
                                                      : std::numbers::pi / 2;
    const Align align = mark.align == 0.5 ? Align::center
                        : mark.align == 1 ? Align::right
                                          : Align::left;
    const double along = align == Align::left ? -mark.align * text.width() : 0;
    const double across = cap_height(style) / 2;
    const Point at = moved(mark.at);
    canvas_.text(text, mark.paint,
                 {at.x + along * std::cos(angle) - across * std::sin(angle),
                  at.y + along * std::sin(angle) + across * std::cos(angle), align, angle});
  }

  void operator()(const MatrixMark& mark) {
    if (mark.values->size() == 0) return;
    is_image(mark) ? draw_image(mark) : draw_cells(mark);
  }

  void operator()(const ClipMark& mark) {
    canvas_.clip(mark.rect ? std::optional(moved(*mark.rect)) : std::nullopt);
  }

 private:
  Point moved(Point point) const { return {point.x + offset_, point.y + offset_}; }
  Rect moved(Rect rect) const {
    return {rect.x + offset_, rect.y + offset_, rect.width, rect.height};
  }
  std::vector<Point> moved(std::vector<Point> points) const {
    for (Point& point : points) point = moved(point);
    return points;
  }

  void draw_image(const MatrixMark& mark) {
    const Matrix& shades = shades_of(mark);
    const int width = image_pixels(mark.area.width, shades.cols(), canvas_.resolution());
    const int height = image_pixels(mark.area.height, shades.rows(), canvas_.resolution());
    const std::vector<std::uint32_t> image =
        heatmap_image(shades, mark.scores ? *mark.scores : shades, canvas_.colors(*mark.colormap),
                      mark.range, width, height);
    const Rect area = moved(mark.area);
    if (mark.scores) canvas_.hatch({&area, 1}, 0);
    canvas_.image(area, {width, height, image});
  }

  void draw_cells(const MatrixMark& mark) {
    const double small = std::min(mark.cell_width(), mark.cell_height());
    const double gap = small >= kSmallestGapped ? 2 : small >= 6 ? 1 : 0;
    const Colormap& colors = canvas_.colors(*mark.colormap);
    std::vector<Rect> masked;
    std::vector<Canvas::Cell> cells;
    for (Index i = 0; i < mark.values->rows(); ++i) {
      for (Index j = 0; j < mark.values->cols(); ++j) {
        Rect cell = moved(mark.cell(i, j));
        cell = {cell.x + gap / 2, cell.y + gap / 2, cell.width - gap, cell.height - gap};
        if (is_masked(mark, i, j)) {
          masked.push_back(cell);
        } else {
          cells.push_back({cell, color_of(colors, mark.range, shades_of(mark)(i, j))});
        }
      }
    }
    const double radius = gap > 0 ? std::min(3.0, small / 6) : 0;
    canvas_.hatch(masked, radius);
    canvas_.cells(cells, radius, gap == 0);
    // A mark without a name is part of a legend.
    const bool forced = numbers_ == Numbers::on && !mark.name.empty();
    if (mark.numbers || forced) draw_numbers(mark, forced);
  }

  void draw_numbers(const MatrixMark& mark, bool forced) {
    TextStyle style = style_of(Type::small);
    const double fitting = fitting_number(mark);
    if (fitting < 1) {
      style.size *= fitting;
      if (!forced || style.size < kSmallestDiagramNumber) return;
    }
    const Colormap& colors = canvas_.colors(*mark.colormap);
    for (Index i = 0; i < mark.values->rows(); ++i) {
      for (Index j = 0; j < mark.values->cols(); ++j) {
        if (is_masked(mark, i, j)) continue;
        const Rgb behind = color_of(colors, mark.range, shades_of(mark)(i, j));
        const Rect cell = moved(mark.cell(i, j));
        canvas_.text(Text(fixed((*mark.values)(i, j), 2), style), {.data = text_color_on(behind)},
                     {cell.middle_x(), cell.middle_y() + cap_height(style) / 2, Align::center});
      }
    }
  }

  static bool is_masked(const MatrixMark& mark, Index i, Index j) {
    return mark.scores && (*mark.scores)(i, j) == kMasked;
  }
  static const Matrix& shades_of(const MatrixMark& mark) {
    return mark.shades ? *mark.shades : *mark.values;
  }

  Canvas& canvas_;
  double offset_;
  Numbers numbers_;
};

}  // namespace

double FigureRuler::width(std::string_view text, Type type) const {
  return Text(text, style_of(type)).width();
}

std::string FigureRuler::shortened(std::string_view text, Type type, double width) const {
  Text set(text, style_of(type));
  set.shorten(width, Cut::end);
  return set.text();
}

bool has_room_for_numbers(const Diagram& diagram) {
  const double smallest = kSmallestDiagramNumber / style_of(Type::small).size;
  return std::ranges::all_of(diagram.marks, [&](const Mark& mark) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (!matrix || matrix->name.empty() || matrix->values->size() == 0) return true;
    return !is_image(*matrix) && fitting_number(*matrix) >= smallest;
  });
}

Drawing drawing_of(Diagram diagram, const DiagramLook& look) {
  const auto shared = std::make_shared<const Diagram>(std::move(diagram));
  return {.width = shared->width + 2 * kDiagramMargin,
          .height = shared->height + 2 * kDiagramMargin,
          .draw =
              [shared, numbers = look.numbers](Canvas& canvas) {
                Painter painter(canvas, kDiagramMargin, numbers);
                for (const Mark& mark : shared->marks) {
                  std::visit([&painter](const auto& one) { painter(one); }, mark);
                }
                painter(ClipMark{});
              },
          .theme = look.theme};
}

}  // namespace attn
