#include "app/ui/files/questions.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include <GLFW/glfw3.h>

#include "app/document/files/utf8.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/toolkit/overlay.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

/// Consumes all keys but those of a question's buttons.
void leave_to_buttons(Keyboard& keys) {
  keys.take_each([](const KeyEvent& event) { return !event.is_for_buttons(); });
}

}  // namespace

bool QuestionFocus::follow(Ui& ui, bool is_open, std::string_view first) {
  if (!is_open && was_open_) ui.focus.leave();
  if (is_open && !was_open_) {
    leave_number(ui);
    ui.focus.put_on(first);
  }
  was_open_ = is_open;
  if (is_open) ui.focus.begin_frame();  // Tab stays in the question
  return is_open;
}

void SaveQuestion::take_keys(Keyboard& keys, FileAccess access) {
  if (!access.look.finds_newer) return;
  if (keys.take(GLFW_KEY_ESCAPE)) access.look.finds_newer = false;
  leave_to_buttons(keys);
}

bool SaveQuestion::draw(Ui& ui, FileAccess access, const Box& room) {
  if (!focus_.follow(ui, access.look.finds_newer, "save.as")) return false;
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
  const Box text = inside.above(inside.min.y + line);
  cut_text_in(ui, text, Face::kBody, theme.colors().text, words);
  const Box buttons = inside.below(inside.max.y - line);
  float right = buttons.max.x;
  const bool saves_as = word_button_before(ui, "save.as", "Save as …", buttons, right, true);
  const bool reloads = word_button_before(ui, "save.reload", "Reload", buttons, right, false);
  const bool saves = word_button_before(ui, "save.anyway", "Save anyway", buttons, right, false);
  stays &= !word_button_before(ui, "save.cancel", "Cancel", buttons, right, false);
  end_overlay();
  if (reloads) access.files.reload();
  if (saves) access.files.save_anyway();
  if (!stays || saves_as || reloads || saves) access.look.finds_newer = false;
  return saves_as;
}

}  // namespace attn::ui
