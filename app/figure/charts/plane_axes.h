#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>

#include "app/figure/diagram/diagram.h"
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

}  // namespace attn
