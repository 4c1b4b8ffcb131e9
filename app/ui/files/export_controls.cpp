#include "app/ui/files/export_controls.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/figure/diagram/shading.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_views.h"
#include "app/ui/files/control_lines.h"

namespace attn::ui {
namespace {

struct FormatRow {
  std::string_view ending, label;
};
constexpr FormatRow kFormats[] = {
    {".png", "PNG, a picture"}, {".svg", "SVG, vectors"},   {".pdf", "PDF, vectors"},
    {".gif", "GIF, a film"},    {".csv", "CSV, numbers"},   {".tsv", "TSV, numbers"},
    {".npy", "NPY, for NumPy"}, {".json", "JSON, numbers"}, {".tex", "LaTeX, a table"},
};

template <typename Rows, typename Is>
int index_of(const Rows& rows, const Is& is) {
  const auto found = std::ranges::find_if(rows, is);
  return found == std::ranges::end(rows) ? 0 : static_cast<int>(found - std::ranges::begin(rows));
}

void choose_format(ControlLines& lines, ExportForm& form) {
  std::vector<std::string> labels;
  for (const FormatRow& row : kFormats) labels.emplace_back(row.label);
  int chosen = index_of(kFormats, [&](const FormatRow& row) { return row.ending == form.ending; });
  if (!lines.list("Format", "export.format", labels, chosen)) return;
  form.ending = kFormats[chosen].ending;
  form.path = with_ending(form.path, form.ending);
}

void choose_view(ControlLines& lines, ExportForm& form) {
  const auto views = figure_view_table();
  std::vector<std::string> labels;
  for (const FigureView& view : views) labels.push_back(label_of_view(view.id));
  int chosen = index_of(views, [&](const FigureView& view) { return view.id == form.view; });
  if (!lines.list("View", "export.view", labels, chosen)) return;
  // The default file name follows the view.
  const std::string before = "-" + form.view + form.ending;
  form.view = views[static_cast<std::size_t>(chosen)].id;
  if (form.path.ends_with(before)) {
    form.path =
        form.path.substr(0, form.path.size() - before.size()) + "-" + form.view + form.ending;
  }
}

void choose_head(ControlLines& lines, const Scene& scene, const FigureView& view,
                 ExportForm& form) {
  const bool is_numbers = is_table(form.ending);
  const bool has_all = is_numbers || view.has(Choice::all_heads);
  if (scene.heads.size() < 2 || (!is_numbers && !view.has(Choice::head))) return;
  std::vector<std::string> labels = {"As in the window"};
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    labels.push_back("Head " + std::to_string(h));
  }
  if (has_all) labels.emplace_back("All heads");
  int chosen = form.all_heads && has_all ? static_cast<int>(labels.size()) - 1
               : form.head               ? static_cast<int>(*form.head) + 1
                                         : 0;
  chosen = std::min(chosen, static_cast<int>(labels.size()) - 1);
  if (!lines.list("Head", "export.head", labels, chosen)) return;
  form.all_heads = has_all && chosen + 1 == static_cast<int>(labels.size());
  form.head.reset();
  if (chosen > 0 && !form.all_heads) form.head = chosen - 1;
}

void choose_colors(ControlLines& lines, const FigureView& view, ExportForm& form) {
  if (view.has(Choice::colormap)) {
    std::vector<std::string> labels = {"As in the window"};
    for (const Colormap& map : colormaps()) labels.emplace_back(map.label);
    const auto maps = colormaps();
    int chosen = form.colormap.empty()
                     ? 0
                     : 1 + index_of(maps, [&](const Colormap& m) { return m.id == form.colormap; });
    if (lines.list("Colours", "export.colormap", labels, chosen)) {
      form.colormap = chosen == 0 ? "" : maps[static_cast<std::size_t>(chosen - 1)].id;
    }
  }
}

/// Colour range: as in the window, a kind of range, or from a number to a number.
void choose_range(ControlLines& lines, const FigureView& view, ExportForm& form) {
  if (!view.has(Choice::range)) return;
  std::vector<std::string_view> ids = {""};
  std::vector<std::string> labels = {"As in the window"};
  for (const RangeKind& kind : range_kinds()) {
    ids.push_back(kind.id);
    labels.emplace_back(kind.in_list);
  }
  ids.push_back(kTypedRange);
  labels.emplace_back("From one number to another");
  int chosen = index_of(ids, [&](std::string_view id) { return id == form.range; });
  if (lines.list("Range", "export.range", labels, chosen)) {
    form.range = ids[static_cast<std::size_t>(chosen)];
  }
  if (form.range != kTypedRange) return;
  lines.pair("From", "export.range-from", form.range_from, "to", "export.range-to", form.range_to);
}

void choose_marks(ControlLines& lines, const FigureView& view, ExportForm& form) {
  if (view.has(Choice::numbers)) {
    constexpr std::array<std::string_view, 3> kWhen = {"Auto", "On", "Off"};
    int chosen = static_cast<int>(form.numbers);
    if (lines.row("Numbers", "export.numbers", kWhen, chosen)) {
      form.numbers = static_cast<Numbers>(chosen);
    }
  }
  if (view.has(Choice::legend)) {
    constexpr std::array<std::string_view, 2> kWhether = {"On", "Off"};
    int chosen = form.legend ? 0 : 1;
    if (lines.row("Legend", "export.legend", kWhether, chosen)) form.legend = chosen == 0;
  }
}

void choose_page(ControlLines& lines, const FigureView& view, ExportForm& form) {
  const bool keeps_shapes = form.ending == ".svg" || form.ending == ".pdf";
  const bool has_title = !view.diagram && !form.all_heads;  // its own title
  lines.field("export.title", lines.next("Title"), form.title, has_title ? "the scene's" : "none");
  if (view.has(Choice::caption)) {
    constexpr std::array<std::string_view, 2> kWhether = {"On", "Off"};
    int own = form.own_caption ? 0 : 1;
    if (lines.row("Own caption", "export.own-caption", kWhether, own)) form.own_caption = own == 0;
  }
  const bool has_own = view.has(Choice::caption) && form.own_caption;
  lines.field("export.caption", lines.next("Caption"), form.caption,
              has_own ? "the view's own" : "none");
  constexpr std::array<std::string_view, 4> kThemes = {"Light", "Dark", "Clear", "Clear, dark"};
  const auto themes = figure_themes();
  int chosen = index_of(themes, [&](const FigureThemeRow& row) { return row.id == form.theme; });
  if (lines.row("Theme", "export.theme", kThemes, chosen)) {
    form.theme = themes[static_cast<std::size_t>(chosen)].id;
  }
  lines.pair("Scale, font", "export.scale", form.scale, "·", "export.font-size", form.font_size,
             keeps_shapes ? "1" : "2", "14");
  lines.pair("Size", "export.width", form.width, "×", "export.height", form.height, "as it comes");
}

/// Whether only the matrix is exported, and its cell size.
bool choose_bare(ControlLines& lines, const FigureView& view, ExportForm& form) {
  if (!view.has(Choice::bare) || form.is_film()) return false;
  constexpr std::array<std::string_view, 2> kWhat = {"Figure", "Cells alone"};
  int chosen = form.is_bare ? 1 : 0;
  if (lines.row("Write", "export.bare", kWhat, chosen)) form.is_bare = chosen == 1;
  if (form.is_bare) lines.field("export.cell", lines.next("Cell, pixels"), form.cell, "1");
  return form.is_bare;
}

void choose_film(ControlLines& lines, const Scene& scene, ExportForm& form) {
  const std::vector<SweptKind> kinds = sweeps_of(scene, form.view);
  std::vector<std::string> labels;
  labels.reserve(kinds.size());
  for (const SweptKind& kind : kinds) labels.emplace_back(kind.label);
  const auto is_swept = [&](const SweptKind& kind) { return kind.id == form.swept; };
  const bool is_offered = std::ranges::any_of(kinds, is_swept);
  int chosen = index_of(kinds, is_swept);
  if (lines.list("Sweep", "export.sweep", labels, chosen) || !is_offered) {
    const SweptKind& kind = kinds[static_cast<std::size_t>(chosen)];
    form.swept = kind.id;
    form.from = kind.from;
    form.to = kind.to;
  }
  if (form.swept == kSweptNumber) {
    lines.field("export.pointer", lines.next("JSON pointer"), form.pointer, "/heads/0/w_q/0/0");
  }
  lines.pair("From", "export.from", form.from, "to", "export.to", form.to);
  lines.pair("Frames · fps", "export.frames", form.frames, "at", "export.fps", form.fps);
}

}  // namespace

std::optional<Box> export_controls(Ui& ui, Pen& pen, const Scene& scene, ExportForm& form,
                                   bool is_tight) {
  ControlLines lines(ui, pen, is_tight);
  choose_format(lines, form);
  choose_view(lines, form);
  const FigureView& view = *find_figure_view(form.view);
  choose_head(lines, scene, view, form);
  if (form.is_film()) choose_film(lines, scene, form);
  if (is_table(form.ending)) return lines.focused;
  const bool is_bare = choose_bare(lines, view, form);
  choose_colors(lines, view, form);
  choose_range(lines, view, form);
  if (is_bare) return lines.focused;
  if (view.has(Choice::query)) {
    lines.field("export.query", lines.next("Query"), form.query, "as in the window");
  }
  if (view.has(Choice::key)) {
    lines.field("export.key", lines.next("Key"), form.key, "as in the window");
  }
  if (view.has(Choice::dimension)) {
    lines.field("export.dimension", lines.next("Dimension"), form.dimension, "moved most");
  }
  choose_marks(lines, view, form);
  choose_page(lines, view, form);
  return lines.focused;
}

}  // namespace attn::ui
