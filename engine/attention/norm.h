#pragma once

#include <string_view>

#include "engine/attention/kinds.h"
#include "engine/base/product.h"

namespace attn {

/// How rows are brought to one size, before gains and shifts.
struct NormKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  bool centers;              ///< takes the mean from each row first
  bool has_epsilon;
  /// Each row by itself, in place.
  void (*normalize)(WideMatrix& rows, double epsilon);
  /// Turns, in place, by how much a loss grows with what `normalize` makes of `rows` into how it
  /// grows with them; 0 where a row is 0 and stays so.
  void (*backward)(const WideMatrix& rows, double epsilon, WideMatrix& by_rows);
  bool does_nothing = false;  ///< leaves rows as they are
};

}  // namespace attn
