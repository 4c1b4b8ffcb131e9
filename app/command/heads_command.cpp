#include "app/command/heads_command.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string_view>

#include "app/command/option_checks.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/output_guard.h"
#include "app/document/imports/head_measures.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/files/figure.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/training/training_figures.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kUsualMeasure = "entropy", kUsualPaper = "column";

/// Head of the dump with its measures.
struct MeasuredHead {
  Index layer = 0, head = 0;
  HeadSummary summary{};
};

/// Paper format of --grid.
const PaperFormat& paper_of(const ImportOptions& options) {
  const std::string_view paper = options.paper.empty() ? kUsualPaper : options.paper;
  return *std::ranges::find(paper_formats(), paper, &PaperFormat::id);
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
  command
      .add_option("--for", options.paper, "The format that sets its width: a column (default), …")
      ->check(CLI::IsMember(texts_of<std::string>(paper_formats(), &PaperFormat::id)));
  add_text(command, "--measures", options.measures, "Write these numbers of all heads as a table",
           "FILE.csv");
}

std::string write_heads(const ImportOptions& options, const AttentionDump& dump,
                        const ImportWishes& wishes, const std::vector<Index>& layers) {
  Index columns = 1;
  for (const Index n : layers) {
    columns =
        std::max(columns, wishes.heads.empty() ? dump.layer(n).heads : std::ssize(wishes.heads));
  }
  const Index side = options.grid.empty()
                         ? 1
                         : overview_dots(on_paper(paper_of(options)), std::ssize(layers), columns);
  const std::vector<MeasuredHead> heads =
      about_import(options.file, [&] { return measured_heads(dump, wishes, layers, side); });
  const std::string hidden = hidden_keys_in(dump, layers.front(), wishes).words;
  std::string words = heads_words(options, dump, heads) + (hidden.empty() ? "" : "; " + hidden);
  const std::string said = words;
  if (!options.measures.empty()) {
    const std::string table = measures_table(dump, heads);
    if (options.measures == kStandardStream) {
      print_bytes(table);
    } else {
      about_output(options.measures,
                   [&] { write_file(options.measures, table, FileKind::output, Durable::no); });
    }
    words += " → " + options.measures;
  }
  if (!options.grid.empty()) {
    const std::string_view by = options.by.empty() ? kUsualMeasure : options.by;
    const auto measure = std::ranges::find(head_measures(), by, &HeadMeasure::id);
    const std::string below =
        std::string("Layers downwards") + (options.heads.empty() ? ", heads across; " : "; ") +
        said + ". Frame: " + within_words(measure->label) + ", " + std::string(measure->says) + ".";
    about_output(options.grid, [&] {
      write_overview(overview_of(options, dump, heads, *measure),
                     {.title = dump_title(dump, wishes), .subtitle = below},
                     on_paper(paper_of(options)), options.grid);
    });
    words += " → " + options.grid;
  }
  return words + "\n";
}

void check_heads_files(const ImportOptions& options, const std::vector<std::string>& read) {
  constexpr std::string_view kTable = ".csv";
  const auto check = [&](const std::string& path, std::span<const std::string_view> endings) {
    if (path.empty() || path == kStandardStream) return;
    about_output(path, [&] { check_output(path, endings, read); });
  };
  check(options.grid, figure_endings());
  check(options.measures, std::span(&kTable, 1));
  std::vector<std::string> outputs;
  for (const std::string& path : {options.grid, options.measures}) {
    if (!path.empty() && path != kStandardStream) outputs.push_back(path);
  }
  if (!outputs.empty()) expect_outputs(outputs);
}

}  // namespace attn
