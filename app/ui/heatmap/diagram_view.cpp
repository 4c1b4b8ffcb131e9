#include "app/ui/heatmap/diagram_view.h"

#include <algorithm>
#include <cmath>

#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/text/figure_theme.h"
#include "app/ui/heatmap/heatmap_cells.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

ImU32 opaque(Rgb c) { return IM_COL32(c.r, c.g, c.b, 255); }

/// Font face for texts of the type.
Face face_of_type(Type type) {
  switch (type) {
    case Type::body:
      return Face::kBody;
    case Type::medium:
    case Type::strong:
      return Face::kMedium;
    case Type::small:
    case Type::tiny:
      return Face::kSmall;
    case Type::caption:
      return Face::kCaption;
    case Type::title:
      return Face::kTitle;
    case Type::number:
      return Face::kMono;
    case Type::small_number:
      return Face::kMonoSmall;
    case Type::label:
      return Face::kTextMedium;
    case Type::cell:
      return Face::kCell;
  }
  return Face::kBody;
}

/// Style of the mark's formula, in pixels.
FormulaStyle style_in_window(const Theme& theme, const FormulaMark& mark) {
  const auto scale = static_cast<double>(theme.scale());
  FormulaStyle style = formula_style(theme, face_of_type(mark.type));
  if (mark.size > 0) style.size = mark.size * scale;
  style.display = mark.display;
  if (mark.breaks && mark.room > 0) style.width = mark.room * scale;
  const auto width = [&](const FormulaStyle& of) {
    return theme.formulas().set(mark.tex, of).width;
  };
  return fitting(style, mark.room * scale, width);
}

ImU32 ink_color(const Theme& theme, const Paint& paint) {
  const auto opaque = [&paint](Rgb c) {
    return with_alpha(IM_COL32(c.r, c.g, c.b, 255), static_cast<float>(paint.alpha));
  };
  if (paint.data) return opaque(*paint.data);
  if (paint.step) return opaque(theme.colors_of(*paint.step->map).steps[paint.step->step]);
  if (paint.head) {
    return opaque(head_color(*paint.head, theme.appearance().dark ? Ground::dark : Ground::light));
  }
  const ImU32 color = color_of_ink(theme.colors(), paint.ink);
  return paint.alpha == 1 ? color : with_alpha(color, static_cast<float>(paint.alpha));
}

using Points = std::vector<ImVec2>;

Points points_of(const DiagramFrame& frame, const std::vector<Point>& points) {
  Points result;
  result.reserve(points.size());
  for (const Point& point : points) result.push_back(frame.point(point));
  return result;
}

void draw_dashed(const Points& points, ImU32 color, float line, float dash) {
  float done = 0;  // length so far, so that dashes continue around corners
  for (std::size_t n = 1; n < points.size(); ++n) {
    const ImVec2 a = points[n - 1], b = points[n];
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    float from = 0;
    while (from < length) {
      const float in_dash = std::fmod(done, 2 * dash);
      const float step =
          std::min(length - from, in_dash < dash ? dash - in_dash : 2 * dash - in_dash);
      const auto at = [&](float s) {
        return ImVec2(a.x + (b.x - a.x) * s / length, a.y + (b.y - a.y) * s / length);
      };
      if (in_dash < dash) imgui::list()->AddLine(at(from), at(from + step), color, line);
      from += std::max(step, 0.01F);
      done += std::max(step, 0.01F);
    }
  }
}

/// Draws all marks of a diagram except matrices.
struct MarkPainter {
  const Theme& theme;
  const DiagramFrame& frame;
  bool is_clipped = false;

  void operator()(const RectMark& mark) const {
    const Box box = frame.rect(mark.rect);
    const float radius = frame.length(mark.radius);
    if (mark.fill) {
      fill_box(box, ink_color(theme, *mark.fill), radius);
    }
    if (mark.stroke) {
      outline_box(box, ink_color(theme, *mark.stroke), radius,
                  std::max(1.F, frame.length(mark.line)));
    }
  }

  void operator()(const LineMark& mark) const {
    if (mark.points.size() < 2) return;
    const Points points = points_of(frame, mark.points);
    const ImU32 color = ink_color(theme, mark.paint);
    const float line = frame.length(mark.line);
    if (mark.dashed) {
      draw_dashed(points, color, line, frame.length(4));
    } else if (points.size() == 2) {
      imgui::list()->AddLine(points[0], points[1], color, line);
    } else {
      imgui::stroke_line(points.data(), static_cast<int>(points.size()), color, line);
    }
    if (mark.arrow) (*this)(AreaMark{arrow_head(mark), mark.paint});
  }

