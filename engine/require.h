#pragma once

#include <string>

#include "engine/matrix.h"

namespace attn {

// The rules of the scene format, one line each: throw SceneError with the place and with what was
// expected and found. Numbers in words are as short as restores a float32.

void require(bool holds, const std::string& place, const std::string& text);

void require_finite(float number, const std::string& place);
void require_finite(const Matrix& numbers, const std::string& place);
void require_finite(const RowVector& numbers, const std::string& place);
/// Finite and > 0.
void require_positive(float number, const std::string& place);

}  // namespace attn
