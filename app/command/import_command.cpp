#include "app/command/import_command.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/command/heads_command.h"
#include "app/document/dumps/dump_tokens.h"
#include "app/document/files/output_guard.h"
#include "app/document/files/utf8.h"
#include "app/document/imports/dump_scene.h"
#include "app/document/imports/dump_tokens_changed.h"
#include "app/document/imports/imported_files.h"
#include "app/document/imports/joined_heads.h"
#include "app/document/imports/open_dump.h"
#include "app/document/scene_file/scene_file.h"
#include "app/session/files/import_offer.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kSceneName = ".attn.json", kNumbersNames[] = {".npy", ".safetensors"};

/// Whether the tokens decide which numbers there are.
bool changes_tokens(const ImportOptions& options) { return options.crop || !options.words.empty(); }

/// The attention of one sequence of the batch, changed as asked.
std::shared_ptr<const AttentionDump> dump_in(const FileBytes& bytes, const ImportOptions& options,
                                             Index batch) {
  std::shared_ptr<const AttentionDump> dump = open_dump(bytes, options.dump.choice(batch));
  DumpTokens tokens;
  if (!options.tokens.empty() && changes_tokens(options)) {
    tokens = about_import(options.tokens,
                          [&] { return read_tokens_file(options.tokens, dump->layer(0).keys); });
  }
  dump = with_changed_tokens(std::move(dump),
                             {std::move(tokens), options.crop, pieces_called(options.words)});
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
  for (const Index name : numbers_in_list(wanted)) layers.push_back(require_layer(dump, name));
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

/// Checks the paths of a layer's output files.
void check_paths(const std::vector<std::string>& paths, const std::vector<std::string>& read) {
  for (const std::string& path : paths) {
    about_output(path, [&] {
      const bool is_scene = &path == &paths.front();
      check_output(path, is_scene ? std::span(&kSceneName, 1) : std::span(kNumbersNames), read,
                   is_scene ? FileKind::scene : FileKind::output);
      if (!is_scene) check_scores_replaceable(paths);
    });
  }
}

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
  check_heads_options(options);
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

CLI::App* add_import(CLI::App& app, ImportOptions& options) {
  CLI::App* command =
      app.add_subcommand("import", "Import attention computed by other programs as scenes");
  add_import_options(*command, options);
  add_overview(*command, options);
  return command;
}

void require_attention(const std::string& file, const DumpChoice& choice) {
  about_import(file, [&] {
    const FileBytes bytes = dump_bytes(file);
    open_dump(bytes, with_first_array(contents_of(bytes, choice.tensor), choice));
  });
}

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
  wishes.hide = keys_in_list(options.hide);

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
