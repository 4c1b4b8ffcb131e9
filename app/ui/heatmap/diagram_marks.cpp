#include "app/ui/heatmap/diagram_marks.h"

#include <algorithm>
#include <cmath>

#include "app/figure/text/figure_theme.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"

namespace attn::ui {
namespace {

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

void draw_dashed(ImDrawList* list, const Points& points, ImU32 color, float line, float dash) {
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
      if (in_dash < dash) list->AddLine(at(from), at(from + step), color, line);
      from += std::max(step, 0.01F);
      done += std::max(step, 0.01F);
    }
  }
}

void draw_text_mark(ImDrawList* list, const Theme& theme, const DiagramFrame& frame,
                    const TextMark& mark) {
  const Face face = face_of(mark.type);
  const ImU32 color = ink_color(theme, mark.paint);
  const ImVec2 at = frame.point(mark.at);
  const ImVec2 size = text_size(theme, face, mark.text);
  const float along = static_cast<float>(mark.align) * size.x;
  switch (mark.turn) {
    case Turn::level:
      draw_text(list, theme, face, {at.x - along, at.y - size.y / 2}, color, mark.text);
      break;
    case Turn::slanted:
      draw_text_slanted(list, theme, face, at, color, mark.text);
      break;
    case Turn::upwards:
      draw_text_upwards(list, theme, face, {at.x - size.y / 2, at.y + along}, color, mark.text);
      break;
    case Turn::downwards:
      draw_text_downwards(list, theme, face, {at.x + size.y / 2, at.y - along}, color, mark.text);
      break;
  }
}

}  // namespace

Face face_of(Type type) {
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

void MarkPainter::operator()(const RectMark& mark) const {
  const Box box = frame.rect(mark.rect);
  const float radius = frame.length(mark.radius);
  if (mark.fill) {
    list->AddRectFilled(box.min, box.max, ink_color(theme, *mark.fill), radius);
  }
  if (mark.stroke) {
    imgui::stroke_rect(list, box.min, box.max, ink_color(theme, *mark.stroke), radius,
                       std::max(1.F, frame.length(mark.line)));
  }
}

void MarkPainter::operator()(const LineMark& mark) const {
  if (mark.points.size() < 2) return;
  const Points points = points_of(frame, mark.points);
  const ImU32 color = ink_color(theme, mark.paint);
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

void MarkPainter::operator()(const AreaMark& mark) const {
  const Points points = points_of(frame, mark.points);
  if (points.size() < 3) return;
  list->AddConvexPolyFilled(points.data(), static_cast<int>(points.size()),
                            ink_color(theme, mark.fill));
}

void MarkPainter::operator()(const DiscMark& mark) const {
  const ImVec2 center = frame.point(mark.center);
  const float radius = frame.length(mark.radius);
  const int segments = std::clamp(static_cast<int>(radius * 3), 12, 96);
  if (mark.fill) {
    list->AddCircleFilled(center, radius, ink_color(theme, *mark.fill), segments);
  }
  if (mark.stroke) {
    list->AddCircle(center, radius, ink_color(theme, *mark.stroke), segments,
                    frame.length(mark.line));
  }
}

void MarkPainter::operator()(const TextMark& mark) const {
  draw_text_mark(list, theme, frame, mark);
}

FormulaStyle style_in_window(const Theme& theme, const FormulaMark& mark) {
  const auto scale = static_cast<double>(theme.scale());
  FormulaStyle style = formula_style(theme, face_of(mark.type));
  if (mark.size > 0) style.size = mark.size * scale;
  style.display = mark.display;
  if (mark.breaks && mark.room > 0) style.width = mark.room * scale;
  const auto width = [&](const FormulaStyle& of) {
    return theme.formulas().set(mark.tex, of).width;
  };
  return fitting(style, mark.room * scale, width);
}

void MarkPainter::operator()(const FormulaMark& mark) const {
  const Face face = face_of(mark.type);
  const FormulaStyle style = style_in_window(theme, mark);
  const SetFormula& set = theme.formulas().set(mark.tex, style);
  const ImVec2 at = frame.point(mark.at);
  const float top = std::round(at.y - theme.line_height(face) / 2);
  Palette palette = theme.colors();
  palette.text = ink_color(theme, mark.paint);
  theme.formulas().draw(list,
                        {at.x - static_cast<float>(mark.align * set.width),
                         top + theme.baseline(face) - static_cast<float>(set.baseline)},
                        mark.tex, style, palette);
}

void MarkPainter::operator()(const ClipMark& mark) {
  if (is_clipped) list->PopClipRect();
  is_clipped = mark.rect.has_value();
  if (!is_clipped) return;
  const Box box = frame.rect(*mark.rect);
  list->PushClipRect(box.min, box.max, true);
}

}  // namespace attn::ui
