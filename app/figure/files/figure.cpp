#include "app/figure/files/figure.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "app/document/files/files.h"
#include "app/document/files/utf8.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/cairo_figure.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/view_figure.h"
#include "app/figure/page/paper_formats.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// File format of drawings.
struct Format {
  std::string_view ending;
  double usual_scale;  ///< pixels per unit of the layout
  std::string (*encode)(const Drawing& drawing);
};

constexpr Format kFormats[] = {
    {".png", 2, png_figure},
    {".svg", 1, svg_figure},
    {".pdf", 1, pdf_figure},
};

const Format& find_format(const std::string& path) {
  const std::string ending = ending_of(path);
  const auto found = std::ranges::find(kFormats, ending, &Format::ending);
  if (found != std::end(kFormats)) return *found;
  throw std::runtime_error(
      (ending.empty() ? "the file's name has no ending" : "unknown ending \"" + ending + "\"") +
      "; known: " + joined(figure_endings()));
}

}  // namespace

std::string ending_of(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string_view::npos ? "" : with_small_letters(name.substr(dot));
}

std::span<const std::string_view> figure_views() {
  static const auto kIds = texts_of(figure_view_table(), &FigureView::id);
  return kIds;
}
std::span<const std::string_view> figure_endings() {
  static const auto kEndings = texts_of(kFormats, &Format::ending);
  return kEndings;
}

Drawing draw_figure(const std::shared_ptr<const Evaluation>& evaluation,
                    const FigureOptions& options, double usual_scale) {
  const FigureOptions sized = in_pixels(options, usual_scale);
  const FigureView& view = check_options(evaluation->scene, sized);
  return draw_view(view, evaluation, sized, page_of(sized, usual_scale));
}

void write_figure(const std::shared_ptr<const Evaluation>& evaluation, const FigureOptions& options,
                  const std::string& path) {
  write_drawing([&](double scale) { return draw_figure(evaluation, options, scale); }, path);
}

void write_figure(const Scene& scene, const Trace& trace, const FigureOptions& options,
                  const std::string& path) {
  write_figure(std::make_shared<const Evaluation>(Evaluation{scene, trace}), options, path);
}

std::string figure_bytes(const std::function<Drawing(double usual_scale)>& draw,
                         const std::string& path) {
  const Format& format = find_format(path);
  return format.encode(draw(format.usual_scale));
}

void write_drawing(const std::function<Drawing(double usual_scale)>& draw,
                   const std::string& path) {
  write_file(path, figure_bytes(draw, path), FileKind::output, Durable::no);
}

}  // namespace attn
