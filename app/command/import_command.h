#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace attn {

struct ImportOptions {
  std::string file, tokens, tensor, out;
  std::string layer;  ///< a number, or all; empty: the first
  int head = -1;      ///< −1: all
  int batch = 0;
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

/// Throws Failure if `file` contains no attention.
void require_attention(const std::string& file);

/// `attentoscope import FILE --out SCENE`: writes attention computed by other programs as scenes,
/// and all heads as a figure or a table. Returns a description of the imported data, one line for
/// each part. Throws Failure.
std::string import_attention(const ImportOptions& options);

}  // namespace attn
