#include "app/figure/figure.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <vector>

#include "app/document/files.h"
#include "app/figure/diagram_figure.h"
#include "app/figure/diagram_kinds.h"
#include "app/figure/pair_figure.h"
#include "app/figure/pdf_figure.h"
#include "app/figure/png_figure.h"
#include "app/figure/svg_figure.h"

namespace attn {
namespace {

/// A view that can be drawn.
struct View {
  std::string_view id;
  Drawing (*lay_out)(const Scene& scene, const Trace& trace, const FigureOptions& options);
};

/// A format that a drawing can be written in.
struct Format {
  std::string_view ending;
  std::string (*encode)(const Drawing& drawing, double scale);
};

/// The views that are no diagrams.
constexpr View kViews[] = {
    {"weights", draw_pairs},
    {"scores", draw_pairs},
    {"raw-scores", draw_pairs},
};

constexpr Format kFormats[] = {
    {".png", png_figure},
    {".svg", svg_figure},
    {".pdf", pdf_figure},
};

/// All names: those of diagrams too.
const std::vector<std::string_view>& view_names() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const View& view : kViews) names.push_back(view.id);
    for (const DiagramKind& view : diagram_kinds()) names.push_back(view.id);
    return names;
  }();
  return kNames;
}

template <auto& table, auto name>
constexpr auto names_of() {
  std::array<std::string_view, std::size(table)> names;
  std::transform(std::begin(table), std::end(table), names.begin(), name);
  return names;
}

constexpr auto kEndings = names_of<kFormats, [](const Format& format) { return format.ending; }>();

std::string list(std::span<const std::string_view> names) {
  std::string words;
  for (const std::string_view name : names)
    words += (words.empty() ? "" : ", ") + std::string(name);
  return words;
}

Drawing draw_diagram(const DiagramKind& view, const Scene& scene, const Trace& trace,
                     const FigureOptions& options) {
  const FigureRuler ruler;
  ViewState state = options.state;
  state.head = options.head;
  state.colormap = options.colormap ? options.colormap->id : "";
  Drawing drawing =
      drawing_of(view.make({.evaluation = std::make_shared<Evaluation>(Evaluation{scene, trace}),
                            .state = state,
                            .shown = state.selection,
                            .ruler = ruler}));
  drawing.title = scene.title;
  drawing.description = describe_settings(scene, options.head);
  return drawing;
}

Drawing draw_view(const Scene& scene, const Trace& trace, const FigureOptions& options) {
  const auto found = std::ranges::find(kViews, options.view, &View::id);
  if (found != std::end(kViews)) return found->lay_out(scene, trace, options);
  const auto diagram = std::ranges::find(diagram_kinds(), options.view, &DiagramKind::id);
  if (diagram != diagram_kinds().end()) return draw_diagram(*diagram, scene, trace, options);
  throw std::runtime_error("unknown view \"" + options.view + "\"; known: " + list(view_names()));
}

const Format& find_format(const std::string& path) {
  const std::size_t name = path.find_last_of('/') + 1;
  const std::size_t dot = path.find_last_of('.');
  std::string ending = dot == std::string::npos || dot < name ? "" : path.substr(dot);
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found = std::ranges::find(kFormats, ending, &Format::ending);
  if (found != std::end(kFormats)) return *found;
  throw std::runtime_error(
      (ending.empty() ? "the file's name has no ending" : "unknown ending \"" + ending + "\"") +
      "; known: " + list(kEndings));
}

void check_scale(double scale) {
  if (scale >= 0.25 && scale <= 8) return;
  throw std::runtime_error("the scale must be 0.25 to 8");
}

}  // namespace

std::span<const std::string_view> figure_views() { return view_names(); }
std::span<const std::string_view> figure_endings() { return kEndings; }

void write_figure(const Scene& scene, const Trace& trace, const FigureOptions& options,
                  const std::string& path) {
  const Format& format = find_format(path);
  check_scale(options.scale);
  write_file(path, format.encode(draw_view(scene, trace, options), options.scale));
}

}  // namespace attn
