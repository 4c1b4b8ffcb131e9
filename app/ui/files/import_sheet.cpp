#include "app/ui/files/import_sheet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/ui/files/export_sheet.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/overlay.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr float kImportWidth = 1100, kImportHeight = 700, kSmallImportHeight = 620,
                kWaitingHeight = 120,
                kImportFoot = 36;                             // units
constexpr double kBetweenReads = 0.02, kUnseenReading = 0.5;  // seconds

/// Whether the choice may be opened, as far as it was read.
bool may_open_offer(const ImportOffer& offer) {
  return offer.problem().empty() && !offer.is_accepted();
}

/// Whether the first choice was read: then the sheet keeps its layout.
bool has_first_answer(const ImportOffer& offer) {
  return offer.contents() != nullptr && (offer.preview() != nullptr || !offer.problem().empty());
}

/// Draws the command on a line or two, shortened in its middle.
void draw_command(Ui& ui, const Box& box, const std::string& words) {
  constexpr std::size_t kLost = 20;  // characters at the end of the first line
  const Theme& theme = ui.theme;
  const ImU32 color = theme.colors().secondary;
  if (text_size(theme, Face::kMonoSmall, words).x <= box.width()) {
    return text_in(ui, box, Face::kMonoSmall, color, words, 0);
  }
  const float letter = text_size(theme, Face::kMonoSmall, "0").x;
  const auto in_line = static_cast<std::size_t>(std::max(letter, box.width()) / letter);
  const std::string fitting = cut_in_middle(words, std::max(kLost, 2 * in_line) - kLost);
  if (fitting != words) note_cut(ui, box.min, box.max, words);
  const float high = paragraph_size(theme, Face::kMonoSmall, fitting, box.width()).y;
  imgui::list()->PushClipRect(box.min, box.max, true);
  draw_paragraph(theme, Face::kMonoSmall,
                 {box.min.x, std::max(box.min.y, box.min.y + (box.height() - high) / 2)}, color,
                 fitting, box.width());
  imgui::list()->PopClipRect();
}

}  // namespace

void ImportSheet::take_tokens(FileAccess access, const std::string& path) {
  ImportOffer* const offer = access.files.imports.offer();
  if (offer == nullptr) return;
  ImportChoice choice = offer->choice();
  choice.tokens_text.clear();
  choice.tokens_path = path;
  offer->choose(std::move(choice));
}

void ImportSheet::accept(FileAccess access, bool shows_layers) {
  if (may_open_offer(*access.files.imports.offer())) access.files.imports.accept(shows_layers);
}

bool ImportSheet::follow(Ui& ui, const ImportOffer* offer) {
  if (offer != nullptr && offer->is_busy()) ui.wake_in(kBetweenReads);
  const bool waits = offer != nullptr && !has_first_answer(*offer);
  if (!waits) awaited_since_.reset();
  if (waits && !awaited_since_) awaited_since_ = ImGui::GetTime();
  const bool is_long = awaited_since_ && ImGui::GetTime() - *awaited_since_ > kUnseenReading;
  const bool is_shown = offer != nullptr && (!waits || is_long);
  if (is_open_ && !is_shown) {
    picture_.release();
    copied_.clear();
  }
  if (is_shown && offer->contents() != nullptr && !has_layout_) {
    controls_.begin(*offer);
    has_layout_ = true;
  }
  has_layout_ &= is_shown;
  is_open_ = focus_.follow(ui, is_shown, "import.open");
  return is_open_;
}

void ImportSheet::draw(Ui& ui, FileAccess access, const Box& window, bool is_covered) {
  ImportOffer* const offer = access.files.imports.offer();
  if (!follow(ui, offer)) return;
  const Theme& theme = ui.theme;
  const float edge = theme.px(16);
  const float wanted = !has_layout_           ? kWaitingHeight
                       : controls_.is_small() ? kSmallImportHeight
                                              : kImportHeight;
  const float width = std::min(theme.px(kImportWidth), window.width() - edge);
  const float height = std::min(theme.px(wanted), window.height() - edge);
  const ImVec2 at(std::round((window.min.x + window.max.x - width) / 2),
                  std::round((window.min.y + window.max.y - height) / 2));
  const std::string title = "Open " + shown(offer->name(), 80);
  ui.theme.need_glyphs(title);
  ui.map.say("import", title);
  bool stays = true;
  if (is_covered) ui.focus.lock(true);
  const Box inside = begin_overlay(ui, "import", {at, {at.x + width, at.y + height}}, title, stays);
  if (has_layout_) {
    const float bottom = inside.min.y - theme.px(10);
    draw_title(ui, *offer, inside.rows(bottom - theme.line_height(Face::kTitle), bottom));
    draw_parts(ui, access, inside);
  } else {
    text_in(ui, inside, Face::kBody, theme.colors().secondary, "reading …", 0);
  }
  end_overlay();
  ui.focus.lock(false);
  if (access.files.imports.offer() == nullptr || is_covered) return;
  // A click on a list that extends beyond the sheet does not count as a click outside.
  if (!stays && !had_list_ && !has_open_list()) return access.files.imports.decline();
  take_keys(ui, access);
}

