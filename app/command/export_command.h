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
  std::string view;     ///< "all": every view that is meaningful for the scene
  std::string out;      ///< a file, a pattern or a folder
  std::string ending;   ///< ending of the files in a folder; empty: .png
  OptionWords words{};  ///< texts of the figure's options
  bool is_bare = false;
  FigureOptions figure{};  ///< parsed from these texts
  TableHeads heads{};
  std::vector<std::string> sets{};    ///< NAME=VALUE, view settings
  std::optional<Film> film{};         ///< none: a figure or a table
  std::vector<std::string> looks{};   ///< given options that only affect figures, not tables
  std::vector<std::string> panels{};  ///< texts parsed to PanelWish; empty: one figure per view
  bool letters = false;
  bool outer = false;
};

/// Adds an option of figures to a command; its text is stored in `words`, for read_options().
void add_figure_option(CLI::App& command, const FigureOption& row, OptionWords& words);

/// Adds the command `export`, which fills `options`.
CLI::App* add_export(CLI::App& app, ExportOptions& options);

/// Tells on standard error, once, which scripts of the tokens and the title of a figure's `scene`
/// no font has.
void tell_missing_fonts(const Scene& scene);

inline constexpr std::string_view kAllViews = "all";

/// Writes all views of all scenes. Reports each error on standard error and continues; returns the
/// worst status. Throws Failure if the options are invalid.
Status export_scenes(const ExportOptions& options);

/// Writes the panels of `options` as one figure. Throws Failure.
Status export_panels(const ExportOptions& options);
/// Exports a figure from a figure file given instead of a scene.
Status export_figure_file(const ExportOptions& options);

}  // namespace attn
