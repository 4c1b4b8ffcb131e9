#pragma once

#include <CLI/CLI.hpp>

#include "app/command/export_command.h"

namespace attn {

/// Adds to the command `export` what makes a film of a figure.
void add_film(CLI::App& command, ExportOptions& options);

}  // namespace attn
