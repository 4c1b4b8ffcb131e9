#pragma once

#include "app/document/json.h"
#include "app/document/json_write.h"
#include "engine/scene.h"

namespace attn {

/// The scene that the object `value`, the whole of a file, describes: keys, types and the shapes of
/// matrices are right, the rest of check()'s rules are not yet looked at. Throws SceneError.
Scene read_fields(const json::Value& value);

/// `scene` as an object; what equals its default is left out.
void write_fields(const Scene& scene, json::Writer& out);

}  // namespace attn
