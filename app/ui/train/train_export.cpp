#include "app/ui/train/train_export.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_controls.h"
#include "app/ui/theme/rich_text.h"
#include "engine/base/text.h"

namespace attn::ui {

void TrainExport::open(Ui& ui, TrainingDesk& desk, const std::string& scene_path) {
  sheet_.open(ui);
  begin_path(desk, first_export_folder(scene_path));
}

void TrainExport::open_network(Ui& ui, TrainingDesk& desk, const std::string& scene_path) {
  const auto kinds = training_exports();
  const auto network = std::ranges::find(kinds, FileKind::network, &TrainingExportKind::file);
  kind_ = static_cast<int>(network - kinds.begin());
  ending_ = 0;
  open(ui, desk, scene_path);
}

void TrainExport::begin_path(TrainingDesk& desk, const std::string& folder) {
  const auto endings = kind().endings();
  path_ = training_export_path(folder, shot_of(desk), kind(),
                               endings[static_cast<std::size_t>(ending_)]);
  sheet_.forget_words();
}

MakeExportJob TrainExport::jobs(TrainingDesk& desk) {
  return [this, &desk](int) {
    const FigureTheme& theme = figure_theme(theme_);
    return ExportJob{.paths = {path_},
                     .problem = obstacle_to_export(kind(), path_),
                     .write = [shot = shot_of(desk), write = kind().write, &theme,
                               path = path_](const Watch& watch) {
                       write(shot, theme, path, watch);
                       return std::vector{path};
                     }};
  };
}

void TrainExport::draw(Ui& ui, TrainingDesk& desk, const Box& room) {
  if (!sheet_.follow(ui)) return;
  const Box inside = sheet_.begin(ui, room, {560, 300}, "Export the run");
  Pen pen{inside.min, inside.width()};
  ControlLines lines(ui, pen, false);
  auto labels = texts_of<std::string>(training_exports(), &TrainingExportKind::label);
  const bool is_other_kind = lines.list("What", "train-export.kind", labels, kind_);
  if (is_other_kind) ending_ = 0;
  const auto endings = kind().endings();
  labels.assign(endings.begin(), endings.end());
  if (lines.list("Format", "train-export.format", labels, ending_) || is_other_kind) {
    begin_path(desk, std::filesystem::path(path_).parent_path().string());
  }
  if (kind().file == FileKind::output) {
    choose_option(lines, "train-export", figure_option("theme"), theme_);
  }
  pen.take(ui.theme.px(2));
  draw_paragraph(ImGui::GetWindowDrawList(), ui.theme, Face::kSmall, pen.at,
                 ui.theme.colors().faint, std::string(kind().says), pen.width);
  sheet_.edit_path(ui, path_);
  sheet_.end(ui, jobs(desk), "Export");
}

}  // namespace attn::ui
