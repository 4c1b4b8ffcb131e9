#pragma once

#include "app/document/json/json.h"
#include "app/model/families/model_settings.h"

namespace attn {

/// Throws SceneError: "expected …, found "word"".
[[noreturn]] void fail_word(const json::Place& place, const std::string& expected,
                            const json::Value& found);

/// Reads `rope_scaling` of version 4 of the library: null is no scaling.
void read_rope_scaling(ModelSettings& settings, const json::Value& value, const json::Place& place);

/// Reads `rope_parameters` of version 5: one object, or one for each type of layer.
void read_rope_parameters(ModelSettings& settings, const json::Value& value,
                          const json::Place& place);

}  // namespace attn
