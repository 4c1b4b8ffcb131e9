#include "app/figure/panels/panels_figure.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/view_figure.h"
#include "app/figure/page/arrangement.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/panels/panel_parts.h"
#include "app/figure/tables/view_table.h"
#include "app/figure/text/figure_font.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kViewGap = 28;  // gap between panels that are no matrices, both ways

/// Options of the whole page apply to each panel.
FigureOptions options_on_page(const FigurePanel& panel, const FigureOptions& page) {
  FigureOptions options = panel.options;
  options.scale = page.scale;
  options.width = page.width;
  options.height = page.height;
  options.width_inches = page.width_inches;
  options.height_inches = page.height_inches;
  options.theme = page.theme;
  options.font = page.font;
  options.font_size = page.font_size;
  options.legend = page.legend;
  options.numbers = page.numbers;
  options.has_letters = false;
  return options;
}

void check(const FigurePanel& panel, std::size_t n, const FigureOptions& page) {
  if (panel.is_difference()) return;
  try {
    check_options(panel.evaluation->scene, options_on_page(panel, page));
  } catch (const OptionError& error) {
    throw OptionError("panel " + std::to_string(n + 1) + ": " + error.what());
  }
}

Mark moved_mark(Mark mark, Point by) {
  struct Shift {
    Point by;
    void move(Point& point) const { point.x += by.x, point.y += by.y; }
    void move(Rect& rect) const { rect.x += by.x, rect.y += by.y; }
    void move(std::vector<Point>& points) const {
      for (Point& point : points) move(point);
    }
    void operator()(RectMark& one) const { move(one.rect); }
    void operator()(LineMark& one) const { move(one.points); }
    void operator()(AreaMark& one) const { move(one.points); }
    void operator()(DiscMark& one) const { move(one.center); }
    void operator()(TextMark& one) const { move(one.at); }
    void operator()(FormulaMark& one) const { move(one.at); }
    void operator()(MatrixMark& one) const { move(one.area); }
    void operator()(ClipMark& one) const {
      if (one.rect) move(*one.rect);
    }
  };
  std::visit(Shift{by}, mark);
  return mark;
}

class PanelsPage {
 public:
  PanelsPage(std::span<const FigurePanel> panels, const PanelsOptions& options)
      : panels_(panels),
        options_(options),
        words_(words_of_panels(panels, options.letters)),
        heatmaps_(panel_heatmaps(panels, options.letters)),
        ruler_(!options.figure.is_for_paper()) {}

  LaidFigure lay_out(const Arrangement& arrangement, const FigurePage& page) const {
    FigureOptions figure = options_.figure;
    const Heading heading{
        .title = figure.title.value_or(""), .scale = page.scale, .margin = page.margin};
    const auto diagram = [&] {
      const Rect room = room_on(page, heading, figure);
      return are_heatmaps(panels_) ? matrices(page, room, arrangement, 0)
                                   : views(page, room, arrangement);
    };
    Diagram all = diagram();
    const std::string pooled = pooled_words(all, page.dots * page.scale);
    if (!pooled.empty()) {
      figure.caption += (figure.caption.empty() ? "" : " ") + with_capital(pooled) + ".";
      all = diagram();  // a longer caption leaves less room
    }
    return laid_figure(std::move(all), heading, figure, page);
  }

 private:
  /// Panels from `first` on, `count` of them, or all.
  Diagram matrices(const FigurePage& page, const Rect& room, const Arrangement& arrangement,
                   std::size_t first, std::size_t count = kMostPanels) const {
    std::vector<GridPanel> grid;
    const bool numbers =
        options_.figure.numbers != Numbers::off && panels_[first].options.state.numbers;
    for (std::size_t n = first; n < std::min(first + count, panels_.size()); ++n) {
      grid.push_back(grid_panel(n - first, panels_[n], heatmaps_[n], words_.titles[n], numbers));
      grid.back().look.thins_names = arrangement.thins_names;
    }
    return heatmap_grid(ruler_, grid,
                        {.columns = arrangement.columns,
                         .width = room.width,
                         .height = room.height,
                         .cells = cells_on(page),
                         .scale = page.scale,
                         .legend = options_.figure.legend,
                         .legend_below = arrangement.legend_below});
  }

  /// Places a diagram for each in the panel's own title column, row by row.
  Diagram views(const FigurePage& page, const Rect& room, const Arrangement& arrangement) const {
    const auto columns = static_cast<std::size_t>(arrangement.columns);
    const auto across = static_cast<double>(columns);
    const double width = (room.width - (across - 1) * kViewGap) / across;
    const std::size_t rows = (panels_.size() + columns - 1) / columns;
    const double height =
        room.height > 0
            ? (room.height - static_cast<double>(rows - 1) * kViewGap) / static_cast<double>(rows)
            : 0;
    Diagram all;
    double y = 0;
    for (std::size_t first = 0; first < panels_.size(); first += columns) {
      const std::size_t end = std::min(first + columns, panels_.size());
      double title = 0, below = y;
      for (std::size_t n = first; n < end; ++n) {
        title = std::max(title, titles_height(title_lines(ruler_, words_.titles[n], width).size()));
      }
      for (std::size_t n = first; n < end; ++n) {
        const Point at{static_cast<double>(n - first) * (width + kViewGap), y};
        const Rect own{0, 0, width, height > 0 ? std::max(1.0, height - title) : 0};
        Diagram one = of_panel(n, page, own);
        const bool has_title = heatmaps_[n].quantity != nullptr;  // the panel's own title
        if (!has_title) {
          add_panel_title(all, ruler_, title_lines(ruler_, words_.titles[n], width), at);
        }
        const Point corner{at.x, has_title ? at.y : at.y + title};
        for (Mark& mark : one.marks) all.add(moved_mark(std::move(mark), corner));
        all.add(ClipMark{});
        all.lacks_names |= one.lacks_names;
        all.width = std::max(all.width, corner.x + one.width);
        below = std::max(below, corner.y + one.height);
      }
      all.height = below;
      y = below + kViewGap;
    }
    return all;
  }

