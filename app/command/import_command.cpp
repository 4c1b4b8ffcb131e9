#include "app/command/import_command.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/command/failure.h"
#include "app/command/option_checks.h"
#include "app/command/scene_work.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/output_guard.h"
#include "app/document/files/utf8.h"
#include "app/document/imports/dump_axes.h"
#include "app/document/imports/dump_scene.h"
#include "app/document/imports/dump_tokens.h"
#include "app/document/imports/head_measures.h"
#include "app/document/imports/imported_files.h"
#include "app/document/imports/joined_heads.h"
#include "app/document/imports/open_dump.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/files/figure.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/training/training_figures.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kUsualMeasure = "entropy", kUsualPaper = "column";
constexpr std::string_view kAllLayers = "all", kSceneName = ".attn.json", kScoresName = ".npy";

/// Runs `work` on `file`: turns import errors into a Failure that names the file.
template <typename Work>
auto about_import(const std::string& file, const Work& work) {
  try {
    return about_scene(file, work);
  } catch (const ImportError& error) {
    throw Failure(Status::kWrong, file, error.what());
  }
}

std::string check_layer(const std::string& text) {
  if (text == kAllLayers || check_whole(text).empty()) return "";
  return "expected a layer from 0, or all, found " + text;
}

/// "first", "special", or both.
std::optional<KeysToHide> keys_to_hide(std::string_view text) {
  KeysToHide hide;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, end);
    if (word != "first" && word != "special") return std::nullopt;
    (word == "first" ? hide.first : hide.special) = true;
    if (end + 1 == text.size()) return std::nullopt;  // the text ends with a comma
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return hide;
}

std::string check_hide(const std::string& text) {
  if (!text.empty() && keys_to_hide(text)) return "";
  return "expected first, special or first,special, found " + text;
}

constexpr std::string_view kWeights = "weights", kScores = "scores";

DumpAs as_called(std::string_view name) {
  return name == kWeights ? DumpAs::kWeights : name == kScores ? DumpAs::kScores : DumpAs::kGuessed;
}

constexpr std::string_view kJoinSteps = "join";

std::string check_steps(const std::string& text) {
  if (text == kJoinSteps || check_whole(text).empty()) return "";
  return "expected join, or a step from 0, found " + text;
}

std::shared_ptr<const AttentionDump> dump_in(const ImportOptions& options) {
  std::string_view step = options.steps;
  std::shared_ptr<const AttentionDump> dump =
      open_dump(options.file, {.tensor = options.tensor,
                               .axes = options.axes,
                               .batch = options.batch,
                               .step = take_parsed<Index>(step),
                               .as = as_called(options.as),
                               .masked_from = options.masked_below});
  for (const JoinKind& kind : join_kinds()) {
    if (kind.id == options.heads) dump = joined_heads(std::move(dump), kind.how);
  }
  return dump;
}

/// Requested layers of `dump`: "all", a number, or empty for the first.
std::vector<Index> wanted_layers(const AttentionDump& dump, const std::string& wanted) {
  std::vector<Index> layers;
  if (wanted.empty()) return {0};
  if (wanted == kAllLayers) {
    for (Index n = 0; n < dump.layer_count(); ++n) layers.push_back(n);
    return layers;
  }
  std::string_view rest = wanted;
  const auto n = take_parsed<Index>(rest);
  const auto found = n ? layer_called(dump, *n) : std::nullopt;
  if (!found) {
    const Index count = dump.layer_count();
    throw ImportError("--layer: expected " +
                      (dump.layer_name(count - 1) == count - 1
                           ? "less than " + std::to_string(count)
                           : (count == 1 ? "" : "one of ") + layer_names(dump)) +
                      ", found " + wanted);
  }
  return {*found};
}

/// `out` with {layer} replaced by the layer's number. Without {layer}, if several layers are
/// written, inserts the number: "dump-3.attn.json".
std::string scene_path(std::string out, Index layer, bool is_of_several) {
  constexpr std::string_view kLayerField = "{layer}";
  const std::string number = std::to_string(layer);
  if (out.find(kLayerField) == out.npos && is_of_several && out.ends_with(kSceneName)) {
    return out.insert(out.size() - kSceneName.size(), "-" + number);
  }
  replace_all(out, kLayerField, number);
  return out;
}

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

