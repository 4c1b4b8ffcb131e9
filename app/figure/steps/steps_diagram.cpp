#include "app/figure/steps/steps_diagram.h"

#include <algorithm>
#include <cmath>

#include "app/figure/diagram/diagram_text.h"
#include "app/figure/steps/pipeline.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kOpenHeight = 400;  // if the height is free
constexpr double kStepsMargin = 12;

constexpr double kBetweenRows = 10;

/// Number of rows in which each thumbnail is at least as wide as its name.
std::size_t rows_of_tiles(const ViewInput& input, std::size_t count) {
  constexpr double kLeastTile = 72;
  if (!stacks_equations(input)) return 1;
  const auto columns = static_cast<std::size_t>(std::max(1.0, input.width / kLeastTile));
  return (count + columns - 1) / columns;
}

/// Boxes of the thumbnails; parallel steps are closer to each other.
std::vector<Rect> lay_out_tiles(const std::vector<PipelineStep>& steps, double width, double height,
                                std::size_t rows) {
  const double arrow = width > 600 ? 18 : 10, beside = width > 600 ? 6 : 3;
  const auto gap = [&](std::size_t n) {
    return n == 0 ? 0.0 : steps[n].is_beside ? beside : arrow;
  };
  double gaps = 0;
  for (std::size_t n = 0; n < steps.size(); ++n) gaps += gap(n);
  const std::size_t columns = (steps.size() + rows - 1) / rows;
  const double tile = rows == 1 ? (width - gaps) / static_cast<double>(steps.size())
                                : width / static_cast<double>(columns) - arrow;
  std::vector<Rect> tiles;
  double x = 0, y = 0;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const bool begins_row = rows > 1 && n > 0 && n % columns == 0;
    if (begins_row) x = 0, y += height + kBetweenRows;
    x += rows > 1 ? arrow : gap(n);  // an arrow leads into each row
    tiles.push_back({x, y, tile, height});
    x += tile;
  }
  return tiles;
}

/// Draws the matrices of `term` side by side, centred in `room`.
void add_small(Diagram& diagram, const ViewInput& input,
               const std::shared_ptr<const Pipeline>& pipeline, const PipelineTerm& term,
               const std::vector<CellRange>& feeds, Rect room) {
  double columns = 0;
  const auto rows = static_cast<double>(term.matrices.front().values->rows());
  for (const PipelineMatrix& one : term.matrices) {
    columns += static_cast<double>(one.values->cols());
  }
  const double cell = std::min({room.width / columns, room.height / rows, 9.0});
  const double width = clamped(cell * columns, std::min(10.0, room.width), room.width);
  const double height = clamped(cell * rows, std::min(8.0, room.height), room.height);
  double x = room.middle_x() - width / 2;
  for (const PipelineMatrix& one : term.matrices) {
    const double share = static_cast<double>(one.values->cols()) / columns;
    MatrixMark mark = mark_of(input, pipeline, one);
    mark.numbers = false;
    mark.area = {x, room.middle_y() - height / 2, width * share, height};
    diagram.add(mark);
    add_lights(diagram, mark, one, feeds, 1.5);
    x += width * share;
  }
}

void add_tile(Diagram& diagram, const ViewInput& input,
              const std::shared_ptr<const Pipeline>& pipeline, std::size_t n, bool is_open,
              const std::vector<CellRange>& feeds, Rect tile) {
  const PipelineStep& step = pipeline->steps[n];
  diagram.add(RectMark{tile, Paint{Ink::panel}, Paint{is_open ? Ink::query : Ink::hairline}, 5,
                       is_open ? 2.0 : 1.0});
  std::string name = step.names.back();
  for (const std::string& one : step.names) {
    if (rich_width(input.ruler, one, Type::caption) > tile.width - 6) continue;
    name = one;
    break;
  }
  add_rich(diagram, input.ruler,
           {{tile.middle_x(), tile.y + 11},
            shortened_rich(input.ruler, name, Type::caption, tile.width - 2),
            Type::caption,
            {is_open ? Ink::query : Ink::text},
            0.5,
            Turn::level,
            TextRole::tick});
  const std::string shape = shape_words(step.result());
  const bool has_shape =
      tile.height > 62 && input.ruler.width(shape, Type::small) <= tile.width - 4;
  const double top = tile.y + 20, bottom = tile.bottom() - (has_shape ? 18 : 6);
  add_small(diagram, input, pipeline, step.result(), feeds,
            {tile.x + 4, top, tile.width - 8, bottom - top});
  if (has_shape) {
    diagram.add_tick({tile.middle_x(), tile.bottom() - 9}, shape, {Ink::faint}, 0.5);
  }
  diagram.add_target("steps.step[" + std::to_string(n) + "]", tile);
}

