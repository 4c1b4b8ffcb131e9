#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

// Checks of the scene format, one line each: throw SceneError with the place and with expected and
// found. Numbers are formatted as short as restores a float32.

void require(bool holds, const std::string& place, const std::string& text);

/// "expected a number > 1, found 0.5" unless `holds` for `found`.
void require_number(bool holds, float found, std::string_view expected, const std::string& place);

void require_finite(float number, const std::string& place);
void require_finite(const Matrix& numbers, const std::string& place);
void require_finite(const RowVector& numbers, const std::string& place);
/// Checks a text of `found` bytes against the limit `most`.
void require_bytes(std::size_t found, std::size_t most, const std::string& place);
/// Finite and > 0, also as a float32. The argument is a double, before rounding: rounding may hide
/// its sign.
void require_positive(double number, const std::string& place);

}  // namespace attn
