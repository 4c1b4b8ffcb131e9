#include "app/figure/diagram_figure.h"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "app/document/numbers.h"
#include "app/figure/diagram_type.h"
#include "app/figure/draw.h"
#include "app/figure/heatmap_image.h"
#include "app/figure/palette.h"
#include "app/figure/shading.h"
#include "engine/trace.h"

namespace attn {
namespace {

constexpr double kMargin = 28;
constexpr double kSmallestGapped = 12;  // a cell of at least that has a gap around it

Rgb color_of(Ink ink) {
  switch (ink) {
    case Ink::panel:
      return kPaper;
    case Ink::field:
      return kField;
    case Ink::hairline:
      return kHairline;
    case Ink::faint:
      return kFaint;
    case Ink::secondary:
      return kSecondary;
    case Ink::text:
      return kInk;
    case Ink::query:
      return kQuery;
    case Ink::key:
      return kKey;
    case Ink::good:
      return kGood;
    case Ink::warning:
      return kWarning;
  }
  return kInk;
}

void set_paint(cairo_t* cr, const Paint& paint) {
  const Rgb c = paint.data ? *paint.data : color_of(paint.ink);
  cairo_set_source_rgba(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0, paint.alpha);
}

/// Fills the path and draws its outline.
void paint_path(cairo_t* cr, const std::optional<Paint>& fill, const std::optional<Paint>& stroke,
                double line) {
  if (fill) {
    set_paint(cr, *fill);
    cairo_fill_preserve(cr);
  }
  if (stroke) {
    set_paint(cr, *stroke);
    cairo_set_line_width(cr, line);
    cairo_stroke_preserve(cr);
  }
  cairo_new_path(cr);
}

void add_points(cairo_t* cr, const std::vector<Point>& points) {
  cairo_new_path(cr);
  for (const Point& point : points) cairo_line_to(cr, point.x, point.y);
}

/// Draws one mark after the other.
class Painter {
 public:
  explicit Painter(cairo_t* cr) : cr_(cr) {}
  ~Painter() { (*this)(ClipMark{}); }
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  void operator()(const RectMark& mark) {
    add_rounded(cr_, mark.rect, mark.radius);
    paint_path(cr_, mark.fill, mark.stroke, mark.line);
  }

  void operator()(const LineMark& mark) {
    if (mark.points.size() < 2) return;
    cairo_save(cr_);
    add_points(cr_, mark.points);
    set_paint(cr_, mark.paint);
    cairo_set_line_width(cr_, mark.line);
    cairo_set_line_join(cr_, CAIRO_LINE_JOIN_ROUND);
    const double dash = 4;
    if (mark.dashed) cairo_set_dash(cr_, &dash, 1, 0);
    cairo_stroke(cr_);
    cairo_restore(cr_);
    if (mark.arrow) (*this)(AreaMark{arrow_head(mark), mark.paint});
  }

  void operator()(const AreaMark& mark) {
    add_points(cr_, mark.points);
    cairo_close_path(cr_);
    paint_path(cr_, mark.fill, std::nullopt, 0);
  }

  void operator()(const DiscMark& mark) {
    cairo_new_sub_path(cr_);
    cairo_arc(cr_, mark.center.x, mark.center.y, mark.radius, 0, 2 * std::numbers::pi);
    paint_path(cr_, mark.fill, mark.stroke, mark.line);
  }

  void operator()(const TextMark& mark) {
    const TextStyle style = style_of(mark.type);
    const Text text(mark.text, style);
    const double angle = mark.turn == Turn::level     ? 0
                         : mark.turn == Turn::upwards ? -std::numbers::pi / 2
                                                      : std::numbers::pi / 2;
    const double along = -mark.align * text.width(), across = cap_height(style) / 2;
    const Rgb color = mark.paint.data ? *mark.paint.data : color_of(mark.paint.ink);
    text.draw(cr_, mark.at.x + along * std::cos(angle) - across * std::sin(angle),
              mark.at.y + along * std::sin(angle) + across * std::cos(angle), Align::left, color,
              angle);
  }

  void operator()(const MatrixMark& mark) {
    if (mark.values->size() == 0) return;
    const bool is_fine =
        mark.cell_width() < 1 || mark.cell_height() < 1 || mark.values->size() > Index{128} * 128;
    is_fine ? draw_image(mark) : draw_cells(mark);
  }

