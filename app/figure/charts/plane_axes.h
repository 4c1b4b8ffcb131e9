#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>

#include "app/figure/diagram/diagram.h"
#include "engine/base/matrix.h"

namespace attn {

/// Two directions of a space, onto which its points are projected: a plane to look at it.
struct PlaneAxes {
  /// 2 x width, rows of length 1 at right angles; in a space of one dimension the second is 0.
  Eigen::MatrixXd directions;
  std::array<double, 2> shares{};  ///< of the points' variance that each holds; 0 without any
  /// Which dimensions they are, where they are none of the principal components.
  std::optional<std::array<Index, 2>> dimensions{};

  template <typename Row>
  Point project(const Eigen::MatrixBase<Row>& row) const {
    const Eigen::VectorXd x = row.template cast<double>().transpose();
    return {directions.row(0).dot(x), directions.row(1).dot(x)};
  }
};

/// The first two principal components of the rows of `points`: the directions in which they vary
/// most. The largest part of each is positive, so that the same points have the same axes. Where
/// there are two dimensions or less, or nothing varies, the axes are the dimensions themselves.
PlaneAxes principal_axes(const Matrix& points);

/// The dimensions `x` and `y`, or the last ones where there are fewer.
PlaneAxes chosen_axes(const Matrix& points, Index x, Index y);

}  // namespace attn