  void operator()(const AreaMark& mark) const {
    const Points points = points_of(frame, mark.points);
    if (points.size() < 3) return;
    imgui::list()->AddConvexPolyFilled(points.data(), static_cast<int>(points.size()),
                                       ink_color(theme, mark.fill));
  }

  void operator()(const DiscMark& mark) const {
    const ImVec2 center = frame.point(mark.center);
    const float radius = frame.length(mark.radius);
    const int segments = clamped(static_cast<int>(radius * 3), 12, 96);
    if (mark.fill) {
      imgui::list()->AddCircleFilled(center, radius, ink_color(theme, *mark.fill), segments);
    }
    if (mark.stroke) {
      imgui::list()->AddCircle(center, radius, ink_color(theme, *mark.stroke), segments,
                               frame.length(mark.line));
    }
  }

  void operator()(const TextMark& mark) const {
    const Face face = face_of_type(mark.type);
    const ImU32 color = ink_color(theme, mark.paint);
    const ImVec2 at = frame.point(mark.at);
    const ImVec2 size = text_size(theme, face, mark.text);
    const float along = static_cast<float>(mark.align) * size.x;
    switch (mark.turn) {
      case Turn::level:
        draw_text(theme, face, {at.x - along, at.y - size.y / 2}, color, mark.text);
        break;
      case Turn::slanted:
        draw_text_slanted(theme, face, at, color, mark.text);
        break;
      case Turn::upwards:
        draw_text_upwards(theme, face, {at.x - size.y / 2, at.y + along}, color, mark.text);
        break;
      case Turn::downwards:
        draw_text_downwards(theme, face, {at.x + size.y / 2, at.y - along}, color, mark.text);
        break;
    }
  }

  void operator()(const FormulaMark& mark) const {
    const Face face = face_of_type(mark.type);
    const FormulaStyle style = style_in_window(theme, mark);
    const SetFormula& set = theme.formulas().set(mark.tex, style);
    const ImVec2 at = frame.point(mark.at);
    const float top = std::round(at.y - theme.line_height(face) / 2);
    Palette palette = theme.colors();
    palette.text = ink_color(theme, mark.paint);
    theme.formulas().draw({at.x - static_cast<float>(mark.align * set.width),
                           top + theme.baseline(face) - static_cast<float>(set.baseline)},
                          mark.tex, style, palette);
  }

  void operator()(const ClipMark& mark) {
    if (is_clipped) imgui::list()->PopClipRect();
    is_clipped = mark.rect.has_value();
    if (!is_clipped) return;
    const Box box = frame.rect(*mark.rect);
    imgui::list()->PushClipRect(box.min, box.max, true);
  }

  void operator()(const MatrixMark&) const {}
};

/// Shows the full text in a tooltip while the mouse rests on a cut text.
void note_if_cut(Ui& ui, const DiagramFrame& frame, const TextMark& mark) {
  if (mark.whole.empty()) return;
  const ImVec2 at = frame.point(mark.at);
  const ImVec2 size = text_size(ui.theme, face_of_type(mark.type), mark.text);
  const float along = static_cast<float>(mark.align) * size.x;
  if (mark.turn == Turn::level) {
    note_cut(ui, {at.x - along, at.y - size.y / 2}, {at.x - along + size.x, at.y + size.y / 2},
             mark.whole);
  } else if (mark.turn == Turn::upwards) {
    note_cut(ui, {at.x - size.y / 2, at.y + along - size.x}, {at.x + size.y / 2, at.y + along},
             mark.whole);
  }
}

constexpr double kReach = 6;  // distance in units at which the mouse is on a line

void take_matrix(Ui& ui, const DiagramFrame& frame, const MatrixMark& mark, DiagramInput& input) {
  const Box area = frame.rect(mark.area);
  const bool clicked = hit_area(ui, mark.name, area);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsItemHovered() || !area.contains(mouse)) return;
  const auto at = [](float position, float start, float length, Index count) {
    const auto n = static_cast<Index>((position - start) / length * static_cast<float>(count));
    return clamped<Index>(n, 0, count - 1);
  };
  const Cell cell{at(mouse.y, area.min.y, area.height(), mark.values->rows()),
                  at(mouse.x, area.min.x, area.width(), mark.values->cols())};
  input.hovered_cell = MatrixCell{mark.name,
                                  mark.where,
                                  mark.symbol,
                                  mark.is_pairs,
                                  cell,
                                  (*mark.values)(cell.query, cell.key),
                                  mark.scores && (*mark.scores)(cell.query, cell.key) == kMasked};
  if (clicked) input.clicked_cell = input.hovered_cell;
}

