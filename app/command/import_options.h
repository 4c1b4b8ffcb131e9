#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/failure.h"
#include "app/command/scene_work.h"
#include "app/document/dumps/attention_dump.h"
#include "app/document/imports/token_marks.h"
#include "app/figure/files/figure_option.h"

namespace attn {

/// Word for all layers, or for all sequences of a batch.
inline constexpr std::string_view kAll = "all";
/// Name of standard input or output, in place of a file.
inline constexpr std::string_view kStandardStream = "-";

/// Choice in a file of attention, as typed.
struct DumpOptions {
  std::string tensor;
  std::string axes;         ///< a letter for each axis; empty: guessed
  std::string batch = "0";  ///< a number, or all
  std::string steps;        ///< join, or a number; empty: joined if there are any
  std::string as;           ///< weights, scores or qkv; empty: guessed
  std::optional<float> masked_below;

  bool is_whole_batch() const { return batch == kAll; }
  /// For one sequence of the batch.
  DumpChoice choice(Index sequence) const;
  /// First sequence.
  Index first() const;
};

/// Adds these options to a command.
void add_dump_options(CLI::App& command, DumpOptions& options);

struct ImportOptions {
  std::string file, tokens, out;
  DumpOptions dump;
  std::string layer;  ///< numbers, or all; empty: the first
  std::string head;   ///< numbers; empty: all
  std::string words;  ///< how pieces of words are joined; empty: not joined
  bool crop = false;
  std::string heads;         ///< how heads are joined to one; empty: not joined
  std::string hide;          ///< keys: "first,special"
  std::string clean = "on";  ///< or off
  std::string grid, by;      ///< figure of all heads: file, measure; empty: default
  std::string measures;      ///< table, or figure, of all heads' measures
  bool has_bars = false;     ///< in that figure, in place of heatmaps
  OptionWords looks{};       ///< options of these figures
};

/// Adds all options of `import` but those of the overview.
void add_import_options(CLI::App& command, ImportOptions& options);

/// Numbers of a checked list, "0,3"; none in other texts.
std::vector<Index> numbers_in_list(std::string_view text);

/// Keys of a checked list, "first,special"; none in an empty text.
KeysToHide keys_in_list(std::string_view text);

/// Runs `work` on `file`: turns import errors into a Failure that names the file.
template <typename Work>
auto about_import(const std::string& file, const Work& work) {
  try {
    return about_scene(file, work);
  } catch (const ImportError& error) {
    throw Failure(Status::kWrong, file, error.what());
  }
}

}  // namespace attn
