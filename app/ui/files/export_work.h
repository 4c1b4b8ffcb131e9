#pragma once

#include <optional>
#include <string>

#include "app/session/evaluation/worker.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {

// What the dialogs that write files beside the window share.

/// Whether a list is open over the dialog: it takes its own keys and clicks.
bool has_open_list();

/// What no dialog leaves to the window below it: all keys but those that end the program and that
/// present.
void hold_other_keys(Keyboard& keys);

/// How the dialog's work ended, once; sees to it that a frame comes while it goes on.
std::optional<Worker::End> followed_end(Ui& ui, Worker& worker);

/// Says in words how writing the file at `path` ended. Where it was written, its folder is that of
/// the next export.
void tell_end(const Worker::End& end, const std::string& path, std::string& warning,
              std::string& done);

}  // namespace attn::ui
