#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

// The rules of the scene format, one line each: throw SceneError with the place and with what was
// expected and found. Numbers in words are as short as restores a float32.

void require(bool holds, const std::string& place, const std::string& text);

/// "expected a number > 1, found 0.5" where it doesn't hold for `found`.
void require_number(bool holds, float found, std::string_view expected, const std::string& place);

void require_finite(float number, const std::string& place);
void require_finite(const Matrix& numbers, const std::string& place);
void require_finite(const RowVector& numbers, const std::string& place);
/// A text of `found` bytes, of which there may be `most`.
void require_bytes(std::size_t found, std::size_t most, const std::string& place);
/// Finite and > 0, and so as a float32. A double is a number before it is rounded: rounding hides
/// on which side of 0 it was.
void require_positive(double number, const std::string& place);

}  // namespace attn
