#include "app/import_command.h"

#include <charconv>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "app/document/files/interrupt.h"
#include "app/document/files/output_guard.h"
#include "app/document/files/utf8.h"
#include "app/document/imports/dump_scene.h"
#include "app/document/imports/dump_tokens.h"
#include "app/document/imports/imported_files.h"
#include "app/document/imports/open_dump.h"
#include "app/failure.h"
#include "app/option_checks.h"
#include "app/scene_work.h"

namespace attn {
namespace {

constexpr std::string_view kAllLayers = "all", kSceneName = ".attn.json", kScoresName = ".npy";

/// Runs `work`, which is about `file`: what is wrong with it is a Failure that names it.
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

/// Those that are wanted of `dump`.
std::vector<Index> wanted_layers(const AttentionDump& dump, const std::string& wanted) {
  std::vector<Index> layers;
  if (wanted == kAllLayers) {
    for (Index n = 0; n < dump.layer_count(); ++n) layers.push_back(n);
    return layers;
  }
  Index n = 0;
  const char* const end = wanted.data() + wanted.size();
  const auto read = std::from_chars(wanted.data(), end, n);
  if (read.ec != std::errc{} || n >= dump.layer_count()) {
    throw ImportError("--layer: expected less than " + std::to_string(dump.layer_count()) +
                      ", found " + wanted);
  }
  return {n};
}

/// "dump.attn.json", or of one of several "dump-3.attn.json".
std::string scene_path(const std::string& out, Index layer, bool is_of_several) {
  if (!is_of_several || !out.ends_with(kSceneName)) return out;
  return out.substr(0, out.size() - kSceneName.size()) + "-" + std::to_string(layer) +
         std::string(kSceneName);
}

/// What can be said against the files that a layer is to be written to.
void check_paths(const std::vector<std::string>& paths, const std::vector<std::string>& read) {
  for (const std::string& path : paths) {
    about_output(path, [&] {
      const bool is_scene = &path == &paths.front();
      check_output(path, std::span(is_scene ? &kSceneName : &kScoresName, 1), read,
                   is_scene ? FileKind::scene : FileKind::output);
    });
  }
}

}  // namespace

CLI::App* add_import(CLI::App& app, ImportOptions& options) {
  CLI::App* command =
      app.add_subcommand("import", "Make scenes of attention that was computed elsewhere");
  command
      ->add_option("FILE", options.file,
                   "Weights: .npy, .npz, .safetensors, or a page of BertViz, .html; - reads "
                   "standard input")
      ->required()
      ->check(not_empty());
  command
      ->add_option("--tokens", options.tokens,
                   "The tokens: a list in JSON, or a text with one in each line; those in FILE, or "
                   "numbers, by default")
      ->type_name("FILE")
      ->check(not_empty());
  command->add_option("--layer", options.layer, "The layer, from 0 (the default), or all")
      ->type_name("N|all")
      ->check(check_layer);
  command->add_option("--head", options.head, "One head alone, from 0; all by default")
      ->type_name("N")
      ->check(check_whole);
  command
      ->add_option("--batch", options.batch,
                   "Which of a batch, from 0 (the default), where there is such an axis")
      ->type_name("N")
      ->check(check_whole);
  command
      ->add_option("--tensor", options.tensor,
                   "Which of several arrays, or of a page's attentions, by its name")
      ->type_name("NAME")
      ->check(not_empty());
  command
      ->add_option("--out", options.out,
                   "The scene to write; of all layers their numbers are added: NAME-0.attn.json …")
      ->type_name("NAME.attn.json")
      ->required()
      ->check(not_empty());
  return command;
}

void require_attention(const std::string& file) {
  about_import(file, [&] { open_dump(file); });
}

std::string import_attention(const ImportOptions& options) {
  if (options.file == "-" && options.tokens == "-") {
    throw Failure(Status::kWrong, "expected a file for FILE or --tokens, found - for both");
  }
  std::vector<std::string> read{options.file};
  if (!options.tokens.empty()) read.push_back(options.tokens);
  check_paths({options.out}, read);
  const auto dump = about_import(options.file, [&] {
    return open_dump(options.file, {options.tensor, options.batch});
  });
  const std::vector<Index> layers =
      about_import(options.file, [&] { return wanted_layers(*dump, options.layer); });

  ImportWishes wishes;
  wishes.name = options.file == "-"
                    ? "standard input"
                    : valid_utf8(std::filesystem::path(options.file).filename().string());
  wishes.head = options.head;
  if (!options.tokens.empty()) {
    wishes.tokens = about_import(options.tokens, [&] {
      return read_tokens_file(options.tokens, dump->layer(layers.front()).keys);
    });
  }
  std::string words = wishes.name + ": " + dump->words() + "\n";
  for (const Index n : layers) {
    const ImportedLayer layer =
        about_import(options.file, [&] { return understand(*dump, n, wishes); });
    const std::string path = scene_path(options.out, n, options.layer == kAllLayers);
    const std::vector<std::string> paths = imported_paths(layer, path);
    check_paths(paths, read);
    interrupt::expect_outputs(paths);
    about_output(path, [&] {
      about_import(options.file, [&] { write_imported(*dump, layer, wishes, path); });
    });
    words += layer_words(*dump, layer) + " → " + path + "\n";
  }
  return words;
}

}  // namespace attn
