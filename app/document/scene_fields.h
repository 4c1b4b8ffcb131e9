#pragma once

#include <cstddef>

#include "app/document/json.h"
#include "app/document/json_write.h"
#include "engine/scene.h"

namespace attn {

/// The view may not be longer, as compact JSON in bytes: it is read in each frame. The app's own
/// takes a few hundred for most.
inline constexpr std::size_t kMaxViewBytes = std::size_t{64} << 10;

/// The scene that the object `value`, the whole of a file, describes: keys, types and the shapes of
/// matrices are right, the rest of check()'s rules are not yet looked at. Throws SceneError.
Scene read_fields(const json::Value& value);

/// The lowest version of the format that holds `scene`.
int version_of(const Scene& scene);

/// `scene` as an object of that version; what equals its default is left out.
void write_fields(const Scene& scene, json::Writer& out);

}  // namespace attn
