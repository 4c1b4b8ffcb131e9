#include "engine/base/require.h"

#include <cmath>

#include "engine/base/numerals.h"
#include "engine/base/problem.h"

namespace attn {
void require(bool holds, const std::string& place, const std::string& text) {
  if (!holds) throw SceneError({place, text});
}

void require_bytes(std::size_t found, std::size_t most, const std::string& place) {
  if (found <= most) return;
  throw SceneError({place, "expected at most " + std::to_string(most) + " bytes, found " +
                               std::to_string(found)});
}

void require_number(bool holds, float found, std::string_view expected, const std::string& place) {
  if (holds) return;
  throw SceneError({place, "expected " + std::string(expected) + ", found " + numeral(found)});
}

void require_finite(float number, const std::string& place) {
  require_number(std::isfinite(number), number, "a finite number", place);
}

void require_finite(const Matrix& numbers, const std::string& place) {
  if (numbers.allFinite()) return;
  for (Index i = 0; i < numbers.rows(); ++i) {
    for (Index j = 0; j < numbers.cols(); ++j) {
      require_finite(numbers(i, j), place + "/" + std::to_string(i) + "/" + std::to_string(j));
    }
  }
}

void require_finite(const RowVector& numbers, const std::string& place) {
  if (numbers.allFinite()) return;
  for (Index j = 0; j < numbers.cols(); ++j) {
    require_finite(numbers(j), place + "/" + std::to_string(j));
  }
}

void require_positive(double number, const std::string& place) {
  const auto rounded = static_cast<float>(number);
  if (std::isfinite(rounded) && rounded > 0) return;
  const bool is_float32 = static_cast<double>(rounded) == number;
  throw SceneError({place, std::string("expected a number > 0") +
                               (number > 0 && rounded == 0 ? " in float32" : "") + ", found " +
                               (is_float32 ? numeral(rounded) : numeral(number))});
}

}  // namespace attn