/// Controls and preview side by side between two lines, and the foot.
void ImportSheet::draw_parts(Ui& ui, FileAccess access, const Box& inside) {
  const Theme& theme = ui.theme;
  const float margin = theme.px(12);
  const float rule = inside.max.y - theme.px(kImportFoot + 14);
  for (const float y : {inside.min.y, rule}) {
    fill_box({{inside.min.x - margin, y}, {inside.max.x + margin, y + 1}}, theme.colors().hairline);
  }
  ImportOffer& offer = *access.files.imports.offer();
  const Box middle = inside.rows(inside.min.y + theme.px(14), rule - theme.px(12));
  const float split = std::round(middle.min.x + middle.width() * 0.55F);
  draw_left(ui, offer, middle.left_of(split - theme.px(14)));
  picture_.draw(ui, offer, middle.right_of(split + theme.px(6)));
  draw_foot(ui, access, inside.below(inside.max.y - theme.px(kImportFoot)));
}

/// Size of the file, after its name.
void ImportSheet::draw_title(Ui& ui, const ImportOffer& offer, const Box& line) const {
  const Theme& theme = ui.theme;
  const std::string title = "Open " + shown(offer.name(), 80);
  const float left = line.min.x + text_size(theme, Face::kTitle, title).x + theme.px(10);
  const Box room = line.columns(left, line.max.x - theme.px(30));
  ui.map.say("import.file", offer.file_words());
  if (room.width() < theme.px(60)) return;
  cut_text_in(ui, {{room.min.x, room.min.y + theme.px(2)}, room.max}, Face::kSmall,
              theme.colors().faint, offer.file_words());
}

/// The controls, which scroll if they are higher than `box`.
void ImportSheet::draw_left(Ui& ui, ImportOffer& offer, const Box& box) {
  const float ring = ui.theme.px(4);
  scrolled(ui, "import.controls", box, [&](Pen& pen) {
    pen.at = {pen.at.x + ring, pen.at.y + ring};
    pen.width -= 2 * ring;
    controls_.draw(ui, offer, pen);
    pen.take(ring);
  });
}

void ImportSheet::draw_foot(Ui& ui, FileAccess access, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  ImportOffer& offer = *access.files.imports.offer();
  float right = line.max.x;
  const bool can = may_open_offer(offer);
  const std::string_view open = offer.is_accepted() ? "Opening …" : "Open";
  const float width =
      std::max(theme.px(96), text_size(theme, Face::kMedium, "Opening …").x + theme.px(24));
  const Box open_box = line.right_of(right - width);
  right = open_box.min.x - theme.px(10);
  const bool has_all = offer.has_several();
  float after_all = right;
  const float all_width = text_size(theme, Face::kMedium, "All heads").x + theme.px(24);
  if (has_all) after_all -= all_width + theme.px(8);
  const float cancel_width = text_size(theme, Face::kMedium, "Cancel").x + theme.px(24);
  const Box command = line.left_of(after_all - cancel_width - theme.px(20));
  const std::string words = offer.command();
  ui.theme.need_glyphs(words);
  ui.map.say("import.command", words);
  if (command.width() > theme.px(120)) {
    fill_box(command, palette.field, theme.px(5));
    const bool is_copied = copied_ == words;
    const std::string_view label = is_copied ? "Copied" : "Copy";
    float end = command.max.x - theme.px(12);
    if (accent_link_before(ui, "import.copy", label, command, end)) {
      ImGui::SetClipboardText(words.c_str());
      copied_ = words;
    }
    draw_command(ui, command.columns(command.min.x + theme.px(14), end), escaped_line(words));
  }
  const Box cancel = line.columns(after_all - cancel_width, after_all);
  const bool cancels = word_button(ui, "import.cancel", cancel, "Cancel", false);
  const bool opens_all =
      has_all && word_button(ui, "import.all", line.columns(right - all_width, right), "All heads",
                             false, can);
  const bool opens = word_button(ui, "import.open", open_box, open, true, can);
  if (cancels) return access.files.imports.decline();
  if (opens || opens_all) accept(access, opens_all);
}

void ImportSheet::take_keys(Ui& ui, FileAccess access) {
  Keyboard& keys = ui.keys;
  // An open list handles its own keys; a key that closed a list in this frame is not handled again.
  const bool has_list = has_open_list();
  const bool is_free = !has_list && !had_list_;
  had_list_ = has_list;
  const bool types = ImGui::GetIO().WantTextInput;
  if (is_free && keys.take(GLFW_KEY_ESCAPE)) return access.files.imports.decline();
  if (is_free && !types && keys.take(GLFW_KEY_V, GLFW_MOD_CONTROL)) {
    ImportControls::paste_tokens(*access.files.imports.offer());
  }
  if (is_free && !types && keys.take(GLFW_KEY_C, GLFW_MOD_CONTROL)) {
    copied_ = access.files.imports.offer()->command();
    ImGui::SetClipboardText(copied_.c_str());
  }
  const bool enters = keys.take(GLFW_KEY_ENTER) || keys.take(GLFW_KEY_KP_ENTER);
  if (is_free && !types && (enters || keys.take(GLFW_KEY_ENTER, GLFW_MOD_CONTROL))) {
    accept(access, false);
  }
  if (!has_list && ui.focus.end_frame(keys)) ImGui::SetWindowFocus(nullptr);
  // Consumes all other keys except those that end the program or start presenter mode.
  keys.take_each([](const KeyEvent& event) {
    return !event.is(GLFW_KEY_Q, GLFW_MOD_CONTROL) && !event.is(GLFW_KEY_F5);
  });
}

}  // namespace attn::ui
