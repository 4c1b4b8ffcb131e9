#include "engine/attention/norm.h"

#include <array>
#include <cmath>

#include "engine/attention/lookup.h"

namespace attn {
namespace {

void leave(WideMatrix&, double) {}

/// x / ‖x‖, and 0 stays 0. Henry et al. 2020, section 3.
void divide_by_length(WideMatrix& rows, double) {
  for (Index i = 0; i < rows.rows(); ++i) {
    const double length = rows.row(i).stableNorm();
    if (length > 0) rows.row(i) /= length;
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

/// The same of x − mean x. Ba et al. 2016, eq. 4.
void standardize(WideMatrix& rows, double epsilon) {
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i).array() -= rows.row(i).mean();
  divide_by_root_mean_square(rows, epsilon);
}

constexpr std::array kNormKinds{
    NormKind{"none", "None", "x", false, false, leave, true},
    NormKind{"l2", "Length 1", R"(\frac{x}{\lVert x \rVert})", false, false, divide_by_length},
    NormKind{"rms", "Root mean square",
             R"(\frac{x}{\sqrt{\operatorname{mean} x^2 + \mathrm{epsilon}}})", false, true,
             divide_by_root_mean_square},
    NormKind{"layer", "Layer",
             R"(\frac{x - \operatorname{mean} x}{\sqrt{\operatorname{var} x + \mathrm{epsilon}}})",
             true, true, standardize},
};

}  // namespace

std::span<const NormKind> norm_kinds() { return kNormKinds; }
const NormKind& norm_kind(std::string_view id) { return row_of(norm_kinds(), id); }

}  // namespace attn
