#pragma once

#include <CLI/CLI.hpp>

#include "app/command/export_command.h"

namespace attn {

/// Adds the command `export`, which fills `options`.
CLI::App* add_export(CLI::App& app, ExportOptions& options);

}  // namespace attn
