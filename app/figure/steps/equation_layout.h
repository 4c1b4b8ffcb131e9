#pragma once

#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/steps/pipeline.h"

namespace attn {

/// Layout of the matrices of one computation, and the texts around them.
struct EquationLayout {
  struct PlacedMatrix {
    const PipelineMatrix* matrix = nullptr;
    Rect area;
    bool has_row_labels = false, has_column_labels = false;
  };
  struct Word {
    Point at;          ///< centre
    std::string text;  ///< with formulas
    Type type;
  };
  std::vector<PlacedMatrix> places;
  std::vector<Word> words;  ///< operators, symbols, shapes
  double longest_row = 0, longest_column = 0;
  bool are_columns_turned = false;
};

/// Places all terms side by side in `room`, with cells of one size unless a matrix would become too
/// narrow to see.
EquationLayout lay_out(const std::vector<PipelineTerm>& terms, const Ruler& ruler, Rect room);

/// Breaks `terms` into lines of at most `width`, before operators, with cells as high as a text
/// line.
std::vector<std::vector<PipelineTerm>> equation_lines(const std::vector<PipelineTerm>& terms,
                                                      const Ruler& ruler, double width);
/// Height of a line of equations with cells of normal size.
double equation_height(const std::vector<PipelineTerm>& terms, const Ruler& ruler, double width);

/// "6 × 3"; "2 of 6 × 3", "6 × 3 … 6 × 2" for several matrices; for matrices that form one, the
/// total width: "6 × 5".
std::string shape_words(const PipelineTerm& term);

}  // namespace attn
