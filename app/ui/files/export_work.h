#pragma once

#include <optional>
#include <string>

#include "app/session/evaluation/worker.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {

// Helpers of the dialogs that write files in the background.

/// Whether a list is open over the dialog: it handles its own keys and clicks.
bool has_open_list();

/// Consumes all keys except those for quitting and presenting.
void hold_other_keys(Keyboard& keys);

/// Result of the dialog's background work, once; requests frames while it runs.
std::optional<Worker::End> followed_end(Ui& ui, Worker& worker);

/// Messages for the result of writing `path`. On success its folder becomes that of the next
/// export.
void tell_end(const Worker::End& end, const std::string& path, std::string& warning,
              std::string& done);

}  // namespace attn::ui
