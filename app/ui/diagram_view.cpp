#include "app/ui/diagram_view.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers.h"
#include "app/figure/palette.h"
#include "app/figure/shading.h"
#include "app/ui/heatmap_cells.h"
#include "engine/trace.h"

namespace attn::ui {
namespace {

Face face_of(Type type) {
  switch (type) {
    case Type::body:
      return Face::kBody;
    case Type::medium:
      return Face::kMedium;
    case Type::small:
      return Face::kSmall;
    case Type::caption:
      return Face::kCaption;
    case Type::title:
      return Face::kTitle;
    case Type::number:
      return Face::kMono;
    case Type::small_number:
      return Face::kMonoSmall;
  }
  return Face::kBody;
}

ImU32 opaque(Rgb c) { return IM_COL32(c.r, c.g, c.b, 255); }

ImU32 color_of(const Palette& palette, const Paint& paint) {
  if (paint.data) return with_alpha(opaque(*paint.data), static_cast<float>(paint.alpha));
  const auto color = [&] {
    switch (paint.ink) {
      case Ink::panel:
        return palette.panel;
      case Ink::field:
        return palette.field;
      case Ink::hairline:
        return palette.hairline;
      case Ink::faint:
        return palette.faint;
      case Ink::secondary:
        return palette.secondary;
      case Ink::text:
        return palette.text;
      case Ink::query:
        return palette.query;
      case Ink::key:
        return palette.key;
      case Ink::good:
        return palette.good;
      case Ink::warning:
        return palette.warning;
    }
    return palette.text;
  }();
  return paint.alpha == 1 ? color : with_alpha(color, static_cast<float>(paint.alpha));
}

}  // namespace

double WindowRuler::width(std::string_view text, Type type) const {
  return static_cast<double>(text_size(theme_, face_of(type), text).x / theme_.scale());
}

std::string WindowRuler::shortened(std::string_view text, Type type, double width) const {
  return ui::shortened(theme_, face_of(type), text, static_cast<float>(width) * theme_.scale());
}

/// From the diagram's units to pixels of the screen.
struct DiagramView::Frame {
  ImVec2 at;
  float scale;
  Box box;

  ImVec2 point(const Point& p) const {
    return {at.x + static_cast<float>(p.x) * scale, at.y + static_cast<float>(p.y) * scale};
  }
  Box rect(const Rect& r) const { return {point({r.x, r.y}), point({r.right(), r.bottom()})}; }
  float length(double units) const { return static_cast<float>(units) * scale; }
};

namespace {

using Points = std::vector<ImVec2>;

template <typename Frame>
Points points_of(const Frame& frame, const std::vector<Point>& points) {
  Points result;
  result.reserve(points.size());
  for (const Point& point : points) result.push_back(frame.point(point));
  return result;
}

void draw_dashed(ImDrawList* list, const Points& points, ImU32 color, float line, float dash) {
  float done = 0;  // of the way, so that dashes go on around corners
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
      if (in_dash < dash) list->AddLine(at(from), at(from + step), color, line);
      from += std::max(step, 0.01F);
      done += std::max(step, 0.01F);
    }
  }
}

template <typename Frame>
void draw_text_mark(ImDrawList* list, const Theme& theme, const Frame& frame,
                    const TextMark& mark) {
  const Face face = face_of(mark.type);
  const ImU32 color = color_of(theme.colors(), mark.paint);
  const ImVec2 at = frame.point(mark.at);
  const ImVec2 size = text_size(theme, face, mark.text);
  const float along = static_cast<float>(mark.align) * size.x;
  switch (mark.turn) {
    case Turn::level:
      draw_text(list, theme, face, {at.x - along, at.y - size.y / 2}, color, mark.text);
      break;
    case Turn::upwards:
      draw_text_upwards(list, theme, face, {at.x - size.y / 2, at.y + along}, color, mark.text);
      break;
    case Turn::downwards:
      draw_text_downwards(list, theme, face, {at.x + size.y / 2, at.y - along}, color, mark.text);
      break;
  }
}

constexpr double kReach = 6;  // units from a line at which the mouse is on it

double distance_to(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double along = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// Draws all marks but matrices.
template <typename Frame>
struct MarkPainter {
  ImDrawList* list;
  const Theme& theme;
  const Frame& frame;
  bool is_clipped = false;

  void operator()(const RectMark& mark) const {
    const Box box = frame.rect(mark.rect);
    const float radius = frame.length(mark.radius);
    if (mark.fill) {
      list->AddRectFilled(box.min, box.max, color_of(theme.colors(), *mark.fill), radius);
    }
    if (mark.stroke) {
      imgui::stroke_rect(list, box.min, box.max, color_of(theme.colors(), *mark.stroke), radius,
                         std::max(1.F, frame.length(mark.line)));
    }
  }
  void operator()(const LineMark& mark) const {
    if (mark.points.size() < 2) return;
    const Points points = points_of(frame, mark.points);
    const ImU32 color = color_of(theme.colors(), mark.paint);
    const float line = frame.length(mark.line);
    if (mark.dashed) {
      draw_dashed(list, points, color, line, frame.length(4));
    } else if (points.size() == 2) {
      list->AddLine(points[0], points[1], color, line);
    } else {
      imgui::stroke_line(list, points.data(), static_cast<int>(points.size()), color, line);
    }
    if (mark.arrow) (*this)(AreaMark{arrow_head(mark), mark.paint});
  }
  void operator()(const AreaMark& mark) const {
    const Points points = points_of(frame, mark.points);
    if (points.size() < 3) return;
    list->AddConvexPolyFilled(points.data(), static_cast<int>(points.size()),
                              color_of(theme.colors(), mark.fill));
  }
  void operator()(const DiscMark& mark) const {
    const ImVec2 center = frame.point(mark.center);
    const float radius = frame.length(mark.radius);
    const int segments = std::clamp(static_cast<int>(radius * 3), 12, 96);
    if (mark.fill) {
      list->AddCircleFilled(center, radius, color_of(theme.colors(), *mark.fill), segments);
    }
    if (mark.stroke) {
      list->AddCircle(center, radius, color_of(theme.colors(), *mark.stroke), segments,
                      frame.length(mark.line));
    }
  }
  void operator()(const TextMark& mark) const { draw_text_mark(list, theme, frame, mark); }
  void operator()(const ClipMark& mark) {
    if (is_clipped) list->PopClipRect();
    is_clipped = mark.rect.has_value();
    if (!is_clipped) return;
    const Box box = frame.rect(*mark.rect);
    list->PushClipRect(box.min, box.max, true);
  }
  void operator()(const MatrixMark&) const {}
};

}  // namespace

