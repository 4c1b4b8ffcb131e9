#include "app/command/heads_command.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string_view>

#include "app/command/export_command.h"
#include "app/command/option_checks.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/output_guard.h"
#include "app/document/imports/head_measures.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/training/training_figures.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kLayerField = "{layer}";
constexpr std::string_view kUsualMeasure = "entropy", kUsualPaper = "column";

/// Head of the dump with its measures.
struct MeasuredHead {
  Index layer = 0, head = 0;
  HeadSummary summary{};
};

constexpr std::string_view kFigureLooks[] = {"for",   "title", "caption", "colormap",  "range",
                                             "theme", "width", "font",    "font-size", "dpi"};

bool is_figure(const std::string& path) {
  return std::ranges::count(figure_endings(), ending_of(path)) > 0;
}

/// Options of the figures, as wide as a column by default.
FigureOptions looks_of(const ImportOptions& options) {
  OptionWords words = options.looks;
  if (!words.contains("width")) words.try_emplace("for", kUsualPaper);
  try {
    FigureOptions figure;
    read_options(figure, words);
    figure.height_inches.reset();  // as high as needed
    return figure;
  } catch (const OptionError& error) {
    throw Failure(Status::kWrong, error.what());
  }
}

/// Measured heads of `layers`: all heads, or those of `wishes.heads`. Pictures have at
/// most `side` rows and columns.
std::vector<MeasuredHead> measured_heads(const AttentionDump& dump, const ImportWishes& wishes,
                                         const std::vector<Index>& layers, Index side) {
  std::vector<MeasuredHead> heads;
  for (const Index l : layers) {
    const HiddenKeys hidden = hidden_keys_in(dump, l, wishes);
    for (const Index h : wanted_heads(dump.layer(l).heads, wishes)) {
      heads.push_back({l, h, summary_of(dump, l, h, side, hidden.shown)});
    }
  }
  return heads;
}

/// Table with one line per head; undefined measures are empty.
std::string measures_table(const AttentionDump& dump, const std::vector<MeasuredHead>& heads) {
  std::string table = "layer,head";
  for (const HeadMeasure& measure : head_measures()) table += "," + std::string(measure.id);
  table += "\n";
  for (const MeasuredHead& one : heads) {
    table += std::to_string(dump.layer_name(one.layer)) + "," + std::to_string(one.head);
    for (const HeadMeasure& measure : head_measures()) {
      const double number = one.summary.measures.*measure.number;
      table += "," + (std::isnan(number) ? std::string() : brief(number, 7));
    }
    table += "\n";
  }
  return table;
}

/// Overview of `heads`, which are ordered by layer. If heads are chosen, they have a column each.
Overview overview_of(const ImportOptions& options, const AttentionDump& dump,
                     const std::vector<MeasuredHead>& heads, const HeadMeasure& measure) {
  Overview overview;
  overview.measure = within_words(measure.label);
  if (!options.heads.empty()) overview.head_names = {options.heads};
  const std::vector<Index> chosen = numbers_in_list(options.head);
  for (const Index head : chosen) overview.head_names.push_back(std::to_string(head));
  for (const MeasuredHead& one : heads) {
    const bool is_new = &one == &heads.front() || one.layer != (&one - 1)->layer;
    if (is_new) overview.layer_names.push_back(std::to_string(dump.layer_name(one.layer)));
    const auto found = std::ranges::find(chosen, one.head);
    const Index column = found == chosen.end() ? one.head : found - chosen.begin();
    overview.heads = std::max(overview.heads, column + 1);
    overview.all.push_back({std::ssize(overview.layer_names) - 1, column, one.summary.picture,
                            one.summary.measures.*measure.number, one.summary.rows,
                            one.summary.columns});
  }
  overview.layers = std::ssize(overview.layer_names);
  return overview;
}

