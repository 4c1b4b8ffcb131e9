#pragma once

#include "app/figure/diagram/diagram.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Font face for texts of the type.
Face face_of(Type type);

/// Transform from the diagram's units to screen pixels.
struct DiagramFrame {
  ImVec2 at;
  float scale;
  Box box;

  ImVec2 point(const Point& p) const {
    return {at.x + static_cast<float>(p.x) * scale, at.y + static_cast<float>(p.y) * scale};
  }
  Box rect(const Rect& r) const { return {point({r.x, r.y}), point({r.right(), r.bottom()})}; }
  float length(double units) const { return static_cast<float>(units) * scale; }
};

/// Style of the mark's formula, in pixels.
FormulaStyle style_in_window(const Theme& theme, const FormulaMark& mark);

/// Draws all marks of a diagram except matrices.
struct MarkPainter {
  ImDrawList* list;
  const Theme& theme;
  const DiagramFrame& frame;
  bool is_clipped = false;

  void operator()(const RectMark& mark) const;
  void operator()(const LineMark& mark) const;
  void operator()(const AreaMark& mark) const;
  void operator()(const DiscMark& mark) const;
  void operator()(const TextMark& mark) const;
  void operator()(const FormulaMark& mark) const;
  void operator()(const ClipMark& mark);
  void operator()(const MatrixMark&) const {}
};

}  // namespace attn::ui
