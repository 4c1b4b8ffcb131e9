#include "app/figure/files/view_figure.h"

#include <algorithm>
#include <memory>
#include <variant>

#include "app/figure/files/bare_figure.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/heatmap/figure_fit.h"
#include "app/figure/heatmap/figure_frame.h"
#include "app/figure/heatmap/heatmap.h"
#include "app/figure/heatmap/pair_figure.h"
#include "app/figure/heatmap/picture_size.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/views/pair_panels.h"

namespace attn {
namespace {

constexpr double kUsualWidth = 900;                        // of a diagram, in units
constexpr double kNarrowestRoom = 240, kLowestRoom = 120;  // else it is drawn smaller

/// The state of the window's views that `options` stand for. A query is marked with the key that it
/// looks at most.
ViewState state_of(const Scene& scene, const Trace& trace, const FigureOptions& options) {
  ViewState state = options.state;
  state.head = head_of(scene, options);
  if (options.query) {
    Index key = 0;
    trace.heads[static_cast<std::size_t>(state.head)].weights.row(*options.query).maxCoeff(&key);
    state.selection = Cell{*options.query, key};
  }
  if (options.colormap) state.colormap = options.colormap->id;
  if (options.range) state.options.range = *options.range;
  if (options.numbers == Numbers::off) state.numbers = false;
  return state;
}

/// The room for a diagram on `page`, below its title and above its caption.
Rect room_on(const FigurePage& page, const FigureOptions& options) {
  const double width = page.width.value_or(kUsualWidth * page.room + 2 * kFigureMargin);
  Rect room{0, 0, std::max(kNarrowestRoom, width - 2 * kFigureMargin), 0};
  if (!page.height) return room;
  const double words =
      title_height(options.title.value_or(""), width) + caption_height(options.caption, width);
  room.height = std::max(kLowestRoom, *page.height - words - 2 * kFigureMargin);
  return room;
}

Diagram make_diagram(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                     const FigureOptions& options, const Rect& room) {
  const FigureRuler ruler;
  const ViewState state = state_of(evaluation->scene, evaluation->trace, options);
  const ViewInput input{.evaluation = evaluation,
                        .state = state,
                        .width = room.width,
                        .height = room.height,
                        .shown = state.selection,
                        .legend = options.legend,
                        .ruler = ruler};
  return view.diagram ? view.diagram->make(input) : pair_panels(input, pair_quantity(view.id));
}

LaidFigure lay_out_diagram(const FigureView& view,
                           const std::shared_ptr<const Evaluation>& evaluation,
                           const FigureOptions& options, const FigurePage& page) {
  Diagram diagram = make_diagram(view, evaluation, options, room_on(page, options));
  LaidFigure laid;
  for (const Mark& mark : diagram.marks) {
    const auto* text = std::get_if<TextMark>(&mark);
    if (text) laid.said.push_back({text->text, text->role});
  }
  laid.has_numbers = has_room_for_numbers(diagram);
  laid.drawing = with_title(
      drawing_of(std::move(diagram), {.theme = options.theme, .numbers = options.numbers}),
      options.title.value_or(""));
  return laid;
}

/// The view with all that stands around it, for any page.
LayOut layout_of(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                 const FigureOptions& options) {
  if (view.diagram || options.all_heads) {
    return [&](const FigurePage& page) {
      LaidFigure laid = lay_out_diagram(view, evaluation, options, page);
      laid.drawing = with_caption(std::move(laid.drawing), options.caption);
      return laid;
    };
  }
  const auto heatmap =
      std::make_shared<const Heatmap>(pair_heatmap(evaluation->scene, evaluation->trace, options));
  return [&options, heatmap](const FigurePage& page) {
    LaidFigure laid = lay_out_pairs(heatmap, options, page);
    laid.drawing = with_caption(std::move(laid.drawing), options.caption);
    return laid;
  };
}

/// The matrix of a view that has one.
MatrixMark matrix_of(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                     const FigureOptions& options) {
  if (!view.diagram) {
    const auto heatmap = std::make_shared<const Heatmap>(
        pair_heatmap(evaluation->scene, evaluation->trace, options));
    MatrixMark mark{.name = std::string(view.id),
                    .area = {},
                    .values = {heatmap, &heatmap->values},
                    .colormap = &heatmap->colormap,
                    .range = heatmap->shading.range};
    if (heatmap->has_masked) mark.scores = {heatmap, &heatmap->scores};
    if (heatmap->own_shades) mark.shades = {heatmap, &*heatmap->own_shades};
    return mark;
  }
  const Diagram diagram = make_diagram(view, evaluation, options, {0, 0, kUsualWidth, 0});
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && matrix->name == view.matrix) return *matrix;
  }
  throw OptionError("--bare: the view " + std::string(view.id) + " has no matrix in this scene");
}

// What the file says of itself: "weights · head 1 · viridis · range own · Dot product · …".
std::string describe_figure(const FigureView& view, const Scene& scene,
                            const FigureOptions& options) {
  const Index head = head_of(scene, options);
  std::string words(view.id);
  const auto add = [&](const std::string& setting) { words += " · " + setting; };
  if (options.all_heads) add("all heads");
  if (options.query) add("query " + std::to_string(*options.query));
  const std::string map =
      options.colormap ? std::string(options.colormap->id) : options.state.colormap;
  if (view.has(Choice::colormap) && !map.empty()) add("colours " + map);
  if (view.has(Choice::range)) add("range " + options.range.value_or(options.state.options.range));
  add(describe_settings(scene, head));
  return words;
}

}  // namespace

Drawing draw_view(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                  const FigureOptions& options, const FigurePage& page) {
  const Scene& scene = evaluation->scene;
  Drawing drawing;
  if (options.bare_cell > 0) {
    drawing = draw_bare(matrix_of(view, evaluation, options), options.bare_cell, *options.theme);
  } else {
    const auto tokens = std::max(scene.query_count(), scene.key_count());
    drawing = fitting_figure(layout_of(view, evaluation, options), page, options,
                             "the view " + std::string(view.id) + " of " + std::to_string(tokens) +
                                 (tokens == 1 ? " token" : " tokens"));
    check_picture("--scale", drawing.width * drawing.scale, drawing.height * drawing.scale);
  }
  // It reads what it is drawn from.
  drawing.draw = [evaluation, draw = std::move(drawing.draw)](Canvas& canvas) { draw(canvas); };
  drawing.title = scene.title;
  drawing.description = describe_figure(view, scene, options);
  return drawing;
}

}  // namespace attn
