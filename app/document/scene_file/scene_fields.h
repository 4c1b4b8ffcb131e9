#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/document/json/json.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/fields.h"
#include "engine/attention/scene.h"

namespace attn {

/// Maximum size of the view as compact JSON, in bytes: it is parsed in each frame. Views written by
/// the program mostly have a few hundred bytes.
inline constexpr std::size_t kMaxViewBytes = std::size_t{64} << 10;

/// Reads a scene from the object `value`, the whole of a file: checks keys, types and shapes, but
/// not the other rules of check(). Throws SceneError.
Scene read_fields(const json::Value& value, MatrixFiles& files);

/// Reads the attention of a network's block into the scene being read. Throws SceneError.
void read_attention(const json::Value& value, const json::Place& place, SceneReading& reading);
void write_attention(const Attention& attention, json::Writer& out);
void read_position(const json::Value& value, const json::Place& place, SceneReading& reading);
void write_position(const Position& position, json::Writer& out);

/// The program's own object, as compact JSON.
std::string read_view(const json::Value& value, const json::Place& place);
/// JSON object in `text`, written anew; empty if it is not exactly one object of at most
/// kMaxViewBytes.
std::optional<std::string> writable_view(const std::string& text);

/// Row for the view.
template <auto member>
constexpr Field<OwnerOf<member>> view_field() {
  using Owner = OwnerOf<member>;
  return {"view",
          [](Owner& owner, const json::Value& value, const json::Place& place, SceneReading&) {
            owner.*member = read_view(value, place);
          },
          [](const Owner& owner, json::Writer& out) { out.raw(*writable_view(owner.*member)); },
          [](const Owner& owner) {
            return equals_default<member>(owner) || !writable_view(owner.*member);
          }};
}

/// Lowest version of the format for `scene`.
int version_of(const Scene& scene);

/// Writes `scene` as an object of that version; defaults are omitted.
void write_fields(const Scene& scene, json::Writer& out);

}  // namespace attn
