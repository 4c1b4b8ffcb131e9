#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/view/patch_grid.h"
#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/explanation.h"
#include "app/figure/numbers/patch_map.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/pair_quantity.h"
#include "app/figure/views/panel_grid.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kPatchGap = 24, kPatchHeading = 24;
constexpr double kStripGap = 12;                         // between the other tokens and the map
constexpr double kWidestOther = 40, kHighestOther = 26;  // cell of a token that is no patch
constexpr double kLongestOther = 90;                     // its name
constexpr double kLeastPanel = 110;  // width of one of several panels on a page of free height
constexpr double kPatchBar = 12;     // of the legend
constexpr double kWordsPitch = 16, kWordsGap = 10;
constexpr double kLeastWords = 300;  // width of lines below a narrow map
constexpr int kTriesOfLines = 4;

/// Numbers and colours of the shown maps.
struct PatchMaps {
  PatchGrid grid;
  Index query = 0;
  std::vector<PatchMap> maps{};  // one for each head
  NumberSpan span = NumberSpan::kShares;
  std::vector<Shading> shadings{};  // likewise
  std::vector<std::string> others{};
  std::vector<std::string> rows{}, columns{};  // numbers along the map
};

std::vector<std::string> numbers_up_to(Index count) {
  std::vector<std::string> numbers;
  for (Index n = 0; n < count; ++n) numbers.push_back(std::to_string(n));
  return numbers;
}

/// Colour ranges are those of the patches alone: other tokens are often much stronger, and lie
/// beyond them.
PatchMaps maps_of(const ViewInput& input, const PatchGrid& grid) {
  PatchMaps all{.grid = grid,
                .query = patch_query(input.scene(), grid, input.shown),
                .span = span_of_all(pair_quantity("weights"), input.scene()),
                .others = other_names(input.scene(), grid),
                .rows = numbers_up_to(grid.rows),
                .columns = numbers_up_to(grid.columns)};
  std::vector<PanelNumbers> numbers;
  for (const HeadTrace& head : input.trace().heads) {
    all.maps.push_back(patch_map(head, grid, all.query));
    const PatchMap& map = all.maps.back();
    numbers.push_back({map.weights.get(), map.mask.get(), map.others.get()});
  }
  const std::string& range = input.state.options.range;
  all.shadings =
      shadings_of_panels(all.span, range.empty() ? kUsualPatchRange : std::string_view(range),
                         numbers, static_cast<std::size_t>(input.head()));
  return all;
}

/// Places of a map with the column of other tokens at its left.
struct MapLayout {
  double names = 0;  // width of the other tokens' names; 0 in one of several panels
  Rect others{}, map{};

  MapLayout at(Point corner) const {
    const auto moved = [&](const Rect& r) {
      return Rect{r.x + corner.x, r.y + corner.y, r.width, r.height};
    };
    return {names, moved(others), moved(map)};
  }
};

/// Largest map of square patches in `room`, from its corner; height 0: free. `ticks`: space for the
/// numbers of its rows and columns.
MapLayout lay_out_map(const ViewInput& input, const PatchMaps& maps, double width, double height,
                      double ticks) {
  const auto rows = static_cast<double>(maps.grid.rows);
  const auto columns = static_cast<double>(maps.grid.columns);
  const auto count = static_cast<double>(maps.others.size());
  MapLayout layout;
  double other = 0, before = ticks;
  if (count > 0) {
    const double longest = std::min(kLongestOther, width * 0.25);
    layout.names =
        !input.all_heads ? label_width(input.ruler, maps.others, longest) + kLabelGap : 0;
    other = clamped(std::floor(width / 12), 6.0, kWidestOther);
    before += layout.names + other + kStripGap;
  }
  CellLimits limits = input.cells;
  limits.width = std::max(1.0, width - before);
  limits.height = height > 0 ? std::max(1.0, height - ticks) : limits.height;
  const Rect fitted = fit_cells(maps.grid.rows, maps.grid.columns, input.scale, limits).area;
  const double cell = std::min(fitted.width / columns, fitted.height / rows);
  layout.map = {before, ticks, cell * columns, cell * rows};
  if (count == 0) return layout;
  const double high = std::min(
      {kHighestOther, std::max(cell, label_pitch(Type::small)), layout.map.height / count});
  layout.others = {layout.names, ticks, other, high * count};
  return layout;
}

