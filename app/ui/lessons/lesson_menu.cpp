#include <string>
#include <vector>

#include "app/document/files/utf8.h"
#include "app/document/shelf/lesson_progress.h"
#include "app/ui/lessons/lesson_panel.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/menu_item.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr float kLongestTitle = 420;

/// "done", "2 of 6", or nothing.
std::string progress_words(const AllProgress& all, const ShelvedLesson& lesson) {
  const auto found = all.find(lesson.id);
  if (found == all.end() || found->second.of != lesson.steps) return "";
  const LessonProgress& progress = found->second;
  if (progress.is_done()) return "done";
  return std::to_string(progress.steps) + " of " + std::to_string(progress.of);
}

void lines(Ui& ui, LessonAccess access, const std::vector<ShelvedLesson>& lessons,
           const std::string& name, const AllProgress& progress) {
  for (std::size_t n = 0; n < lessons.size(); ++n) {
    const ShelvedLesson& one = lessons[n];
    const std::string label =
        shortened_rich(ui.theme, Face::kBody, valid_utf8(one.title), ui.theme.px(kLongestTitle));
    const std::string done = progress_words(progress, one);
    if (!rich_menu_item(ui, name + "." + std::to_string(n), label, done.c_str())) continue;
    const auto found = progress.find(one.id);
    const bool goes_on =
        found != progress.end() && found->second.of == one.steps && !found->second.is_done();
    const ShelvedLesson chosen = one;  // the shelf may be another one afterwards
    return access.start(chosen, goes_on ? found->second.steps : 0);
  }
}

}  // namespace

bool lessons_menu(Ui& ui, LessonAccess access) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.theme.px(10), ui.theme.px(10)});
  const bool is_open = ImGui::BeginMenu("Lessons");
  ImGui::PopStyleVar();
  if (!is_open) {
    ui.map.add("menu.Lessons", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    return false;
  }
  close_on_escape(ui);
  const AllProgress progress = read_lesson_progress();
  lines(ui, access, shipped_lessons(), "lesson", progress);
  if (!access->lesson_shelf().lessons.empty()) {
    ImGui::Separator();
    if (const std::string words = access->lesson_shelf().words(); !words.empty()) {
      ImGui::TextDisabled("%s", words.c_str());
      ui.map.say("menu.own-lessons", words);
    }
    lines(ui, access, access->lesson_shelf().lessons, "own-lesson", progress);
  }
  ImGui::Separator();
  const bool wants_file = menu_item(ui, "open-lesson", "Open …");
  if (access->lesson() && menu_item(ui, "leave-lesson", "Leave the lesson")) {
    access.leave();
  }
  ImGui::EndMenu();
  return wants_file;
}

}  // namespace attn::ui
