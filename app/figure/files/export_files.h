#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One file of an export.
struct ExportFile {
  std::string scene, view, path;
};

/// What stands for a number of the scene's in the name of a file: one file for each.
inline constexpr std::string_view kHeadWord = "{head}", kLayerWord = "{layer}";
/// `text` with `to` wherever `from` stands.
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// Standard output, as the name of a file.
inline constexpr std::string_view kStandardOutput = "-";

/// What a scene's file is called, without its folder and ".attn.json"; that of standard input is
/// "stdin".
std::string scene_name(std::string_view path);

/// Whether `out` names a folder to export into: it ends in "/", or is one and has no file's ending.
bool is_export_folder(const std::string& out);

/// Whether the name says where a frame's number stands: {frame}, or %03d as many programs have it.
bool has_frame_number(const std::string& path);
/// The name of frame n (from 0) of `count`, where `pattern` says where its number stands.
std::string frame_name(const std::string& pattern, int n, int count);

/// The first {…} in `out` that is none of `known` ("{name}"), or nothing. In a folder that is there
/// braces are part of its name.
std::optional<std::string> unknown_word(const std::string& out,
                                        std::span<const std::string_view> known);

/// Which files an export of all `views` of all `scenes` may write, scene by scene, where `out` says
/// - a file, in whose name {name} stands for the scene's and {view} for the view's (and {head} and
/// {layer},
///   which stay, for numbers), or
/// - a folder, in which they are called {name}.png, or
/// {name}-{view}.png
///   for several views, with `ending` in place of .png where it isn't empty. With `are_films`,
///   -{frame} is added, but not to what ends in .gif.
/// Throws std::runtime_error in words where two would be the same file, and where `out` has a {…}
/// that stands for nothing.
std::vector<ExportFile> export_files(std::span<const std::string> scenes,
                                     std::span<const std::string> views, const std::string& out,
                                     const std::string& ending = "", bool are_films = false);

}  // namespace attn
