#pragma once

#include <string>
#include <string_view>

#include "app/document/sink.h"
#include "engine/trace.h"

namespace attn {

/// The result of `compute` as JSON, by the contract. `backend` is "eigen" or "glsl". The text is
/// never held as a whole: it can take several times the memory of the numbers.
void write_result(const Trace& trace, std::string_view backend, const Sink& sink);

/// The same as one text, of a small trace.
std::string format_result(const Trace& trace, std::string_view backend);

}  // namespace attn
