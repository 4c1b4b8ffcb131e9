#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/command/export_command.h"
#include "app/command/option_checks.h"
#include "app/document/view/view_state.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/panels/figure_file.h"
#include "app/figure/panels/panel_sources.h"
#include "app/figure/panels/panel_wish.h"
#include "app/figure/tables/table_format.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Group of the options for the look of a figure, which have no effect on tables.
constexpr const char* kLooks = "How a figure looks";

std::string table_endings() { return joined(kTableFormats, &TableFormat::ending); }

/// Checks the file name's ending; capitals, such as ".PNG", are allowed.
std::string check_ending(const std::string& path) {
  const auto endings = export_endings();
  if (path == kStandardOutput) return "";
  if (is_export_folder(path) || std::ranges::count(endings, ending_of(path)) > 0) return "";
  return "expected a folder, -, or a file that ends in " + joined(endings) + ", found " + path;
}

/// "png" and ".png" both.
std::string as_ending(const std::string& text) {
  return ending_of(text.starts_with('.') ? text : "." + text);
}

std::string check_format(const std::string& text) {
  const auto endings = export_endings();
  if (std::ranges::count(endings, as_ending(text)) > 0) return "";
  return "expected one of " + joined(endings) + ", found " + text;
}

void add_what(CLI::App& command, ExportOptions& options) {
  add_text(command, "SCENE", options.scenes,
           "The scene, or several; - reads standard input. Or one *.attn-figure.json, a "
           "figure of several views saved by the window, which needs no --view and "
           "contains all its options");
  auto views = texts_of<std::string>(figure_view_table(), &FigureView::id);
  views.emplace_back("output");
  views.emplace_back(kAllViews);
  std::ranges::copy(model_view_ids(), std::back_inserter(views));
  const auto set_view = [&options](const std::string& id) {
    const FigureView* view = find_figure_view(id);
    options.view = view == nullptr ? id : std::string(view->id);
  };
  command
      .add_option_function<std::string>("--view", set_view,
                                        "The view; all for every view that fits the scene, but " +
                                            joined(model_view_ids()) + " of trained models")
      ->check(CLI::IsMember(views));
  command
      .add_option("--out", options.out,
                  "The file; its ending is the format: figures " + joined(figure_endings()) +
                      "; numbers " + table_endings() +
                      ". In its name {name} stands for the scene's name and {view} for the "
                      "view's; {head} makes a file for each head, {layer} for each layer of a "
                      "network. - is standard output, which needs --format. A folder takes "
                      "{name}.png, or {name}-{view}.png of several views; "
                      "it is created if it is missing")
      ->required()
      ->type_name("FILE")
      ->check(check_ending);
  command
      .add_option_function<std::string>(
          "--format", [&options](const std::string& text) { options.ending = as_ending(text); },
          "The format of files in a folder (png by default), or of standard output")
      ->type_name("ENDING")
      ->check(check_format);
  add_figure_option(command, figure_option("head"), options.words);
}

std::string check_setting(const std::string& text) try {
  with_view_setting("{}", text);
  return "";
} catch (const std::invalid_argument& error) {
  return error.what();
}

void add_settings(CLI::App& command, ExportOptions& options) {
  command
      .add_option("--set", options.sets,
                  "A setting of the view, as in a scene's `view`: " + view_settings_in_words() +
                      ". May be given more than once")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->check(check_setting);
}

std::string settings_help() {
  const auto words = [](const PanelSetting& setting) {
    return std::string(setting.id) + "=" + std::string(setting.value) + ", " +
           std::string(setting.about);
  };
  return joined(panel_settings(), words, "; ");
}

/// Adds --panels, whose texts are parsed later. It replaces SCENE and --view.
void add_panels(CLI::App& command, ExportOptions& options) {
  CLI::Option* panels =
      add_text(command, "--panels", options.panels,
               "Several views in one figure, in place of SCENE and --view: each is "
               "VIEW@SCENE, and VIEW@SCENE:NAME=VALUE,NAME=VALUE with settings of its own: " +
                   settings_help() +
                   "; or a number of the scene as a JSON pointer, "
                   "/heads/0/w_q/0/1=0.5. SCENE may be a network; layer selects its layer. "
                   "difference is the second minus the first of the two panels before it",
               "PANEL");
  command.add_flag("--letters", options.letters, "Label the panels (a), (b), (c)")->needs(panels);
  command
      .add_flag(
          "--outer", options.outer,
          "Names at the left and upper edges of the figure only, and colour ranges shared, for "
          "panels of the same tokens")
      ->needs(panels);
  for (const char* name : {"SCENE", "--view", "--bare", "--head", "--heads"}) {
    panels->excludes(command.get_option(name));
  }
}

