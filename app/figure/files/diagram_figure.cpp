#include "app/figure/files/diagram_figure.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "app/figure/diagram/heatmap_image.h"
#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/math/formula_drawing.h"
#include "app/figure/math/set_formula.h"
#include "app/figure/page/figure_frame.h"
#include "app/figure/text/figure_theme.h"
#include "app/figure/text/text.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr double kSmallestDiagramNumber = 3;  // em, if numbers are required

/// `resolution`: dots per unit. Cells that are smaller than a dot are pooled in an image.
bool is_image(const MatrixMark& mark, double resolution) {
  const double least = std::max(1.0, 1 / resolution);
  return mark.cell_width() < least || mark.cell_height() < least ||
         is_drawn_as_image(mark.rows(), mark.columns());
}

PooledCells cells_pooled_in(const MatrixMark& mark, double resolution) {
  const bool is_of_legend = mark.name.empty() && mark.pooled_rows == 0;
  if (mark.rows() * mark.columns() == 0 || is_of_legend) return {};
  Index rows = mark.rows(), columns = mark.columns();
  if (is_image(mark, resolution)) {
    rows = std::min<Index>(rows, image_pixels(mark.area.height, rows, resolution));
    columns = std::min<Index>(columns, image_pixels(mark.area.width, columns, resolution));
  }
  return pooled_cells(std::max(mark.rows(), mark.pooled_rows),
                      std::max(mark.columns(), mark.pooled_columns), rows, columns);
}

/// Style of a number in a cell: digits are aligned with the rows above.
TextStyle cell_style(Type type) {
  TextStyle style = style_of(type);
  style.tabular = true;
  return style;
}

struct CellNumberStyle {
  TextStyle text;
  int decimals = kDecimals;
};

/// Style of the numbers in cells: as in the window, or, if required, as small as necessary; empty
/// if they do not fit.
std::optional<CellNumberStyle> number_style(const MatrixMark& mark, bool forced, bool is_fine) {
  const double width = mark.cell_width(), height = mark.cell_height();
  const FigureRuler ruler(is_fine);
  if (const auto fit = fitting_numbers(ruler, mark, width, height, *mark.values)) {
    return CellNumberStyle{cell_style(fit->type), fit->decimals};
  }
  if (!forced) return std::nullopt;
  const std::string longest = longest_number(mark, *mark.values);
  TextStyle style = cell_style(Type::tiny);
  const double em = ruler.width(longest, Type::tiny) / style.size;
  style.size = std::min({style.size, std::max(width - 4, 0.74 * width) / em, 0.8 * height});
  if (style.size < kSmallestDiagramNumber) return std::nullopt;
  return CellNumberStyle{style};
}

/// Columns of the `most` largest visible numbers of a row; of equal ones, the first.
std::vector<Index> largest_seen(const MatrixMark& mark, Index row, Index most) {
  std::vector<Index> seen;
  for (Index column = 0; column < mark.columns(); ++column) {
    if (!mark.is_masked(row, column)) seen.push_back(column);
  }
  if (std::ssize(seen) <= most) return seen;
  std::ranges::stable_sort(seen, std::greater(),
                           [&](Index column) { return (*mark.values)(row, column); });
  seen.resize(static_cast<std::size_t>(most));
  return seen;
}

/// Draws the picture behind the cells of `mark`, with at most the dots of `canvas`.
void draw_picture(Canvas& canvas, const PixelImage& picture, const Rect& area) {
  const auto dots = [&](double length) {
    return std::max(1, static_cast<int>(std::ceil(length * canvas.resolution())));
  };
  const PixelImage drawn = reduced(picture, dots(area.width), dots(area.height));
  canvas.image(area, {drawn.width, drawn.height, drawn.argb, 1, true});
}

/// Draws the cells as one image, so that they meet without seams, over the picture behind them.
void draw_cells_over_picture(Canvas& canvas, const MatrixMark& mark, const CellGrid& grid) {
  draw_picture(canvas, *mark.behind, grid.area);
  std::vector<Rect> masked;
  for (Index i = 0; i < grid.rows; ++i) {
    for (Index j = 0; j < grid.columns; ++j) {
      if (mark.is_masked(i, j)) masked.push_back(grid.cell(i, j));
    }
  }
  canvas.hatch(masked, 0);
  const Matrix& shades = mark.shades ? *mark.shades : *mark.values;
  const int width = image_pixels(grid.area.width, grid.columns, canvas.resolution());
  const int height = image_pixels(grid.area.height, grid.rows, canvas.resolution());
  const auto image = heatmap_image(shades, mark.scores ? *mark.scores : shades,
                                   canvas.colors(*mark.colormap), mark.range, width, height);
  canvas.image(grid.area, {width, height, image, kOverPicture});
}

