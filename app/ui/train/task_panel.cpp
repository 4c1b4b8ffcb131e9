#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/train/points_plot.h"
#include "app/ui/train/train_panels.h"
#include "app/ui/train/weight_picture.h"
#include "engine/base/text.h"
#include "engine/tasks/task_pattern.h"

namespace attn::ui {
namespace {

void words(Ui& ui, Pen& pen, Face face, ImU32 color, std::string_view text) {
  const Theme& theme = ui.theme;
  pen.take(draw_paragraph(theme, face, pen.at, color, text, pen.width) + theme.px(4));
}

/// Ellipsis for omitted tokens.
void more_before(const Theme& theme, const Box& box) {
  const ImVec2 middle((box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2);
  for (const float dx : {-3.F, 0.F, 3.F}) {
    imgui::list()->AddCircleFilled({middle.x + theme.px(dx), middle.y}, theme.px(0.9F),
                                   theme.colors().faint, 8);
  }
}

/// Tokens with targets below. A click selects the sequence.
void example_row(Ui& ui, TrainingDesk& desk, std::size_t n, Pen& pen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Example& example = desk.examples()[n];
  const LearningTask& task = *desk.plan().task;
  const bool is_shown = example.tokens == desk.tokens() && example.inputs == desk.sequence().inputs;
  const float line = theme.line_height(Face::kMonoSmall) + theme.px(1);
  const Box row = pen.take(2 * line + theme.px(8));
  if (button_area(ui, "train.example." + std::to_string(n), row)) desk.take_example(example);
  if (ImGui::IsItemHovered() || is_shown) {
    fill_box(row, is_shown ? palette.field : palette.hover, theme.px(4));
  }
  if (task.is_of_points) {
    points_plot(ui,
                {{row.min.x + theme.px(4), row.min.y + theme.px(3)},
                 {row.max.x - theme.px(4), row.max.y - theme.px(3)}},
                {.sequence = example});
    pen.take(theme.px(2));
    return;
  }
  // As wide as its words; of a long text the end is shown, which has the answer.
  float widest = theme.px(16);
  const auto hold = [&](const std::string& word) {
    widest = std::max(widest, text_size(theme, Face::kMonoSmall, word).x);
  };
  for (const Index token : example.tokens) hold(task.vocabulary[static_cast<std::size_t>(token)]);
  for (const Index target : example.targets) {
    if (target != kNoTarget) hold(task.classes[static_cast<std::size_t>(target)]);
  }
  const float room = row.width() - theme.px(8);
  const auto most = static_cast<std::size_t>(room / theme.px(13));
  const std::size_t count = std::min(example.tokens.size(), most);
  const std::size_t first = example.tokens.size() - count;
  const float pitch = std::min(widest + theme.px(6), room / static_cast<float>(count));
  for (std::size_t at = first; at < example.tokens.size(); ++at) {
    const float x = row.min.x + theme.px(4) + pitch * static_cast<float>(at - first);
    const float apart = pitch > widest + theme.px(4) ? 0 : theme.px(2);
    const Box upper{{x + apart, row.min.y + theme.px(3)},
                    {x + pitch - apart, row.min.y + theme.px(3) + line}};
    const Box lower = upper.rows(upper.max.y, upper.max.y + line);
    const auto& token = task.vocabulary[static_cast<std::size_t>(example.tokens[at])];
    if (first > 0 && at == first) {
      more_before(theme, upper);
      continue;
    }
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
  if (task.is_of_points) return "x y, x y, … x";
  const auto& all = task.vocabulary;
  constexpr std::size_t kMostNamed = 4;
  if (all.size() > kMostNamed) {
    return all.front() + " … " + all.back() + ", up to " + std::to_string(task.length);
  }
  return joined(all) + ", up to " + std::to_string(task.length);
}

void own_sequence(Ui& ui, TrainingDesk& desk, Pen& pen) {
  const Theme& theme = ui.theme;
  fitting_heading(ui, pen, "YOUR SEQUENCE", vocabulary_words(*desk.plan().task));
  const Box field = pen.take(theme.px(28));
  fill_box(field, theme.colors().field, theme.px(5));
  const TextEdit edit = text_field(ui, "train.sequence", field, Face::kMono, desk.typed());
  if (edit.changed) desk.type(edit.text);
  if (!desk.complaint().empty()) {
    ui.map.say("train.complaint", desk.complaint());
    complaint_line(ui, pen, &desk.complaint());
  }
  pen.take(theme.px(14));
}

constexpr Index kIconCells = 7;

/// Icon of a task, computed once.
const Matrix& icon_of(const LearningTask& task) {
  static std::map<std::string, Matrix, std::less<>> icons;
  const auto found = icons.find(task.id);
  if (found != icons.end()) return found->second;
  return icons.emplace(task.id, task_pattern(task, kIconCells)).first->second;
}

/// Layout of a tile.
struct TileParts {
  ImVec2 icon;
  float cell;  ///< pixels per cell of the icon
  Box name;
  bool is_pressed;
};

TileParts tile_parts(Ui& ui, std::string_view name, const Box& tile, bool is_chosen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_pressed = button_area(ui, name, tile);
  if (is_chosen || ImGui::IsItemHovered()) {
    fill_box(tile, palette.hover, theme.px(6));
  }
  outline_box(tile, is_chosen ? palette.query : palette.hairline, theme.px(6),
              is_chosen ? theme.px(2) : 1);
  const float cell = std::floor(theme.px(28) / kIconCells), size = cell * kIconCells;
  const ImVec2 icon(std::round((tile.min.x + tile.max.x - size) / 2), tile.min.y + theme.px(6));
  return {icon, cell,
          Box{{tile.min.x + theme.px(4), icon.y + size + theme.px(2)},
              {tile.max.x - theme.px(4), tile.max.y - theme.px(2)}},
          is_pressed};
}

/// Icon of a file: input, arrow, output.
void draw_file(const TileParts& parts, ImU32 color) {
  for (int line = 0; line < 3; ++line) {
    const float y = std::round(parts.icon.y + parts.cell * (1.5F + 2 * static_cast<float>(line)));
    const auto x = [&](float cells) { return parts.icon.x + parts.cell * cells; };
    imgui::list()->AddLine({x(0), y}, {x(2), y}, color, parts.cell / 2);
    imgui::list()->AddTriangleFilled({x(3), y - parts.cell * 0.7F}, {x(4.2F), y},
                                     {x(3), y + parts.cell * 0.7F}, color);
    imgui::list()->AddLine({x(5), y}, {x(7), y}, color, parts.cell / 2);
  }
}

/// Tile of the last opened file, with its name.
void own_tile(Ui& ui, TrainingDesk& desk, const LearningTask& task, const Box& tile) {
  const Palette& palette = ui.theme.colors();
  const bool is_chosen = &task == desk.plan().task;
  const TileParts parts = tile_parts(ui, "train.task-tile.file", tile, is_chosen);
  const ImU32 color = is_chosen ? palette.query : palette.text;
  draw_file(parts, is_chosen ? palette.query : palette.secondary);
  cut_text_in(ui, parts.name, Face::kSmall, color, task.label, 0.5F);
  ui.map.say("train.task-tile.file", task.label);
  if (parts.is_pressed && !is_chosen) desk.take_task(task);
}

/// Tile that opens a file.
bool tile_for_own(Ui& ui, const TrainingDesk& desk, const Box& tile) {
  const Palette& palette = ui.theme.colors();
  const TileParts parts = tile_parts(ui, "train.task-tile.own", tile, false);
  const float middle = parts.cell * kIconCells / 2, half = parts.cell * 2;
  const ImVec2 center(std::round(parts.icon.x + middle), std::round(parts.icon.y + middle));
  const float thick = std::max(1.F, std::round(parts.cell / 2));
  imgui::list()->AddLine({center.x - half, center.y}, {center.x + half, center.y},
                         palette.secondary, thick);
  imgui::list()->AddLine({center.x, center.y - half}, {center.x, center.y + half},
                         palette.secondary, thick);
  text_in(ui, parts.name, Face::kSmall, palette.text, desk.is_reading() ? "Reading" : "Own file",
          0.5F);
  return parts.is_pressed;
}

/// Tile with the attention that solves the task, and the task's name below.
void task_tile(Ui& ui, TrainingDesk& desk, const LearningTask& task, const Box& tile) {
  const Palette& palette = ui.theme.colors();
  const bool is_chosen = &task == desk.plan().task;
  const TileParts parts =
      tile_parts(ui, "train.task-tile." + std::string(task.id), tile, is_chosen);
  const float size = parts.cell * kIconCells;
  fill_box({parts.icon, {parts.icon.x + size, parts.icon.y + size}}, palette.field);
  weight_picture(ui, parts.icon, parts.cell, 1, icon_of(task));
  const std::string label(task.label);
  const std::string ways[] = {label, label.substr(0, label.find(' '))};
  fitted_text_in(ui, parts.name, Face::kSmall, is_chosen ? palette.query : palette.text, ways,
                 0.5F);
  note_more(ui, tile.min, tile.max, label + ": " + std::string(task.says));
  if (parts.is_pressed && !is_chosen) desk.take_task(task);
}

/// Tiles side by side, as many as fit. Returns whether a file is to be opened.
bool task_tiles(Ui& ui, TrainingDesk& desk, Pen& pen) {
  const Theme& theme = ui.theme;
  heading(ui, pen, "TASKS");
  const float height = theme.px(58), gap = theme.px(6), between = theme.px(7);
  const int columns =
      std::max(1, static_cast<int>((pen.width + between) / (theme.px(78) + between)));
  const float pitch = (pen.width + between) / static_cast<float>(columns);
  Box row{};
  int column = columns;
  const auto next = [&] {
    if (column == columns) {
      row = pen.take(height);
      pen.take(gap);
      column = 0;
    }
    const float x = row.min.x + static_cast<float>(column) * pitch;
    ++column;
    return row.columns(std::round(x), std::round(x + pitch - between));
  };
  const bool wants_file = tile_for_own(ui, desk, next());
  if (const LearningTask* own = desk.own_task()) own_tile(ui, desk, *own, next());
  for (const LearningTask& task : tasks()) task_tile(ui, desk, task, next());
  return wants_file;
}

}  // namespace

bool task_panel(Ui& ui, TrainingDesk& desk, const Box& box) {
  const Theme& theme = ui.theme;
  bool wants_file = false;
  scrolled(ui, "train.left", box.within(theme.px(14)), [&](Pen& pen) {
    const LearningTask& task = *desk.plan().task;
    heading(ui, pen, "THE TASK");
    words(ui, pen, Face::kTextMedium, theme.colors().text, task.says);
    words(ui, pen, Face::kSmall, theme.colors().faint, "Known: " + std::string(task.known));
    if (task.usual_steps > 0) {
      words(
          ui, pen, Face::kSmall, theme.colors().faint,
          "With the default settings, usually learned in " + grouped(task.usual_steps) + " steps.");
    }
    pen.take(theme.px(10));
    fitting_heading(ui, pen, "EXAMPLES", "click one to look at it");
    for (std::size_t n = 0; n < desk.examples().size(); ++n) example_row(ui, desk, n, pen);
    pen.take(theme.px(12));
    own_sequence(ui, desk, pen);
    wants_file = task_tiles(ui, desk, pen);
  });
  return wants_file;
}

}  // namespace attn::ui
