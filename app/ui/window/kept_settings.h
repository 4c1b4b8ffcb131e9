#pragma once

#include <functional>
#include <set>
#include <string>

#include "app/document/files/settings.h"
#include "app/session/workspace/workspace.h"

namespace attn::ui {

/// Applies `change` to the settings and saves them; `problem` begins the message if that fails.
void keep_setting(Workspace& workspace, const std::string& problem,
                  const std::function<void(Settings&)>& change);

/// Saves the parts hidden in presenter mode if they changed.
void keep_hidden(Workspace& workspace, std::set<std::string>& kept);

}  // namespace attn::ui
