#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "app/document/files/utf8.h"
#include "app/document/shelf/lesson_progress.h"
#include "app/document/shelf/lesson_shelf.h"
#include "app/ui/lessons/lesson_panel.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/menu_item.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr float kLongestTitle = 420, kProgressWidth = 80;

/// "done", "2 of 6", or empty.
std::string progress_words(const AllProgress& all, const ShelvedLesson& lesson) {
  const auto found = all.find(lesson.id);
  if (found == all.end() || found->second.of != lesson.steps) return "";
  const LessonProgress& progress = found->second;
  if (progress.is_done()) return "done";
  return std::to_string(progress.steps) + " of " + std::to_string(progress.of);
}

/// Draws the lines of some lessons, NAME.0 … in the UI map.
void draw_lines(Ui& ui, LessonAccess access, const std::vector<ShelvedLesson>& lessons,
                const std::string& name, const std::vector<SubjectGroup>& groups,
                const AllProgress& progress) {
  const Theme& theme = ui.theme;
  const auto label = [&](std::size_t n) {
    return shortened_rich(theme, Face::kBody, valid_utf8(lessons[n].title),
                          theme.px(kLongestTitle));
  };
  float width = 0;
  for (std::size_t n = 0; n < lessons.size(); ++n) {
    width = std::max(width, rich_size(theme, Face::kBody, label(n)).x);
  }
  std::optional<std::size_t> chosen;
  menu_columns(ui, groups, width + theme.px(kProgressWidth), [&](std::size_t n) {
    const std::string done = progress_words(progress, lessons[n]);
    if (rich_menu_item(ui, name + "." + std::to_string(n), label(n), done.c_str())) chosen = n;
  });
  if (!chosen) return;
  const ShelvedLesson one = lessons[*chosen];  // copy: the shelf may change afterwards
  const auto found = progress.find(one.id);
  const bool goes_on =
      found != progress.end() && found->second.of == one.steps && !found->second.is_done();
  access.course.start(one, goes_on ? found->second.steps : 0);
}

}  // namespace

bool lessons_menu(Ui& ui, LessonAccess access) {
  if (!begin_bar_menu(ui, "Lessons")) return false;
  const AllProgress progress = read_lesson_progress();
  const auto names = texts_of(shipped_lessons(), &ShelvedLesson::id);
  draw_lines(ui, access, shipped_lessons(), "lesson", by_subject(lesson_subjects(), names),
             progress);
  if (!access.course.shelf().lessons.empty()) {
    ImGui::Separator();
    if (const std::string words = access.course.shelf().words(); !words.empty()) {
      ImGui::TextDisabled("%s", words.c_str());
      ui.map.say("menu.own-lessons", words);
    }
    const std::vector<ShelvedLesson>& own = access.course.shelf().lessons;
    std::vector<std::size_t> all(own.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    draw_lines(ui, access, own, "own-lesson", {{"Your lessons", all}}, progress);
  }
  ImGui::Separator();
  const bool wants_file = menu_item(ui, "open-lesson", "Open …");
  if (access.course.lesson() && menu_item(ui, "leave-lesson", "Leave the lesson")) {
    access.course.leave();
  }
  ImGui::EndMenu();
  return wants_file;
}

}  // namespace attn::ui