MatrixMark map_mark(const ViewInput& input, const PatchMaps& maps, Index head) {
  const PatchMap& map = maps.maps[static_cast<std::size_t>(head)];
  const Shading& shading = maps.shadings[static_cast<std::size_t>(head)];
  const std::string of = input.all_heads ? ".head[" + std::to_string(head) + "]" : "";
  MatrixMark mark{.name = "patches" + of,
                  .values = map.weights,
                  .scores = map.mask,
                  .colormap = &colormap_of(input.state, maps.span),
                  .range = shading.range,
                  .numbers = input.state.numbers && !input.picture.pixels,  // it is to be seen
                  .symbol = "weight",
                  .behind = input.picture.pixels};
  mark.shades = shared_shades(shading, mark.values);
  return mark;
}

/// Outlines the token in the map or among the others.
void add_token_outline(Diagram& diagram, const PatchMaps& maps, const MatrixMark& map,
                       const Rect& others, Index key, Ink ink) {
  if (const auto patch = maps.grid.patch(key)) {
    diagram.add_outline(grown(map.cell(patch->query, patch->key), 0.5), {ink}, 2, 2);
  } else if (!maps.others.empty()) {
    const double side = others.height / static_cast<double>(maps.others.size());
    const double y = others.y + static_cast<double>(maps.grid.other(key)) * side;
    diagram.add_outline(grown({others.x, y, others.width, side}, 0.5), {ink}, 2, 2);
  }
}

void add_outlines(Diagram& diagram, const ViewInput& input, const PatchMaps& maps,
                  const MatrixMark& map, const Rect& others) {
  if (!input.marks) return;
  const auto key = input.shown_key();
  if (key && *key >= 0) add_token_outline(diagram, maps, map, others, *key, Ink::key);
  if (!are_queries_keys(input.scene())) return;
  add_token_outline(diagram, maps, map, others, maps.query, Ink::query);
}

/// Draws the map of a head with the other tokens.
void add_map(Diagram& diagram, const ViewInput& input, const PatchMaps& maps, Index head,
             const MapLayout& layout, bool has_ticks) {
  const Ruler& ruler = input.ruler;
  MatrixMark map = map_mark(input, maps, head);
  map.area = layout.map;
  diagram.add(map);
  if (has_ticks) {
    const LabelledMatrix labelled{
        .matrix = map, .rows = &maps.rows, .columns = &maps.columns, .are_labels_optional = true};
    add_row_labels(diagram, ruler, labelled, kLongestOther);
    add_column_labels(diagram, ruler, labelled, false, kLongestOther);
  }
  if (!maps.others.empty()) {
    const Shading& shading = maps.shadings[static_cast<std::size_t>(head)];
    const PatchMap& numbers = maps.maps[static_cast<std::size_t>(head)];
    MatrixMark others = column_beside(map, &shading, "others", numbers.others, layout.others);
    others.symbol = map.symbol;
    others.scores = numbers.others_mask;
    others.behind = nullptr;
    others.numbers = input.state.numbers;
    if (layout.names > 0) {
      add_row_labels(diagram, ruler, {.matrix = others, .rows = &maps.others},
                     layout.names - kLabelGap);
    }
    diagram.add(std::move(others));
  }
  add_outlines(diagram, input, maps, map, layout.others);
}

