#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/command/failure.h"
#include "app/command/run_command.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/film.h"

namespace CLI {
class App;
}

namespace attn {

/// Options of `export` for a trained model.
struct ModelExportOptions {
  TextOptions text, other;
  ChangeTexts changes;
  int layer = -1;             ///< the first with attention
  int count = 10;             ///< of likeliest tokens
  int at = -1;                ///< token whose next one is shown; the last
  std::string word, against;  ///< whose logits are explained
};

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
  ModelExportOptions model{};
};

/// Adds an option of figures to a command; its text is stored in `words`, for read_options().
void add_figure_option(CLI::App& command, const FigureOption& row, OptionWords& words);

/// Adds the command `export`, which fills `options`.
CLI::App* add_export(CLI::App& app, ExportOptions& options);

/// Tells on standard error, once, which scripts of the tokens and the title of a figure's `scene`
/// no font has.
void tell_missing_fonts(const Scene& scene);

inline constexpr std::string_view kAllViews = "all";

/// Adds the options for a trained model.
void add_model_export(CLI::App& command, ModelExportOptions& options);
/// Views of a whole model: ids for --view.
std::vector<std::string> model_view_ids();

/// Layers of a model's run, as scenes.
struct LayerScenes {
  std::vector<Index> layers;
  std::function<Scene(Index layer)> scene;
};

/// Writes all views of all scenes, or of `layers` in place of the one scene. Reports each error on
/// standard error and continues; returns the worst status. Throws Failure if the options are
/// invalid.
Status export_scenes(const ExportOptions& options, const LayerScenes* layers = nullptr);

/// Returns whether SCENE is a trained model, to be run on a text. Throws Failure if it is not, but
/// options of models are given.
bool is_export_of_model(const ExportOptions& options);
/// Writes a view of a model's run, or of its layers. Throws Failure.
Status export_model(const ExportOptions& options);

/// Writes the panels of `options` as one figure. Throws Failure.
Status export_panels(const ExportOptions& options);
/// Exports a figure from a figure file given instead of a scene.
Status export_figure_file(const ExportOptions& options);

}  // namespace attn
