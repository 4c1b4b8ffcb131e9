#pragma once

#include <string>

#include "app/figure/numbers/view_input.h"
#include "app/figure/steps/pipeline.h"

namespace attn {

/// Draws the pipeline of the selected head as a row of thumbnails, and the open step in full size
/// below. The cells that feed the cell under the mouse (for steps of pairs, the pinned cell) are
/// highlighted in both. Targets: "steps.step[n]", the thumbnail of step n.
Diagram steps_diagram(const ViewInput& input);

/// Draws the open step in full size: name, formula and shape, its input matrices and its result,
/// and the legends of their colours. The cells that feed `lit` are outlined and described in words.
/// If `is_live`, its matrices have the names of matrix_name(), for the mouse.
void add_open_step(Diagram& diagram, const ViewInput& input,
                   const std::shared_ptr<const Pipeline>& pipeline, std::size_t step,
                   const std::optional<PointedCell>& lit, bool is_live, Rect room);

/// "steps.q", "steps.head_output[2]".
std::string matrix_name(const Where& where);

/// "6 × 3"; "2 of 6 × 3", "6 × 3 … 6 × 2" for several matrices; for matrices that form one, the
/// total width: "6 × 5".
std::string shape_words(const PipelineTerm& term);

/// Matrix of the step that contains the cell; null: none.
const PipelineMatrix* find_matrix(const PipelineStep& step, const std::optional<PointedCell>& lit);

/// Cells that feed the cell `lit`; empty if `lit` names no matrix of the step.
std::vector<CellRange> lit_cells(const Pipeline& pipeline, std::size_t step,
                                 const std::optional<PointedCell>& lit);

/// Outlines those of `ranges` that belong to the part of `matrix`, drawn as `mark`.
void add_lights(Diagram& diagram, const MatrixMark& mark, const PipelineMatrix& matrix,
                const std::vector<CellRange>& ranges, double line);

/// Mark of the matrix with its colours, without name and position.
MatrixMark mark_of(const ViewInput& input, const std::shared_ptr<const Pipeline>& pipeline,
                   const PipelineMatrix& matrix);

/// "row 2 of Q, column 4 of K^T", as drawn in the open step; with formulas.
std::string words_of(const Pipeline& pipeline, std::size_t step,
                     const std::vector<CellRange>& ranges);

/// Returns whether equations are broken into lines and steps into rows: on narrow pages.
bool stacks_equations(const ViewInput& input);
/// Height of the open step in that case.
double open_step_height(const ViewInput& input, const std::shared_ptr<const Pipeline>& pipeline,
                        std::size_t step, const std::optional<PointedCell>& lit, double width);

}  // namespace attn