/// "24 heads of 2 layers", "mean of the heads of 2 layers"; also how the weights were computed, if
/// the file does not contain weights.
std::string heads_words(const ImportOptions& options, const AttentionDump& dump,
                        const std::vector<MeasuredHead>& heads) {
  std::set<Index> layers;
  for (const MeasuredHead& one : heads) layers.insert(one.layer);
  const std::string of_layers = " of " + counted(layers.size(), "layer");
  if (options.heads.empty()) {
    const Index scores = std::ranges::count_if(
        heads, [](const MeasuredHead& one) { return one.summary.are_scores; });
    const std::string softmax = softmax_words(scores, std::ssize(heads));
    const auto computed = dump.computed(heads.front().layer, {heads.front().head});
    return counted(heads.size(), "head") + of_layers + (softmax.empty() ? "" : "; " + softmax) +
           (computed ? "; weights are " + computed->words : "");
  }
  std::set<std::string> made_of;
  for (const Index n : layers) {
    if (const auto joined = dump.joined(n)) made_of.insert(joined->of);
  }
  return options.heads + " of the heads" + of_layers + (made_of.empty() ? "" : ", of ") +
         joined(made_of, {}, " and ");
}

/// Measures of all heads as a figure: that of --by, or all of them.
HeadChart chart_of(const ImportOptions& options, const AttentionDump& dump,
                   const std::vector<MeasuredHead>& heads) {
  const Overview overview = overview_of(options, dump, heads, head_measures().front());
  HeadChart chart{.layer_names = overview.layer_names, .are_bars = options.has_bars};
  for (Index column = 0; column < overview.heads; ++column) {
    const auto number = static_cast<std::size_t>(column);
    chart.head_names.push_back(overview.head_names.empty() ? std::to_string(column)
                                                           : overview.head_names[number]);
  }
  for (const HeadMeasure& measure : head_measures()) {
    if (!options.by.empty() && measure.id != options.by) continue;
    Matrix numbers = Matrix::Constant(overview.layers, overview.heads, kMasked);
    for (std::size_t n = 0; n < heads.size(); ++n) {
      const double number = heads[n].summary.measures.*measure.number;
      if (std::isnan(number)) continue;
      numbers(overview.all[n].layer, overview.all[n].head) = static_cast<float>(number);
    }
    if (numbers.maxCoeff() == kMasked) continue;  // undefined for all
    chart.measures.push_back({std::string(measure.label), std::string(measure.unit),
                              std::make_shared<const Matrix>(std::move(numbers))});
  }
  return chart;
}

}  // namespace

void add_overview(CLI::App& command, ImportOptions& options) {
  add_text(command, "--grid", options.grid,
           "Write all heads of all layers as a figure, or those of --layer or --head alone: .png, "
           ".svg or .pdf",
           "FILE");
  command
      .add_option(
          "--by", options.by,
          "The measure that colours its frames: the mean entropy of a head's rows (default), "
          "the mean distance from query to key, or the share of the first key, of the previous "
          "key, or of the query's own key")
      ->check(CLI::IsMember(texts_of<std::string>(head_measures(), &HeadMeasure::id)));
  add_text(command, "--measures", options.measures,
           "Write these numbers of all heads as a table, .csv, or as a figure of layers x heads: "
           ".png, .svg or .pdf, of each measure, or of --by alone",
           "FILE");
  command.add_flag("--bars", options.has_bars, "Bars in that figure, in place of heatmaps");
  const auto group = command.option_defaults()->get_group();
  command.option_defaults()->group("Figures of --grid and --measures");
  for (const std::string_view id : kFigureLooks) {
    add_figure_option(command, figure_option(id), options.looks);
  }
  command.option_defaults()->group(group);
}

void check_heads_options(const ImportOptions& options) {
  const bool has_chart = is_figure(options.measures);
  const auto fail = [](const std::string& name, const char* expected) {
    throw Failure(Status::kWrong,
                  "expected " + std::string(expected) + ", as " + name + " needs it");
  };
  if (options.has_bars && !has_chart) fail("--bars", "a figure for --measures");
  if (!options.grid.empty() || has_chart) return;
  if (!options.by.empty()) fail("--by", "--grid");
  if (!options.looks.empty()) fail("--" + options.looks.begin()->first, "--grid");
}

