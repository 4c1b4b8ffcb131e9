#include "app/ui/files/export_work.h"

#include <filesystem>

#include <GLFW/glfw3.h>

#include "app/document/files/user_folders.h"
#include "app/session/workspace/export_folder.h"
#include "app/ui/theme/imgui.h"
#include "app/ui/toolkit/keyboard.h"

namespace attn::ui {

bool has_open_list() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

void hold_other_keys(Keyboard& keys) {
  keys.take_each([](const KeyEvent& event) {
    return !event.is(GLFW_KEY_Q, GLFW_MOD_CONTROL) && !event.is(GLFW_KEY_F5);
  });
}

std::optional<Worker::End> followed_end(Ui& ui, Worker& worker) {
  if (worker.is_busy()) ui.wake_at = ImGui::GetTime() + 0.02;
  return worker.take_end();
}

void tell_end(const Worker::End& end, const std::string& path, std::string& warning,
              std::string& done) {
  if (end.was_cancelled) {
    warning = "Cancelled; nothing was written";
  } else if (!end.problem.empty()) {
    warning = end.problem;
  } else {
    keep_export_folder(std::filesystem::path(absolute_path(path)).parent_path().string());
    done = "Wrote " + path;
  }
}

}  // namespace attn::ui
