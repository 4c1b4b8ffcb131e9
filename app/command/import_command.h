#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace attn {

struct ImportOptions {
  std::string file, tokens, tensor, out;
  std::string layer;  ///< a number, or all; empty: the first
  int head = -1;      ///< −1: all
  int batch = 0;
  std::string heads;            ///< how they become one; empty: each stays
  std::string hide;             ///< keys: "first,special"
  std::string clean = "on";     ///< or off
  std::string grid, by, paper;  ///< all heads as a figure; empty: as is usual
  std::string measures;         ///< of all heads, as a table
};

CLI::App* add_import(CLI::App& app, ImportOptions& options);

/// Throws Failure where there is no attention in `file`.
void require_attention(const std::string& file);

/// `attentoscope import FILE --out SCENE`: writes attention that was computed elsewhere as scenes,
/// and all of its heads as a figure or a table. Answers what was understood, a line for each.
/// Throws Failure.
std::string import_attention(const ImportOptions& options);

}  // namespace attn