/// Adds the head above its panel, and the sums below its map.
void add_panel_words(Diagram& diagram, const ViewInput& input, const PatchMaps& maps, Index head,
                     const Rect& panel, const Rect& map) {
  const auto add = [&](double y, const std::string& words, Type type, Ink ink) {
    diagram.add_text({panel.x, y}, input.ruler.shortened(words, type, panel.width), type, {ink});
  };
  add(panel.y + kPatchHeading / 2 - 4, "head " + std::to_string(head), Type::caption, Ink::text);
  double y = map.bottom() + 6 + kWordsPitch / 2;
  for (const std::string& words : patch_sums(maps.maps[static_cast<std::size_t>(head)])) {
    add(y, words, Type::small, Ink::secondary);
    y += kWordsPitch;
  }
}

/// Sums of the row in words, with the share of a sink.
std::string sums_of(const ViewInput& input, const PatchMaps& maps, Index head) {
  std::string words;
  for (const std::string& one : patch_sums(maps.maps[static_cast<std::size_t>(head)])) {
    words += (words.empty() ? "" : ", ") + one;
  }
  const std::string sink = sink_words(*input.evaluation, head, maps.query);
  return words + (sink.empty() ? "" : ", " + sink);
}

/// Legend of all maps.
struct PatchLegend {
  Shading shading;
  bool has_masked = false;
  double width = 0;
};

PatchLegend legend_of(const ViewInput& input, const PatchMaps& maps,
                      const std::vector<Index>& heads) {
  PatchLegend legend;
  for (const Index head : heads) {
    legend.has_masked |= maps.maps[static_cast<std::size_t>(head)].has_masked();
  }
  const Shading& one = maps.shadings[static_cast<std::size_t>(heads.front())];
  legend.shading = input.all_heads ? legend_of_panels(one, maps.shadings, "head") : one;
  legend.width =
      kPatchBar + legend_room(input.ruler, legend.shading, "weight", legend.has_masked, kPatchBar);
  return legend;
}

/// Draws the legend at the right of the maps; returns its lower end.
double add_patch_legend(Diagram& diagram, const ViewInput& input, const PatchMaps& maps,
                        const PatchLegend& legend, const Rect& drawn) {
  const double words = legend_words_height(legend.shading, "weight");
  const double masked = legend.has_masked ? kSwatchRoom : 0;
  const double bar = clamped(drawn.height - words - masked - 8, 60.0, 200.0);
  add_legend(diagram, input.ruler, colormap_of(input.state, maps.span), legend.shading,
             {drawn.right() + kPatchGap, words + 4, kPatchBar, bar}, "weight", legend.has_masked);
  return words + bar + masked + 8;
}

/// Query, sums of a single map, a guessed grid, and what is said of the picture.
std::string words_below(const ViewInput& input, const PatchMaps& maps) {
  std::string words = with_capital(patch_query_words(input.scene(), maps.grid, maps.query));
  if (!input.all_heads) words += " · " + sums_of(input, maps, input.head());
  if (maps.grid.is_guessed) words += " · " + patch_grid_words(maps.grid);
  if (input.picture.pixels) {
    words += " · colours at " + std::to_string(std::lround(100 * kOverPicture)) +
             " % over the picture in grey";
  }
  return words;
}

/// Lines below the maps.
struct PatchLines {
  std::vector<std::string> words, warning;
  double height() const {
    return kWordsGap + kWordsPitch * static_cast<double>(words.size() + warning.size());
  }
};

PatchLines patch_lines(const ViewInput& input, const PatchMaps& maps, double width) {
  PatchLines lines{lines_of(input.ruler, words_below(input, maps), Type::small, width), {}};
  if (input.picture.problem.empty()) return lines;
  lines.warning =
      lines_of(input.ruler, "Without its picture: " + input.picture.problem, Type::small, width);
  return lines;
}

/// Places of all maps.
struct MapsLayout {
  PanelGrid panels;
  MapLayout map;
  double heading = 0;  // of each panel
};

