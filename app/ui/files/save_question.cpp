#include "app/ui/files/save_question.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include <GLFW/glfw3.h>

#include "app/document/files/utf8.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/toolkit/overlay.h"
#include "engine/base/text.h"

namespace attn::ui {

void SaveQuestion::take_keys(Keyboard& keys, FileAccess access) {
  if (!access.look.finds_newer) return;
  if (keys.take(GLFW_KEY_ESCAPE)) access.look.finds_newer = false;
  keys.take_each([](const KeyEvent& event) { return !event.is_for_buttons(); });
}

bool SaveQuestion::draw(Ui& ui, FileAccess access, const Box& room) {
  const bool is_open = access.look.finds_newer;
  if (!is_open && was_open_) ui.focus.leave();
  if (is_open && !was_open_) {
    leave_number(ui);
    ui.focus.put_on("save.as");
  }
  was_open_ = is_open;
  if (!is_open) return false;
  ui.focus.begin_frame();  // Tab stays in the dialog
  const Theme& theme = ui.theme;
  const float gap = theme.px(10), line = theme.px(32);
  const float width = std::min(theme.px(520), room.width() - 2 * gap);
  const float middle = (room.min.x + room.max.x) / 2, top = room.min.y + theme.px(60);
  const float height = 4 * line + 2 * theme.px(14);
  const std::string name = std::filesystem::path(access->file().path).filename().string();
  const std::string words =
      shown(valid_utf8(name), 200) + " was changed by another program or window";
  ui.theme.need_glyphs(words);
  ui.map.say("save", words);
  bool stays = true;
  const Box inside =
      begin_overlay(ui, "save", {{middle - width / 2, top}, {middle + width / 2, top + height}},
                    "The file has changed since it was opened", stays);
  const Box text{inside.min, {inside.max.x, inside.min.y + line}};
  text_in(ui, text, Face::kBody, theme.colors().text, shortened_in(ui, text, Face::kBody, words),
          0);
  const Box buttons{{inside.min.x, inside.max.y - line}, inside.max};
  float right = buttons.max.x;
  bool saves_as = false;
  if (word_button_before(ui, "save.as", "Save as …", buttons, right, true)) {
    stays = false;
    saves_as = true;
  }
  if (word_button_before(ui, "save.reload", "Reload", buttons, right, false)) {
    stays = false;
    access.files.reload();
  }
  if (word_button_before(ui, "save.anyway", "Save anyway", buttons, right, false)) {
    stays = false;
    access.files.save_anyway();
  }
  if (word_button_before(ui, "save.cancel", "Cancel", buttons, right, false)) stays = false;
  end_overlay();
  if (!stays) access.look.finds_newer = false;
  return saves_as;
}

}  // namespace attn::ui
