#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/view/view_options.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/numbers/view_input.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

/// Plane in a space, spanned by two directions, onto which its points are projected.
struct PlaneAxes {
  /// 2 x width, orthonormal rows; in a one-dimensional space the second is 0.
  Eigen::MatrixXd directions;
  std::array<double, 2> shares{};  ///< share of the points' variance of each axis; 0 without
                                   ///< variance
  /// The dimensions, unless the axes are principal components.
  std::optional<std::array<Index, 2>> dimensions{};

  template <typename Row>
  Point project(const Eigen::MatrixBase<Row>& row) const {
    const Eigen::VectorXd x = row.template cast<double>().transpose();
    return {directions.row(0).dot(x), directions.row(1).dot(x)};
  }
};

/// First two principal components of the rows of `points`. The largest component of each is
/// positive, so that equal points have equal axes. With at most two dimensions, or without
/// variance, the axes are the dimensions themselves.
PlaneAxes principal_axes(const Matrix& points);

/// The dimensions `x` and `y`, or the last ones if there are fewer.
PlaneAxes chosen_axes(const Matrix& points, Index x, Index y);

/// Space that attention passes through, with its points: rows of the trace.
struct PlaneSpace {
  std::string_view id;      ///< "inputs", "keys" or "values"
  std::string title;        ///< "Queries and keys · head 1"
  std::string_view symbol;  ///< symbol of its dimensions, in TeX: "k"
  const Matrix* tokens = nullptr;
  /// Queries, or the outputs among the values; null if the tokens are the queries, or if queries
  /// are in another space.
  const Matrix* queries = nullptr;
  bool has_arrows = false;   ///< its points are directions, drawn as arrows from 0
  bool has_outputs = false;  ///< `queries` are outputs: weighted means of the values
  bool asks = false;         ///< the tokens are the queries
};

/// "inputs": embeddings with positions added; "keys": queries and keys of `head`; "values": values
/// and outputs of `head`. Points into `evaluation`.
PlaneSpace plane_space(const Evaluation& evaluation, Index head, std::string_view id);

/// Axes of the projection by `options`. Outputs do not affect principal components.
PlaneAxes plane_axes(const PlaneSpace& space, const ViewOptions::Plane& options);

/// Name of a dimension with this symbol, as text with a formula.
std::string dimension_name(std::string_view symbol, Index n);

/// "→ PC 1, 62 %  ↑ PC 2, 25 % of the variance".
std::string words_of(const PlaneAxes& axes, std::string_view symbol);
/// Shorter words without the sum of both.
std::string brief_words_of(const PlaneAxes& axes, std::string_view symbol);

/// Points of one space, projected and placed in a diagram.
struct PlanePoints {
  PlaneSpace space;
  PlaneAxes axes;
  Chart chart{};
  std::vector<Point> tokens{};   ///< positions in the diagram
  std::vector<Point> queries{};  ///< points of the queries; empty if the tokens are the queries
  Point origin{};
};

/// Fits the space `id` into `area`, with equal scales in both directions and a margin around all
/// points. Axes and range come from the held evaluation, if there is one.
PlanePoints plane_points(const ViewInput& input, std::string_view id, const Rect& area);

/// Corners of the convex hull of `points` in order, from the leftmost (and lowest) on; points on
/// edges are not corners. Two corners if all lie on one line, one if all are equal.
std::vector<Point> convex_hull(std::vector<Point> points);

}  // namespace attn