namespace {

/// Writes the table, or the figure, of measures.
void write_measures(const ImportOptions& options, const AttentionDump& dump,
                    const std::vector<MeasuredHead>& heads, const std::string& said) {
  const std::string& path = options.measures;
  if (path == kStandardStream) return print_bytes(measures_table(dump, heads));
  about_output(path, [&] {
    if (is_figure(path)) {
      write_head_chart(chart_of(options, dump, heads),
                       {.title = dump_title(dump), .subtitle = with_capital(said) + "."},
                       looks_of(options), path);
    } else {
      write_file(path, measures_table(dump, heads), FileKind::output, Durable::no);
    }
  });
}

/// Writes the figure of all heads.
void write_grid(const ImportOptions& options, const AttentionDump& dump,
                const std::vector<MeasuredHead>& heads, const std::string& said) {
  const std::string_view by = options.by.empty() ? kUsualMeasure : options.by;
  const auto measure = std::ranges::find(head_measures(), by, &HeadMeasure::id);
  const std::string below =
      std::string("Layers downwards") + (options.heads.empty() ? ", heads across; " : "; ") + said +
      ". Frame: " + within_words(measure->label) + ", " + std::string(measure->says) + ".";
  about_output(options.grid, [&] {
    write_overview(overview_of(options, dump, heads, *measure),
                   {.title = dump_title(dump), .subtitle = below}, looks_of(options), options.grid);
  });
}

/// Number of heads side by side in a figure of `layers`.
Index heads_across(const AttentionDump& dump, const ImportWishes& wishes,
                   const std::vector<Index>& layers) {
  Index columns = 1;
  for (const Index n : layers) {
    columns =
        std::max(columns, wishes.heads.empty() ? dump.layer(n).heads : std::ssize(wishes.heads));
  }
  return columns;
}

}  // namespace

std::string write_heads(const ImportOptions& options, const AttentionDump& dump,
                        const ImportWishes& wishes, const std::vector<Index>& layers) {
  if (layers.size() > 1 && options.grid.find(kLayerField) != std::string::npos) {
    // A figure of each layer, and the measures of all.
    std::string words;
    ImportOptions one = options;
    one.measures.clear();
    for (const Index n : layers) words += write_heads(one, dump, wishes, {n});
    one = options;
    one.grid.clear();
    return words + (one.measures.empty() ? "" : write_heads(one, dump, wishes, layers));
  }
  ImportOptions named = options;
  replace_all(named.grid, kLayerField, std::to_string(dump.layer_name(layers.front())));
  const Index columns = heads_across(dump, wishes, layers);
  const Index side =
      named.grid.empty() ? 1 : overview_dots(looks_of(named), std::ssize(layers), columns);
  const std::vector<MeasuredHead> heads =
      about_import(options.file, [&] { return measured_heads(dump, wishes, layers, side); });
  const std::string hidden = hidden_keys_in(dump, layers.front(), wishes).words;
  const std::string said =
      heads_words(options, dump, heads) + (hidden.empty() ? "" : "; " + hidden);
  std::string words = said;
  if (!named.measures.empty()) {
    write_measures(named, dump, heads, said);
    words += " → " + named.measures;
  }
  if (!named.grid.empty()) {
    write_grid(named, dump, heads, said);
    words += " → " + named.grid;
  }
  return words + "\n";
}

void check_heads_files(const ImportOptions& options, const std::vector<std::string>& read) {
  std::vector<std::string_view> of_measures(figure_endings().begin(), figure_endings().end());
  of_measures.insert(of_measures.begin(), ".csv");
  const auto check = [&](const std::string& path, std::span<const std::string_view> endings) {
    if (path.empty() || path == kStandardStream) return;
    about_output(path, [&] { check_output(path, endings, read); });
  };
  check(options.grid, figure_endings());
  check(options.measures, of_measures);
  std::vector<std::string> outputs;
  for (const std::string& path : {options.grid, options.measures}) {
    if (!path.empty() && path != kStandardStream) outputs.push_back(path);
  }
  if (!outputs.empty()) expect_outputs(outputs);
}

}  // namespace attn
