#include "app/ui/window/kept_settings.h"

#include <exception>
#include <utility>

namespace attn::ui {

void keep_setting(Workspace& workspace, const std::string& problem,
                  const std::function<void(Settings&)>& change) {
  try {
    Settings settings = read_settings();
    change(settings);
    write_settings(settings);
  } catch (const std::exception& error) {
    workspace.notices.tell(problem + error.what());
  }
}

void keep_hidden(Workspace& workspace, std::set<std::string>& kept) {
  const std::set<std::string>& now = workspace.look.hidden_from_class;
  if (std::exchange(kept, now) == now) return;
  keep_setting(workspace,
               "The choice was not saved: ", [&](Settings& settings) { settings.hidden = now; });
}

}  // namespace attn::ui
