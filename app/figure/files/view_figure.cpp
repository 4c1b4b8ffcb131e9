#include "app/figure/files/view_figure.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/document/view/patch_grid.h"
#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/heatmap_image.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/patch_options.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/page/arrangement.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/page/figure_words.h"
#include "app/figure/tables/view_table.h"
#include "app/figure/text/figure_font.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

void draw_bare_image(Canvas& canvas, const MatrixMark& matrix) {
  const Matrix& shades = matrix.shades ? *matrix.shades : *matrix.values;
  const auto width = static_cast<int>(shades.cols()), height = static_cast<int>(shades.rows());
  if (matrix.scores && matrix.scores->minCoeff() == kMasked) canvas.hatch({&matrix.area, 1}, 0);
  const auto pixels = heatmap_image(shades, matrix.scores ? *matrix.scores : shades,
                                    canvas.colors(*matrix.colormap), matrix.range, width, height);
  canvas.image(matrix.area, {width, height, pixels});
}

/// Draws only the cells of `matrix`, squares of `cell` pixels without gaps and margins; ignores its
/// area. Throws OptionError if the image would be too large.
Drawing draw_bare(const MatrixMark& matrix, int cell, const FigureTheme& theme) {
  const Index rows = matrix.rows(), columns = matrix.columns();
  check_picture("--cell", static_cast<double>(columns) * cell, static_cast<double>(rows) * cell);
  MatrixMark alone = matrix;
  alone.area = {0, 0, static_cast<double>(columns * cell), static_cast<double>(rows * cell)};
  const bool is_image = is_drawn_as_image(rows, columns) && !matrix.behind;
  return {.width = alone.area.width,
          .height = alone.area.height,
          .draw =
              [alone, is_image](Canvas& canvas) {
                if (is_image) return draw_bare_image(canvas, alone);
                draw_cells(canvas, alone, {alone.rows(), alone.columns(), alone.area});
              },
          .theme = &theme};
}

constexpr double kLeastFormula = 11.5;  // em equal to the smallest type on paper
constexpr double kUsualWidth = 900;     // of a diagram, in units
constexpr double kUsualHeading = 600;   // maximum width to which a heading widens a heatmap
// Least size of a diagram; on less space the figure is scaled down.
constexpr double kNarrowestRoom = 240, kLowestRoom = 120;

/// Returns whether the figure is a single heatmap, sized by its cells and with the scene's title;
/// other diagrams use the available width.
bool is_heatmap(const FigureView& view, const FigureOptions& options) {
  return view.has(Choice::all_heads) && !options.all_heads;
}

/// State of the window's views for `options`. In a heatmap a query is marked with its strongest
/// key.
ViewState state_of(const FigureView& view, const Evaluation& evaluation,
                   const FigureOptions& options) {
  ViewState state = state_with_patches(options);
  state.head = head_of(evaluation.scene, options);
  if (is_heatmap(view, options) && view.has(Choice::pairs)) state.selection.reset();
  if (options.mark) state.selection = *options.mark;
  if (!options.marks) state.selection.reset();
  if (options.query) {
    Index key = -1;
    const HeadTrace& head = evaluation.trace.head(state.head);
    if (!is_heatmap(view, options)) head.weights.row(*options.query).maxCoeff(&key);
    state.selection = Cell{*options.query, key};
  }
  if (options.key) {
    const Index query =
        state.selection ? state.selection->query : evaluation.scene.query_count() - 1;
    state.selection = Cell{query, *options.key};
  }
  if (options.head) state.options.links.heads = std::vector<Index>{*options.head};
  if (options.colormap) state.colormap = options.colormap->id;
  if (options.range) state.options.range = *options.range;
  if (options.center) state.options.range += "@" + brief(*options.center, 9);
  if (options.numbers == Numbers::off) state.numbers = false;
  return state;
}

std::string subtitle_of(const Scene& scene, const FigureOptions& options) {
  std::string words = describe_settings(scene, head_of(scene, options));
  if (options.look.tokens) words += " · " + tokens_words(*options.look.tokens, scene);
  return words;
}

