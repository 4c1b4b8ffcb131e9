#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/matrix.h"

namespace attn {

// The rules of the scene format, one line each: throw SceneError with the place and with what was
// expected and found. Numbers in words are as short as restores a float32.

void require(bool holds, const std::string& place, const std::string& text);

/// `what` says what is counted, and the format's symbol: "rows (D)".
void require_count(Index found, Index expected, std::string_view what, const std::string& place);
void require_count(std::size_t found, Index expected, std::string_view what,
                   const std::string& place);

void require_finite(float number, const std::string& place);
void require_finite(const Matrix& numbers, const std::string& place);
void require_finite(const RowVector& numbers, const std::string& place);
/// Finite and > 0.
void require_positive(float number, const std::string& place);

/// `rows` x anything from 1, finite; a wrong row count names the matrix.
void require_rows(const Matrix& matrix, Index rows, std::string_view symbol,
                  const std::string& place);
/// `rows` x `cols`, finite; a wrong row count names the matrix, a wrong length its first row.
void require_shape(const Matrix& matrix, Index rows, std::string_view row_symbol, Index cols,
                   std::string_view col_symbol, const std::string& place);

}  // namespace attn
