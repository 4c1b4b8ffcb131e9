#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Maximum length of a scene's code in a chat message, in bytes.
inline constexpr std::size_t kMessageBytes = 8192;

/// Returns whether `text` is a scene's code: it starts with "attn:", ignoring blanks.
bool is_scene_code(std::string_view text);

/// Encodes a scene's `file` as one line: "attn:" and the file, compressed (RFC 1950, with a
/// checksum) in the base64url alphabet without padding (RFC 4648 §5). Throws SceneError if the file
/// is too large.
std::string scene_code(std::string_view file);

/// Decodes the scene file in a code; blanks and line breaks, as added by mail programs, are
/// ignored. Throws SceneError; time and memory are bounded.
std::string file_in_code(std::string_view code);

}  // namespace attn
