#include <algorithm>
#include <string>

#include "app/ui/lessons/lesson_views.h"

namespace attn::ui {
namespace {

constexpr float kPitch = 59, kDot = 12, kBetween = 10;

/// Position of a step's title under its dot.
struct Label {
  float begin, end;
};

class StepDots {
 public:
  StepDots(Ui& ui, const LessonSession& lesson, Pen& pen)
      : ui_(ui), lesson_(lesson), steps_(lesson.play.lesson().steps) {
    dots_ = pen.take(ui.theme.px(18));
    pen.take(ui.theme.px(5));
    titles_ = pen.take(ui.theme.line_height(Face::kSmall));
    const float last = std::max(ui.theme.px(kDot), widest_title(steps_.size() - 1));
    const auto gaps = static_cast<float>(std::max<std::size_t>(1, steps_.size() - 1));
    float wanted = ui.theme.px(kPitch);
    for (std::size_t n = 0; n < steps_.size(); ++n) {
      wanted = std::max(wanted, widest_title(n) + ui.theme.px(kBetween));
    }
    pitch_ = std::min(wanted, std::max(0.F, dots_.width() - last) / gaps);
  }

  std::optional<std::size_t> draw() {
    std::optional<std::size_t> pressed;
    for (std::size_t n = 0; n < steps_.size(); ++n) draw_way(n);
    for (std::size_t n = 0; n < steps_.size(); ++n) {
      if (take(n)) pressed = n;
      draw_dot(n, ImGui::IsItemHovered());
    }
    draw_titles();
    return pressed;
  }

 private:
  std::size_t at() const { return lesson_.play.at(); }
  bool is_seen(std::size_t n) const { return n <= lesson_.seen; }
  bool can_go(std::size_t n) const { return is_seen(n) || ui_.theme.appearance().presenting; }
  float x_of(std::size_t n) const { return dots_.min.x + pitch_ * static_cast<float>(n); }
  ImVec2 center_of(std::size_t n) const {
    return {x_of(n) + ui_.theme.px(kDot / 2), (dots_.min.y + dots_.max.y) / 2};
  }
  float title_width(std::size_t n) const {
    return text_size(ui_.theme, n == at() ? Face::kCaption : Face::kSmall, steps_[n].dot_title()).x;
  }

  /// Width of the current step's style, so that dots never move between steps.
  float widest_title(std::size_t n) const {
    return text_size(ui_.theme, Face::kCaption, steps_[n].dot_title()).x;
  }

  /// Draws the line to the next dot.
  void draw_way(std::size_t n) const {
    if (n + 1 == steps_.size()) return;
    const Palette& palette = ui_.theme.colors();
    const ImU32 color = is_seen(n + 1) ? palette.query : palette.hairline;
    ImGui::GetWindowDrawList()->AddLine(center_of(n), center_of(n + 1), color, ui_.theme.px(2));
  }

  bool take(std::size_t n) {
    const float right = n + 1 < steps_.size() ? std::max(x_of(n + 1), x_of(n) + 1) : dots_.max.x;
    const Box box{{x_of(n), dots_.min.y}, {right, titles_.max.y}};
    const std::string name = "lesson.step." + std::to_string(n);
    if (can_go(n)) return button_area(ui_, name, box);
    hit_area(ui_, name + ".to-come", box);
    return false;
  }

  void draw_dot(std::size_t n, bool is_hovered) const {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 center = center_of(n);
    const float radius = std::min(theme.px(kDot / 2), std::max(theme.px(2), pitch_ / 2));
    if (n == at()) {
      list->AddCircleFilled(center, radius + theme.px(2), palette.panel, 32);
      draw_ring(list, theme, center, radius + theme.px(2), palette.query);
      list->AddCircleFilled(center, radius * 0.5F, palette.query, 24);
    } else if (n < lesson_.seen) {
      draw_ticked(list, theme, center, radius, palette.query);
    } else {
      list->AddCircleFilled(center, radius, palette.panel, 24);
      const ImU32 color = is_seen(n) || (is_hovered && can_go(n)) ? palette.query : palette.faint;
      list->AddCircle(center, radius - theme.px(1), color, 24, theme.px(1));
    }
  }

  /// Draws titles uncut: those that do not fit are left out, except the current step's.
  void draw_titles() {
    const Theme& theme = ui_.theme;
    const float gap = theme.px(5);
    const float width = title_width(at());
    const Label own{std::max(titles_.min.x, std::min(x_of(at()), titles_.max.x - width)), 0};
    const Label present{own.begin, own.begin + width};
    for (std::size_t n = 0; n < steps_.size(); ++n) {
      theme.need_glyphs(steps_[n].dot_title());
      const bool is_present = n == at();
      const float x = is_present ? present.begin : x_of(n);
      const float right = n + 1 < steps_.size() ? x_of(n + 1) - gap : titles_.max.x;
      const bool meets = x < present.end + gap && x + title_width(n) > present.begin - gap;
      if (!is_present && (meets || x + title_width(n) > right)) continue;
      const ImU32 color = is_present   ? theme.colors().query
                          : is_seen(n) ? theme.colors().text
                                       : theme.colors().secondary;
      const Box box{{x, titles_.min.y}, {x + title_width(n), titles_.max.y}};
      const Face face = is_present ? Face::kCaption : Face::kSmall;
      text_in(ui_, box, face, color,
              shortened_in(ui_, {box.min, {titles_.max.x, box.max.y}}, face, steps_[n].dot_title()),
              0);
    }
  }

  Ui& ui_;
  const LessonSession& lesson_;
  const std::vector<LessonStep>& steps_;
  Box dots_, titles_;
  float pitch_ = 0;
};

/// "Lesson 1 · A weighted mean"
std::string headed(const std::string& title) {
  const bool has_number = !title.empty() && title[0] >= '0' && title[0] <= '9';
  return (has_number ? "Lesson " : "") + title;
}

}  // namespace

std::optional<std::size_t> lesson_steps(Ui& ui, LessonAccess access, Pen& pen) {
  const Theme& theme = ui.theme;
  const LessonSession& lesson = access.lesson();
  const std::string at = "step " + std::to_string(lesson.play.at() + 1) + " of " +
                         std::to_string(lesson.play.lesson().steps.size());
  const Box line = pen.take(theme.line_height(Face::kSmall));
  const float width = text_size(theme, Face::kSmall, at).x;
  text_in(ui, line, Face::kSmall, theme.colors().secondary, at, 1);
  const Box title{line.min, {line.max.x - width - theme.px(14), line.max.y}};
  const std::string name = headed(lesson.play.lesson().title);
  theme.need_glyphs(name);
  rich_in(ui, title, Face::kSmall, theme.colors().secondary,
          shortened_rich_in(ui, title, Face::kSmall, name), 0);
  pen.take(theme.px(12));
  const auto pressed = StepDots(ui, lesson, pen).draw();
  pen.take(theme.px(20));
  return pressed;
}

}  // namespace attn::ui
