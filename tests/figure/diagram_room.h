#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/formulas/plain_formula.h"
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

/// Its ink.
inline Rect box_of(const FormulaMark& formula, const Ruler& ruler) {
  const FormulaExtent extent = ruler.formula(formula);
  return {formula.at.x - formula.align * extent.width,
          formula.at.y + baseline_below(formula.type) - extent.above, extent.width,
          extent.above + extent.below};
}

/// Texts and plain-text formulas of the diagram, line by line.
inline std::vector<std::string> lines_said(const Diagram& diagram, const Ruler& ruler) {
  std::vector<std::string> lines;
  Point end{-1, -1};
  const auto add = [&](const std::string& words, const Rect& box, double y) {
    const bool goes_on = y == end.y && std::abs(box.x - end.x) < 0.5;
    goes_on ? lines.back() += words : lines.emplace_back(words);
    end = {box.right(), y};
  };
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) {
      add(text->text, box_of(*text, ruler), text->at.y);
    } else if (const auto* formula = std::get_if<FormulaMark>(&mark)) {
      add(plain_formula(formula->tex), box_of(*formula, ruler), formula->at.y);
    }
  }
  return lines;
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
    const auto* formula = std::get_if<FormulaMark>(&mark);
    if (!formula && (!text || text->text.empty())) continue;
    const Rect box = formula ? box_of(*formula, ruler) : box_of(*text, ruler);
    const std::string& words = formula ? formula->tex : text->text;
    EXPECT_GE(box.x, -1) << words;
    EXPECT_GE(box.y, -1) << words;
    EXPECT_LE(box.right(), diagram.width + 1) << words;
    EXPECT_LE(box.bottom(), height + 1) << words;
    for (const Rect& other : boxes) EXPECT_FALSE(overlap(box, other, 2)) << words;
    boxes.push_back(box);
  }
}

}  // namespace attn::test
