#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "app/command/import_options.h"

namespace attn {

CLI::App* add_import(CLI::App& app, ImportOptions& options);

/// Throws Failure if `file` contains no attention of this choice.
void require_attention(const std::string& file, const DumpChoice& choice);

/// `attentoscope import FILE --out SCENE`: writes attention computed by other programs as scenes,
/// and all heads as a figure or a table. Returns a description of the imported data, one line for
/// each part. Throws Failure.
std::string import_attention(const ImportOptions& options);

}  // namespace attn