void take_lines(Ui& ui, const DiagramFrame& frame, const Diagram& diagram, DiagramInput& input) {
  const LineTarget* nearest = nullptr;
  double least = kReach;
  for (const LineTarget& line : diagram.line_targets) {
    for (std::size_t n = 1; n < line.points.size(); ++n) {
      const double distance = distance_to_side(line.points[n - 1], line.points[n], input.mouse);
      if (distance < least) nearest = &line, least = distance;
    }
    const ImVec2 middle = frame.point(line.points[line.points.size() / 2]);
    ui.map.add(line.name, {middle.x - 2, middle.y - 2}, {middle.x + 2, middle.y + 2});
  }
  if (!nearest || !ImGui::IsWindowHovered() || ImGui::IsAnyItemHovered()) return;
  input.hovered = nearest->name;
  if (ImGui::IsMouseClicked(0)) input.clicked = nearest->name;
}

}  // namespace

std::optional<Index> number_in(std::string_view name, std::string_view before) {
  if (!name.starts_with(before)) return std::nullopt;
  name.remove_prefix(before.size());
  return take_parsed<Index>(name);
}

double WindowRuler::width(std::string_view text, Type type) const {
  return static_cast<double>(text_size(theme_, face_of_type(type), text).x / theme_.scale());
}

FormulaExtent WindowRuler::formula(const FormulaMark& mark) const {
  const SetFormula& set = theme_.formulas().set(mark.tex, style_in_window(theme_, mark));
  const auto scale = static_cast<double>(theme_.scale());
  return {set.width / scale, set.baseline / scale, (set.height - set.baseline) / scale};
}

std::string WindowRuler::shortened(std::string_view text, Type type, double width) const {
  return ui::shortened(theme_, face_of_type(type), text,
                       static_cast<float>(width) * theme_.scale());
}

bool cells_take_numbers(const Ruler& ruler, const MatrixMark& mark) {
  return number_type(ruler, mark, mark.cell_width(), mark.cell_height(), "0").has_value();
}

void draw_numbers(Ui& ui, const DiagramFrame& frame, const MatrixMark& mark, const Box& area,
                  std::pair<Index, Index> rows, std::pair<Index, Index> columns,
                  std::optional<Index> strong) {
  const auto [first_row, last_row] = rows;
  const auto [first_column, last_column] = columns;
  const Matrix& values = *mark.values;
  // All numbers have one size: if one does not fit, none is drawn.
  const Matrix seen =
      values.block(first_row, first_column, last_row - first_row, last_column - first_column);
  const auto fit =
      fitting_numbers(WindowRuler(ui.theme), mark, mark.cell_width(), mark.cell_height(), seen);
  if (!fit) return;
  const CellNumbers numbers(seen, fit->decimals);
  const Colormap& colors = ui.theme.colors_of(*mark.colormap);
  const Face face = face_of_type(fit->type);
  const bool can_be_strong = face == Face::kCell;
  const bool all_strong = ui.theme.appearance().presenting;
  imgui::list()->PushClipRect(area.min, area.max, true);
  for (Index i = first_row; i < last_row; ++i) {
    for (Index j = first_column; j < last_column; ++j) {
      if (mark.is_masked(i, j) || std::isnan(values(i, j))) continue;  // or not loaded yet
      const Rgb behind = attn::color_of(colors, mark.range, mark.shade(i, j));
      const std::string number = numbers.text(values(i, j));
      const bool is_zero = is_zero_as_written(number);
      // Grey on the panel's background; unreadable on other colours.
      const Rgb ink = text_color_on(behind);
      const bool is_on_ground = (ink.r > 127) == ui.theme.appearance().dark;
      const bool is_plain = is_zero && is_on_ground && std::abs(mark.shade(i, j)) < 0.01F;
      const Box box = frame.rect(mark.cell(i, j));
      const Face here =
          can_be_strong && (strong == i || all_strong) && !is_zero ? Face::kCellStrong : face;
      text_in(ui, box, here, is_plain ? ui.theme.colors().zero : opaque(ink), number, 0.5F);
      if (!ui.map.is_wanted() || mark.number != Type::cell) continue;
      // Box of the number in the UI map: as wide as its text, one em high, centred in the cell.
      const ImVec2 size = text_size(ui.theme, here, number);
      const auto em = static_cast<float>(ui.theme.em(here));
      const float x = (box.min.x + box.max.x) / 2, y = (box.min.y + box.max.y) / 2;
      ui.map.add(mark.name + "[" + std::to_string(i) + "][" + std::to_string(j) + "].number",
                 {x - size.x / 2, y - em / 2}, {x + size.x / 2, y + em / 2});
    }
  }
  imgui::list()->PopClipRect();
}

