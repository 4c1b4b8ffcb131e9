#pragma once

#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "tests/figure/diagram_room.h"

namespace attn::test {

/// Bounds of a text or matrix.
struct MarkBox {
  std::string what;
  Rect rect;
  bool is_text = false;
};

inline std::vector<MarkBox> boxes_of(const Diagram& diagram, const Ruler& ruler) {
  std::vector<MarkBox> boxes;
  for (const Mark& mark : diagram.marks) {
    if (const auto* matrix = std::get_if<MatrixMark>(&mark)) {
      boxes.push_back({"matrix " + matrix->name, matrix->area, false});
    }
    if (const auto* formula = std::get_if<FormulaMark>(&mark)) {
      boxes.push_back({formula->tex, box_of(*formula, ruler), true});
    }
    const auto* text = std::get_if<TextMark>(&mark);
    if (!text || text->text.empty()) continue;
    const double along = ruler.width(text->text, text->type);
    const double across = line_height(text->type) * 0.7;  // letters without the space around them
    Rect rect{text->at.x - text->align * along, text->at.y - across / 2, along, across};
    if (text->turn == Turn::upwards) {
      rect = {text->at.x - across / 2, text->at.y - (1 - text->align) * along, across, along};
    }
    if (text->turn == Turn::downwards) {
      rect = {text->at.x - across / 2, text->at.y - text->align * along, across, along};
    }
    boxes.push_back({text->text, rect, true});
  }
  return boxes;
}

/// Layout errors of a diagram: items outside it or overlapping; empty if none.
inline std::string misplaced(const Diagram& diagram, const Ruler& ruler) {
  const std::vector<MarkBox> boxes = boxes_of(diagram, ruler);
  for (std::size_t n = 0; n < boxes.size(); ++n) {
    const Rect& one = boxes[n].rect;
    constexpr double kEdge = 1;
    if (one.x < -kEdge || one.y < -kEdge || one.right() > diagram.width + kEdge ||
        one.bottom() > diagram.height + kEdge) {
      return "\"" + boxes[n].what + "\" is off the diagram";
    }
    for (std::size_t other = 0; other < n; ++other) {
      if (overlap(one, boxes[other].rect, 0.5)) {
        return "\"" + boxes[n].what + "\" is over \"" + boxes[other].what + "\"";
      }
    }
  }
  return "";
}

}  // namespace attn::test
