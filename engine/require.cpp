#include "engine/require.h"

#include <charconv>
#include <cmath>

#include "engine/problem.h"

namespace attn {
namespace {

std::string words(float number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}  // namespace

void require(bool holds, const std::string& place, const std::string& text) {
  if (!holds) throw SceneError({place, text});
}

void require_finite(float number, const std::string& place) {
  if (std::isfinite(number)) return;
  throw SceneError({place, "expected a finite number, found " + words(number)});
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

void require_positive(float number, const std::string& place) {
  if (std::isfinite(number) && number > 0) return;
  throw SceneError({place, "expected a number > 0, found " + words(number)});
}

}  // namespace attn
