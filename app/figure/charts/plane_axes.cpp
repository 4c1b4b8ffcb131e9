#include "app/figure/charts/plane_axes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace attn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd centered(const Matrix& points) {
  MatrixXd x = points.cast<double>();
  x.rowwise() -= x.colwise().mean().eval();
  return x;
}

/// Direction with its largest component positive; among components equal up to rounding the first
/// counts.
VectorXd with_sign(VectorXd direction) {
  const double largest = direction.cwiseAbs().maxCoeff();
  for (Index n = 0; n < direction.size(); ++n) {
    if (std::abs(direction(n)) < largest * (1 - 1e-9)) continue;
    if (direction(n) < 0) direction = -direction;
    break;
  }
  return direction;
}

/// Direction orthogonal to `first`, as near to one of the dimensions as possible.
VectorXd beside(const VectorXd& first) {
  Index least = 0;
  first.cwiseAbs().minCoeff(&least);
  VectorXd other = VectorXd::Unit(first.size(), least);
  other -= first.dot(other) * first;
  return other.normalized();
}

/// Eigenvectors of the two largest eigenvalues of xᵀ·x, as columns; empty if x is 0. Decomposes the
/// smaller of xᵀ·x and x·xᵀ.
std::optional<MatrixXd> largest_directions(const MatrixXd& x) {
  const bool is_wide = x.cols() > x.rows();
  const MatrixXd square = is_wide ? MatrixXd(x * x.transpose()) : MatrixXd(x.transpose() * x);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(square);
  const VectorXd& values = solver.eigenvalues();
  const Index last = values.size() - 1;
  if (solver.info() != Eigen::Success || !(values(last) > 0)) return std::nullopt;
  MatrixXd directions(x.cols(), 2);
  for (int n = 0; n < 2; ++n) {
    const bool varies = last - n >= 0 && values(last - n) > values(last) * 1e-12;
    if (!varies) {
      directions.col(n) = beside(directions.col(0));
      continue;
    }
    const VectorXd vector = solver.eigenvectors().col(last - n);
    directions.col(n) = is_wide ? VectorXd((x.transpose() * vector).normalized()) : vector;
  }
  return directions;
}

std::array<double, 2> shares_of(const MatrixXd& x, const MatrixXd& directions) {
  const double all = x.squaredNorm();
  if (!(all > 0)) return {};
  const auto share = [&](int n) { return (x * directions.row(n).transpose()).squaredNorm() / all; };
  return {share(0), share(1)};
}

}  // namespace

PlaneAxes chosen_axes(const Matrix& points, Index x, Index y) {
  const Index width = points.cols();
  PlaneAxes axes{MatrixXd::Zero(2, width), {}, std::array{x, y}};
  for (Index& dimension : *axes.dimensions) dimension = std::clamp<Index>(dimension, 0, width - 1);
  const auto [first, second] = *axes.dimensions;
  axes.directions(0, first) = 1;
  if (second != first) axes.directions(1, second) = 1;
  axes.shares = shares_of(centered(points), axes.directions);
  return axes;
}

PlaneAxes principal_axes(const Matrix& points) {
  if (points.cols() <= 2) return chosen_axes(points, 0, 1);
  const MatrixXd x = centered(points);
  const auto largest = largest_directions(x);
  if (!largest) return chosen_axes(points, 0, 1);
  PlaneAxes axes{MatrixXd(2, points.cols())};
  for (int n = 0; n < 2; ++n) {
    axes.directions.row(n) = with_sign(largest->col(n)).transpose();
  }
  axes.shares = shares_of(x, axes.directions);
  return axes;
}

}  // namespace attn
