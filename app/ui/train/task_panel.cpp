#include "app/ui/train/task_panel.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "app/ui/theme/paragraph.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/train/weight_picture.h"
#include "engine/tasks/task_pattern.h"

namespace attn::ui {
namespace {

void words(Ui& ui, Pen& pen, Face face, ImU32 color, std::string_view text) {
  const Theme& theme = ui.theme;
  const ImVec2 size = paragraph_size(theme, face, text, pen.width);
  draw_paragraph(train_list(), theme, face, pen.at, color, text, pen.width);
  pen.take(size.y + theme.px(4));
}

/// The tokens, and under them what is wanted. A click makes it the sequence that is looked at.
void example_row(Ui& ui, TrainingDesk& desk, std::size_t n, Pen& pen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Example& example = desk.example(n);
  const LearningTask& task = *desk.plan().task;
  const bool is_shown = example.tokens == desk.tokens();
  const float line = theme.line_height(Face::kMonoSmall) + theme.px(1);
  const Box row = pen.take(2 * line + theme.px(8));
  if (button_area(ui, "train.example." + std::to_string(n), row)) desk.take_example(example);
  if (ImGui::IsItemHovered() || is_shown) {
    train_list()->AddRectFilled(row.min, row.max, is_shown ? palette.field : palette.hover,
                                theme.px(4));
  }
  const auto count = static_cast<float>(example.tokens.size());
  const float pitch = std::min(theme.px(22), (row.width() - theme.px(8)) / count);
  for (std::size_t at = 0; at < example.tokens.size(); ++at) {
    const float x = row.min.x + theme.px(4) + pitch * static_cast<float>(at);
    const Box upper{{x, row.min.y + theme.px(3)}, {x + pitch, row.min.y + theme.px(3) + line}};
    const Box lower{{x, upper.max.y}, {x + pitch, upper.max.y + line}};
    const auto& token = task.vocabulary[static_cast<std::size_t>(example.tokens[at])];
    word_in(ui, upper, Face::kMonoSmall, palette.text, token, 0.5F);
    const Index target = example.targets[at];
    if (target == kNoTarget) {
      text_in(ui, lower, Face::kMonoSmall, palette.faint, "·", 0.5F);
      continue;
    }
    word_in(ui, lower, Face::kMonoSmall, palette.good,
            task.classes[static_cast<std::size_t>(target)], 0.5F);
  }
  pen.take(theme.px(2));
}

std::string vocabulary_words(const LearningTask& task) {
  const auto& all = task.vocabulary;
  std::string known = all.size() > 4 ? all.front() + " … " + all.back() : "";
  for (std::size_t n = 0; known.empty() && n < all.size(); ++n) known += (n ? ", " : "") + all[n];
  return known + ", up to " + std::to_string(task.length);
}

void own_sequence(Ui& ui, TrainingDesk& desk, Pen& pen) {
  const Theme& theme = ui.theme;
  fitting_heading(ui, pen, "YOUR SEQUENCE", vocabulary_words(*desk.plan().task));
  const Box field = pen.take(theme.px(28));
  train_list()->AddRectFilled(field.min, field.max, theme.colors().field, theme.px(5));
  const TextEdit edit = text_field(ui, "train.sequence", field, Face::kMono, desk.typed());
  if (edit.changed) desk.type(edit.text);
  if (!desk.complaint().empty()) {
    ui.map.say("train.complaint", desk.complaint());
    complaint_line(ui, pen, &desk.complaint());
  }
  pen.take(theme.px(14));
}

constexpr Index kIconCells = 7;

/// Made once for each task.
const Matrix& icon_of(const LearningTask& task) {
  static std::map<std::string, Matrix, std::less<>> icons;
  const auto found = icons.find(task.id);
  if (found != icons.end()) return found->second;
  return icons.emplace(task.id, task_pattern(task, kIconCells)).first->second;
}

/// How a head would look that finds the answers, and the task's name below.
void task_tile(Ui& ui, TrainingDesk& desk, const LearningTask& task, const Box& tile) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_chosen = &task == desk.plan().task;
  const bool pressed = button_area(ui, "train.task-tile." + std::string(task.id), tile);
  if (is_chosen || ImGui::IsItemHovered()) {
    train_list()->AddRectFilled(tile.min, tile.max, palette.hover, theme.px(6));
  }
  imgui::stroke_rect(train_list(), tile.min, tile.max, is_chosen ? palette.query : palette.hairline,
                     theme.px(6), is_chosen ? theme.px(2) : 1);
  const float cell = std::floor(theme.px(28) / kIconCells), size = cell * kIconCells;
  const ImVec2 at(std::round((tile.min.x + tile.max.x - size) / 2), tile.min.y + theme.px(6));
  train_list()->AddRectFilled(at, {at.x + size, at.y + size}, palette.field);
  weight_picture(ui, at, cell, 1, icon_of(task));
  const Box name{{tile.min.x + theme.px(4), at.y + size + theme.px(2)},
                 {tile.max.x - theme.px(4), tile.max.y - theme.px(2)}};
  const std::string label(task.label);
  // What tells it from others of its kind, where it has no room for all.
  const std::size_t comma = label.find(", ");
  const std::string ways[] = {label, comma == std::string::npos ? label : label.substr(comma + 2),
                              label.substr(0, label.find_first_of(", "))};
  text_in(ui, name, Face::kSmall, is_chosen ? palette.query : palette.text,
          fitting_in(ui, name, Face::kSmall, ways), 0.5F);
  note_more(ui, tile.min, tile.max, label + ": " + std::string(task.says));
  if (!pressed || is_chosen) return;
  TrainingPlan plan = first_plan(task);
  plan.settings.seed = desk.plan().settings.seed;
  desk.change(plan, "Another task");
}

/// As many beside each other as there is room for.
void task_tiles(Ui& ui, TrainingDesk& desk, Pen& pen) {
  const Theme& theme = ui.theme;
  heading(ui, pen, "TASKS");
  const float width = theme.px(92), height = theme.px(58), gap = theme.px(6);
  const int columns =
      std::max(1, static_cast<int>((pen.width + theme.px(7)) / (width + theme.px(7)) + 0.01F));
  const float spare = columns == 1 ? 0
                                   : (pen.width - width * static_cast<float>(columns)) /
                                         static_cast<float>(columns - 1);
  Box row{};
  int column = columns;
  for (const LearningTask& task : tasks()) {
    if (column == columns) {
      row = pen.take(height);
      pen.take(gap);
      column = 0;
    }
    const float x = std::round(row.min.x + static_cast<float>(column) * (width + spare));
    task_tile(ui, desk, task, {{x, row.min.y}, {x + width, row.max.y}});
    ++column;
  }
}

}  // namespace

void task_panel(Ui& ui, TrainingDesk& desk, const Box& box) {
  const Theme& theme = ui.theme;
  scrolled(ui, "train.left", train_panel(theme, box), [&](Pen& pen) {
    const LearningTask& task = *desk.plan().task;
    heading(ui, pen, "THE TASK");
    words(ui, pen, Face::kTextMedium, theme.colors().text, task.says);
    words(ui, pen, Face::kSmall, theme.colors().faint, "Known: " + std::string(task.known));
    pen.take(theme.px(10));
    fitting_heading(ui, pen, "EXAMPLES", "click one to look at it");
    for (std::size_t n = 0; n < TrainingDesk::kExamples; ++n) example_row(ui, desk, n, pen);
    pen.take(theme.px(12));
    own_sequence(ui, desk, pen);
    task_tiles(ui, desk, pen);
  });
}

}  // namespace attn::ui