/// Colour of a cell over the picture, which has at most one pixel for each cell.
Rgb color_over(const PixelImage& picture, const CellGrid& grid, Cell cell, Rgb color) {
  const Index y = cell.query * picture.height / grid.rows;
  const Index x = cell.key * picture.width / grid.columns;
  const std::uint32_t pixel = picture.argb[static_cast<std::size_t>(y * picture.width + x)];
  const auto mixed = [&](std::uint8_t over, int shift) {
    const std::uint32_t below = pixel >> shift & 255U;
    return static_cast<std::uint8_t>(std::lround(kOverPicture * over + (1 - kOverPicture) * below));
  };
  return {mixed(color.r, 16), mixed(color.g, 8), mixed(color.b, 0)};
}

/// Draws the marks in order, shifted by `offset`.
class Painter {
 public:
  Painter(Canvas& canvas, double offset, const DiagramLook& look)
      : canvas_(canvas), offset_(offset), look_(look) {}

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
    const double angle = angle_of(mark.turn);
    const Align align = mark.align == 0.5 ? Align::center
                        : mark.align == 1 ? Align::right
                                          : Align::left;
    const double along = align == Align::left ? -mark.align * text.width() : 0;
    const double across = cap_height(style) / 2;
    const Point at = moved(mark.at);
    canvas_.text(text, mark.paint,
                 {at.x + along * std::cos(angle) - across * std::sin(angle),
                  at.y + along * std::sin(angle) + across * std::cos(angle), align, angle,
                  mark.slot, across});
  }

  void operator()(const FormulaMark& mark) {
    const auto set = known_formula(mark.tex, style_of(mark));
    const Point at = moved(mark.at);
    draw_formula(canvas_, *set,
                 {at.x - mark.align * set->width, at.y + baseline_below(mark.type) - set->baseline},
                 mark.paint);
  }

  void operator()(const MatrixMark& mark) {
    if (mark.rows() * mark.columns() == 0) return;
    mark.is_scale                          ? draw_scale(mark)
    : mark.behind                          ? draw_over_picture(mark)
    : is_image(mark, canvas_.resolution()) ? draw_image(mark)
                                           : draw_numbered(mark);
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

  static double angle_of(Turn turn) {
    constexpr double kRight = std::numbers::pi / 2;
    constexpr double kAngles[] = {0, -kRight / 2, -kRight, kRight};  // in the order of Turn
    return kAngles[static_cast<std::size_t>(turn)];
  }

  // Each step extends to the bar's end, below the next: no gaps show the background.
  void draw_scale(const MatrixMark& mark) {
    const Rect bar = moved(mark.area);
    const Colormap& colors = canvas_.colors(*mark.colormap);
    std::vector<Canvas::ColoredRect> steps;
    for (Index step = 0; step < mark.rows(); ++step) {
      const double top = static_cast<double>(step) * mark.cell_height();
      steps.push_back({{bar.x, bar.y + top, bar.width, bar.height - top},
                       color_of(colors, mark.range, mark.shade(step, 0))});
    }
    canvas_.cells(steps, 0, true);
  }

  void draw_over_picture(const MatrixMark& mark) {
    const CellGrid grid{mark.rows(), mark.columns(), moved(mark.area)};
    draw_cells(canvas_, mark, grid);
    draw_wanted_numbers(mark, grid);
  }

  void draw_image(const MatrixMark& mark) {
    const int width = image_pixels(mark.area.width, mark.columns(), canvas_.resolution());
    const int height = image_pixels(mark.area.height, mark.rows(), canvas_.resolution());
    const Matrix strongest = mark.large ? mark.large->strongest(height, width) : Matrix();
    const Matrix& shades = mark.large ? strongest : mark.shades ? *mark.shades : *mark.values;
    const std::vector<std::uint32_t> image =
        heatmap_image(shades, mark.scores ? *mark.scores : shades, canvas_.colors(*mark.colormap),
                      mark.range, width, height);
    const Rect area = moved(mark.area);
    const bool shows_masked = std::ranges::find(image, kTransparent) != image.end();
    if (shows_masked) canvas_.hatch({&area, 1}, 0);
    canvas_.image(area, {width, height, image});
  }

  void draw_numbered(const MatrixMark& mark) {
    const CellGrid grid =
        grid_in(moved(mark.area), mark.rows(), mark.columns(), look_.scale, look_.gaps);
    draw_cells(canvas_, mark, grid);
    draw_wanted_numbers(mark, grid);
  }

  void draw_wanted_numbers(const MatrixMark& mark, const CellGrid& grid) {
    // Unnamed marks belong to a legend.
    const bool forced = look_.numbers == Numbers::on && !mark.name.empty();
    if (!mark.numbers && !forced) return;
    if (const auto style = number_style(mark, forced, look_.is_fine))
      draw_numbers(mark, grid, *style);
  }

  void draw_numbers(const MatrixMark& mark, const CellGrid& grid, const CellNumberStyle& style) {
    const Colormap& colors = canvas_.colors(*mark.colormap);
    const CellNumbers numbers(*mark.values, style.decimals);
    const PixelImage picture = mark.behind ? reduced(*mark.behind, static_cast<int>(grid.columns),
                                                     static_cast<int>(grid.rows))
                                           : PixelImage();
    std::map<std::string, Text> set;  // few distinct numbers
    const Index most = look_.of_largest.value_or(grid.columns);
    for (Index i = 0; i < grid.rows; ++i) {
      for (const Index j : largest_seen(mark, i, most)) {
        const std::string digits = numbers.text((*mark.values)(i, j));
        const Text& text = set.try_emplace(digits, digits, style.text).first->second;
        Rgb behind = color_of(colors, mark.range, mark.shade(i, j));
        if (mark.behind) behind = color_over(picture, grid, {i, j}, behind);
        const Rect cell = grid.cell(i, j);
        canvas_.text(
            text, {.data = text_color_on(behind)},
            {cell.middle_x(), cell.middle_y() + cap_height(style.text) / 2, Align::center});
      }
    }
  }

  Canvas& canvas_;
  double offset_;
  const DiagramLook& look_;
};

}  // namespace