  Diagram of_panel(std::size_t n, const FigurePage& page, const Rect& room) const {
    if (heatmaps_[n].quantity) return matrices(page, room, {}, n, 1);
    const FigurePanel& panel = panels_[n];
    try {
      return view_diagram(*panel.view, panel.evaluation, options_on_page(panel, options_.figure),
                          room, page);
    } catch (const NoNumbers& error) {
      throw OptionError("panel " + std::to_string(n + 1) + ": " + error.what());
    }
  }

  std::span<const FigurePanel> panels_;
  const PanelsOptions& options_;
  PanelWords words_;
  std::vector<PanelHeatmap> heatmaps_;
  FigureRuler ruler_;
};

/// Panels with shared colour ranges, whose names can be at the edges of the figure: all have the
/// same tokens. Throws OptionError.
std::vector<FigurePanel> with_outer_names(std::span<const FigurePanel> panels) {
  if (!are_heatmaps(panels)) {
    throw OptionError("--outer: expected panels of " +
                      joined(pair_quantities(), &PairQuantity::id) + ", each of one head");
  }
  std::vector<FigurePanel> all(panels.begin(), panels.end());
  const Scene& first = all.front().evaluation->scene;
  for (FigurePanel& panel : all) {
    const Scene& scene = panel.evaluation->scene;
    if (scene.tokens != first.tokens || scene.query_tokens() != first.query_tokens()) {
      throw OptionError(
          "--outer: expected the same tokens in all panels, found other ones in panel " +
          std::to_string(&panel - all.data() + 1));
    }
    const bool has_fixed_range = panel.view && span_of(*panel.view, scene) == NumberSpan::kShares;
    if (!panel.options.range && !has_fixed_range) panel.options.range = "shared";
  }
  return all;
}

}  // namespace

Drawing draw_panels(std::span<const FigurePanel> given, const PanelsOptions& options,
                    double usual_scale) {
  if (given.empty()) throw OptionError("--panels: expected a panel, found none");
  std::vector<FigurePanel> outer;
  if (options.outer) outer = with_outer_names(given);
  const std::span<const FigurePanel> panels = options.outer ? outer : given;
  const FontScope font(options.figure.font);
  PanelsOptions sized = options;
  sized.figure = in_pixels(options.figure, usual_scale);
  for (std::size_t n = 0; n < panels.size(); ++n) check(panels[n], n, sized.figure);
  const PanelWords words = words_of_panels(panels, options.letters);
  if (sized.figure.caption_of_settings) sized.figure.caption = words.all;
  const PanelsPage laid(panels, sized);
  const auto lay_out = [&](const Arrangement& one, const FigurePage& page) {
    return laid.lay_out(one, page);
  };
  const auto name = [&](const Arrangement& one) {
    if (panels.size() == 1) return std::string("a figure of one panel");
    return "a figure of " + std::to_string(panels.size()) + " panels in " +
           counted(one.columns, "column");
  };
  const Arranged parts{
      .count = panels.size(), .columns = options.columns, .are_heatmaps = are_heatmaps(panels)};
  Drawing drawing = arranged_figure(arrangements(parts, sized.figure), lay_out,
                                    page_of(sized.figure, usual_scale), sized.figure, name);
  check_picture("--scale", drawing.width * drawing.scale, drawing.height * drawing.scale);
  // The closure owns its inputs.
  drawing.draw = [all = std::vector<FigurePanel>(panels.begin(), panels.end()),
                  font = options.figure.font, draw = std::move(drawing.draw)](Canvas& canvas) {
    const FontScope own(font);
    draw(canvas);
  };
  drawing.page_height = page_height(sized.figure);
  drawing.title = options.figure.title.value_or(panels.front().evaluation->scene.title);
  drawing.description = words.all;
  return drawing;
}

FigurePreview preview_panels(std::span<const FigurePanel> panels, const PanelsOptions& options,
                             double usual_scale, int width, int height) {
  return preview_drawing(draw_panels(panels, options, usual_scale), width, height);
}

std::string panels_bytes(std::span<const FigurePanel> panels, const PanelsOptions& options,
                         const std::string& ending) {
  return figure_bytes([&](double scale) { return draw_panels(panels, options, scale); }, ending);
}

std::string write_panels(std::span<const FigurePanel> panels, const PanelsOptions& options,
                         const std::string& path) {
  return write_drawing([&](double scale) { return draw_panels(panels, options, scale); }, path);
}

}  // namespace attn
