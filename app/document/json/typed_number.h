#pragma once

#include <optional>
#include <string_view>

namespace attn {

/// The number, finite in float32, that `text` (spaces around it allowed, "−" for "-", a decimal
/// comma) says, or nothing. It is not rounded yet: a range is checked on the number as written.
std::optional<double> typed_number(std::string_view text);

}  // namespace attn
