#include "app/ui/files/questions.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/files/utf8.h"
#include "app/session/files/import_offer.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/overlay.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

/// Consumes all keys but those of a question's buttons.
void leave_to_buttons(Keyboard& keys) {
  keys.take_each([](const KeyEvent& event) { return !event.is_for_buttons(); });
}

void walk(ImportOffer& offer, Index by) {
  const Index to = clamped<Index>(offer.layer() + by, 0, offer.layer_count() - 1);
  if (to != offer.layer()) offer.choose_layer(to);
}

/// Row "Layer 3 of 12", with buttons if there are several.
void layer_line(Ui& ui, ImportOffer& offer, const Box& line) {
  const std::string words = offer.layer_line();
  ui.map.say("import.layer", words);
  text_in(ui, line, Face::kBody, ui.theme.colors().text, words, 0);
  float right = line.max.x;
  if (word_button_before(ui, "import.next", "Next", line, right, false)) walk(offer, 1);
  if (word_button_before(ui, "import.before", "Before", line, right, false)) walk(offer, -1);
}

/// Token options: "Tokens [Clean | As they are]", "Hidden keys [None | …]".
void token_lines(Ui& ui, ImportOffer& offer, Pen& pen) {
  const Theme& theme = ui.theme;
  const float names = theme.px(104);
  const auto line = [&](std::string_view words) {
    const Box whole = pen.take(theme.px(26));
    pen.take(theme.px(8));
    text_in(ui, whole, Face::kBody, theme.colors().secondary, words, 0);
    return whole.right_of(whole.min.x + names);
  };
  if (offer.has_marks()) {
    constexpr std::array<std::string_view, 2> kWays = {"Clean", "As they are"};
    int chosen = offer.cleans() ? 0 : 1;
    const Box box = line("Tokens");
    if (segmented(ui, "import.clean", box.min, box.height(), kWays, chosen)) {
      offer.choose_clean(chosen == 0);
    }
  }
  constexpr std::array<std::string_view, 4> kKeys = {"None", "First", "Special", "Both"};
  const KeysToHide hide = offer.hide();
  int chosen = (hide.first ? 1 : 0) + (hide.special ? 2 : 0);
  const Box box = line("Hidden keys");
  if (segmented(ui, "import.hide", box.min, box.height(), kKeys, chosen)) {
    offer.choose_hide({.first = chosen % 2 == 1, .special = chosen >= 2});
  }
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

void ImportSheet::take_keys(Keyboard& keys, FileAccess access) {
  ImportOffer* const offer = access.files.imports.offer();
  if (offer == nullptr) return;
  if (keys.take(GLFW_KEY_ESCAPE)) return access.files.imports.decline();
  if (keys.take(GLFW_KEY_LEFT)) walk(*offer, -1);
  if (keys.take(GLFW_KEY_RIGHT)) walk(*offer, 1);
  leave_to_buttons(keys);
}

void ImportSheet::draw(Ui& ui, FileAccess access, const Box& room) {
  ImportOffer* const offer = access.files.imports.offer();
  if (!focus_.follow(ui, offer != nullptr, "import.open")) return;
  const Theme& theme = ui.theme;
  const std::vector<std::string> lines = offer->lines();
  const bool has_layers = offer->layer_count() > 1;
  const float gap = theme.px(10), line = theme.px(32), buttons = theme.px(36);
  const float width = std::min(theme.px(720), room.width() - 2 * gap), inner = width - theme.px(28);
  const float middle = (room.min.x + room.max.x) / 2, top = room.min.y + theme.px(60);
  const float tokens = theme.px(offer->has_marks() ? 72 : 38);
  float height = buttons + 2 * line + tokens + (has_layers ? line : 0.F);
  for (const std::string& one : lines) {
    ui.theme.need_glyphs(one);
    height += paragraph_size(theme, Face::kBody, one, inner).y + theme.px(6);
  }
  bool stays = true;
  const std::string title = "Open " + shown(valid_utf8(offer->name()), 60) + " as a scene";
  ui.theme.need_glyphs(title);
  const Box inside = begin_overlay(
      ui, "import", {{middle - width / 2, top}, {middle + width / 2, top + height}}, title, stays);
  float y = inside.min.y + theme.px(4);
  for (std::size_t n = 0; n < lines.size(); ++n) {
    ui.map.say("import." + std::to_string(n), lines[n]);
    const bool is_wrong = n > 0 && !offer->problem().empty();
    y += draw_paragraph(theme, Face::kBody, {inside.min.x, y},
                        is_wrong ? theme.colors().warning : theme.colors().text, lines[n], inner) +
         theme.px(6);
  }
  Pen pen{{inside.min.x, y + theme.px(2)}, inner};
  token_lines(ui, *offer, pen);
  y = pen.at.y;
  if (has_layers) layer_line(ui, *offer, inside.rows(y, y + line));
  const Box foot = inside.below(inside.max.y - buttons);
  float right = foot.max.x;
  const bool can_open = offer->problem().empty();
  bool opens = can_open && word_button_before(ui, "import.open", "Open", foot, right, true);
  if (word_button_before(ui, "import.cancel", "Cancel", foot, right, !can_open)) stays = false;
  end_overlay();
  if (opens) return access.files.imports.accept();
  if (!stays) access.files.imports.decline();
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
