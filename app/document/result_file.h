#pragma once

#include <string>
#include <string_view>

#include "engine/trace.h"

namespace attn {

/// The result of `compute` as JSON, by the contract. `backend` is "eigen" or "glsl".
std::string format_result(const Trace& trace, std::string_view backend);

}  // namespace attn
