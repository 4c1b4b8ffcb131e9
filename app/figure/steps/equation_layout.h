#pragma once

#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/steps/pipeline.h"

namespace attn {

/// Where the matrices of one computation stand, and the words around them.
struct EquationLayout {
  struct PlacedMatrix {
    const PipelineMatrix* matrix = nullptr;
    Rect area;
    bool has_row_labels = false, has_column_labels = false;
  };
  struct Word {
    Point at;          ///< in the middle
    std::string text;  ///< with formulas
    Type type;
  };
  std::vector<PlacedMatrix> places;
  std::vector<Word> words;  ///< operators, symbols, shapes
  double longest_row = 0, longest_column = 0;
  bool are_columns_turned = false;
};

/// Puts all terms beside one another into `room`, with cells of one size as long as no matrix gets
/// too narrow to be seen by that.
EquationLayout lay_out(const std::vector<PipelineTerm>& terms, const Ruler& ruler, Rect room);

/// `terms` in lines that are no wider than `width` with cells as high as a line, broken before
/// operators.
std::vector<std::vector<PipelineTerm>> equation_lines(const std::vector<PipelineTerm>& terms,
                                                      const Ruler& ruler, double width);
/// The height that such a line takes with cells of a usual size.
double equation_height(const std::vector<PipelineTerm>& terms, const Ruler& ruler, double width);

/// "6 × 3"; "2 of 6 × 3", "6 × 3 … 6 × 2" of several; of such that are one, its width: "6 × 5".
std::string shape_words(const PipelineTerm& term);

}  // namespace attn
