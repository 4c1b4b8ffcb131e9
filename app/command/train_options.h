#pragma once

#include <CLI/CLI.hpp>

#include "app/command/train_request.h"

namespace attn {

/// Adds the command `train`, which fills `options`.
CLI::App* add_train(CLI::App& app, TrainOptions& options);

}  // namespace attn