void DiagramView::draw_matrix(Ui& ui, const Frame& frame, const MatrixMark& mark,
                              std::size_t number) {
  const Theme& theme = ui.theme;
  Texture& texture = textures_[number];
  texture.is_used = true;
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
  if (!mark.numbers) return;
  const Face face = Face::kSmall;
  const auto fits = [&](std::string_view text) {
    return frame.length(mark.cell_width()) >= text_size(theme, face, text).x + theme.px(4);
  };
  if (frame.length(mark.cell_height()) < theme.line_height(face) || !fits("0.00")) return;
  const float largest = largest_distance(*mark.values);
  if (!fits(fixed(mark.range.low < 0 ? -largest : largest, 2))) return;
  const Matrix& shades = mark.shades ? *mark.shades : *mark.values;
  for (Index i = 0; i < mark.values->rows(); ++i) {
    for (Index j = 0; j < mark.values->cols(); ++j) {
      if (mark.scores && (*mark.scores)(i, j) == kMasked) continue;
      const Rgb behind = attn::color_of(*mark.colormap, mark.range, shades(i, j));
      text_in(ui, frame.rect(mark.cell(i, j)), face, opaque(text_color_on(behind)),
              fixed((*mark.values)(i, j), 2), 0.5F);
    }
  }
}

void DiagramView::take_matrix(Ui& ui, const Frame& frame, const MatrixMark& mark,
                              DiagramInput& input) const {
  const Box area = frame.rect(mark.area);
  const bool clicked = hit_area(ui, mark.name, area);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsItemHovered() || !area.contains(mouse)) return;
  const auto at = [](float position, float start, float length, Index count) {
    const auto n = static_cast<Index>((position - start) / length * static_cast<float>(count));
    return std::clamp<Index>(n, 0, count - 1);
  };
  const Cell cell{at(mouse.y, area.min.y, area.height(), mark.values->rows()),
                  at(mouse.x, area.min.x, area.width(), mark.values->cols())};
  input.hovered_cell = MatrixCell{mark.name,
                                  mark.symbol,
                                  mark.is_pairs,
                                  cell,
                                  (*mark.values)(cell.query, cell.key),
                                  mark.scores && (*mark.scores)(cell.query, cell.key) == kMasked};
  if (clicked) input.clicked_cell = input.hovered_cell;
}

void DiagramView::take_lines(Ui& ui, const Frame& frame, const Diagram& diagram,
                             DiagramInput& input) const {
  const LineTarget* nearest = nullptr;
  double least = kReach;
  for (const LineTarget& line : diagram.line_targets) {
    for (std::size_t n = 1; n < line.points.size(); ++n) {
      const double distance = distance_to(input.mouse, line.points[n - 1], line.points[n]);
      if (distance < least) nearest = &line, least = distance;
    }
    const ImVec2 middle = frame.point(line.points[line.points.size() / 2]);
    ui.map.add(line.name, {middle.x - 2, middle.y - 2}, {middle.x + 2, middle.y + 2});
  }
  if (!nearest || !ImGui::IsWindowHovered() || ImGui::IsAnyItemHovered()) return;
  input.hovered = nearest->name;
  if (ImGui::IsMouseClicked(0)) input.clicked = nearest->name;
}

DiagramInput DiagramView::draw(Ui& ui, ImVec2 at, const Box& box, const Diagram& diagram) {
  const Frame frame{{std::round(at.x), std::round(at.y)}, ui.theme.scale(), box};
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (auto& [number, texture] : textures_) texture.is_used = false;
  list->PushClipRect(box.min, box.max, true);
  MarkPainter<Frame> painter{list, ui.theme, frame};
  for (std::size_t n = 0; n < diagram.marks.size(); ++n) {
    if (const auto* matrix = std::get_if<MatrixMark>(&diagram.marks[n])) {
      if (matrix->values->size() > 0) draw_matrix(ui, frame, *matrix, n);
    } else {
      std::visit([&painter](const auto& mark) { painter(mark); }, diagram.marks[n]);
    }
  }
  painter(ClipMark{});
  list->PopClipRect();
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
    // Where targets lie over each other the first one counts, as for clicks.
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
