#pragma once

#include <string>

#include "app/figure/numbers/view_input.h"
#include "app/figure/steps/pipeline.h"

namespace attn {

/// The step at large: its name, formula and shape, the matrices it computes from and what it makes,
/// and the legends of their colours. The cells that feed `lit` have an outline, and are told in
/// words. With `is_live` its matrices have the names of matrix_name(), by which they can be pointed
/// at.
void add_open_step(Diagram& diagram, const ViewInput& input,
                   const std::shared_ptr<const Pipeline>& pipeline, std::size_t step,
                   const std::optional<PointedCell>& lit, bool is_live, Rect room);

/// "steps.q", "steps.head_output[2]".
std::string matrix_name(const Where& where);

/// The matrix of the step that the cell is of; null: of none.
const PipelineMatrix* find_matrix(const PipelineStep& step, const std::optional<PointedCell>& lit);

/// The cells that feed the cell that `lit` names; none where it names no matrix of the step.
std::vector<CellRange> lit_cells(const Pipeline& pipeline, std::size_t step,
                                 const std::optional<PointedCell>& lit);

/// Outlines those of `ranges` that are of the part of `matrix`, which is drawn as `mark`.
void add_lights(Diagram& diagram, const MatrixMark& mark, const PipelineMatrix& matrix,
                const std::vector<CellRange>& ranges, double line);

/// The matrix as a mark with its colours, without name and place.
MatrixMark mark_of(const ViewInput& input, const std::shared_ptr<const Pipeline>& pipeline,
                   const PipelineMatrix& matrix);

/// "row 2 of Q, column 4 of K^T", as the open step draws them; with formulas.
std::string words_of(const Pipeline& pipeline, std::size_t step,
                     const std::vector<CellRange>& ranges);

/// Whether the terms of an equation stand in several lines, and the steps in rows: on narrow pages.
bool stacks_equations(const ViewInput& input);
/// The height that the step takes then.
double open_step_height(const ViewInput& input, const std::shared_ptr<const Pipeline>& pipeline,
                        std::size_t step, const std::optional<PointedCell>& lit, double width);

}  // namespace attn
