#include "app/command/export_options.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/command/option_checks.h"
#include "app/document/numbers/numbers.h"
#include "app/document/view/view_settings.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/files/export_files.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/page/paper_formats.h"
#include "app/figure/page/picture_size.h"
#include "app/figure/panels/figure_file.h"
#include "app/figure/panels/panel.h"
#include "app/figure/panels/panel_wish.h"
#include "app/figure/tables/table_format.h"
#include "app/figure/text/figure_font.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// The group of options that say how a figure looks: in a table they mean nothing.
constexpr const char* kLooks = "How a figure looks";

/// Value of --caption for the settings of the figure.
constexpr std::string_view kCaptionOfSettings = "auto";

std::string table_endings() {
  std::string words;
  for (const TableFormat& format : table_formats()) {
    words += (words.empty() ? "" : ", ") + std::string(format.ending);
  }
  return words;
}

/// The ending as people write it: ".PNG" too.
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

std::string check_range(const std::string& text) {
  std::string known;
  for (const RangeKind& kind : range_kinds()) {
    if (text == kind.id) return "";
    known += std::string(kind.id) + ", ";
  }
  if (parse_span(text) || parse_percentiles(text)) return "";
  return "expected " + known + "or LO:HI or LO%:HI% with LO below HI, found " + text;
}

std::string check_side(const std::string& text) {
  if (inches_in(text)) return "";
  const auto wrong = whole_between(kSmallestSide, static_cast<int>(kMostOnASide))(text);
  return wrong.empty() ? "" : wrong + "; or a length in in, cm, mm or pt";
}

std::string check_font(const std::string& text) {
  const auto inches = inches_in(text);
  const std::string units = inches ? brief(*inches * 96, 6) : text;
  return number_between(kSmallestFont, kLargestFont)(units);
}

std::string check_family(const std::string& name) {
  try {
    find_font_family(name);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

/// "3,7": whole numbers >= 0; nothing where it is none of these.
std::optional<std::vector<Index>> read_list(const std::string& text, char between) {
  std::vector<Index> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(between, at), text.size());
    const std::string one = text.substr(at, end - at);
    if (!check_whole(one).empty()) return std::nullopt;
    numbers.push_back(std::stoi(one));
    at = end + 1;
  }
  return numbers;
}

std::optional<Cell> read_pair(const std::string& text) {
  const auto numbers = read_list(text, ',');
  if (!numbers || numbers->size() != 2) return std::nullopt;
  return Cell{(*numbers)[0], (*numbers)[1]};
}

std::string check_token_range(const std::string& text) {
  const auto ends = read_list(text, ':');
  const bool is_range = ends && ends->size() == 2 && (*ends)[0] < (*ends)[1];
  return is_range ? "" : "expected FROM:TO with FROM below TO, found " + text;
}

std::string check_head_list(const std::string& text) {
  return read_list(text, ',') ? "" : "expected numbers of heads as 0,5,7, found " + text;
}

std::string check_mark(const std::string& text) {
  return text == "off" || read_pair(text) ? "" : "expected off or QUERY,KEY, found " + text;
}

std::string check_cell_note(const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool is_note =
      equals != std::string::npos && equals + 1 < text.size() && read_pair(text.substr(0, equals));
  return is_note ? "" : "expected QUERY,KEY=TEXT, found " + text;
}

template <typename Rows>
std::vector<std::string> ids_of(const Rows& rows) {
  std::vector<std::string> ids;
  for (const auto& row : rows) ids.emplace_back(row.id);
  return ids;
}