void add_arrow(Diagram& diagram, const Rect& from, const Rect& to) {
  const bool is_in_row = to.y == from.y;  // otherwise the arrow enters from the left
  const double gap = is_in_row ? to.x - from.right() : to.x;
  const double half = std::min(4.0, gap / 3), x = to.x - gap / 2, y = to.middle_y();
  diagram.add(AreaMark{
      {{x + half * 0.7, y}, {x - half * 0.7, y - half}, {x - half * 0.7, y + half}}, {Ink::faint}});
}

}  // namespace

Diagram steps_diagram(const ViewInput& input) {
  const auto pipeline = pipeline_of(input.evaluation, input.head());
  const std::size_t count = pipeline->steps.size();
  const int last = static_cast<int>(count) - 1;
  const auto open = static_cast<std::size_t>(clamped(input.state.options.steps.open, 0, last));
  double height = input.height > 0 ? input.height : 96 + 10 + kOpenHeight;
  const double tile_height = height >= 360 ? 96 : height >= 260 ? 64 : 44;
  std::optional<PointedCell> lit = input.pointed;
  const PipelineMatrix& result = pipeline->steps[open].result().matrices.front();
  if (!lit && input.shown && result.is_pairs()) {
    lit = PointedCell{matrix_name(result.where), *input.shown, result.where};
  }
  const std::vector<CellRange> feeds = lit_cells(*pipeline, open, lit);

  const std::size_t rows = rows_of_tiles(input, count);
  const auto tiles = lay_out_tiles(pipeline->steps, input.width, tile_height, rows);
  const double tiles_end = tiles.back().bottom();
  if (stacks_equations(input)) {
    height = tiles_end + 10 + 2 * (kStepsMargin - 4) +
             open_step_height(input, pipeline, open, lit, input.width - 2 * kStepsMargin);
  }
  Diagram diagram{input.width, height};
  for (std::size_t n = 0; n < count; ++n) {
    if (n > 0 && !pipeline->steps[n].is_beside) add_arrow(diagram, tiles[n - 1], tiles[n]);
    add_tile(diagram, input, pipeline, n, n == open, feeds, tiles[n]);
  }
  const double place =
      clamped(static_cast<double>(open) + input.slide, 0.0, static_cast<double>(last));
  const auto before = static_cast<std::size_t>(std::floor(place));
  const double part = place - std::floor(place);
  const double x = before + 1 < count
                       ? (1 - part) * tiles[before].middle_x() + part * tiles[before + 1].middle_x()
                       : tiles[before].middle_x();
  const Rect panel{0, tiles_end + 9, input.width, height - tiles_end - 10};
  diagram.add(RectMark{panel, Paint{Ink::field}, Paint{Ink::hairline}, 6, 1});
  if (tiles[before].bottom() == tiles_end) {
    diagram.add(AreaMark{{{x, panel.y - 6}, {x + 6, panel.y + 0.5}, {x - 6, panel.y + 0.5}},
                         {Ink::hairline}});
  }
  const double margin = height >= 260 ? kStepsMargin : 8;
  const Rect inside{panel.x + margin, panel.y + margin - 4, panel.width - 2 * margin,
                    panel.height - 2 * (margin - 4)};
  diagram.add(ClipMark{panel});
  const bool is_still = input.slide == 0;
  for (std::size_t step = before; step < std::min<std::size_t>(before + 2, count); ++step) {
    const double offset = static_cast<double>(step) - place;
    if (std::abs(offset) >= 1) continue;
    Rect room = inside;
    room.x += offset * panel.width;
    add_open_step(diagram, input, pipeline, step, is_still ? lit : std::nullopt, is_still, room);
  }
  diagram.add(ClipMark{});
  return diagram;
}

}  // namespace attn