Heading heading_of(const FigureView& view, const Scene& scene, const FigureOptions& options,
                   const FigurePage& page) {
  if (!is_heatmap(view, options)) {
    return {.title = options.title.value_or(""), .scale = page.scale, .margin = page.margin};
  }
  const double usual = kUsualHeading * page.room;
  const double room = page.width ? *page.width - 2 * page.margin : usual;
  return {.title = options.title.value_or(scene.title),
          .is_whole = options.title.has_value(),
          .subtitle = options.title == "" ? "" : subtitle_of(scene, options),
          .widest = std::min(usual, room),
          .scale = page.scale,
          .margin = page.margin};
}

/// Lays out the view with heading and caption, for any page.
LaidFigure lay_out_view(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                        const FigureOptions& options, const FigurePage& page) {
  Heading heading = heading_of(view, evaluation->scene, options, page);
  const auto diagram_with = [&](const FigureOptions& with) {
    return view_diagram(view, evaluation, with, room_on(page, heading, with), page);
  };
  Diagram diagram = diagram_with(options);
  const std::string pooled = pooled_words(diagram, page.dots * page.scale);
  if (pooled.empty()) return laid_figure(std::move(diagram), heading, options, page);
  // These words need room, too.
  FigureOptions said = options;
  if (!heading.subtitle.empty()) {
    heading.subtitle += " · " + pooled;
  } else if (!options.caption.empty() || !options.own_caption || !view.has(Choice::caption)) {
    said.caption += (said.caption.empty() ? "" : " ") + with_capital(pooled) + ".";
  }
  return laid_figure(diagram_with(said), heading, said, page);
}

/// Throws OptionError if no colour map of `diagram` is diverging.
void expect_diverging(const Diagram& diagram) {
  const Colormap* other = nullptr;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (!matrix) continue;
    if (matrix->colormap->diverging) return;
    other = matrix->colormap;
  }
  throw OptionError("--center: has no effect" +
                    (other ? " with the colour map " + std::string(other->id) : std::string()) +
                    "; expected a diverging one, as red-blue");
}

/// Matrix of the view; throws OptionError if the view has none.
MatrixMark matrix_of(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                     const FigureOptions& options) {
  const Diagram diagram = view_diagram(view, evaluation, options, {0, 0, kUsualWidth, 0}, {});
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && matrix->name == view.traits.matrix) return *matrix;
  }
  throw OptionError("--bare: the view " + std::string(view.id) + " has no matrix in this scene");
}

/// Description of the view for the file's metadata: "weights · colours viridis · range own · Dot
/// product · …".
std::string describe_figure(const FigureView& view, const Evaluation& evaluation,
                            const FigureOptions& options) {
  const Scene& scene = evaluation.scene;
  const Index head = head_of(scene, options);
  std::string words(view.id);
  const auto add = [&](const std::string& setting) { words += " · " + setting; };
  if (evaluation.block > 0) add("block " + std::to_string(evaluation.block));
  if (options.all_heads) add(heads_words(options.look.heads));
  if (options.look.tokens) add(tokens_words(*options.look.tokens, scene));
  if (view.has(Choice::patches)) {
    const ViewOptions::Patches patches = state_with_patches(options).options.patches;
    add(patch_grid_words(patch_grid(scene.key_count(), patches)));
  }
  if (options.query) add("query " + std::to_string(*options.query));
  if (options.key) add("key " + std::to_string(*options.key));
  if (options.dimension) add("dimension " + std::to_string(*options.dimension));
  const std::string map =
      options.colormap ? std::string(options.colormap->id) : options.state.colormap;
  if (view.has(Choice::colormap) && !map.empty()) add("colours " + map);
  if (view.has(Choice::range)) {
    add("range " + options.range.value_or(std::string(view.range(options.state.options))));
  }
  add(describe_settings(scene, head));
  return words;
}

