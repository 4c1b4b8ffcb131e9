#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/figure/canvas/picture_file.h"
#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/heatmap_look.h"
#include "engine/attention/evaluation.h"
#include "engine/base/clamped.h"

namespace attn {

/// Cell of a matrix of the diagram.
struct PointedCell {
  std::string matrix;  ///< MatrixMark::name
  Cell cell;
  std::optional<Where> where{};  ///< MatrixMark::where
  bool operator==(const PointedCell&) const = default;
};

/// Inputs of a view's diagram.
struct ViewInput {
  std::shared_ptr<const Evaluation> evaluation;
  ViewState state{};
  double width = 900;
  double height = 0;             ///< available height; 0: free
  bool is_height_free = true;    ///< false: limited by a page, also while it is measured
  std::optional<Cell> shown{};   ///< the cell under the mouse, or the pinned one
  std::optional<Point> mouse{};  ///< mouse position, for views that follow it
  /// Visible part of a plane, in its own coordinates; empty: all.
  std::optional<Rect> frame{};
  /// Evaluation that axes and ranges are computed from in place of `evaluation`, so that they stay
  /// fixed during a drag.
  std::shared_ptr<const Evaluation> held{};
  std::optional<PointedCell> pointed{};  ///< cell under the mouse, in any matrix
  double slide = 0;                      ///< remaining distance of a sliding picture, in parts
  bool legend = true;                    ///< draw the legend; if false, other parts use its space
  bool names = true;       ///< names of panels; false if controls above the diagram show them
  bool letters = true;     ///< letters of parts, "(a)"; false if the view is a panel, which has one
  bool marks = true;       ///< outline the query that a map of patches shows
  bool choices = false;    ///< also draw unselected choices: in the window
  bool caption = false;    ///< caption below the diagram, if the view has one
  bool all_heads = false;  ///< one panel per head, in a view of one head
  CellLimits cells{};      ///< limits for a heatmap that is a whole view
  double scale = 0;        ///< pixels per unit, to align edges
  /// Explained dimension of the output; empty: the one that the key moves most.
  std::optional<Index> dimension{};
  HeatmapLook look{};     ///< options of a heatmap of pairs, in figures
  BackPicture picture{};  ///< picture behind patches
  const Ruler& ruler;

  /// Returns whether parts that need `least` of width each are stacked because they do not fit side
  /// by side: on a page, with free height.
  bool stacks(double least, int parts = 2) const {
    return is_height_free && height <= 0 && width < least * parts;
  }

  const Scene& scene() const { return evaluation->scene; }
  const Trace& trace() const { return evaluation->trace; }
  /// The selected head.
  Index head() const { return clamped<Index>(state.head, 0, std::ssize(trace().heads) - 1); }
  /// All heads, or those that the options of the figure name.
  std::vector<Index> all_or_chosen_heads() const {
    std::vector<Index> heads = look.heads;
    for (Index h = 0; look.heads.empty() && h < std::ssize(trace().heads); ++h) heads.push_back(h);
    return heads;
  }
  const HeadTrace& head_trace() const { return trace().head(head()); }
  /// The shown query, else the last.
  Index query() const {
    const Index last = scene().query_count() - 1;
    return shown ? clamped<Index>(shown->query, 0, last) : last;
  }
  /// The shown key, if the scene has it.
  std::optional<Index> shown_key() const {
    return shown && shown->key < scene().key_count() ? std::optional(shown->key) : std::nullopt;
  }
  Where where(Part part, Index of_head = 0) const { return {part, of_head, evaluation->block}; }
  /// `matrix`, a part of the evaluation, as a pointer that keeps the evaluation alive.
  std::shared_ptr<const Matrix> share(const Matrix& matrix) const { return {evaluation, &matrix}; }
};

}  // namespace attn
