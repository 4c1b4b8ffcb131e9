#include "app/command/import_command.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
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
#include "app/document/imports/dump_tokens_changed.h"
#include "app/document/imports/head_measures.h"
#include "app/document/imports/imported_files.h"
#include "app/document/imports/joined_heads.h"
#include "app/document/imports/open_dump.h"
#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/figure.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/training/training_figures.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kUsualMeasure = "entropy", kUsualPaper = "column";
constexpr std::string_view kAll = "all", kStandardStream = "-", kSceneName = ".attn.json",
                           kScoresName = ".npy";

/// Runs `work` on `file`: turns import errors into a Failure that names the file.
template <typename Work>
auto about_import(const std::string& file, const Work& work) {
  try {
    return about_scene(file, work);
  } catch (const ImportError& error) {
    throw Failure(Status::kWrong, file, error.what());
  }
}

/// Numbers of a checked list, "0,3"; none in other texts.
std::vector<Index> numbers_in_list(std::string_view text) {
  return whole_numbers(text, ',').value_or(std::vector<Index>());
}

std::string check_layer(const std::string& text) {
  if (text == kAll || !numbers_in_list(text).empty()) return "";
  return "expected a layer from 0, several as 1,2,5, or all, found " + text;
}

std::string check_heads_list(const std::string& text) {
  return numbers_in_list(text).empty() ? "expected a head from 0, or several as 0,3, found " + text
                                       : "";
}

std::string check_batch(const std::string& text) {
  if (text == kAll || check_whole(text).empty()) return "";
  return "expected an index from 0, or all, found " + text;
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

/// Whether the tokens decide which numbers there are.
bool changes_tokens(const ImportOptions& options) { return options.crop || !options.words.empty(); }

/// The attention of one sequence of the batch, changed as asked.
std::shared_ptr<const AttentionDump> dump_in(const FileBytes& bytes, const ImportOptions& options,
                                             Index batch) {
  std::shared_ptr<const AttentionDump> dump = open_dump(bytes, options.dump.choice(batch));
  if (!options.tokens.empty() && changes_tokens(options)) {
    dump = with_tokens(dump, about_import(options.tokens, [&] {
                         return read_tokens_file(options.tokens, dump->layer(0).keys);
                       }));
  }
  if (options.crop) dump = without_padding(std::move(dump));
  for (const PiecesKind& kind : pieces_kinds()) {
    if (kind.id == options.words) dump = with_words(std::move(dump), kind.how);
  }
  for (const JoinKind& kind : join_kinds()) {
    if (kind.id == options.heads) dump = joined_heads(std::move(dump), kind.how);
  }
  return dump;
}

/// Requested layers of `dump`: "all", numbers, or empty for the first.
std::vector<Index> wanted_layers(const AttentionDump& dump, const std::string& wanted) {
  std::vector<Index> layers;
  if (wanted.empty()) return {0};
  for (Index n = 0; wanted == kAll && n < dump.layer_count(); ++n) layers.push_back(n);
  for (const Index name : numbers_in_list(wanted)) {
    const auto found = layer_called(dump, name);
    if (!found) {
      const Index count = dump.layer_count();
      throw ImportError("--layer: expected " +
                        (dump.layer_name(count - 1) == count - 1
                             ? "less than " + std::to_string(count)
                             : (count == 1 ? "" : "one of ") + layer_names(dump)) +
                        ", found " + std::to_string(name));
    }
    layers.push_back(*found);
  }
  return layers;
}

/// A scene of several: its number replaces `field` in `out`, or stands before the ending.
void put_number(std::string& out, std::string_view field, std::string_view before, Index number,
                bool is_of_several) {
  const std::string digits = std::to_string(number);
  if (out.find(field) == out.npos && is_of_several && out.ends_with(kSceneName)) {
    out.insert(out.size() - kSceneName.size(), std::string(before) + digits);
  }
  replace_all(out, field, digits);
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

/// Checks the names of head files before anything is read.
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

DumpChoice DumpOptions::choice(Index sequence) const {
  std::string_view step = steps;
  return {.tensor = tensor,
          .axes = axes,
          .batch = sequence,
          .step = take_parsed<Index>(step),
          .as = as_called(as),
          .masked_from = masked_below};
}

Index DumpOptions::first() const { return parsed<Index>(batch).value_or(0); }

void add_dump_options(CLI::App& command, DumpOptions& options) {
  add_text(
      command, "--tensor", options.tensor,
      "Name of one of several arrays, or of a page's attentions; a star stands for the layer's "
      "number: 'blocks.*.attn.hook_pattern'",
      "NAME");
  add_text(
      command, "--axes", options.axes,
      "The axes of an array, a letter for each: l layers, b batch, h heads, q queries, k keys, "
      "s steps; lhqk, for example (guessed by default)",
      "LETTERS")
      ->check([](const std::string& text) { return axes_problem(text); });
  add_number(command, "--batch", options.batch,
             "Index in the batch, from 0 (default), if there is such an axis, or all", check_batch,
             "N|all");
  add_text(command, "--steps", options.steps,
           "Join the steps of a generated text to one matrix (default), or take one, from 0",
           "join|N")
      ->check(check_steps);
  command
      .add_option("--as", options.as,
                  "What the numbers are: weights, or scores, whose softmax is shown (by default "
                  "scores if some are negative, unless all rows sum to 1)")
      ->check(CLI::IsMember({std::string(kWeights), std::string(kScores)}));
  command.add_option("--masked-below", options.masked_below,
                     "Scores up to this number are masked (by default -65504, and what no softmax "
                     "can see, where it has the pattern of a mask)");
}

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
             "The layer, by its number in FILE (by default the first), several, or all",
             check_layer, "N,N|all");
  add_number(*command, "--head", options.head, "Single heads, from 0; all by default",
             check_heads_list, "N,N");
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
  command->add_flag("--crop", options.crop,
                    "Without padding: only the tokens of the sequence, in a batch or a cache");
  add_text(*command, "--words", options.words,
           "Join the pieces of a word: its keys are summed and its queries averaged, or both are "
           "averaged, or the first or the last piece stands for it",
           "sum|mean|first|last")
      ->check(CLI::IsMember(texts_of<std::string>(pieces_kinds(), &PiecesKind::id)));
  add_text(*command, "--out", options.out,
           "The scene to write, - for standard output; {layer} and {batch} are replaced by their "
           "numbers, which are added if several are written: NAME-0.attn.json …",
           "NAME.attn.json");
  add_dump_options(*command, options.dump);
  add_overview(*command, options);
  return command;
}

