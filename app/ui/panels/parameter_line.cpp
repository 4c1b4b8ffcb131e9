#include "app/ui/panels/parameter_line.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/document/numbers/numbers.h"
#include "app/ui/numbers/number_field.h"
#include "app/ui/numbers/section.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/menu_item.h"
#include "app/ui/toolkit/slider.h"
#include "engine/base/clamped.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr double kMostWhole = 1e6;

/// Returns whether the line is shown: an optional parameter is hidden while it has its default
/// value, unless the user added it.
bool is_shown_line(const ParameterLine& line, const Scene& scene, std::size_t n,
                   const std::set<std::string>& opened, const std::string& name) {
  if (!line.fits(scene, n)) return false;
  if (!line.first) return true;
  const std::optional<double> now = line.now(scene, n);
  return now && (now != line.at_rest || opened.contains(name));
}

std::string change_label(const ParameterLine& line) { return "Change " + std::string(line.noun); }

void set_number(const ParameterLine& line, Scene& scene, std::size_t n, double value) {
  const bool is_whole = line.entry == ParameterLine::NumberForm::kWhole;
  if (is_whole && (value != std::floor(value) || std::abs(value) > kMostWhole)) {
    throw SceneError({"", "expected a whole number, found " + brief(value, 6)});
  }
  line.set(scene, n, value);
}

void choice_control(Ui& ui, Access access, const ParameterLine& line, std::size_t n,
                    const std::string& name, const Box& box,
                    std::span<const std::string_view> labels) {
  int chosen = static_cast<int>(line.now(access->scene(), n).value_or(0));
  if (!choice(ui, name, box, labels, chosen)) return;
  access.look.view.opened.insert(name);
  access.propose(name, change_label(line), "",
                 [&](Scene& scene) { line.set(scene, n, static_cast<double>(chosen)); });
}

void share_slider(Ui& ui, Access access, const ParameterLine& line, std::size_t n,
                  const std::string& name, const Box& area) {
  const auto now = static_cast<float>(*line.now(access->scene(), n));
  const SliderEdit edit = slider(ui, name + ".slider", area, clamped(now, 0.F, 1.F), 0.05F);
  if (edit.begins) access.end_gesture();
  if (edit.place && *edit.place != now) {
    const double share = std::round(static_cast<double>(*edit.place) * 100) / 100;
    access.propose(name, change_label(line), name + ".slider",
                   [&](Scene& scene) { line.set(scene, n, share); });
  }
  if (edit.dropped) access.end_gesture();
}

void number_control(Ui& ui, Access access, const ParameterLine& line, std::size_t n,
                    const std::string& name, const Box& room) {
  const auto now = static_cast<float>(*line.now(access->scene(), n));
  Box field = room;
  if (line.entry == ParameterLine::NumberForm::kShare) {
    field.min.x = room.max.x - ui.theme.px(46);
    share_slider(ui, access, line, n, name, room.left_of(field.min.x - ui.theme.px(8)));
  } else {
    field.max.x = std::min(room.min.x + ui.theme.px(96), room.max.x);
  }
  number_field(
      ui, access, name, change_label(line), field, now,
      [&](Scene& scene, double value) { set_number(line, scene, n, value); },
      line.entry == ParameterLine::NumberForm::kWhole ? NumberSteps::kWhole : NumberSteps::kAny);
}

/// Draws the × that removes the parameter, at the right end; returns whether it was pressed.
bool remove_link(Ui& ui, Access access, const ParameterLine& line, std::size_t n,
                 const std::string& name, const Box& room) {
  const Box place = room.right_of(room.max.x - ui.theme.px(12));
  if (!link_in(ui, name + ".remove", Face::kBody, place, "×")) return false;
  access.look.view.opened.erase(name);
  access.propose(name, "Remove " + std::string(line.noun), "",
                 [&](Scene& scene) { line.drop(scene, n); });
  return true;
}

