#include "app/figure/charts/graph_layout.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>

#include "app/document/edits/kind_edits.h"

namespace attn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Edges = std::vector<std::pair<int, int>>;

constexpr std::size_t kMostByStress = 200;  // a picture of more nodes is unreadable
constexpr int kRounds = 120;

/// Number of edges between each pair of nodes, ignoring direction. Unconnected pairs: slightly more
/// than the longest distance.
MatrixXd distances(std::size_t count, const Edges& edges) {
  std::vector<std::vector<std::size_t>> neighbours(count);
  for (const auto& [i, j] : edges) {
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
    if (a >= count || b >= count || a == b) continue;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  const auto n = static_cast<Index>(count);
  MatrixXd result = MatrixXd::Constant(n, n, -1);
  for (std::size_t from = 0; from < count; ++from) {
    auto row = result.row(static_cast<Index>(from));
    std::queue<std::size_t> next;
    next.push(from);
    row(static_cast<Index>(from)) = 0;
    for (; !next.empty(); next.pop()) {
      for (const std::size_t to : neighbours[next.front()]) {
        if (row(static_cast<Index>(to)) >= 0) continue;
        row(static_cast<Index>(to)) = row(static_cast<Index>(next.front())) + 1;
        next.push(to);
      }
    }
  }
  const double apart = result.maxCoeff() + 1.5;
  return (result.array() < 0).select(apart, result);
}

/// Classical scaling: the plane in which points with these distances are spread most. Coinciding
/// points are moved apart slightly.
MatrixXd scaled(const MatrixXd& distance) {
  const Index n = distance.rows();
  MatrixXd square = distance.array().square();
  square.rowwise() -= square.colwise().mean().eval();
  square.colwise() -= square.rowwise().mean().eval();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(-0.5 * square);
  MatrixXd places(n, 2);
  for (Index k = 0; k < 2; ++k) {
    VectorXd direction = solver.eigenvectors().col(n - 1 - k);
    Index largest = 0;
    direction.cwiseAbs().maxCoeff(&largest);
    if (direction(largest) < 0) direction = -direction;
    places.col(k) = direction * std::sqrt(std::max(0.0, solver.eigenvalues()(n - 1 - k)));
  }
  constexpr double kGoldenAngle = 2.39996322972865;
  for (Index i = 0; i < n; ++i) {
    const double angle = kGoldenAngle * static_cast<double>(i);
    places(i, 0) += 0.05 * std::cos(angle);
    places(i, 1) += 0.05 * std::sin(angle);
  }
  return places;
}

/// Moves each node in turn by its distances (stress majorization); no step increases the stress.
void majorize(const MatrixXd& distance, MatrixXd& places) {
  const Index n = places.rows();
  for (int round = 0; round < kRounds; ++round) {
    for (Index i = 0; i < n; ++i) {
      Eigen::RowVector2d sum(0, 0);
      double weights = 0;
      for (Index j = 0; j < n; ++j) {
        if (j == i) continue;
        const Eigen::RowVector2d from = places.row(i) - places.row(j);
        const double weight = 1 / (distance(i, j) * distance(i, j));
        sum += weight * (places.row(j) + distance(i, j) * from / std::max(1e-9, from.norm()));
        weights += weight;
      }
      places.row(i) = sum / weights;
    }
  }
}

/// Scales to the unit square, centred.
std::vector<Point> in_unit_square(const MatrixXd& places) {
  const Eigen::RowVector2d low = places.colwise().minCoeff(), high = places.colwise().maxCoeff();
  const double size = std::max(1e-9, (high - low).maxCoeff());
  const Eigen::RowVector2d middle = (low + high) / 2;
  std::vector<Point> result;
  for (Index i = 0; i < places.rows(); ++i) {
    const Eigen::RowVector2d at = (places.row(i) - middle) / size;
    result.push_back({0.5 + at(0), 0.5 + at(1)});
  }
  return result;
}

std::vector<Point> column(std::size_t count, double x) {
  std::vector<Point> places;
  for (std::size_t n = 0; n < count; ++n) {
    places.push_back({x, 1 - (static_cast<double>(n) + 0.5) / static_cast<double>(count)});
  }
  return places;
}

/// Nodes on a circle, from the top on, clockwise.
std::vector<Point> circle_layout(std::size_t count) {
  if (count == 1) return {{0.5, 0.5}};
  std::vector<Point> places;
  for (std::size_t n = 0; n < count; ++n) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(count);
    places.push_back({0.5 + 0.5 * std::sin(angle), 0.5 + 0.5 * std::cos(angle)});
  }
  return places;
}

}  // namespace

std::vector<Point> stress_layout(std::size_t count, const Edges& edges) {
  struct Latest {
    std::size_t count = 0;
    Edges edges{};
    std::vector<Point> places{};
  };
  thread_local Latest latest;
  if (count < 2) return circle_layout(count);
  if (latest.count == count && latest.edges == edges) return latest.places;
  const MatrixXd distance = distances(count, edges);
  MatrixXd places = scaled(distance);
  majorize(distance, places);
  latest = {count, edges, in_unit_square(places)};
  return latest.places;
}

std::vector<Point> graph_nodes(const Scene& scene, const ViewOptions::Graph& options) {
  const std::size_t count = scene.tokens.size();
  const Mask* graph = graph_mask(scene);
  std::vector<Point> places;
  if (scene.queries) {
    places = column(count, 0.1);
    const auto queries = column(scene.queries->tokens.size(), 0.9);
    places.insert(places.end(), queries.begin(), queries.end());
  } else if (graph && !graph->edges->empty() && count <= kMostByStress) {
    places = stress_layout(count, *graph->edges);
  } else {
    places = circle_layout(count);
  }
  for (const auto& node : options.nodes) {
    const auto n = static_cast<std::size_t>(node.token);
    if (n < places.size()) places[n] = {node.x, node.y};
  }
  return places;
}

}  // namespace attn
