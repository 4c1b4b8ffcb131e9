#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/document/scene_file/network_file.h"
#include "app/figure/panels/panel_wish.h"
#include "app/figure/panels/panels_figure.h"

namespace attn {

/// Panel in a figure's file.
struct FilePanel {
  std::string view{};  ///< id of figure_view_table(), or kDifference
  /// Index of the file's own scenes, or path of another file.
  std::variant<std::size_t, std::string> scene{};
  /// Settings, by panel_settings() and JSON pointers.
  std::map<std::string, std::string> settings{};
  std::string look{};  ///< `view` of a scene, replaces the scene's own; empty: the scene's own
  bool operator==(const FilePanel&) const = default;
  bool is_difference() const { return view == kDifference; }
};

/// Figure with several views as a file, from which it can be rebuilt. Equal scenes are shared.
struct FigureFile {
  std::vector<std::shared_ptr<const Computable>> scenes{};
  std::vector<FilePanel> panels{};
  int columns = 0;  ///< 0: as many as fit
  bool letters = false;
  std::string paper{};  ///< a row of paper_formats(); may be empty
  std::string theme{};  ///< a row of figure_themes(); empty: the first
  Numbers numbers = Numbers::automatic;
  bool legend = true;
  std::string title{};
  std::string caption{};      ///< text below the figure
  bool is_captioned = false;  ///< describe the settings in the caption instead
  bool operator==(const FigureFile&) const = default;
};

/// Ending of such files.
inline constexpr std::string_view kFigureFileEnding = ".attn-figure.json";
bool is_figure_file(std::string_view path);

/// Parses a figure from `json`; matrices of its scenes may come from `files`. Throws SceneError
/// with the place of the first error.
FigureFile parse_figure(std::string_view json, MatrixFiles files = {});
/// Adds the files that are read to `read`, if given.
FigureFile read_figure(const std::string& path, ReadFiles* read = nullptr);
/// parse_figure restores an equal one, except for sharing.
std::string format_figure(const FigureFile& figure);
/// Writes the figure by a temporary file. Throws std::runtime_error, and WouldBeLost if `path` has
/// a file that is not a figure's.
void write_figure_file(const FigureFile& figure, const std::string& path);

/// Requests for its panels; relative paths are resolved in `folder`, which is empty or ends in "/",
/// and lead to it or below.
std::vector<PanelWish> wishes_of(const FigureFile& figure, const std::string& folder);
PanelsOptions page_of(const FigureFile& figure);
/// "A sleepy child", or without a title "scene 1": all distinct.
std::vector<std::string> scene_names(const FigureFile& figure);

}  // namespace attn
