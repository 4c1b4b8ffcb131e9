#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/files/figure.h"
#include "app/figure/tables/view_table.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// File of an export.
struct ExportFile {
  std::string scene, view, path;
};

/// Placeholders for a number in file names: one file for each.
inline constexpr std::string_view kHeadWord = "{head}", kLayerWord = "{layer}";
/// File name of standard output.
inline constexpr std::string_view kStandardOutput = "-";

/// Name of a scene's file without folder and ".attn.json"; "stdin" for standard input.
std::string scene_name(std::string_view path);

/// Returns whether `out` is a folder for exports: it ends in "/", or is an existing folder without
/// a file's ending.
bool is_export_folder(const std::string& out);

/// Returns whether the name has a placeholder of the frame's number: {frame}, or %03d as in other
/// programs.
bool has_frame_number(const std::string& path);
/// Name of frame n (from 0) of `count`, for `pattern` with such a placeholder.
std::string frame_name(const std::string& pattern, int n, int count);

/// Files that an export of all `views` of all `scenes` may write, scene by scene, where `out` is
/// - a file name, with {name} for the scene's and {view} for the view's name ({head} and {layer}
/// stay,
///   for numbers), or
/// - a folder, with file names {name}.png, or {name}-{view}.png for several views, with `ending`
///   instead of .png if given. With `are_films`, -{frame} is added, except for .gif.
/// Throws std::runtime_error if two files would be equal, or `out` has an unknown {…}.
std::vector<ExportFile> export_files(std::span<const std::string> scenes,
                                     std::span<const std::string> views, const std::string& out,
                                     const std::string& ending = "", bool are_films = false);

// The ending of a file's name determines its format.

inline constexpr std::string_view kFilmEnding = ".gif";

/// All endings (with dot) for export: of figures, of tables, and of films.
std::span<const std::string_view> export_endings();

/// Returns whether a file of that name contains numbers instead of a figure.
bool is_table(std::string_view path);

/// Returns whether the view, with its `options`, shows something about the scene that its other
/// views do not.
bool is_meaningful(const Evaluation& evaluation, std::string_view view,
                   const ViewOptions& options = {});

/// Returns whether the file is an image of one head's weights whose colours do not depend on all
/// numbers: a trace without matrices suffices.
bool needs_no_trace(const Scene& scene, const FigureOptions& options, std::string_view path);

/// The one head of several whose trace suffices for a figure: its matrix of pairs, on a range that
/// does not depend on the others; empty if the figure needs more.
std::optional<Index> single_head(const Scene& scene, const FigureOptions& options);

/// Writes the figure or the numbers of `options.view` to `path`, by its ending. Numbers are of
/// `heads`, figures of the head of the options. Deterministic. Throws NoNumbers, or
/// std::runtime_error; leaves no incomplete file.
std::string write_export(const std::shared_ptr<const Evaluation>& evaluation,
                         const FigureOptions& options, const TableHeads& heads,
                         const std::string& path);

/// Bytes of the file that write_export() would write, in the format of `ending` (".png"). Throws
/// the same errors.
std::string export_bytes(const std::shared_ptr<const Evaluation>& evaluation,
                         const FigureOptions& options, const TableHeads& heads,
                         std::string_view ending);

}  // namespace attn
