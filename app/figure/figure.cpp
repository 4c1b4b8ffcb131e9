#include "app/figure/figure.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "app/document/files.h"
#include "app/figure/drawing.h"
#include "app/figure/png_figure.h"
#include "app/figure/weights_view.h"

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

constexpr View kViews[] = {
    {"weights", draw_weights},
};

constexpr Format kFormats[] = {
    {".png", png_figure},
};

template <auto& table, auto name>
constexpr auto names_of() {
  std::array<std::string_view, std::size(table)> names;
  std::transform(std::begin(table), std::end(table), names.begin(), name);
  return names;
}

constexpr auto kViewNames = names_of<kViews, [](const View& view) { return view.id; }>();
constexpr auto kEndings = names_of<kFormats, [](const Format& format) { return format.ending; }>();

std::string list(std::span<const std::string_view> names) {
  std::string words;
  for (const std::string_view name : names)
    words += (words.empty() ? "" : ", ") + std::string(name);
  return words;
}

const View& find_view(const std::string& id) {
  const auto found = std::ranges::find(kViews, id, &View::id);
  if (found != std::end(kViews)) return *found;
  throw std::runtime_error("unknown view \"" + id + "\"; known: " + list(kViewNames));
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

std::span<const std::string_view> figure_views() { return kViewNames; }
std::span<const std::string_view> figure_endings() { return kEndings; }

void write_figure(const Scene& scene, const Trace& trace, const FigureOptions& options,
                  const std::string& path) {
  const View& view = find_view(options.view);
  const Format& format = find_format(path);
  check_scale(options.scale);
  write_file(path, format.encode(view.lay_out(scene, trace, options), options.scale));
}

}  // namespace attn
