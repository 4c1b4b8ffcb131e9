#include "app/figure/files/figure.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "app/document/files/files.h"
#include "app/document/files/utf8.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/painted_figure.h"
#include "app/figure/files/view_figure.h"
#include "app/figure/page/figure_page.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kSmallOnASlide = 12;  // points

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

std::string write_figure(const std::shared_ptr<const Evaluation>& evaluation,
                         const FigureOptions& options, const std::string& path) {
  return write_drawing([&](double scale) { return draw_figure(evaluation, options, scale); }, path);
}

std::string figure_bytes(const std::function<Drawing(double usual_scale)>& draw,
                         const std::string& path) {
  const Format& format = find_format(path);
  return format.encode(draw(format.usual_scale));
}

std::string write_drawing(const std::function<Drawing(double usual_scale)>& draw,
                          const std::string& path) {
  double height = 0, page = 0, type = 0;
  const auto measured = [&](double scale) {
    Drawing drawing = draw(scale);
    height = drawing.height_in_inches();
    page = drawing.page_height;
    type = drawing.reduced_type;
    return drawing;
  };
  write_file(path, figure_bytes(measured, path), FileKind::output, Durable::no);
  if (type > 0 && type < kSmallOnASlide) {
    return "type of " + fixed(type, 1) + " pt, which is small: the view needs so much room";
  }
  if (page == 0 || height <= page) return "";
  return fixed(height, 1) + " in high, more than a page (" + brief(page, 3) + " in)";
}

FigurePreview preview_figure(const std::shared_ptr<const Evaluation>& evaluation,
                             const FigureOptions& options, double usual_scale, int width,
                             int height) {
  return preview_drawing(draw_figure(evaluation, options, usual_scale), width, height);
}

FigurePreview preview_drawing(Drawing drawing, int width, int height) {
  FigurePreview preview{drawing.pixel_width(), drawing.pixel_height()};
  // Partial pixels count as whole ones.
  const double fits = std::min((width - 1) / drawing.width, (height - 1) / drawing.height);
  drawing.scale = clamped(fits, 1e-3, drawing.scale);
  const Pixels pixels = pixels_of(drawing);
  preview.width = pixels.width;
  preview.height = pixels.height;
  const auto bytes =
      4 * static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height);
  preview.rgba.assign(pixels.rgba.get(), pixels.rgba.get() + bytes);
  return preview;
}

}  // namespace attn
