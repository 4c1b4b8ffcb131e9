#include <algorithm>
#include <string>

#include "app/document/lessons/lesson_play.h"
#include "app/ui/lessons/lesson_panel.h"
#include "app/ui/lessons/lesson_text_view.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr float kIndent = 28, kBar = 168, kBarHeight = 24;
constexpr std::string_view kSpoiled = "Something fixed was changed: start again.";

class GoalView {
 public:
  GoalView(Ui& ui, LessonAccess access, const LessonPlay& play, const Facts& facts, std::size_t n)
      : ui_(ui),
        access_(access),
        goal_(play.step().goals[n]),
        facts_(facts),
        after_facts_(play.facts_reached(n, facts)),
        name_("lesson.goal." + std::to_string(n)) {
    is_reached_ = n < play.reached();
    if (!is_reached_)
      state_ = state_of(goal_, facts, play.scenes().untrained(play.scenes().before(n)));
    is_reached_ |= state_.holds;
  }

  void draw(Pen& pen) {
    const Theme& theme = ui_.theme;
    ImDrawList* list = imgui::list();
    const float top = pen.at.y, grow = theme.px(10);
    list->ChannelsSplit(2);
    list->ChannelsSetCurrent(1);
    pen.take(theme.px(9));
    Pen words{{pen.at.x + theme.px(kIndent), pen.at.y}, pen.width - theme.px(kIndent)};
    const float line = theme.line_height(Face::kText);
    const ImVec2 center(pen.at.x + theme.px(9), words.at.y + line / 2 + theme.px(1));
    is_reached_ ? draw_ticked(theme, center, theme.px(9), theme.colors().good)
                : draw_ring(theme, center, theme.px(9), theme.colors().query);
    draw_task(words);
    draw_rest(words);
    pen.at.y = words.at.y;
    pen.take(theme.px(9));
    list->ChannelsSetCurrent(0);
    // A scrollbar reduces the width.
    const float right = std::min(pen.at.x + pen.width + grow, list->GetClipRectMax().x);
    const Box box{{pen.at.x - grow, top}, {right, pen.at.y}};
    if (is_reached_) {
      fill_box(box, theme.colors().good_back, theme.px(6));
    }
    list->ChannelsMerge();
    ui_.map.add(name_, box.min, box.max);
    pen.take(theme.px(10));
  }

 private:
  void draw_task(Pen& words) {
    if (!goal_.task.empty()) {
      return lesson_text(ui_, access_, words, name_, goal_.task, facts_, TextTone::kStrong);
    }
    const std::string said = is_reached_ ? "Done" : "Do what the text says";
    text_in(ui_, words.take(ui_.theme.line_height(Face::kText)), Face::kTextMedium,
            ui_.theme.colors().text, said, 0);
  }

  /// Height is independent of the text.
  void draw_rest(Pen& words) {
    const Theme& theme = ui_.theme;
    words.take(theme.px(3));
    const float after = lesson_text_height(theme, goal_.after, words.width, after_facts_);
    const Box room = words.take(std::max(after, theme.px(kBarHeight)));
    if (is_reached_) {
      Pen inside{room.min, room.width()};
      lesson_text(ui_, access_, inside, name_ + ".after", goal_.after, after_facts_);
    } else if (state_.has_spoiled) {
      Pen inside{room.min, room.width()};
      lesson_words(ui_, inside, Face::kSmall, theme.colors().warning,
                   {{.text = std::string(kSpoiled)}});
      ui_.map.say("lesson.distance", std::string(kSpoiled));
    } else if (state_.distance) {
      draw_distance(room.above(room.min.y + theme.px(kBarHeight)));
    }
  }

  void draw_distance(const Box& line) {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    const GoalDistance& distance = *state_.distance;
    const float space = text_size(theme, Face::kMedium, " ").x;
    const float words = text_size(theme, Face::kMedium, distance.now).x + space +
                        text_size(theme, Face::kBody, distance.mark).x;
    const float gap = theme.px(15);
    const float width = clamped(line.width() - words - gap, theme.px(40), theme.px(kBar));
    const float y = std::round((line.min.y + line.max.y) / 2), half = theme.px(4);
    const float end = line.min.x + width;
    fill_box({{line.min.x, y - half}, {end, y + half}}, palette.hairline, half);
    const float gone = width * static_cast<float>(distance.share);
    if (gone > half) {
      fill_box({{line.min.x, y - half}, {line.min.x + gone, y + half}}, palette.query, half);
    }
    fill_box({{end - theme.px(1), y - 2 * half}, {end + theme.px(1), y + 2 * half}}, palette.text);
    const Box number = line.right_of(end + gap);
    text_in(ui_, number, Face::kMedium, palette.query, distance.now, 0);
    const Box mark =
        line.right_of(number.min.x + text_size(theme, Face::kMedium, distance.now).x + space);
    text_in(ui_, mark, Face::kBody, palette.text, distance.mark, 0);
    ui_.map.say("lesson.distance", distance.now + " " + distance.mark);
  }

  Ui& ui_;
  LessonAccess access_;
  const LessonGoal& goal_;
  const Facts& facts_;
  const Facts after_facts_;  ///< facts for its closing sentence
  std::string name_;
  bool is_reached_ = false;
  GoalState state_;
};

}  // namespace

void lesson_goals(Ui& ui, LessonAccess access, Pen& pen, const LessonPlay& play,
                  const Facts& facts) {
  const std::size_t count = play.step().goals.size();
  if (play.is_asked() || count == 0) return;
  lesson_rule(ui, pen);
  for (std::size_t n = 0; n <= std::min(play.reached(), count - 1); ++n) {
    GoalView(ui, access, play, facts, n).draw(pen);
  }
}

}  // namespace attn::ui
