#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/command/import_options.h"
#include "app/document/imports/dump_scene.h"

namespace attn {

/// Adds the options of `import` for the overview of all heads: --grid, --by, --for and --measures.
void add_overview(CLI::App& command, ImportOptions& options);

/// Checks that the options of a figure have one. Throws Failure.
void check_heads_options(const ImportOptions& options);

/// Checks the names of the overview's files before anything is read. Throws Failure.
void check_heads_files(const ImportOptions& options, const std::vector<std::string>& read);

/// Writes the requested overviews of the heads of `layers`: a figure and a table of measures.
/// Returns a description. Throws Failure.
std::string write_heads(const ImportOptions& options, const AttentionDump& dump,
                        const ImportWishes& wishes, const std::vector<Index>& layers);

}  // namespace attn
