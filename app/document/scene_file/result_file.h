#pragma once

#include <string_view>

#include "app/document/json/json_write.h"
#include "app/document/json/sink.h"
#include "engine/attention/trace.h"

namespace attn {

/// The result of `compute` as JSON, by the contract. `backend` is "eigen" or "glsl", `version`
/// that of the scene. What has no columns, as there was nothing to compute it from, is null. The
/// text is never held as a whole: it can take several times the memory of the numbers.
void write_result(const Trace& trace, std::string_view backend, int version, const Sink& sink);

/// Its heads and output, as members of an object that is written.
void write_attention_result(const Trace& trace, json::Writer& out);

}  // namespace attn