MapsLayout lay_out_maps(const ViewInput& input, const PatchMaps& maps, std::size_t count,
                        double width, double height) {
  const bool is_single = !input.all_heads;
  const double ticks = is_single ? label_pitch(Type::small) + kLabelGap : 0;
  const double heading = is_single ? 0 : kPatchHeading;
  const double foot = is_single ? 0 : kWordsPitch * (maps.others.empty() ? 1 : 2) + 6;
  PanelGrid panels = fit_panels(static_cast<int>(count), width, height,
                                {.gap = kPatchGap,
                                 .heading = heading + foot,
                                 .least = kLeastPanel,
                                 .columns = input.look.columns});
  const double free = height > 0 ? std::max(1.0, panels.height - heading - foot) : 0;
  const MapLayout map = lay_out_map(input, maps, panels.width, free, ticks);
  panels.width = map.map.right();
  panels.height = heading + map.map.bottom() + foot;
  return {panels, map, heading};
}

/// Draws the maps of `heads`, each with its heading and sums unless it is the only one, from
/// `left` on.
void add_maps(Diagram& diagram, const ViewInput& input, const PatchMaps& maps,
              const std::vector<Index>& heads, const MapsLayout& layout, double left) {
  for (std::size_t n = 0; n < heads.size(); ++n) {
    Rect panel = layout.panels.panel(static_cast<int>(n));
    panel.x += left;
    const MapLayout placed = layout.map.at({panel.x, panel.y + layout.heading});
    add_map(diagram, input, maps, heads[n], placed, !input.all_heads);
    if (input.all_heads) add_panel_words(diagram, input, maps, heads[n], panel, placed.map);
  }
}

}  // namespace

Diagram patches_diagram(const ViewInput& input) {
  PatchGrid grid;
  try {
    grid = patch_grid(input.scene().key_count(), input.state.options.patches);
  } catch (const PatchGridError& error) {
    return explanation(input, with_capital(error.what()) + ".",
                       "Attention over an image is drawn as a map of its patches.");
  }
  const PatchMaps maps = maps_of(input, grid);
  const std::vector<Index> heads =
      input.all_heads ? input.all_or_chosen_heads() : std::vector{input.head()};
  const PatchLegend legend = legend_of(input, maps, heads);
  const double beside = input.legend ? kPatchGap + legend.width : 0;
  // On a page of a given height, lines are as wide as the page, to be few, and the maps in its
  // middle.
  const bool is_page = !input.is_height_free && input.height > 0;
  const auto words_width = [&](const MapsLayout& layout) {
    const double used = std::max(layout.panels.full_width() + beside, kLeastWords);
    return is_page ? input.width : std::min(input.width, used);
  };
  // Lines as wide as the maps are more than those of the whole width, and leave the maps less room.
  PatchLines lines = patch_lines(input, maps, input.width);
  MapsLayout layout;
  for (int tries = 0; tries < kTriesOfLines; ++tries) {
    const double height = input.height > 0 ? std::max(1.0, input.height - lines.height()) : 0;
    layout = lay_out_maps(input, maps, heads.size(), input.width - beside, height);
    const double before = lines.height();
    lines = patch_lines(input, maps, words_width(layout));
    if (input.height <= 0 || lines.height() <= before) break;
  }
  const double drawn = layout.panels.full_width();
  double bottom = layout.panels.full_height();
  Diagram diagram;
  diagram.width = std::max({drawn + beside, widest(input.ruler, Type::small, lines.words),
                            widest(input.ruler, Type::small, lines.warning)});
  const double left = is_page ? (diagram.width - drawn - beside) / 2 : 0;
  add_maps(diagram, input, maps, heads, layout, left);
  if (input.legend) {
    const Rect area{left, 0, drawn, bottom};
    bottom = std::max(bottom, add_patch_legend(diagram, input, maps, legend, area));
  }
  const double y = add_text_lines(diagram, lines.words, {0, bottom + kWordsGap + kWordsPitch / 2},
                                  kWordsPitch, Type::small, {Ink::secondary});
  add_text_lines(diagram, lines.warning, {0, y}, kWordsPitch, Type::small, {Ink::warning});
  diagram.height = bottom + lines.height();
  return diagram;
}

}  // namespace attn
