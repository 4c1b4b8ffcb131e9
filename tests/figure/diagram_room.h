#pragma once

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "app/figure/diagram/diagram.h"

namespace attn::test {

inline Rect box_of(const TextMark& text, const Ruler& ruler) {
  const double width = ruler.width(text.text, text.type), height = line_height(text.type);
  const double before = text.align * width;
  switch (text.turn) {
    case Turn::upwards:
      return {text.at.x - height / 2, text.at.y - width + before, height, width};
    case Turn::downwards:
      return {text.at.x - height / 2, text.at.y - before, height, width};
    case Turn::slanted: {
      const double side = (width + height) * std::sqrt(0.5);
      return {text.at.x - height / 2, text.at.y + height / 2 - side, side, side};
    }
    case Turn::level:
      break;
  }
  return {text.at.x - before, text.at.y - height / 2, width, height};
}

inline bool overlap(const Rect& a, const Rect& b, double slack = 0) {
  return a.x < b.right() - slack && b.x < a.right() - slack && a.y < b.bottom() - slack &&
         b.y < a.bottom() - slack;
}

/// Expects that no text of the diagram is outside of its room, and none on another.
inline void expect_readable(const Diagram& diagram, const Ruler& ruler, double height) {
  EXPECT_LE(diagram.height, height + 0.5);
  std::vector<Rect> boxes;
  for (const Mark& mark : diagram.marks) {
    const auto* text = std::get_if<TextMark>(&mark);
    if (!text || text->text.empty()) continue;
    const Rect box = box_of(*text, ruler);
    EXPECT_GE(box.x, -1) << text->text;
    EXPECT_GE(box.y, -1) << text->text;
    EXPECT_LE(box.right(), diagram.width + 1) << text->text;
    EXPECT_LE(box.bottom(), height + 1) << text->text;
    for (const Rect& other : boxes) EXPECT_FALSE(overlap(box, other, 2)) << text->text;
    boxes.push_back(box);
  }
}

}  // namespace attn::test
