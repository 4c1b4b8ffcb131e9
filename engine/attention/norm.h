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
  bool does_nothing = false;  ///< leaves rows as they are
};

}  // namespace attn
