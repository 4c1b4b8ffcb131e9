#include "app/ui/window/scene_link.h"

#include <string>

#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/scene_file/scene_file.h"
#include "app/ui/toolkit/ui.h"
#include "engine/base/problem.h"

namespace attn::ui {
namespace {

/// Size as "1.2 KB"
std::string size_words(std::size_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1024;
  return (kilobytes < 10 ? brief(kilobytes, 2) : fixed(kilobytes, 0)) + " KB";
}

}  // namespace

void copy_as_link(Workspace& workspace) {
  try {
    const std::string code = scene_code(format_scene(workspace.scene_with_view()));
    ImGui::SetClipboardText(code.c_str());
    const std::string copied = "Copied the scene as a link of " + size_words(code.size());
    workspace.notices.tell(code.size() <= kMessageBytes
                               ? copied + ". Paste it into Attentoscope to open the scene."
                               : copied + ": too long for most messages. Send its file instead.");
  } catch (const SceneError& error) {
    workspace.notices.tell("The scene is " + error.problem().text + ".");
  }
}

void open_copied_link(Session& session, bool asks) {
  const char* text = ImGui::GetClipboardText();
  const std::string code = text != nullptr ? text : "";
  if (is_scene_code(code)) {
    session.files.open_code(code);
  } else if (asks) {
    session.workspace.notices.tell("Copy a scene's link first: it begins with attn:");
  }
}

}  // namespace attn::ui