void add_what(CLI::App& command, ExportOptions& options) {
  command
      .add_option("SCENE", options.scenes,
                  "The scene, or several; - reads standard input. Or one *.attn-figure.json, a "
                  "figure of several views as the window keeps it, which needs no --view and has "
                  "all of its look in itself")
      ->check(not_empty());
  std::vector<std::string> views = ids_of(figure_view_table());
  views.emplace_back("output");
  views.emplace_back(kAllViews);
  const auto set_view = [&options](const std::string& id) {
    options.view = id == kAllViews ? id : std::string(find_figure_view(id)->id);
  };
  command
      .add_option_function<std::string>("--view", set_view,
                                        "What it shows; all for each view that fits the scene")
      ->check(CLI::IsMember(views));
  command
      .add_option("--out", options.out,
                  "The file; its ending says the format: figures " + joined(figure_endings()) +
                      "; numbers " + table_endings() +
                      ". In its name {name} stands for the scene's name and {view} for the "
                      "view's; {head} makes a file for each head, {layer} for each layer of a "
                      "network. - is standard output, which needs --format. A folder takes "
                      "{name}.png, or {name}-{view}.png of several views; "
                      "it is made "
                      "where it is missing")
      ->required()
      ->type_name("FILE")
      ->check(check_ending);
  command
      .add_option_function<std::string>(
          "--format", [&options](const std::string& text) { options.ending = as_ending(text); },
          "What files in a folder are, where not png, and what goes to standard output")
      ->type_name("ENDING")
      ->check(check_format);
  const auto set_heads = [&options](const std::string& text) {
    options.heads = {};
    options.heads.all = text == "all";
    if (!options.heads.all) options.heads.only = std::stoi(text);
  };
  command
      .add_option_function<std::string>(
          "--head", set_heads,
          "Which head, from 0, the one that the scene was saved with by default; all for a panel "
          "of each, or a table of all. By itself a table of outputs holds the combined output, one "
          "of heads or head-outputs all of them")
      ->type_name("N|all")
      ->check([](const std::string& text) { return text == "all" ? "" : check_whole(text); });
}

