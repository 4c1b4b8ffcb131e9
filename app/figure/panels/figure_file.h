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

/// A panel as a figure's file says it.
struct FilePanel {
  std::string view{};  ///< an id of figure_view_table(), or kDifference
  /// Which of the file's own scenes, or the path of another file.
  std::variant<std::size_t, std::string> scene{};
  /// What is set, in the words of panel_settings() and JSON pointers.
  std::map<std::string, std::string> settings{};
  std::string look{};  ///< as a scene's `view`, in place of the scene's own; empty: that
  bool operator==(const FilePanel&) const = default;
  bool is_difference() const { return view == kDifference; }
};

/// A figure of several views as a file, from which it can be made again. Equal files share their
/// scenes.
struct FigureFile {
  std::vector<std::shared_ptr<const Computable>> scenes{};
  std::vector<FilePanel> panels{};
  int columns = 0;  ///< 0: as many as have room
  bool letters = false;
  std::string paper{};  ///< what it is for, a row of paper_formats(); may be empty
  std::string theme{};  ///< a row of figure_themes(); empty: the first
  Numbers numbers = Numbers::automatic;
  bool legend = true;
  std::string title{};
  std::string caption{};      ///< below it
  bool is_captioned = false;  ///< below it stands what was set, in place of that
  bool operator==(const FigureFile&) const = default;
};

/// What such a file is called.
inline constexpr std::string_view kFigureFileEnding = ".attn-figure.json";
bool is_figure_file(std::string_view path);

/// The figure that `json` describes; matrices of its scenes may come from `files`. Throws
/// SceneError with the place of the first thing that is wrong.
FigureFile parse_figure(std::string_view json, MatrixFiles files = {});
FigureFile read_figure(const std::string& path);
/// parse_figure of it gives an equal one, but for sharing.
std::string format_figure(const FigureFile& figure);
/// Beside it first and then renamed over it. Throws std::runtime_error in words, and WouldBeLost
/// where a file is there that is no figure's.
void write_figure_file(const FigureFile& figure, const std::string& path);

/// What its panels are asked to be; paths are taken from `folder`, which is empty or ends in "/".
std::vector<PanelWish> wishes_of(const FigureFile& figure, const std::string& folder);
PanelsOptions page_of(const FigureFile& figure);
/// "A sleepy child", or of what has no title "scene 1": each another.
std::vector<std::string> scene_names(const FigureFile& figure);

}  // namespace attn
