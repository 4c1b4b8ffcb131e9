#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/document/json/json.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/fields.h"
#include "engine/attention/scene.h"

namespace attn {

/// The view may not be longer, as compact JSON in bytes: it is read in each frame. The app's own
/// takes a few hundred for most.
inline constexpr std::size_t kMaxViewBytes = std::size_t{64} << 10;

/// The scene that the object `value`, the whole of a file, describes: keys, types and the shapes of
/// matrices are right, the rest of check()'s rules are not yet looked at. Throws SceneError.
Scene read_fields(const json::Value& value, MatrixFiles& files);

/// The attention of a network's block, into the scene that is read. Throws SceneError.
void read_attention(const json::Value& value, const json::Place& place, SceneReading& reading);
void write_attention(const Attention& attention, json::Writer& out);
void read_position(const json::Value& value, const json::Place& place, SceneReading& reading);
void write_position(const Position& position, json::Writer& out);

/// The app's own object, as compact JSON.
std::string read_view(const json::Value& value, const json::Place& place);
/// The view as it can stand in a file; nothing where it is not an object that can be read again.
std::optional<std::string> writable_view(const std::string& text);

/// The lowest version of the format that holds `scene`.
int version_of(const Scene& scene);

/// `scene` as an object of that version; what equals its default is left out.
void write_fields(const Scene& scene, json::Writer& out);

}  // namespace attn