std::string check_sweep(const std::string& text) try {
  parse_sweep(text);
  return "";
} catch (const std::runtime_error& error) {
  return error.what();
}

void require_what(const ExportOptions& options) {
  const bool is_figure = std::ranges::any_of(options.scenes, is_figure_file);
  if (!options.panels.empty() || is_figure) return;
  if (options.scenes.empty()) throw CLI::RequiredError("SCENE");
  if (options.view.empty()) throw CLI::RequiredError("--view");
}

void add_looks(CLI::App& command, ExportOptions& options) {
  for (const FigureOption& row : figure_options()) {
    if (row.id != "head" && row.id != "cell") add_figure_option(command, row, options.words);
  }
  CLI::Option* bare = command.add_flag("--bare", options.is_bare,
                                       "Only the cells of the matrix, without margins and text");
  add_figure_option(command, figure_option("cell"), options.words);
  command.get_option("--cell")->needs(bare);
  bare->excludes(command.get_option("--for"));  // --bare sets the size in pixels, --for in inches
}

void add_film(CLI::App& command, ExportOptions& options) {
  const auto film = [&options]() -> Film& {
    if (!options.film) options.film.emplace();
    return *options.film;
  };
  CLI::Option* sweep =
      command
          .add_option_function<std::string>(
              "--sweep", [film](const std::string& text) { film().sweep = parse_sweep(text); },
              "Makes a film: a .gif, or numbered files in a folder or with {frame} in their name. "
              "NAME is temperature, shift, width or a number of the scene as a JSON pointer "
              "(/heads/0/w_q/0/1). Steps are equal; with :log at the end, and for temperature "
              "without :linear, they are equal factors")
          ->type_name("NAME=FROM:TO:FRAMES")
          ->check(check_sweep);
  command
      .add_option_function<double>(
          "--fps", [film](double fps) { film().fps = fps; },
          "Frames a second of a .gif, 0.1 to 50; 20 by default")
      ->type_name("NUMBER")
      ->check(number_between(kSlowestFilm, kFastestFilm))
      ->needs(sweep);
}

/// Parses the texts of all figure options when the command line is complete.
void read_words(CLI::App& command, ExportOptions& options) {
  command.parse_complete_callback([&command, &options] {
    FigureOptions& figure = options.figure;
    figure.bare_cell = options.is_bare ? 1 : 0;
    read_options(figure, options.words);
    options.heads = {.only = figure.head, .all = figure.all_heads && figure.look.heads.empty()};
    require_what(options);
    const auto is_given = [](const CLI::Option* option) {
      return option->get_group() == kLooks && option->count() > 0;
    };
    for (const CLI::Option* option : command.get_options(is_given)) {
      options.looks.push_back(option->get_name());
    }
  });
}

}  // namespace

void add_figure_option(CLI::App& command, const FigureOption& row, OptionWords& words) {
  const auto put = [&words, id = std::string(row.id)](const std::string& text) {
    std::string& all = words[id];
    all += (all.empty() ? "" : "; ") + text;
  };
  const std::string name = "--" + std::string(row.id);
  CLI::Option* option = nullptr;
  if (row.id == "note") {
    const auto put_all = [put](const std::vector<std::string>& all) {
      std::ranges::for_each(all, put);
    };
    option = command.add_option_function<std::vector<std::string>>(name, put_all, row.help());
    option->allow_extra_args(false);  // one value after each --note
  } else {
    option = command.add_option_function<std::string>(name, put, row.help());
  }
  if (row.value.empty()) {
    option->check(CLI::IsMember(texts_of<std::string>(row.values(), &OptionValue::id)));
    return;
  }
  option->type_name(std::string(row.value))->check([&row](const std::string& text) {
    FigureOptions tried;
    return problem_of_option(row, tried, text);
  });
}

CLI::App* add_export(CLI::App& app, ExportOptions& options) {
  CLI::App* command = app.add_subcommand("export", "Write a figure or a table");
  add_what(*command, options);
  add_settings(*command, options);
  command->option_defaults()->group(kLooks);
  add_looks(*command, options);
  command->option_defaults()->group("Panels");
  add_panels(*command, options);
  command->option_defaults()->group("Trained models");
  add_model_export(*command, options.model);
  command->option_defaults()->group("Options");
  add_film(*command, options);
  read_words(*command, options);
  return command;
}

}  // namespace attn