std::string check_setting(const std::string& text) {
  try {
    with_view_setting("{}", text);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

void add_settings(CLI::App& command, ExportOptions& options) {
  command
      .add_option("--set", options.sets,
                  "What is chosen in a view, as a scene's `view` says it: " +
                      view_settings_in_words() + ". May be given more than once")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->check(check_setting);
}

std::vector<std::string> map_ids() {
  std::vector<std::string> ids = ids_of(colormaps());
  for (std::string& id : ids_of(reversed_colormaps())) ids.push_back(std::move(id));
  return ids;
}

/// Options for the content and labels of heatmaps.
void add_pairs(CLI::App& command, FigureOptions& figure) {
  HeatmapLook& look = figure.look;
  command
      .add_option_function<std::string>(
          "--tokens",
          [&look](const std::string& text) {
            const auto ends = *read_list(text, ':');
            look.tokens = TokenRange{ends[0], ends[1]};
          },
          "Only the tokens from FROM on before TO, rows and columns; nothing is normalised anew")
      ->type_name("FROM:TO")
      ->check(check_token_range);
  command
      .add_option_function<std::string>(
          "--heads",
          [&figure](const std::string& text) {
            figure.look.heads = *read_list(text, ',');
            figure.all_heads = true;
          },
          "A panel of each of these heads")
      ->type_name("N,N")
      ->check(check_head_list);
  command
      .add_option_function<std::string>(
          "--marks",
          [&figure](const std::string& text) {
            figure.marks = text != "off";
            figure.mark = read_pair(text);
          },
          "Which pair is marked, or off: nothing")
      ->type_name("off|QUERY,KEY")
      ->check(check_mark);
  command
      .add_option_function<std::vector<std::string>>(
          "--note",
          [&look](const std::vector<std::string>& notes) {
            for (const std::string& text : notes) {
              const std::size_t equals = text.find('=');
              look.notes.push_back({*read_pair(text.substr(0, equals)), text.substr(equals + 1)});
            }
          },
          "Words at a cell; may be given more than once")
      ->type_name("QUERY,KEY=TEXT")
      ->check(check_cell_note)
      ->allow_extra_args(false);  // one after each --note
  const auto add_label = [&](const char* name, std::optional<std::string>& label,
                             const char* help) {
    command
        .add_option_function<std::string>(
            name, [&label](const std::string& text) { label = text; }, help)
        ->type_name("TEXT");
  };
  add_label("--label-queries", look.queries, "Beside the rows, in place of queries");
  add_label("--label-keys", look.keys, "Above the columns, in place of keys");
  add_label("--label-legend", look.legend, "Above the legend, in place of what it is of");
  command
      .add_option_function<int>(
          "--ticks", [&look](int every) { look.every = every; },
          "Every so many tokens have their names; by default as many as have room")
      ->type_name("N")
      ->check(whole_between(1, 1'000'000));
}

void add_colors(CLI::App& command, FigureOptions& figure) {
  command
      .add_option_function<int>(
          "--query", [&figure](int query) { figure.query = query; },
          "Which query is marked, from 0; whose attention the view inspector explains")
      ->type_name("N")
      ->check(check_whole);
  command
      .add_option_function<int>(
          "--key", [&figure](int key) { figure.key = key; },
          "To which key, in the view inspector; by default the one of the query's largest weight")
      ->type_name("N")
      ->check(check_whole);
  command
      .add_option_function<int>(
          "--dimension", [&figure](int dimension) { figure.dimension = dimension; },
          "Which dimension of the output the view inspector explains, from 0; by default the one "
          "that the key moves most")
      ->type_name("N")
      ->check(check_whole);
  command
      .add_option_function<std::string>(
          "--colormap", [&figure](const std::string& id) { figure.colormap = find_colormap(id); },
          "The colour map; with _r the other way round")
      ->check(CLI::IsMember(map_ids()));
  command
      .add_option_function<std::string>(
          "--range", [&figure](const std::string& range) { figure.range = range; },
          "What the colours span: fixed, shared (all heads), own (this head), row (each by "
          "itself), log, sqrt (square roots), LO:HI, or LO%:HI%, where so many percent of the "
          "numbers are below")
      ->type_name("RANGE")
      ->check(check_range);
  const auto set_numbers = [&figure](const std::string& when) {
    figure.numbers = when == "on" ? Numbers::on : when == "off" ? Numbers::off : Numbers::automatic;
  };
  command
      .add_option_function<std::string>("--numbers", set_numbers,
                                        "Whether cells hold their numbers; auto: where they fit")
      ->check(CLI::IsMember({"on", "off", "auto"}));
  command
      .add_option_function<std::string>(
          "--legend", [&figure](const std::string& when) { figure.legend = when == "on"; },
          "Whether there is a legend; on by default")
      ->check(CLI::IsMember({"on", "off"}));
}

void add_frame(CLI::App& command, FigureOptions& figure) {
  command
      .add_option_function<std::string>(
          "--title", [&figure](const std::string& title) { figure.title = title; },
          "Words above the figure; \"\" for none at all")
      ->type_name("TEXT");
  const auto set_caption = [&figure](const std::string& caption) {
    figure.caption_of_settings = caption == kCaptionOfSettings;
    figure.caption = figure.caption_of_settings ? "" : caption;
    figure.own_caption = false;
  };
  command
      .add_option_function<std::string>(
          "--caption", set_caption,
          "Words below it; auto says what was set, \"\" takes away the view's own, too")
      ->type_name("TEXT");
  const auto add_side = [&](const char* name, std::optional<int>& side,
                            std::optional<double>& inches, const char* help) {
    const auto set = [&side, &inches](const std::string& text) {
      inches = inches_in(text);
      if (!inches) side = std::stoi(text);
    };
    command.add_option_function<std::string>(name, set, help)
        ->type_name("LENGTH")
        ->check(check_side);
  };
  add_side("--width", figure.width, figure.width_inches,
           "Exactly so wide: pixels, or 3.3in, 8cm, 80mm, 240pt, in which type keeps its size; as "
           "much as it takes by default");
  add_side("--height", figure.height, figure.height_inches, "Exactly so high, likewise");
  command
      .add_option_function<double>(
          "--scale", [&figure](double scale) { figure.scale = scale; },
          "Pixels for each unit (1/96 inch) of the layout, 0.25 to 8; by default 2 in PNG, 1 in "
          "SVG and PDF")
      ->type_name("NUMBER")
      ->check(number_between(kSmallestScale, kLargestScale));
  const auto set_theme = [&figure](const std::string& id) {
    figure.theme = std::ranges::find(figure_themes(), id, &FigureThemeRow::id)->theme;
  };
  command
      .add_option_function<std::string>("--theme", set_theme,
                                        "The colours of all but the data; light by default")
      ->check(CLI::IsMember(ids_of(figure_themes())));
  std::string families;
  for (const FigureFont& font : figure_fonts_known()) {
    families += std::string(font.id) + (font.family == std::string_view(kWordFamily)
                                            ? ", "
                                            : " (" + std::string(font.family) + "), ");
  }
  command
      .add_option_function<std::string>(
          "--font", [&figure](const std::string& name) { figure.font = find_font_family(name); },
          "What words are set in: " + families +
              "or a family that is installed, by its name; inter by default")
      ->type_name("FAMILY")
      ->check(check_family);
  const auto set_size = [&figure](const std::string& text) {
    const auto inches = inches_in(text);
    figure.font_size = inches ? *inches * 96 : std::stod(text);
  };
  command
      .add_option_function<std::string>(
          "--font-size", set_size,
          "Of labels, in units or as 8.5pt; 14 units by default. The rest keeps its size")
      ->type_name("NUMBER")
      ->check(check_font);
}

/// Sets what is not given otherwise, when all are read.
void fill_in(const CLI::App& command, const PaperFormat& format, FigureOptions& figure) {
  const auto is_given = [&](const char* name) { return command.get_option(name)->count() > 0; };
  if (!is_given("--width")) figure.width_inches = format.width;
  if (!is_given("--height")) figure.height_inches = format.height;
  if (!is_given("--font-size")) figure.font_size = format.type * 96 / 72;
  figure.dots_per_inch = format.dots_per_inch;
}

std::string formats_help() {
  std::string words = "What it is for, which says how wide it is and how large its type:";
  for (const PaperFormat& format : paper_formats()) {
    words += (&format == &paper_formats().front() ? " " : "; ") + std::string(format.id) + ", " +
             std::string(format.label) + ", " + brief(format.width, 4) + " in";
    if (format.height) words += " x " + brief(*format.height, 3) + " in";
    words += ", " + brief(format.type, 3) + " pt";
  }
  return words;
}

void add_paper(CLI::App& command, std::string& format) {
  command.add_option("--for", format, formats_help())
      ->check(CLI::IsMember(ids_of(paper_formats())));
}

std::string settings_help() {
  std::string words;
  for (const PanelSetting& setting : panel_settings()) {
    words += (words.empty() ? "" : "; ") + std::string(setting.id) + "=" +
             std::string(setting.value) + ", " + std::string(setting.about);
  }
  return words;
}

/// Wishes as the words that they are; a figure of them has no SCENE and no --view.
void add_panels(CLI::App& command, ExportOptions& options) {
  CLI::Option* panels =
      command
          .add_option(
              "--panels", options.panels,
              "Several views in one figure, in place of SCENE and --view: each is "
              "VIEW@SCENE, and VIEW@SCENE:NAME=VALUE,NAME=VALUE with settings of its own: " +
                  settings_help() +
                  "; or a number of the scene as a JSON pointer, "
                  "/heads/0/w_q/0/1=0.5. SCENE may be a network, of which layer is "
                  "shown. difference is the second of the two panels before it less the "
                  "first")
          ->type_name("PANEL")
          ->check(not_empty());
  command
      .add_option("--columns", options.columns,
                  "How many panels stand side by side; by default as many as have room, four at "
                  "most")
      ->type_name("N")
      ->check(whole_between(1, static_cast<int>(kMostPanels)))
      ->needs(panels);
  command.add_flag("--letters", options.letters, "Call the panels (a), (b), (c)")->needs(panels);
  for (const char* name : {"SCENE", "--view", "--bare", "--head", "--heads"}) {
    panels->excludes(command.get_option(name));
  }
}

void require_what(const ExportOptions& options) {
  const bool is_figure = std::ranges::any_of(options.scenes, is_figure_file);
  if (!options.panels.empty() || is_figure) return;
  if (options.scenes.empty()) throw CLI::RequiredError("SCENE");
  if (options.view.empty()) throw CLI::RequiredError("--view");
}

void add_bare(CLI::App& command, FigureOptions& figure) {
  CLI::Option* bare = command.add_flag_function(
      "--bare", [&figure](auto) { figure.bare_cell = std::max(figure.bare_cell, 1); },
      "The cells of the matrix alone, no margin and no words");
  command
      .add_option("--cell", figure.bare_cell, "Pixels of a cell's side beside --bare; 1 by default")
      ->type_name("N")
      ->needs(bare)
      ->check(whole_between(1, kLargestBareCell));
  bare->excludes(command.get_option("--for"));  // a cell of a pixel has no inches
}

/// Says in `options` which of the looks were given, when all are read.
void note_looks(CLI::App& command, ExportOptions& options) {
  command.parse_complete_callback([&command, &options] {
    const auto format = std::ranges::find(paper_formats(), options.paper, &PaperFormat::id);
    if (format != paper_formats().end()) fill_in(command, *format, options.figure);
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

CLI::App* add_export(CLI::App& app, ExportOptions& options) {
  CLI::App* command = app.add_subcommand("export", "Write a figure or a table");
  add_what(*command, options);
  add_settings(*command, options);
  command->option_defaults()->group(kLooks);
  add_colors(*command, options.figure);
  add_pairs(*command, options.figure);
  add_frame(*command, options.figure);
  add_paper(*command, options.paper);
  add_bare(*command, options.figure);
  command->option_defaults()->group("Panels");
  add_panels(*command, options);
  command->option_defaults()->group("Options");
  note_looks(*command, options);
  return command;
}

}  // namespace attn
