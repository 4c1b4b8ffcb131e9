#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "app/document/view/view_state.h"
#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/heatmap_look.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// A cell of a matrix of the diagram.
struct PointedCell {
  std::string matrix;  ///< MatrixMark::name
  Cell cell;
  std::optional<Where> where{};  ///< MatrixMark::where
  bool operator==(const PointedCell&) const = default;
};

/// What a view is drawn from.
struct ViewInput {
  std::shared_ptr<const Evaluation> evaluation;
  ViewState state{};
  double width = 900;
  double height = 0;             ///< room; 0: as much as the view takes
  bool is_height_free = true;    ///< else a page has one, also where what the view takes is asked
  std::optional<Cell> shown{};   ///< the cell that is pointed at or pinned
  std::optional<Point> mouse{};  ///< where the mouse is, for a view that follows it
  /// What part of a plane is drawn, in its own numbers; none: as much as holds all.
  std::optional<Rect> frame{};
  /// What axes and ranges are made for in place of `evaluation`, so that they stay as they are
  /// while the mouse drags what they depend on.
  std::shared_ptr<const Evaluation> held{};
  std::optional<PointedCell> pointed{};  ///< the cell under the mouse, of whatever matrix
  double slide = 0;    ///< by how many parts the picture still has to slide to where the state says
  bool legend = true;  ///< what the colours mean; without it, others take its room
  bool names = true;   ///< of panels; not where choices above the diagram say them
  bool letters = true;     ///< of parts, "(a)"; not where the view is a panel, which has one
  bool choices = false;    ///< what is not shown and can be chosen is there, too: in the window
  bool caption = false;    ///< below the diagram, where the view has one of its own
  bool all_heads = false;  ///< a panel for each, in a view of one head
  CellLimits cells{};      ///< of a heatmap that is all of a view
  double scale = 0;        ///< pixels a unit, where edges are to lie on whole ones
  /// Of the output that is explained; none: that which the key moves most.
  std::optional<Index> dimension{};
  HeatmapLook look{};  ///< of a heatmap of pairs, in figures
  const Ruler& ruler;

  /// Whether parts that want `least` of the width each stand below each other, for side by side
  /// they have no room: on a page, where the view is as high as it wants to be.
  bool stacks(double least, int parts = 2) const {
    return is_height_free && height <= 0 && width < least * parts;
  }

  const Scene& scene() const { return evaluation->scene; }
  const Trace& trace() const { return evaluation->trace; }
  /// The head that is looked at.
  Index head() const {
    return std::clamp<Index>(state.head, 0, static_cast<Index>(trace().heads.size()) - 1);
  }
  const HeadTrace& head_trace() const { return trace().heads[static_cast<std::size_t>(head())]; }
  /// The query that is looked at, else the last.
  Index query() const {
    const Index last = scene().query_count() - 1;
    return shown ? std::clamp<Index>(shown->query, 0, last) : last;
  }
  Where where(Part part, Index of_head = 0) const { return {part, of_head, evaluation->block}; }
  /// `matrix`, a part of the evaluation, for a mark: it stays as long as the mark.
  std::shared_ptr<const Matrix> share(const Matrix& matrix) const { return {evaluation, &matrix}; }
};

}  // namespace attn