/// "Weights · range own · Dot product · softmax · T = 1."
std::string caption_of(const FigureView& view, const Evaluation& evaluation,
                       const FigureOptions& options) {
  return with_capital(describe_figure(view, evaluation, options)) + ".";
}

/// Name of a view of some tokens.
std::string name_of(const FigureView& view, const Scene& scene) {
  const auto tokens = std::max(scene.query_count(), scene.key_count());
  return "the view " + std::string(view.id) + " of " + counted(tokens, "token");
}

Drawing fitting_view(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                     const FigureOptions& options, const FigurePage& page) {
  const auto lay_out = [&](const Arrangement& one, const FigurePage& on) {
    FigureOptions placed = options;
    placed.look.columns = one.columns;
    placed.look.legend_below = one.legend_below;
    placed.look.thins_names = one.thins_names;
    return lay_out_view(view, evaluation, placed, on);
  };
  const std::string name = name_of(view, evaluation->scene);
  Arranged parts{.are_heatmaps = view.has(Choice::pairs)};
  if (options.all_heads && view.has(Choice::all_heads)) {
    parts.count =
        options.look.heads.empty() ? evaluation->scene.heads.size() : options.look.heads.size();
    parts.columns = options.look.columns;
    // Rows of up to four, of equal length if possible.
    const auto rows = (parts.count + 3) / 4;
    parts.usual = static_cast<int>((parts.count + rows - 1) / rows);
  }
  const auto name_in = [&](const Arrangement& one) {
    return parts.count == 1 ? name
                            : name + ", its heads in " + counted(one.columns, "column") + ",";
  };
  return arranged_figure(arrangements(parts, options), lay_out, page, options, name_in);
}

/// Options that help a figure that does not fit.
std::string advice_for(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                       const FigureOptions& options, const FigurePage& page) {
  const auto helps = [&](const auto& change) {
    FigureOptions changed = options;
    change(changed);
    try {
      fitting_view(view, evaluation, changed, page);
      return true;
    } catch (const OptionError&) {
      return false;
    }
  };
  std::vector<std::string> all;
  if (options.numbers == Numbers::on &&
      helps([](FigureOptions& changed) { changed.numbers = Numbers::automatic; })) {
    all.emplace_back("--numbers auto");
  }
  if (view.has(Choice::legend) && options.legend &&
      helps([](FigureOptions& changed) { changed.legend = false; })) {
    all.emplace_back("--legend off");
  }
  if (options.look.every && helps([](FigureOptions& changed) { changed.look.every.reset(); })) {
    all.emplace_back("no --ticks");
  }
  if (view.id == "links" &&
      helps([](FigureOptions& changed) { changed.state.options.links.are_lines = true; })) {
    all.emplace_back("--set links.arrangement=lines");
  }
  const Index count = std::min(evaluation->scene.query_count(), evaluation->scene.key_count());
  for (const Index last : {32, 24, 16, 12, 8, 6}) {
    if (!view.has(Choice::pairs) || options.look.tokens || last >= count) continue;
    const auto fewer = [last](FigureOptions& changed) { changed.look.tokens = {0, last}; };
    if (!helps(fewer)) continue;
    all.push_back("--tokens 0:" + std::to_string(last));
    break;
  }
  std::string words;
  for (const std::string& one : all) {
    words += (words.empty() ? "; it fits with " : &one == &all.back() ? " or " : ", ") + one;
  }
  return words;
}

}  // namespace

CellLimits cells_on(const FigurePage& page) {
  const CellLimits usual;
  if (!page.width && !page.height) {
    return {.side = usual.side * page.room, .cell = usual.cell * page.room};
  }
  const double most = std::max(page.width.value_or(0), page.height.value_or(0));
  return {.side = most, .cell = most};
}