/// Measured heads of `layers`: all heads, or the one chosen by `wishes.head`. Thumbnails have at
/// most `side` rows and columns.
std::vector<MeasuredHead> measured_heads(const AttentionDump& dump, const ImportWishes& wishes,
                                         const std::vector<Index>& layers, Index side) {
  std::vector<MeasuredHead> heads;
  for (const Index l : layers) {
    const HiddenKeys hidden = hidden_keys_in(dump, l, wishes);
    const Index count = dump.layer(l).heads;
    if (wishes.head >= count) {
      throw ImportError("--head: expected less than " + std::to_string(count) + ", found " +
                        std::to_string(wishes.head));
    }
    for (Index h = 0; h < count; ++h) {
      if (wishes.head >= 0 && wishes.head != h) continue;
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

/// Overview of `heads`, which are ordered by layer. If one head is chosen, it has a single column.
Overview overview_of(const ImportOptions& options, const AttentionDump& dump,
                     const std::vector<MeasuredHead>& heads, const HeadMeasure& measure) {
  Overview overview;
  overview.measure = within_words(measure.label);
  if (!options.heads.empty()) overview.head_names = {options.heads};
  if (options.head >= 0) overview.head_names = {std::to_string(options.head)};
  for (const MeasuredHead& one : heads) {
    const bool is_new = &one == &heads.front() || one.layer != (&one - 1)->layer;
    if (is_new) overview.layer_names.push_back(std::to_string(dump.layer_name(one.layer)));
    const Index column = options.head >= 0 ? 0 : one.head;
    overview.heads = std::max(overview.heads, column + 1);
    overview.all.push_back({std::ssize(overview.layer_names) - 1, column, one.summary.thumbnail,
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
    return counted(heads.size(), "head") + of_layers + (softmax.empty() ? "" : "; " + softmax);
  }
  std::set<std::string> made_of;
  for (const Index n : layers) {
    if (const auto joined = dump.joined(n)) made_of.insert(joined->of);
  }
  return options.heads + " of the heads" + of_layers + (made_of.empty() ? "" : ", of ") +
         joined(made_of, {}, " and ");
}

/// Writes the requested files with all heads: a figure and a table of measures. Returns a
/// description.
std::string write_heads(const ImportOptions& options, const AttentionDump& dump,
                        const ImportWishes& wishes, const std::vector<Index>& layers) {
  Index most_heads = 1;
  for (const Index n : layers) most_heads = std::max(most_heads, dump.layer(n).heads);
  const Index columns = options.head >= 0 ? 1 : most_heads;
  const Index side =
      options.grid.empty() ? 1 : overview_dots(paper_of(options), std::ssize(layers), columns);
  const std::vector<MeasuredHead> heads =
      about_import(options.file, [&] { return measured_heads(dump, wishes, layers, side); });
  const std::string hidden = hidden_keys_in(dump, layers.front(), wishes).words;
  std::string words = heads_words(options, dump, heads) + (hidden.empty() ? "" : "; " + hidden);
  const std::string said = words;
  if (!options.measures.empty()) {
    about_output(options.measures, [&] {
      write_file(options.measures, measures_table(dump, heads), FileKind::output, Durable::no);
    });
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
                     {.title = dump_title(dump, wishes), .subtitle = below}, paper_of(options),
                     options.grid);
    });
    words += " → " + options.grid;
  }
  return words + "\n";
}

/// Checks the names of head files before anything is read.
void check_heads_files(const ImportOptions& options, const std::vector<std::string>& read) {
  constexpr std::string_view kTable = ".csv";
  const auto check = [&](const std::string& path, std::span<const std::string_view> endings) {
    if (!path.empty()) about_output(path, [&] { check_output(path, endings, read); });
  };
  check(options.grid, figure_endings());
  check(options.measures, std::span(&kTable, 1));
  std::vector<std::string> outputs;
  for (const std::string& path : {options.grid, options.measures}) {
    if (!path.empty()) outputs.push_back(path);
  }
  if (!outputs.empty()) expect_outputs(outputs);
}

/// Checks the paths of a layer's output files.
void check_paths(const std::vector<std::string>& paths, const std::vector<std::string>& read) {
  for (const std::string& path : paths) {
    about_output(path, [&] {
      const bool is_scene = &path == &paths.front();
      check_output(path, std::span(is_scene ? &kSceneName : &kScoresName, 1), read,
                   is_scene ? FileKind::scene : FileKind::output);
      if (!is_scene) check_scores_replaceable(paths);
    });
  }
}

}  // namespace

CLI::App* add_import(CLI::App& app, ImportOptions& options) {
  CLI::App* command =
      app.add_subcommand("import", "Import attention computed by other programs as scenes");
  add_text(*command, "FILE", options.file,
           "Weights: .npy, .npz, .safetensors, or a page of BertViz, .html; - reads "
           "standard input")
      ->required();
  add_text(*command, "--tokens", options.tokens,
           "The tokens: a list in JSON, or a text with one token per line (by default the "
           "tokens in the weights' file, or numbers)",
           "FILE");
  add_number(*command, "--layer", options.layer,
             "The layer, by its number in FILE (by default the first), or all", check_layer,
             "N|all");
  add_number(*command, "--head", options.head, "A single head, from 0; all by default",
             check_whole);
  command
      ->add_option(
          "--heads", options.heads,
          "Join the heads to one: their mean, their max, or their rollout through the layers "
          "up to this one (Abnar & Zuidema 2020)")
      ->check(CLI::IsMember(texts_of<std::string>(join_kinds(), &JoinKind::id)));
  command
      ->add_option(
          "--hide", options.hide,
          "Keys to hide by a mask; the rest of each row is divided by its sum: first, special "
          "([CLS], </s> …), or first,special")
      ->type_name("KEYS")
      ->check(check_hide);
  command
      ->add_option("--clean", options.clean,
                   "Remove the tokenizer's marks from the tokens, as Ġ, ▁ and ##: on (default) or "
                   "off")
      ->check(CLI::IsMember({"on", "off"}));
  add_number(*command, "--batch", options.batch,
             "Index in the batch, from 0 (default), if there is such an axis", check_whole);
  add_text(
      *command, "--axes", options.axes,
      "The axes of an array, a letter for each: l layers, b batch, h heads, q queries, k keys, "
      "s steps; lhqk, for example (guessed by default)",
      "LETTERS")
      ->check([](const std::string& text) { return axes_problem(text); });
  add_text(*command, "--steps", options.steps,
           "Join the steps of a generated text to one matrix (default), or take one, from 0",
           "join|N")
      ->check(check_steps);
  command
      ->add_option("--as", options.as,
                   "What the numbers are: weights, or scores, whose softmax is shown (by default "
                   "scores if some are negative, unless all rows sum to 1)")
      ->check(CLI::IsMember({std::string(kWeights), std::string(kScores)}));
  command->add_option("--masked-below", options.masked_below,
                      "Scores up to this number are masked (by default -65504, and what no softmax "
                      "can see, where it has the pattern of a mask)");
  add_text(
      *command, "--tensor", options.tensor,
      "Name of one of several arrays, or of a page's attentions; a star stands for the layer's "
      "number: 'blocks.*.attn.hook_pattern'",
      "NAME");
  add_text(*command, "--out", options.out,
           "The scene to write; {layer} is replaced by the layer's number, which is added if "
           "all layers are written: NAME-0.attn.json …",
           "NAME.attn.json");
  add_overview(*command, options);
  return command;
}

void require_attention(const std::string& file) {
  about_import(file, [&] { open_dump(file); });
}

std::string import_attention(const ImportOptions& options) {
  if (options.file == "-" && options.tokens == "-") {
    throw Failure(Status::kWrong, "expected a file for FILE or --tokens, found - for both");
  }
  if (!options.heads.empty() && options.head >= 0) {
    throw Failure(Status::kWrong, "expected one of --head and --heads, found both");
  }
  std::vector<std::string> read{options.file};
  if (!options.tokens.empty()) read.push_back(options.tokens);
  if (options.out.empty() && options.grid.empty() && options.measures.empty()) {
    throw Failure(Status::kWrong, "expected --out, --grid or --measures");
  }
  for (const auto& [name, value] : {std::pair{"--by", options.by}, {"--for", options.paper}}) {
    if (options.grid.empty() && !value.empty()) {
      throw Failure(Status::kWrong, std::string("expected --grid, as ") + name + " needs it");
    }
  }
  if (!options.out.empty()) check_paths({options.out}, read);
  check_heads_files(options, read);
  const auto dump = about_import(options.file, [&] { return dump_in(options); });
  const std::vector<Index> layers =
      about_import(options.file, [&] { return wanted_layers(*dump, options.layer); });

  ImportWishes wishes;
  wishes.name = options.file == "-"
                    ? "standard input"
                    : valid_utf8(std::filesystem::path(options.file).filename().string());
  wishes.head = options.head;
  wishes.cleans = options.clean == "on";
  wishes.hide = keys_to_hide(options.hide).value_or(KeysToHide{});
  if (!options.tokens.empty()) {
    wishes.tokens = about_import(options.tokens, [&] {
      return read_tokens_file(options.tokens, dump->layer(layers.front()).keys);
    });
  }
  std::string words = wishes.name + ": " + dump->words() + "\n";
  for (const DumpDoubt& doubt : dump->doubts()) {
    words += "guessed: " + doubt.reason + "; if not: " + doubt.other + "\n";
  }
  if (!options.grid.empty() || !options.measures.empty()) {
    // All layers unless one is chosen.
    const std::vector<Index> drawn =
        wanted_layers(*dump, options.layer.empty() ? std::string(kAllLayers) : options.layer);
    words += write_heads(options, *dump, wishes, drawn);
  }
  if (options.out.empty()) return words;
  for (const Index n : layers) {
    const ImportedLayer layer =
        about_import(options.file, [&] { return analyse_layer(*dump, n, wishes); });
    const std::string path =
        scene_path(options.out, dump->layer_name(n), options.layer == kAllLayers);
    const std::vector<std::string> paths = imported_paths(layer, path);
    check_paths(paths, read);
    expect_outputs(paths);
    about_output(path, [&] {
      about_import(options.file, [&] { write_imported(*dump, layer, wishes, path); });
    });
    words += layer_words(*dump, layer) + " → " + path + "\n";
  }
  return words;
}

}  // namespace attn