void DiagramView::draw_matrix(Ui& ui, const DiagramFrame& frame, const MatrixMark& mark,
                              std::size_t number) {
  const Theme& theme = ui.theme;
  Texture& texture = textures_[number];
  texture.is_used = true;
  if (mark.behind) return texture.picture.draw(ui, frame.rect(mark.area), mark);
  if (texture.values != mark.values || texture.scores != mark.scores ||
      texture.shades != mark.shades) {
    const Matrix& shades = mark.shades ? *mark.shades : *mark.values;
    if (mark.scores) {
      texture.heatmap.set(
          (mark.scores->array() == kMasked)
              .select(Matrix::Constant(shades.rows(), shades.cols(), kMasked), shades));
    } else {
      texture.heatmap.set(shades);
    }
    texture.values = mark.values;
    texture.scores = mark.scores;
    texture.shades = mark.shades;
  }
  const Box area = frame.rect(mark.area);
  draw_heatmap_cells(ui, texture.heatmap,
                     {.matrix = area,
                      .area = area,
                      .cell_width = frame.length(mark.cell_width()),
                      .cell_height = frame.length(mark.cell_height()),
                      .colormap = *mark.colormap,
                      .range = mark.range});
  if (!mark.numbers || !cells_take_numbers(WindowRuler(theme), mark)) return;
  draw_numbers(ui, frame, mark, area, {0, mark.rows()}, {0, mark.columns()});
}

void DiagramView::release() {
  for (auto& [number, texture] : textures_) {
    texture.values = texture.scores = texture.shades = nullptr;
    texture.heatmap.release();
    texture.picture = {};
  }
}

DiagramInput DiagramView::draw(Ui& ui, ImVec2 at, const Box& box, const Diagram& diagram) {
  const DiagramFrame frame{{std::round(at.x), std::round(at.y)}, ui.theme.scale(), box};
  for (auto& [number, texture] : textures_) texture.is_used = false;
  // Outlines of cells at the edge lie outside.
  const float around = ui.theme.px(4);
  imgui::list()->PushClipRect({box.min.x - around, box.min.y - around},
                              {box.max.x + around, box.max.y + around}, true);
  MarkPainter painter{ui.theme, frame};
  for (std::size_t n = 0; n < diagram.marks.size(); ++n) {
    if (const auto* matrix = std::get_if<MatrixMark>(&diagram.marks[n])) {
      if (matrix->values->size() > 0) draw_matrix(ui, frame, *matrix, n);
    } else {
      if (const auto* text = std::get_if<TextMark>(&diagram.marks[n]))
        note_if_cut(ui, frame, *text);
      std::visit([&painter](const auto& mark) { painter(mark); }, diagram.marks[n]);
    }
  }
  painter(ClipMark{});
  imgui::list()->PopClipRect();
  std::erase_if(textures_, [](const auto& one) { return !one.second.is_used; });

  DiagramInput input;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  input.mouse = {static_cast<double>((mouse.x - frame.at.x) / frame.scale),
                 static_cast<double>((mouse.y - frame.at.y) / frame.scale)};
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && !matrix->name.empty() && matrix->values->size() > 0) {
      take_matrix(ui, frame, *matrix, input);
    }
  }
  for (const Target& target : diagram.targets) {
    if (hit_area(ui, target.name, frame.rect(target.box))) {
      const ImVec2 moved = ImGui::GetMouseDragDelta(0, 0);
      if (std::abs(moved.x) + std::abs(moved.y) < 4) input.clicked = target.name;
    }
    // Among overlapping targets the first one counts, as for clicks.
    const bool is_hovered = input.hovered.empty() && ImGui::IsItemHovered();
    if (is_hovered) input.hovered = target.name;
    if (is_hovered && ImGui::IsMouseDoubleClicked(0)) input.double_clicked = target.name;
    if (ImGui::IsItemActivated()) input.drag_begins = true;
    if (ImGui::IsItemActive() || ImGui::IsItemDeactivated()) input.dragged = target.name;
    if (ImGui::IsItemDeactivated()) input.drag_ends = true;
  }
  take_lines(ui, frame, diagram, input);
  return input;
}

}  // namespace attn::ui
