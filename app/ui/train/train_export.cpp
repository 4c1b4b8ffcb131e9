#include "app/ui/train/train_export.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/session/workspace/export_folder.h"
#include "app/ui/files/export_told.h"
#include "app/ui/files/export_work.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/overlay.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/toolkit/word_button.h"
#include "app/ui/train/train_controls.h"
#include "app/ui/train/weight_picture.h"

namespace attn::ui {
namespace {

namespace fs = std::filesystem;

}  // namespace

void TrainExport::open(Ui& ui, TrainingDesk& desk, const std::string& scene_path) {
  ImGui::SetWindowFocus(nullptr);
  is_open_ = true;
  folder_ = first_export_folder(scene_path);
  begin_path(desk);
  ui.focus.put_on("train-export.start");
}

void TrainExport::open_network(Ui& ui, TrainingDesk& desk, const std::string& scene_path) {
  const auto kinds = training_exports();
  const auto network = std::ranges::find(kinds, FileKind::network, &TrainingExportKind::file);
  kind_ = static_cast<int>(network - kinds.begin());
  ending_ = 0;
  open(ui, desk, scene_path);
}

std::string_view TrainExport::ending() const {
  const auto endings = kind().endings();
  return endings[std::min(static_cast<std::size_t>(ending_), endings.size() - 1)];
}

void TrainExport::begin_path(TrainingDesk& desk) {
  path_ = training_export_path(folder_, shot_of(desk), kind(), ending());
  warning_.clear();
  done_.clear();
  in_the_way_.clear();
}

void TrainExport::start(Ui& ui, TrainingDesk& desk) {
  if (worker_.is_busy()) return;
  done_.clear();
  warning_ = obstacle_to_export(kind(), path_);
  if (!warning_.empty()) return;
  std::error_code ignored;
  if (fs::exists(path_, ignored) && in_the_way_ != path_) {
    in_the_way_ = path_;
    ui.focus.put_on("train-export.keep");
    return;
  }
  in_the_way_.clear();
  const FigureTheme& theme = *figure_themes()[static_cast<std::size_t>(theme_)].theme;
  worker_.start([shot = shot_of(desk), write = kind().write, &theme,
                 path = path_](const Watch& watch) { write(shot, theme, path, watch); });
}

void TrainExport::follow_work(Ui& ui) {
  const auto end = followed_end(ui, worker_);
  if (!end) return;
  tell_end(*end, path_, warning_, done_);
  if (!done_.empty()) folder_ = fs::path(absolute_path(path_)).parent_path().string();
}

void TrainExport::close(Ui& ui) {
  is_open_ = false;
  ui.focus.leave();
}

void TrainExport::take_keys(Ui& ui, TrainingDesk& desk) {
  if (!is_open_) return;
  Keyboard& keys = ui.keys;
  // An open list handles its keys; the key that closed it in this frame is not for the dialog.
  const bool has_list = has_open_list();
  if (!has_list && !had_list_ && keys.take(GLFW_KEY_ESCAPE)) {
    if (worker_.is_busy()) {
      worker_.cancel();
    } else if (!in_the_way_.empty()) {
      in_the_way_.clear();
    } else {
      close(ui);
    }
  }
  if (keys.take(GLFW_KEY_ENTER, GLFW_MOD_CONTROL)) start(ui, desk);
  if (!has_list && ui.focus.end_frame(keys)) ImGui::SetWindowFocus(nullptr);
  had_list_ = has_list;
  hold_other_keys(keys);
}

void TrainExport::draw(Ui& ui, TrainingDesk& desk, const Box& room) {
  follow_work(ui);
  if (!is_open_) return;
  ui.focus.begin_frame();  // Tab stays in the dialog
  const Theme& theme = ui.theme;
  const float width = std::min(theme.px(560), room.width() - theme.px(16));
  const float height = theme.px(300);
  const ImVec2 at(std::round((room.min.x + room.max.x - width) / 2),
                  std::round((room.min.y + room.max.y - height) / 2));
  bool stays = true;
  const Box inside = begin_overlay(ui, "train-export", {at, {at.x + width, at.y + height}},
                                   "Export the run", stays);
  if (!stays && !had_list_ && !has_open_list() && !worker_.is_busy()) close(ui);
  Pen pen{inside.min, inside.width()};
  std::vector<std::string_view> labels;
  for (const TrainingExportKind& one : training_exports()) labels.push_back(one.label);
  if (choice(ui, "train-export.kind", control_line(ui, pen, "What"), labels, kind_)) {
    ending_ = 0;
    begin_path(desk);
  }
  const auto endings = kind().endings();
  if (choice(ui, "train-export.format", control_line(ui, pen, "Format"),
             std::vector<std::string_view>(endings.begin(), endings.end()), ending_)) {
    begin_path(desk);
  }
  if (kind().file == FileKind::output) {
    labels.clear();
    for (const FigureThemeRow& one : figure_themes()) labels.push_back(one.id);
    choice(ui, "train-export.theme", control_line(ui, pen, "Colours"), labels, theme_);
  }
  pen.take(theme.px(2));
  const std::string says(kind().says);
  draw_paragraph(train_list(), theme, Face::kSmall, pen.at, theme.colors().faint, says, pen.width);

  const float line = theme.px(30);
  const Box foot{{inside.min.x, inside.max.y - line}, inside.max};
  const Box path{{inside.min.x, foot.min.y - theme.px(36) - line},
                 {inside.max.x, foot.min.y - theme.px(36)}};
  const Box word{path.min, {path.min.x + theme.px(44), path.max.y}};
  text_in(ui, word, Face::kSmall, theme.colors().secondary, "File", 0);
  const Box field{{word.max.x, path.min.y}, path.max};
  train_list()->AddRectFilled(field.min, field.max, theme.colors().field, theme.px(5));
  const TextEdit edit = text_field(ui, "train-export.path", field, Face::kBody, path_);
  if (edit.changed) {
    path_ = edit.text;
    warning_.clear();
    in_the_way_.clear();
  }
  draw_foot(ui, desk, foot);
  end_overlay();
}

void TrainExport::draw_foot(Ui& ui, TrainingDesk& desk, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  float right = line.max.x;
  if (worker_.is_busy()) {
    if (word_button_before(ui, "train-export.cancel", "Cancel", line, right, true)) {
      worker_.cancel();
    }
    const float y = (line.min.y + line.max.y) / 2, half = theme.px(4);
    const float end = line.min.x + (right - line.min.x) * std::clamp(worker_.progress(), 0.F, 1.F);
    train_list()->AddRectFilled({line.min.x, y - half}, {right, y + half}, palette.hairline, half);
    train_list()->AddRectFilled({line.min.x, y - half}, {end, y + half}, palette.query, half);
    return;
  }
  const bool asks = !in_the_way_.empty();
  if (asks) {
    if (word_button_before(ui, "train-export.keep", "Keep", line, right, true)) {
      in_the_way_.clear();
    } else if (word_button_before(ui, "train-export.replace", "Replace", line, right, false)) {
      start(ui, desk);
    }
  } else if (word_button_before(ui, "train-export.start", "Export", line, right, true)) {
    start(ui, desk);
  }
  // Above the buttons, at full width.
  const Box room{{line.min.x, line.min.y - theme.px(30)}, {line.max.x, line.min.y - theme.px(6)}};
  std::vector<std::string> in_the_way;
  if (asks) in_the_way.push_back(in_the_way_);
  tell_export(ui, "train-export", room, {in_the_way, warning_, done_});
}

}  // namespace attn::ui
