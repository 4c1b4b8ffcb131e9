#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "app/document/imports/attention_dump.h"

namespace attn {

/// Choice in a file of attention, as typed.
struct DumpOptions {
  std::string tensor;
  std::string axes;         ///< a letter for each axis; empty: guessed
  std::string batch = "0";  ///< a number, or all
  std::string steps;        ///< join, or a number; empty: joined if there are any
  std::string as;           ///< weights or scores; empty: guessed
  std::optional<float> masked_below;

  bool is_whole_batch() const { return batch == "all"; }
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
  std::string axes;   ///< a letter for each axis; empty: guessed
  std::string steps;  ///< join, or a number; empty: joined if there are any
  std::string as;     ///< weights or scores; empty: guessed
  std::optional<float> masked_below;
  std::string heads;            ///< how heads are joined to one; empty: not joined
  std::string hide;             ///< keys: "first,special"
  std::string clean = "on";     ///< or off
  std::string grid, by, paper;  ///< figure of all heads: file, measure, width; empty: default
  std::string measures;         ///< file of the table with all heads' measures
};

CLI::App* add_import(CLI::App& app, ImportOptions& options);

/// Throws Failure if `file` contains no attention of this choice.
void require_attention(const std::string& file, const DumpChoice& choice);

/// `attentoscope import FILE --out SCENE`: writes attention computed by other programs as scenes,
/// and all heads as a figure or a table. Returns a description of the imported data, one line for
/// each part. Throws Failure.
std::string import_attention(const ImportOptions& options);

}  // namespace attn