double FigureRuler::width(std::string_view text, Type type) const {
  const auto [entry, is_new] = widths_.try_emplace({type, std::string(text)}, 0);
  if (is_new) entry->second = Text(text, style_of(type)).width();
  return entry->second;
}

std::string FigureRuler::shortened(std::string_view text, Type type, double width) const {
  const std::string_view mark = mark_among_equals(text);
  Text set(text.substr(0, text.size() - mark.size()), style_of(type));
  set.shorten(mark.empty() ? width : width - this->width(mark, type));
  return set.text().append(mark);
}

bool has_room_for_numbers(const Diagram& diagram) {
  return std::ranges::all_of(diagram.marks, [&](const Mark& mark) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (!matrix || matrix->name.empty() || matrix->rows() * matrix->columns() == 0) return true;
    return !is_image(*matrix, 1) &&
           number_style(*matrix, /*forced=*/true, /*is_fine=*/true).has_value();
  });
}

std::string pooled_words(const Diagram& diagram, double resolution) {
  PooledCells most;
  bool is_signed = false;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (!matrix) continue;
    const PooledCells cells = cells_pooled_in(*matrix, resolution);
    if (cells.rows * cells.columns <= most.rows * most.columns) continue;
    most = cells;
    is_signed = matrix->colormap->diverging;
  }
  return pooled_words(most, is_signed);
}

void draw_cells(Canvas& canvas, const MatrixMark& mark, const CellGrid& grid) {
  if (mark.behind) return draw_cells_over_picture(canvas, mark, grid);
  const Colormap& colors = canvas.colors(*mark.colormap);
  std::vector<Rect> masked;
  std::vector<Canvas::ColoredRect> cells;
  for (Index i = 0; i < grid.rows; ++i) {
    for (Index j = 0; j < grid.columns; ++j) {
      if (mark.is_masked(i, j)) {
        masked.push_back(grid.masked_cell(i, j));
      } else {
        cells.push_back({grid.cell(i, j), color_of(colors, mark.range, mark.shade(i, j))});
      }
    }
  }
  canvas.hatch(masked, grid.radius);
  canvas.cells(cells, grid.radius, grid.gap == 0);
}

Drawing drawing_of(Diagram diagram, const DiagramLook& look) {
  const auto shared = std::make_shared<const Diagram>(std::move(diagram));
  const double margin = figure_margin(look.scale, look.margin);
  return {.width = shared->width + 2 * margin,
          .height = shared->height + 2 * margin,
          .draw =
              [shared, look, margin](Canvas& canvas) {
                Painter painter(canvas, margin, look);
                for (const Mark& mark : shared->marks) {
                  std::visit([&painter](const auto& one) { painter(one); }, mark);
                }
                painter(ClipMark{});
              },
          .theme = look.theme};
}

}  // namespace attn
