#pragma once

#include <string_view>

#include "engine/attention/kinds.h"
#include "engine/base/matrix.h"

namespace attn {

/// Normalisation of rows, before gains and shifts.
struct NormKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  bool centers;              ///< subtracts the mean of each row first
  bool has_epsilon;
  /// Normalises each row in place.
  void (*normalize)(WideMatrix& rows, double epsilon);
  /// Backward pass: turns the gradient of the normalised rows, in place, into that of `rows`; 0 for
  /// zero rows.
  void (*backward)(const WideMatrix& rows, double epsilon, WideMatrix& by_rows);
  bool does_nothing = false;  ///< identity
};

}  // namespace attn