Rect room_on(const FigurePage& page, const Heading& heading, const FigureOptions& options) {
  const double width = page.width.value_or(kUsualWidth * page.room + 2 * page.margin);
  const double margins = 2 * figure_margin(page.scale, page.margin);
  Rect room{0, 0, std::max(kNarrowestRoom, width - margins), 0};
  if (!page.height) return room;
  // A figure narrower than usual wraps its text into more lines.
  const double least = page.width || heading.widest == 0 ? width : heading_width(heading);
  const double words =
      heading_height(heading, least) +
      caption_height(options.caption, std::max(least, kNarrowestRoom), page.margin);
  room.height = std::max(kLowestRoom, *page.height - words - margins);
  return room;
}

Diagram view_diagram(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                     const FigureOptions& options, const Rect& room, const FigurePage& page) {
  const FigureRuler ruler(!options.is_for_paper());
  const ViewState state = state_of(view, *evaluation, options);
  Diagram diagram = view.diagram({.evaluation = evaluation,
                                  .state = state,
                                  .width = room.width,
                                  .height = room.height,
                                  .is_height_free = !options.height,
                                  .shown = state.selection,
                                  .legend = options.legend,
                                  .letters = options.has_letters,
                                  .marks = options.marks,
                                  .caption = options.own_caption && options.caption.empty(),
                                  .all_heads = options.all_heads,
                                  .cells = cells_on(page),
                                  .scale = page.scale,
                                  .dimension = options.dimension,
                                  .look = options.look,
                                  .picture = options.back,
                                  .ruler = ruler});
  if (!diagram.missing.empty()) throw NoNumbers(diagram.missing);
  if (options.center) expect_diverging(diagram);
  return diagram;
}

LaidFigure laid_figure(Diagram diagram, const Heading& heading, const FigureOptions& options,
                       const FigurePage& page) {
  LaidFigure laid;
  for (const Mark& mark : diagram.marks) {
    const auto* text = std::get_if<TextMark>(&mark);
    if (text) laid.said.push_back({text->text, text->role});
    const auto* formula = std::get_if<FormulaMark>(&mark);
    if (!formula) continue;
    laid.said.push_back({formula->tex, formula->role});
    laid.has_formulas &= style_of(*formula).size >= kLeastFormula;
  }
  laid.has_numbers = has_room_for_numbers(diagram);
  laid.has_names = !diagram.lacks_names;
  const DiagramLook look{.theme = options.theme,
                         .numbers = options.numbers,
                         .scale = page.scale,
                         .is_fine = !options.is_for_paper(),
                         .margin = page.margin,
                         .gaps = options.gaps,
                         .of_largest = options.numbers_of_largest};
  laid.drawing = with_caption(with_heading(drawing_of(std::move(diagram), look), heading),
                              options.caption, page.margin);
  laid.drawing.pixels_per_inch = page.pixels_per_inch;
  return laid;
}

Drawing draw_view(const FigureView& view, const std::shared_ptr<const Evaluation>& evaluation,
                  const FigureOptions& asked, const FigurePage& page) {
  const Scene& scene = evaluation->scene;
  const FontScope font(asked.font);
  FigureOptions options = asked;
  if (asked.caption_of_settings) options.caption = caption_of(view, *evaluation, asked);
  Drawing drawing;
  if (options.bare_cell > 0) {
    drawing = draw_bare(matrix_of(view, evaluation, options), options.bare_cell, *options.theme);
  } else {
    try {
      drawing = fitting_view(view, evaluation, options, page);
      if (options.least_font_size && drawing.scale < page.scale) {
        drawing.reduced_type = options.font_size * 72 / 96 * drawing.scale / page.scale;
      }
    } catch (const OptionError& error) {
      if (!options.is_for_paper()) throw;
      throw OptionError(error.what() + advice_for(view, evaluation, options, page));
    }
    check_picture("--scale", drawing.width * drawing.scale, drawing.height * drawing.scale);
  }
  // The closure owns its inputs.
  drawing.draw = [evaluation, font = asked.font, draw = std::move(drawing.draw)](Canvas& canvas) {
    const FontScope own(font);
    draw(canvas);
  };
  drawing.page_height = page_height(options);
  drawing.title = scene.title;
  drawing.description = describe_figure(view, *evaluation, options);
  return drawing;
}

}  // namespace attn
