#include "app/figure/training/training_figures.h"

#include <utility>

#include "app/document/files/files.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/film.h"
#include "app/figure/page/figure_frame.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/text/figure_font.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr double kLossWidth = 720, kLossHeight = 320, kLayersWidth = 900;

Drawing with_words(Diagram diagram, const TrainingWords& words, double scale) {
  const double widest = diagram.width;
  Drawing drawing = drawing_of(std::move(diagram), {.theme = words.theme, .scale = scale});
  drawing = with_heading(
      std::move(drawing),
      {.title = words.title, .subtitle = words.subtitle, .widest = widest, .scale = scale});
  drawing.scale = scale;
  drawing.pixels_per_inch = 96 * scale;
  drawing.title = words.title;
  drawing.description = words.subtitle;
  return drawing;
}

}  // namespace

void write_loss(const LearningCurves& curves, const TrainingWords& words, const std::string& path) {
  const FigureRuler ruler;
  const auto draw = [&](double scale) {
    return with_words(loss_diagram(curves, ruler, kLossWidth, kLossHeight), words, scale);
  };
  write_drawing(draw, path);
}

void write_layers(std::span<const std::shared_ptr<const Evaluation>> layers,
                  const TrainingWords& words, const std::string& path) {
  const FigureRuler ruler;
  const auto draw = [&](double scale) {
    Drawing drawing = with_words(layers_diagram(layers, ruler, kLayersWidth), words, scale);
    check_picture("--grid", drawing.width * scale, drawing.height * scale);
    return drawing;
  };
  write_drawing(draw, path);
}

void write_diagram(const std::function<Diagram(const Ruler&, double width)>& diagram_in,
                   const TrainingWords& words, const FigureOptions& options,
                   const std::string& path) {
  const FontScope font(options.font);
  const FigureRuler ruler;
  const auto draw = [&](double usual) {
    const FigureOptions sized = in_pixels(options, usual);
    const FigurePage page = page_of(sized, usual);
    const double wide = page.width.value_or(kLayersWidth * page.room);
    Diagram diagram = diagram_in(ruler, wide - 2 * figure_margin(page.scale));
    TrainingWords all{.title = options.title.value_or(words.title),
                      .subtitle = options.own_caption ? words.subtitle : options.caption,
                      .theme = options.theme};
    const std::string pooled = pooled_words(diagram, page.dots * page.scale);
    if (!pooled.empty()) all.subtitle += " " + with_capital(pooled) + ".";
    Drawing drawing = with_words(std::move(diagram), all, page.scale);
    drawing.pixels_per_inch = page.pixels_per_inch;
    check_picture("--width", drawing.width * page.scale, drawing.height * page.scale);
    // The closure owns its font.
    drawing.draw = [family = options.font, draw = std::move(drawing.draw)](Canvas& canvas) {
      const FontScope own(family);
      draw(canvas);
    };
    return drawing;
  };
  write_drawing(draw, path);
}

void write_overview(const Overview& overview, const TrainingWords& words,
                    const FigureOptions& options, const std::string& path) {
  Overview all = overview;
  if (options.colormap) all.colormap = options.colormap;
  all.range = options.range.value_or("");
  const auto diagram = [&](const Ruler& ruler, double width) {
    return overview_diagram(all, ruler, width);
  };
  write_diagram(diagram, words, options, path);
}

void write_head_chart(const HeadChart& chart, const TrainingWords& words,
                      const FigureOptions& options, const std::string& path) {
  HeadChart all = chart;
  if (options.colormap) all.colormap = options.colormap;
  const auto diagram = [&](const Ruler& ruler, double width) {
    return head_chart_diagram(all, ruler, width);
  };
  write_diagram(diagram, words, options, path);
}

Index overview_dots(const FigureOptions& options, Index layers, Index heads) {
  const double inches = options.width_inches.value_or(options.width.value_or(kLayersWidth) / 96.0);
  const double dots_per_inch = options.wished_dots.value_or(options.dots_per_inch);
  const double dots = inches * std::max(dots_per_inch, 96 * kPrintResolution);
  const auto share = [&](Index count) {
    return dots / static_cast<double>(std::max<Index>(1, count));
  };
  return static_cast<Index>(std::ceil(std::min(share(heads), std::max(share(layers), dots / 6))));
}

void write_head_film(const std::vector<HeadShot>& shots, Index head, const TrainingWords& words,
                     double fps, const std::string& path, const Watch& watch) {
  const auto count = static_cast<int>(shots.size());
  const auto draw = [&](int n, double scale) {
    const HeadShot& shot = shots[static_cast<std::size_t>(n)];
    FigureOptions options{.view = "weights",
                          .head = head,
                          .title = words.title,
                          .caption = shot.words,
                          .theme = words.theme};
    return draw_figure(shot.evaluation, options, scale);
  };
  if (ending_of(path) == kFilmEnding) {
    const FilmFrames film{count, [&](int n) { return draw(n, 2); }, words.theme};
    return write_file(path, gif_of(film, fps, watch));
  }
  const auto bytes = [&](int n) {
    return figure_bytes([&](double scale) { return draw(n, scale); }, path);
  };
  write_numbered(count, path, bytes, watch);
}

}  // namespace attn
