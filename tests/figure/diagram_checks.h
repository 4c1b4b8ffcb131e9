#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/figure/diagram/diagram.h"
#include "engine/attention/scene.h"
#include "tests/figure/diagram_room.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::test {

/// The matrices of a diagram that have a name, in their order: legends have none.
inline std::vector<MatrixMark> named_matrices(const Diagram& diagram) {
  std::vector<MatrixMark> matrices;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && !matrix->name.empty()) matrices.push_back(*matrix);
  }
  return matrices;
}

inline const MatrixMark* find_matrix(const std::vector<MatrixMark>& matrices,
                                     const std::string& name) {
  for (const MatrixMark& matrix : matrices) {
    if (matrix.name == name) return &matrix;
  }
  return nullptr;
}

/// Every rectangle, matrix and level text of the diagram lies inside its room.
inline void expect_inside(const Diagram& diagram, const Ruler& ruler, double width, double height) {
  const auto inside = [&](const Rect& rect, const std::string& what) {
    EXPECT_GE(rect.x, -2.5) << what;
    EXPECT_GE(rect.y, -2.5) << what;
    EXPECT_LE(rect.right(), width + 2.5) << what;
    EXPECT_LE(rect.bottom(), height + 2.5) << what;
    EXPECT_GT(rect.width, 0) << what;
    EXPECT_GT(rect.height, 0) << what;
  };
  for (const Mark& mark : diagram.marks) {
    if (const auto* matrix = std::get_if<MatrixMark>(&mark)) inside(matrix->area, matrix->name);
    if (const auto* rect = std::get_if<RectMark>(&mark)) inside(rect->rect, "rectangle");
    if (const auto* formula = std::get_if<FormulaMark>(&mark)) {
      inside(box_of(*formula, ruler), formula->tex);
    }
    const auto* text = std::get_if<TextMark>(&mark);
    if (!text || text->text.empty() || text->turn != Turn::level) continue;
    const double length = ruler.width(text->text, text->type), line = line_height(text->type);
    inside({text->at.x - text->align * length, text->at.y - line / 2, length, line}, text->text);
  }
}

/// Tokens with words, random embeddings and heads of their own.
inline Scene scene_of_size(Index tokens, std::size_t heads, Index width = 4) {
  Scene scene;
  for (Index n = 0; n < tokens; ++n) scene.tokens.push_back("word " + std::to_string(n));
  Random random(case_seed(tokens, heads, width));
  scene.embeddings = random.uniform(tokens, width);
  scene.heads.assign(heads, Head{});
  for (Head& head : scene.heads) head.w_v = random.uniform(width, 3);
  return scene;
}

}  // namespace attn::test
