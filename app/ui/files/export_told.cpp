#include "app/ui/files/export_told.h"

#include <filesystem>

#include "app/document/files/problem_line.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

/// Question as "a.png is there already. Replace it?"
std::string question_about(const std::vector<std::string>& files) {
  const std::string first = std::filesystem::path(files.front()).filename().string();
  if (files.size() == 1) return first + " is there already. Replace it?";
  return std::to_string(files.size()) + " files are there already (" + first +
         ", …). Replace them?";
}

}  // namespace

void tell_export(Ui& ui, std::string_view name, const Box& room, const ExportTold& told) {
  const Palette& palette = ui.theme.colors();
  const bool asks = !told.in_the_way.empty();
  const std::string words = one_line(asks                    ? question_about(told.in_the_way)
                                     : !told.warning.empty() ? told.warning
                                                             : told.done,
                                     kMaxProblemBytes);
  ui.theme.need_glyphs(words);
  ui.map.say(name, words);
  if (!words.empty()) note_told(ui, room);
  text_in(ui, room, Face::kSmall,
          asks || !told.warning.empty() ? palette.warning
          : !told.done.empty()          ? palette.good
                                        : palette.faint,
          shortened_in(ui, room, Face::kSmall,
                       words.empty() ? "Tab walks · Ctrl+Enter exports · Esc closes" : words),
          0);
}

}  // namespace attn::ui
