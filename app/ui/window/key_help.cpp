#include "app/ui/window/key_help.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/toolkit/overlay.h"

namespace attn::ui {
namespace {

struct KeyLine {
  std::string_view keys;
  std::string_view does;  ///< empty: `keys` is a group's heading
};

constexpr auto kLines = std::to_array<KeyLine>({
    {"Everywhere", ""},
    {"Ctrl+Z", "undo"},
    {"Ctrl+Shift+Z, Ctrl+Y", "redo"},
    {"Ctrl+H", "history"},
    {"Ctrl+N  Ctrl+O", "new scene, open"},
    {"Ctrl+S  Ctrl+Shift+S", "save, save as"},
    {"Ctrl+V", "open the scene in a copied link"},
    {"Ctrl+E", "export a figure, table or film"},
    {"Ctrl+Shift+C", "copy the view as a picture"},
    {"Ctrl+Shift+E  Ctrl+Shift+F", "add the view to the figure, show it"},
    {"F1", "these keys"},
    {"Ctrl+Tab  Ctrl+Shift+Tab", "next, previous view"},
    {"F5  Esc", "presenter mode; menu at the upper edge"},
    {"F11", "full screen"},
    {"Ctrl+Plus  Ctrl+Minus  Ctrl+0", "larger, smaller, usual size"},
    {"Ctrl+Q", "quit; nothing is lost"},
    {"Controls", ""},
    {"Tab  Shift+Tab", "next, previous control"},
    {"Enter  Space", "press the control"},
    {"↑ ↓  Enter", "choose from an open menu or list"},
    {"Alt  F10", "menus, then arrows"},
    {"arrows on a slider", "move; Shift fine, Ctrl coarse"},
    {"Home  End", "slider's ends"},
    {"Heatmap", ""},
    {"← → ↑ ↓", "move the pinned cell"},
    {"Tab to it, arrows, Enter", "look around, then pin"},
    {"Esc", "unpin; stop painting"},
    {"click  double-click", "pin; show all again"},
    {"wheel  drag", "zoom; pan, as Shift+wheel or two fingers"},
    {"H  Shift+H", "next, previous head"},
    {"key left of 1", "flip to snapshot A and back"},
    {"Numbers", ""},
    {"drag", "change; Shift fine, Ctrl coarse"},
    {"double-click, type", "set the number"},
    {"Enter  Tab  arrows", "set it, next cell"},
    {"Esc", "cancel"},
    {"Ctrl+C  Ctrl+V", "copy, paste the table"},
    {"G", "slopes of the numbers"},
    {"wheel on the slider", "temperature"},
    {"Lessons", ""},
    {"Space  Backspace", "go on; start again, go back"},
    {"F6", "notes, in presenter mode"},
    {"Train", ""},
    {"Ctrl+1  Ctrl+2", "Scene desk, Train desk"},
    {"Space  .  R", "train or pause; one step; start again"},
    {"Ctrl+Shift+Space", "train on from the shown step"},
    {"← →  Home  End", "earlier, later; first, last"},
    {"[  ]", "previous, next mark"},
    {"Ctrl+E  Ctrl+S", "export the run; save the network"},
    {"Layers, of imported attention", ""},
    {"Ctrl+3", "all heads of all layers"},
    {"← → ↑ ↓  Enter", "move to a head, open it"},
    {"Ctrl+E", "export all heads as a figure"},
    {"PgUp  PgDn", "previous, next layer; also in the scene"},
    {"Tokens", ""},
    {"double-click, F2", "rename"},
    {"drag, Alt+↑ Alt+↓", "move"},
    {"Delete", "remove"},
});

}  // namespace

void key_help(Ui& ui, const Box& room, bool& is_open) {
  if (!is_open) return;
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float gap = theme.px(20), margin = theme.px(14), head = theme.px(44);
  const float pitch_wanted = theme.line_height(Face::kSmall) + theme.px(6);
  float keys = 0, does = 0;  // widths of the columns
  for (const KeyLine& line : kLines) {
    if (line.does.empty()) continue;
    keys = std::max(keys, text_size(theme, Face::kSmall, line.keys).x);
    does = std::max(does, text_size(theme, Face::kSmall, line.does).x);
  }
  const float split = std::ceil(keys) + theme.px(16), wanted = split + std::ceil(does);
  const float widest = room.width() - 2 * theme.px(8);
  const int columns = 2 * (wanted + margin) + gap > widest ? 1 : 2;
  const float width =
      std::min(widest, static_cast<float>(columns) * (wanted + gap) - gap + 2 * margin);
  const int rows = (static_cast<int>(kLines.size()) + columns - 1) / columns;
  const float most = room.height() - 2 * theme.px(8);
  const float height = std::min(most, head + static_cast<float>(rows) * pitch_wanted + 2 * margin);
  const float pitch =
      std::min(pitch_wanted, (height - head - 2 * margin) / static_cast<float>(rows));
  const ImVec2 at(std::round((room.min.x + room.max.x - width) / 2),
                  std::round((room.min.y + room.max.y - height) / 2));
  const Box inside =
      begin_overlay(ui, "keys", {at, {at.x + width, at.y + height}}, "Keys", is_open);
  const float column =
      (inside.width() - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
  for (std::size_t n = 0; n < kLines.size(); ++n) {
    const int i = static_cast<int>(n);
    const int across = i / rows;
    const float x = inside.min.x + static_cast<float>(across) * (column + gap);
    const float y = inside.min.y + static_cast<float>(i % rows) * pitch;
    const Box line{{x, y}, {x + column, y + pitch}};
    if (kLines[n].does.empty()) {
      text_in(ui, line, Face::kCaption, palette.query, kLines[n].keys, 0);
      continue;
    }
    const Box left = line.left_of(line.min.x + split - theme.px(6));
    const Box right = line.right_of(line.min.x + split);
    cut_text_in(ui, left, Face::kSmall, palette.text, kLines[n].keys);
    cut_text_in(ui, right, Face::kSmall, palette.secondary, kLines[n].does);
  }
  end_overlay();
}

}  // namespace attn::ui
