#include "app/command/heads_command.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "app/command/export_command.h"
#include "app/command/option_checks.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/output_guard.h"
#include "app/document/imports/head_measures.h"
#include "app/figure/files/figure.h"
#include "app/figure/training/head_figures.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kLayerField = "{layer}";

bool is_figure(const std::string& path) {
  return std::ranges::count(figure_endings(), ending_of(path)) > 0;
}

/// Request for the figures and measures of `layers`.
HeadsWish heads_wish(const ImportOptions& options, const ImportWishes& wishes,
                     const std::vector<Index>& layers) {
  try {
    return {.layers = layers,
            .import = wishes,
            .joined = options.heads,
            .measure = options.by,
            .has_bars = options.has_bars,
            .looks = heads_figure_looks(options.looks)};
  } catch (const OptionError& error) {
    throw Failure(Status::kWrong, error.what());
  }
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
  for (const std::string_view id : heads_figure_options()) {
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
  const MeasuredHeads heads = about_import(options.file, [&] {
    return MeasuredHeads(dump, heads_wish(options, wishes, layers), !named.grid.empty());
  });
  std::string words = heads.words();
  if (const std::string& path = named.measures; !path.empty()) {
    if (path == kStandardStream) {
      print_bytes(heads.table());
    } else {
      about_output(path, [&] {
        if (is_figure(path)) return heads.write_chart(path);
        write_file(path, heads.table(), FileKind::output, Durable::no);
      });
    }
    words += " → " + path;
  }
  if (!named.grid.empty()) {
    about_output(named.grid, [&] { heads.write_grid(named.grid); });
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
