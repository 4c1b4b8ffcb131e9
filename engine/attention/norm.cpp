#include "engine/attention/norm.h"

#include <array>
#include <cmath>

#include "engine/attention/lookup.h"

namespace attn {
namespace {

void leave(WideMatrix&, double) {}
void leave_gradient(const WideMatrix&, double, WideMatrix&) {}

/// x / ‖x‖, and 0 stays 0. Henry et al. 2020, section 3.
void divide_by_length(WideMatrix& rows, double) {
  for (Index i = 0; i < rows.rows(); ++i) {
    const double length = rows.row(i).stableNorm();
    if (length > 0) rows.row(i) /= length;
  }
}

/// Backward of y = x / ‖x‖ with gradient g: (g − (g · y) y) / ‖x‖.
void length_gradient(const WideMatrix& rows, double, WideMatrix& by_rows) {
  for (Index i = 0; i < rows.rows(); ++i) {
    const double length = rows.row(i).stableNorm();
    if (length == 0) {
      by_rows.row(i).setZero();
      continue;
    }
    const WideRow y = rows.row(i) / length;
    by_rows.row(i) = ((by_rows.row(i) - by_rows.row(i).dot(y) * y) / length).eval();
  }
}

/// x / √(mean x² + ε). Zhang & Sennrich 2019, eq. 4.
void divide_by_root_mean_square(WideMatrix& rows, double epsilon) {
  const auto width = static_cast<double>(rows.cols());
  for (Index i = 0; i < rows.rows(); ++i) {
    const double mean_square = rows.row(i).squaredNorm() / width;
    const double root = std::sqrt(mean_square + epsilon);
    if (root > 0) rows.row(i) /= root;
  }
}

/// Backward of y = x / r, r = √(mean x² + ε), with gradient g: (g − mean(g ∘ y) y) / r.
void root_mean_square_gradient(const WideMatrix& rows, double epsilon, WideMatrix& by_rows) {
  const auto width = static_cast<double>(rows.cols());
  for (Index i = 0; i < rows.rows(); ++i) {
    const double root = std::sqrt(rows.row(i).squaredNorm() / width + epsilon);
    if (root == 0) {
      by_rows.row(i).setZero();
      continue;
    }
    const WideRow y = rows.row(i) / root;
    by_rows.row(i) = ((by_rows.row(i) - by_rows.row(i).dot(y) / width * y) / root).eval();
  }
}

/// (x − mean x) / √(mean (x − mean x)² + ε). Ba et al. 2016, eq. 4.
void standardize(WideMatrix& rows, double epsilon) {
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i).array() -= rows.row(i).mean();
  divide_by_root_mean_square(rows, epsilon);
}

void standardize_gradient(const WideMatrix& rows, double epsilon, WideMatrix& by_rows) {
  WideMatrix centered = rows;
  for (Index i = 0; i < rows.rows(); ++i) centered.row(i).array() -= rows.row(i).mean();
  root_mean_square_gradient(centered, epsilon, by_rows);
  for (Index i = 0; i < rows.rows(); ++i) by_rows.row(i).array() -= by_rows.row(i).mean();
}

constexpr std::array kNormKinds{
    NormKind{"none", "None", "x", false, false, leave, leave_gradient, true},
    NormKind{"l2", "Length 1", R"(\frac{x}{\lVert x \rVert})", false, false, divide_by_length,
             length_gradient},
    NormKind{"rms", "Root mean square",
             R"(\frac{x}{\sqrt{\operatorname{mean} x^2 + \mathrm{epsilon}}})", false, true,
             divide_by_root_mean_square, root_mean_square_gradient},
    NormKind{"layer", "Layer",
             R"(\frac{x - \operatorname{mean} x}{\sqrt{\operatorname{var} x + \mathrm{epsilon}}})",
             true, true, standardize, standardize_gradient},
};

}  // namespace

std::span<const NormKind> norm_kinds() { return kNormKinds; }
const NormKind& norm_kind(std::string_view id) { return row_of(norm_kinds(), id); }

}  // namespace attn