  void operator()(const ClipMark& mark) {
    if (is_clipped_) cairo_restore(cr_);
    is_clipped_ = mark.rect.has_value();
    if (!is_clipped_) return;
    cairo_save(cr_);
    cairo_rectangle(cr_, mark.rect->x, mark.rect->y, mark.rect->width, mark.rect->height);
    cairo_clip(cr_);
  }

 private:
  void draw_image(const MatrixMark& mark) {
    const Matrix& shades = mark.shades ? *mark.shades : *mark.values;
    // Two pixels a unit hold what print shows; a cell has at least one.
    const auto pixels = [](double length, Index cells) {
      const double most = std::min(static_cast<double>(cells), std::ceil(2 * length));
      return static_cast<int>(std::max(1.0, most));
    };
    const int width = pixels(mark.area.width, shades.cols());
    const int height = pixels(mark.area.height, shades.rows());
    const std::vector<std::uint32_t> image = heatmap_image(
        shades, mark.scores ? *mark.scores : shades, *mark.colormap, mark.range, width, height);
    if (mark.scores) draw_hatch(cr_, mark.area);
    draw_pixels(cr_, mark.area, width, height, image);
  }

  void draw_cells(const MatrixMark& mark) {
    const double small = std::min(mark.cell_width(), mark.cell_height());
    const double gap = small >= kSmallestGapped ? 2 : small >= 6 ? 1 : 0;
    cairo_save(cr_);
    if (gap == 0) cairo_set_antialias(cr_, CAIRO_ANTIALIAS_NONE);
    for (Index i = 0; i < mark.values->rows(); ++i) {
      for (Index j = 0; j < mark.values->cols(); ++j) draw_cell(mark, i, j, gap);
    }
    cairo_restore(cr_);
    if (mark.numbers) draw_numbers(mark);
  }

  void draw_cell(const MatrixMark& mark, Index i, Index j, double gap) {
    Rect cell = mark.cell(i, j);
    const double small = std::min(cell.width, cell.height);
    cell = {cell.x + gap / 2, cell.y + gap / 2, cell.width - gap, cell.height - gap};
    if (mark.scores && (*mark.scores)(i, j) == kMasked) {
      draw_hatch(cr_, cell);
      return;
    }
    set_color(cr_, shade(mark, i, j));
    add_rounded(cr_, cell, gap > 0 ? std::min(3.0, small / 6) : 0);
    cairo_fill(cr_);
  }

  void draw_numbers(const MatrixMark& mark) {
    const TextStyle style = style_of(Type::small);
    const float largest = largest_distance(*mark.values);
    const std::string longest = fixed(mark.range.low < 0 ? -largest : largest, 2);
    if (mark.cell_width() < Text(longest, style).width() + 4) return;
    if (mark.cell_height() < line_height(Type::small)) return;
    for (Index i = 0; i < mark.values->rows(); ++i) {
      for (Index j = 0; j < mark.values->cols(); ++j) {
        if (mark.scores && (*mark.scores)(i, j) == kMasked) continue;
        const Rect cell = mark.cell(i, j);
        Text(fixed((*mark.values)(i, j), 2), style)
            .draw(cr_, cell.middle_x(), cell.middle_y() + cap_height(style) / 2, Align::center,
                  text_color_on(shade(mark, i, j)));
      }
    }
  }

  static Rgb shade(const MatrixMark& mark, Index i, Index j) {
    const Matrix& shades = mark.shades ? *mark.shades : *mark.values;
    return attn::color_of(*mark.colormap, mark.range, shades(i, j));
  }

  cairo_t* cr_;
  bool is_clipped_ = false;
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

Drawing drawing_of(Diagram diagram) {
  const auto shared = std::make_shared<const Diagram>(std::move(diagram));
  return {shared->width + 2 * kMargin, shared->height + 2 * kMargin, [shared](cairo_t* cr) {
            set_color(cr, kPaper);
            cairo_paint(cr);
            cairo_translate(cr, kMargin, kMargin);
            Painter painter(cr);
            for (const Mark& mark : shared->marks)
              std::visit([&painter](const auto& one) { painter(one); }, mark);
          }};
}

}  // namespace attn
