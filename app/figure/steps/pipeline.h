#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/attention/evaluation.h"
#include "engine/color/colormap.h"
#include "engine/reference/feeding_cells.h"

namespace attn {

/// A matrix of the pipeline as it is drawn.
struct PipelineMatrix {
  /// What its colours mean: those of one role have one range.
  enum class Role { feature, score, weight, seen };

  Where where{};
  std::string symbol;  ///< in TeX: "S"
  Role role = Role::feature;
  const Matrix* values = nullptr;
  const Matrix* masked = nullptr;                  ///< kMasked where cells are hatched; null: none
  const std::vector<std::string>* rows = nullptr;  ///< the tokens that its rows are of
  const std::vector<std::string>* columns = nullptr;
  bool is_transposed = false;  ///< `values` has the part's rows as columns

  bool is_pairs() const { return rows && columns; }
  /// A cell as it is drawn in the part's own rows and columns, and back.
  Cell turned(Cell cell) const { return is_transposed ? Cell{cell.key, cell.query} : cell; }
  /// Cells of the part as they are drawn.
  CellRange drawn(const CellRange& range) const;
};

/// Matrices that stand side by side, like all heads' outputs, and what is before them.
struct PipelineTerm {
  std::string before;  ///< "+", "·", "→", "," where nothing is multiplied; empty for the first.
                       ///< A sign of formulas
  std::vector<PipelineMatrix> matrices;
  bool is_one = false;  ///< they are taken for one matrix, as wide as all of them
};

/// One step from matrices to a matrix.
struct PipelineStep {
  /// The longest first, for where there is less room. Like the note, with formulas.
  std::vector<std::string> names;
  std::string formula;  ///< in TeX
  std::string note;     ///< may be empty
  /// Computations, each from its first terms to its last: two where queries and keys are apart.
  std::vector<std::vector<PipelineTerm>> equations;
  /// It is made without those that stand before it since the last arrow.
  bool is_beside = false;

  /// What the step makes: what its small picture shows.
  const PipelineTerm& result() const { return equations.front().back(); }
};

/// The way from the inputs to the output through one head, step by step.
struct Pipeline {
  std::shared_ptr<const Evaluation> evaluation;
  Index head = 0;
  BoolMatrix seen;  ///< by the head
  std::vector<PipelineStep> steps;
  ColorRange features, scores;                     ///< of all matrices of the role
  ColorRange weights{0, 1};                        ///< below 0 too where a weight may be
  std::vector<std::shared_ptr<const Matrix>> own;  ///< what the Trace does not hold as a matrix

  ColorRange range(PipelineMatrix::Role role) const;
};

/// How many steps head `head` of the scene has.
int pipeline_step_count(const Scene& scene, Index head);

/// What is drawn of what feeds a step: the step that adds bias and mask scales the scores too.
inline Where drawn_feed(Where feed) {
  if (feed.part == Part::raw) feed.part = Part::unscaled;
  return feed;
}

}  // namespace attn
