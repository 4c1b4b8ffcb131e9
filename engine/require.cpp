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

std::string with_symbol(std::string_view unit, std::string_view symbol) {
  return std::string(unit) + " (" + std::string(symbol) + ")";
}

}  // namespace

void require(bool holds, const std::string& place, const std::string& text) {
  if (!holds) throw SceneError({place, text});
}

void require_count(Index found, Index expected, std::string_view what, const std::string& place) {
  if (found == expected) return;
  throw SceneError({place, "expected " + std::to_string(expected) + " " + std::string(what) +
                               ", found " + std::to_string(found)});
}

void require_count(std::size_t found, Index expected, std::string_view what,
                   const std::string& place) {
  require_count(static_cast<Index>(found), expected, what, place);
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

void require_rows(const Matrix& matrix, Index rows, std::string_view symbol,
                  const std::string& place) {
  require_count(matrix.rows(), rows, with_symbol("rows", symbol), place);
  require(matrix.cols() >= 1, place + "/0", "expected at least 1 number, found 0");
  require_finite(matrix, place);
}

void require_shape(const Matrix& matrix, Index rows, std::string_view row_symbol, Index cols,
                   std::string_view col_symbol, const std::string& place) {
  require_count(matrix.rows(), rows, with_symbol("rows", row_symbol), place);
  require_count(matrix.cols(), cols, with_symbol("numbers", col_symbol), place + "/0");
  require_finite(matrix, place);
}

}  // namespace attn