void draw_parameter(Ui& ui, Access access, Pen& pen, const ParameterLine& line, std::size_t n,
                    const std::string& name) {
  const bool can_go = line.drop != nullptr;
  std::vector<std::string> choices;
  if (line.choices) choices = line.choices(access->scene(), n);
  const std::vector<std::string_view> labels(choices.begin(), choices.end());
  const Box room = line.choices ? list_line(ui, pen, line.word, labels)
                                : word_line(ui, pen, line.word, ui.theme.px(28));
  Box control = room;
  if (can_go) control.max.x -= ui.theme.px(20);
  if (can_go && remove_link(ui, access, line, n, name, room)) {
    pen.take(ui.theme.px(8));
    return;
  }
  if (line.choices) {
    choice_control(ui, access, line, n, name, control, labels);
    complaint_line(ui, pen, access.notices.complaint(name));
  } else {
    number_control(ui, access, line, n, name, control);
    number_complaint(ui, access, pen, name);
  }
  pen.take(ui.theme.px(8));
}

}  // namespace

void parameter_lines(Ui& ui, Access access, Pen& pen, std::span<const ParameterLine> lines,
                     std::size_t n, const std::string& place) {
  for (const ParameterLine& line : lines) {
    const std::string name = place + "." + std::string(line.key);
    if (!is_shown_line(line, access->scene(), n, access.look.view.opened, name)) {
      complaint_line(ui, pen, access.notices.complaint(name));
      continue;
    }
    if (line.now(access->scene(), n)) {
      // The line stays visible while the number is dragged through its default.
      if (line.drop && ui.number.is_on(name, 0, 0)) access.look.view.opened.insert(name);
      draw_parameter(ui, access, pen, line, n, name);
      continue;
    }
    offer_line(ui, access, pen, line.word, line.stands_in, name, std::string(line.noun),
               [&](Scene& scene) { line.set(scene, n, line.given(scene, n)); });
  }
}

std::vector<TableCommand> parameter_commands(Access access, std::span<const ParameterLine> lines,
                                             std::size_t n, const std::string& place) {
  std::vector<TableCommand> commands;
  const Scene& scene = access->scene();
  for (const ParameterLine& line : lines) {
    const std::string name = place + "." + std::string(line.key);
    if (!line.first || !line.fits(scene, n)) continue;
    if (is_shown_line(line, scene, n, access.look.view.opened, name)) continue;
    commands.push_back(
        {name + ".add", "Add " + std::string(line.noun), [access, &line, n, name] {
           access.look.view.opened.insert(name);
           access.propose(name, "Add " + std::string(line.noun), "",
                          [&](Scene& changed) { line.set(changed, n, line.first(changed, n)); });
         }});
  }
  return commands;
}

float add_menu(Ui& ui, const std::string& name, const Box& heading,
               const std::vector<TableCommand>& commands) {
  if (commands.empty() || ui.stage || ui.theme.appearance().presenting) return 0;
  const float middle = (heading.min.y + heading.max.y) / 2, half = ui.theme.px(10);
  const Box button{{heading.max.x - ui.theme.px(22), middle - half},
                   {heading.max.x, middle + half}};
  const auto names = texts_of<std::string>(commands, &TableCommand::name);
  if (!ui.highlight.sources().empty()) mark_hidden_highlight(ui, button, names);
  const TableCommand* chosen = nullptr;
  if (begin_dots_menu(ui, name, button)) {
    for (const TableCommand& command : commands) {
      if (popup_item(ui, command.name, command.text)) chosen = &command;
    }
    end_menu();
  }
  if (chosen) chosen->act();
  return ui.theme.px(26);
}

void offer_line(Ui& ui, Access access, Pen& pen, std::string_view word, std::string_view stands_in,
                const std::string& name, const std::string& noun,
                const std::function<void(Scene&)>& give) {
  const Theme& theme = ui.theme;
  const Box room = word_line(ui, pen, word, theme.px(24));
  const std::string link_text = "change";
  const float link_width = text_size(theme, Face::kSmall, link_text).x + theme.px(10);
  const std::string shown =
      shortened_rich(theme, Face::kSmall, stands_in, room.width() - link_width - theme.px(2));
  rich_in(ui, room, Face::kSmall, theme.colors().faint, shown, 0);
  const float x = room.min.x + rich_size(theme, Face::kSmall, shown).x + theme.px(10);
  if (link_in(ui, name + ".give", Face::kSmall, room.right_of(x), link_text)) {
    access.propose(name, "Add " + noun, "", give);
  }
  complaint_line(ui, pen, access.notices.complaint(name));
  pen.take(theme.px(8));
}

}  // namespace attn::ui