void require_attention(const std::string& file, const DumpChoice& choice) {
  about_import(file, [&] { open_dump(file, choice); });
}

namespace {

/// Checks options that exclude each other.
void check_together(const ImportOptions& options) {
  const auto fail = [](const std::string& text) { throw Failure(Status::kWrong, text); };
  if (options.file == kStandardStream && options.tokens == kStandardStream) {
    fail("expected a file for FILE or --tokens, found - for both");
  }
  if (options.out == kStandardStream && options.measures == kStandardStream) {
    fail("expected a file for --out or --measures, found - for both");
  }
  if (!options.heads.empty() && !options.head.empty()) {
    fail("expected one of --head and --heads, found both");
  }
  const bool draws_heads = !options.grid.empty() || !options.measures.empty();
  if (options.out.empty() && !draws_heads) fail("expected --out, --grid or --measures");
  if (draws_heads && options.dump.is_whole_batch()) {
    fail("--batch: expected a single one for --grid and --measures, found all");
  }
  for (const auto& [name, value] : {std::pair{"--by", options.by}, {"--for", options.paper}}) {
    if (options.grid.empty() && !value.empty()) {
      fail(std::string("expected --grid, as ") + name + " needs it");
    }
  }
}

/// Writes a scene of each of `layers`, for one sequence of a batch. Returns the words about them.
std::string write_layers(const ImportOptions& options, const AttentionDump& dump,
                         const ImportWishes& wishes, const std::vector<Index>& layers, Index batch,
                         const std::vector<std::string>& read) {
  std::string words;
  for (const Index n : layers) {
    const ImportedLayer layer =
        about_import(options.file, [&] { return analyse_layer(dump, n, wishes); });
    std::string path = options.out;
    if (path == kStandardStream) {
      print_bytes(about_import(options.file,
                               [&] { return format_scene(imported_scene(dump, layer, wishes)); }));
    } else {
      put_number(path, "{batch}", "-batch", batch, options.dump.is_whole_batch());
      put_number(path, "{layer}", "-", dump.layer_name(n),
                 layers.size() > 1 || options.layer == kAll);
      const std::vector<std::string> paths = imported_paths(layer, path);
      check_paths(paths, read);
      expect_outputs(paths);
      about_output(path, [&] {
        about_import(options.file, [&] { write_imported(dump, layer, wishes, path); });
      });
    }
    words += layer_words(dump, layer) + " → " + path + "\n";
  }
  return words;
}

}  // namespace

std::string import_attention(const ImportOptions& options) {
  check_together(options);
  std::vector<std::string> read{options.file};
  if (!options.tokens.empty()) read.push_back(options.tokens);
  const bool prints = options.out == kStandardStream || options.measures == kStandardStream;
  if (!options.out.empty() && options.out != kStandardStream) check_paths({options.out}, read);
  check_heads_files(options, read);

  ImportWishes wishes;
  wishes.name = options.file == kStandardStream
                    ? "standard input"
                    : valid_utf8(std::filesystem::path(options.file).filename().string());
  wishes.heads = numbers_in_list(options.head);
  wishes.cleans = options.clean == "on";
  wishes.hide = keys_to_hide(options.hide).value_or(KeysToHide{});

  const FileBytes bytes = about_import(options.file, [&] { return dump_bytes(options.file); });
  const bool is_whole_batch = options.dump.is_whole_batch();
  const Index first = options.dump.first();
  Index end = first + 1;
  std::string words;
  for (Index batch = first; batch < end; ++batch) {
    const auto dump = about_import(options.file, [&] { return dump_in(bytes, options, batch); });
    if (is_whole_batch) end = dump->batch_count();
    const std::vector<Index> layers =
        about_import(options.file, [&] { return wanted_layers(*dump, options.layer); });
    if (!options.tokens.empty() && !changes_tokens(options)) {
      wishes.tokens = about_import(options.tokens, [&] {
        return read_tokens_file(options.tokens, dump->layer(layers.front()).keys);
      });
    }
    if (options.out == kStandardStream && (layers.size() > 1 || end - first > 1)) {
      throw Failure(Status::kWrong, "--out -: expected a single layer and sequence");
    }
    words += wishes.name + ": " + dump->words() + "\n";
    for (const DumpDoubt& doubt : dump->doubts()) {
      words += "guessed: " + doubt.reason + "; if not: " + doubt.other + "\n";
    }
    if (!options.grid.empty() || !options.measures.empty()) {
      // All layers unless some are chosen.
      words += write_heads(
          options, *dump, wishes,
          wanted_layers(*dump, options.layer.empty() ? std::string(kAll) : options.layer));
    }
    if (!options.out.empty()) {
      words += write_layers(options, *dump, wishes, layers, batch, read);
    }
  }
  if (!prints) return words;
  std::cerr << words << std::flush;
  return "";
}

}  // namespace attn
