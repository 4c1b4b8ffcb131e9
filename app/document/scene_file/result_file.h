#pragma once

#include <string_view>

#include "app/document/json/json_write.h"
#include "app/document/json/sink.h"
#include "engine/attention/trace.h"

namespace attn {

/// Result of `compute` as JSON, by the contract. `backend` is "eigen" or "glsl", `version` that of
/// the scene. Matrices without columns are null. Written piecewise: the text can take several times
/// the memory of the numbers.
void write_result(const Trace& trace, std::string_view backend, int version, const Sink& sink);

/// Writes heads and output, as members of an object being written.
void write_attention_result(const Trace& trace, json::Writer& out);

}  // namespace attn
