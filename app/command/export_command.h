#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/failure.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/film.h"

namespace CLI {
class App;
}

namespace attn {

/// Options of `export`.
struct ExportOptions {
  std::vector<std::string> scenes;
  std::string view;     ///< "all": each that says something about the scene
  std::string out;      ///< a file, a pattern or a folder
  std::string ending;   ///< of the files in a folder; empty: .png
  OptionWords words{};  ///< of the figure's options
  bool is_bare = false;
  FigureOptions figure{};  ///< by these words
  TableHeads heads{};
  std::vector<std::string> sets{};    ///< NAME=VALUE, what is chosen in views
  std::optional<Film> film{};         ///< none: a figure or a table
  std::vector<std::string> looks{};   ///< names of the options given that a table has no use for
  std::vector<std::string> panels{};  ///< each as PanelWish has it; none: each view by itself
  int columns = 0;                    ///< of panels; 0: as many as have room
  bool letters = false;
};

/// Adds the command `export`, which fills `options`.
CLI::App* add_export(CLI::App& app, ExportOptions& options);

inline constexpr std::string_view kAllViews = "all";

/// Writes all views of all scenes. What goes wrong with one is a line on standard error, and the
/// next is done; answers the worst status. Throws Failure where nothing can be begun.
Status export_scenes(const ExportOptions& options);

/// Writes the panels of `options` as one figure. Throws Failure.
Status export_panels(const ExportOptions& options);
/// Exports a figure from a figure file given instead of a scene.
Status export_figure_file(const ExportOptions& options);

}  // namespace attn
