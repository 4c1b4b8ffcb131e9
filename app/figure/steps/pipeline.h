#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/attention/evaluation.h"
#include "engine/color/colormap.h"
#include "engine/reference/feeding_cells.h"

namespace attn {

/// Matrix of the pipeline as drawn.
struct PipelineMatrix {
  /// Meaning of its colours: matrices of one role share a range.
  enum class Role { feature, score, weight, seen };

  Where where{};
  std::string symbol;  ///< in TeX: "S"
  Role role = Role::feature;
  const Matrix* values = nullptr;
  const Matrix* masked = nullptr;                  ///< kMasked where cells are hatched; null: none
  const std::vector<std::string>* rows = nullptr;  ///< tokens of its rows
  const std::vector<std::string>* columns = nullptr;
  bool is_transposed = false;  ///< `values` is the transposed part

  bool is_pairs() const { return rows && columns; }
  /// Converts a cell between the drawn matrix and the part.
  Cell turned(Cell cell) const { return is_transposed ? Cell{cell.key, cell.query} : cell; }
  /// Cells of the part in the drawn matrix.
  CellRange drawn(const CellRange& range) const;
};

/// Matrices side by side, such as all heads' outputs, and the operator before them.
struct PipelineTerm {
  std::string before;  ///< operator before the matrices, in TeX: "+", "·", "→", or "," between
                       ///< separate inputs; empty: none
  std::vector<PipelineMatrix> matrices;
  bool is_one = false;  ///< the matrices count as one, as wide as all together
};

/// Step from matrices to a matrix.
struct PipelineStep {
  /// Names, the longest first; shorter ones are for less space. With formulas, like the note.
  std::vector<std::string> names;
  std::string formula;  ///< in TeX
  std::string note;     ///< may be empty
  /// Equations, each from its operands to its result: two if queries and keys are computed
  /// separately.
  std::vector<std::vector<PipelineTerm>> equations;
  /// Independent of the previous steps since the last arrow.
  bool is_beside = false;

  /// All matrices of the equations.
  std::vector<const PipelineMatrix*> matrices() const;
  /// Result of the step, shown in its thumbnail.
  const PipelineTerm& result() const { return equations.front().back(); }
};

/// Steps from the inputs to the output through one head.
struct Pipeline {
  std::shared_ptr<const Evaluation> evaluation;
  Index head = 0;
  BoolMatrix seen;  ///< pairs visible to the head
  std::vector<PipelineStep> steps;
  std::array<ColorRange, 4> ranges{};              ///< over all matrices of a role
  std::vector<std::shared_ptr<const Matrix>> own;  ///< matrices that the Trace does not store

  ColorRange range(PipelineMatrix::Role role) const {
    return ranges[static_cast<std::size_t>(role)];
  }
};

/// Number of steps of head `head` of the scene.
int pipeline_step_count(const Scene& scene, Index head);

/// Matrix drawn for an input of a step: raw scores are drawn as in the step that adds bias and
/// mask, which also scales them.
inline Where drawn_feed(Where feed) {
  if (feed.part == Part::raw) feed.part = Part::unscaled;
  return feed;
}

/// Pipeline of an evaluation. Cached while in use: the same evaluation and head give the same
/// pipeline and matrices.
std::shared_ptr<const Pipeline> pipeline_of(const std::shared_ptr<const Evaluation>& evaluation,
                                            Index head);

}  // namespace attn
