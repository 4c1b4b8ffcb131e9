#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// What a chat message takes of a scene's code, in bytes.
inline constexpr std::size_t kMessageBytes = 8192;

/// Whether `text` is meant as a scene's code: it begins with "attn:", blanks aside.
bool is_scene_code(std::string_view text);

/// A scene, whose file is `file`, as one line of text: "attn:" and the file, compressed (RFC 1950,
/// whose checksum tells of a code that was cut or changed) and written in the 64 letters that
/// survive messages and shells (RFC 4648 §5, without padding). Throws SceneError where the file is
/// too large for one.
std::string scene_code(std::string_view file);

/// The scene file in a code; blanks and line breaks in it, as mails make them, mean nothing. Throws
/// SceneError; time and memory are bounded.
std::string file_in_code(std::string_view code);

}  // namespace attn
