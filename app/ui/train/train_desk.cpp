#include "app/ui/train/train_desk.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_controls.h"
#include "app/ui/numbers/section.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/panel_boxes.h"
#include "app/ui/train/weight_picture.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

/// Layout of the panels; empty boxes if there is no room.
struct DeskBoxes {
  Box transport, left, right, curves, heads, answers;
  bool has_film = true;
  bool has_drawer = false;  ///< `right` covers the others
};

/// Minimal width at scale 1 for all columns; below it the right one is a drawer with a visible
/// edge.
constexpr float kRoomForColumns = 1024, kDrawerEdge = 26;
/// A drawer is as wide as its controls need.
constexpr float kDrawerWidth = 280;

DeskBoxes desk_boxes(const Theme& theme, const Box& whole, bool is_presenting) {
  const float gap = theme.px(10);
  const float wide = whole.width() / theme.scale(), high = whole.height() / theme.scale();
  DeskBoxes boxes;
  boxes.has_film = wide >= 1280 && high >= 740 && !is_presenting;
  boxes.transport = {{whole.min.x + gap, whole.min.y + gap},
                     {whole.max.x - gap, whole.min.y + gap + theme.px(56)}};
  const float top = boxes.transport.max.y + gap, low = whole.max.y - gap;
  float from = whole.min.x + gap, to = whole.max.x - gap;
  if (!is_presenting) {
    boxes.left = {{from, top}, {from + theme.px(clamped(wide * 0.221F, 220.F, 318.F)), low}};
    boxes.right = {{to - theme.px(clamped(wide * 0.211F, 220.F, 304.F)), top}, {to, low}};
    boxes.has_drawer = wide < kRoomForColumns;
    from = boxes.left.max.x + gap;
    to = boxes.has_drawer ? to - theme.px(kDrawerEdge) - gap : boxes.right.min.x - gap;
  }
  if (is_presenting) {
    // The curves can be read from the last row; predictions are next to the head.
    const float curves = std::round(whole.height() / 3);
    const float middle = std::round(from + (to - from) * 0.6F);
    boxes.curves = {{from, top}, {to, top + curves}};
    boxes.heads = {{from, boxes.curves.max.y + gap}, {middle, low}};
    boxes.answers = {{middle + gap, boxes.heads.min.y}, {to, low}};
    return boxes;
  }
  const float curves = theme.px(boxes.has_film ? 208 : high >= 740 ? 150 : 112);
  const float answers = theme.px(high >= 740 ? 170 : 134);
  boxes.curves = {{from, top}, {to, top + curves}};
  boxes.answers = {{from, low - answers}, {to, low}};
  boxes.heads = {{from, boxes.curves.max.y + gap}, {to, boxes.answers.min.y - gap}};
  return boxes;
}

/// Applies new results of the training thread, and requests the next frame while it runs.
void follow_run(Ui& ui, TrainingDesk& desk) {
  const SharedSnapshot before = desk.shown();
  desk.follow();
  // Already drawn results (a lesson's goal) are reported in the next frame.
  if (desk.is_awaited() || desk.shown() != before) ui.wake_in(1.0 / 60);
}

}  // namespace

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

void TrainExport::copy_picture(TrainingDesk& desk) {
  if (!kind().is_picture()) {
    const auto kinds = training_exports();
    kind_ = static_cast<int>(std::ranges::find(kinds, "heads", &TrainingExportKind::id) -
                             kinds.begin());
    ending_ = 0;
  }
  sheet_.copy_picture(jobs(desk)(0));
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
    ExportJob job{.paths = {path_}, .problem = obstacle_to_export(kind(), path_)};
    const auto draw = [shot = shot_of(desk), write = kind().write, &theme](const std::string& path,
                                                                           const Watch& watch) {
      write(shot, theme, path, watch);
    };
    job.write = [draw, path = path_](const Watch& watch) {
      draw(path, watch);
      return std::vector{path};
    };
    if (kind().is_picture()) job.picture = draw;
    return job;
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
  draw_paragraph(ui.theme, Face::kSmall, pen.at, ui.theme.colors().faint, std::string(kind().says),
                 pen.width);
  sheet_.edit_path(ui, path_);
  sheet_.end(ui, jobs(desk), "Export", [&](const Box& line, float& right) {
    if (kind().is_picture() &&
        word_button_before(ui, "train-export.copy-picture", "Copy picture", line, right, false)) {
      sheet_.copy_picture(jobs(desk)(0));
    }
  });
  sheet_.take_keys(ui, jobs(desk));
}

TrainingDesk& TrainDesk::made() {
  if (!desk_) desk_ = std::make_unique<TrainingDesk>();
  return *desk_;
}

void TrainDesk::open_task(const std::string& path) { made().open_task(path); }

std::shared_ptr<const Evaluation> TrainDesk::draw(Ui& ui, const Box& whole,
                                                  const std::string& scene_path) {
  scene_path_ = scene_path;
  follow_run(ui, made());
  Keyboard aside;  // keyboard input while a dialog is open
  const bool is_exporting = exporter_.is_open();
  if (is_exporting) std::swap(aside, ui.keys);
  const bool is_presenting = ui.theme.appearance().presenting;
  const DeskBoxes boxes = desk_boxes(ui.theme, whole, is_presenting);
  std::vector<Box> panels = {boxes.transport, boxes.curves, boxes.heads, boxes.answers};
  const Box edge = boxes.right.right_of(boxes.right.max.x - ui.theme.px(kDrawerEdge));
  if (!is_presenting) {
    panels.insert(panels.end(), {boxes.left, boxes.has_drawer ? edge : boxes.right});
  }
  draw_panel_boxes(ui.theme, whole, panels);
  ui.map.add("train.desk", boxes.curves.min, boxes.answers.max);
  transport(ui, *desk_, boxes.transport);
  if (!is_presenting && task_panel(ui, *desk_, boxes.left)) wants_task_ = true;
  run_curves(ui, *desk_, boxes.curves, boxes.has_film);
  const HeadsPressed pressed = head_cards(ui, *desk_, boxes.heads);
  answers_panel(ui, *desk_, boxes.answers);
  if (boxes.has_drawer) {
    drawer(ui, boxes.right, edge);
  } else if (!is_presenting) {
    network_panel(ui, *desk_, boxes.right, network_);
  }
  if (is_exporting) std::swap(aside, ui.keys);
  exporter_.draw(ui, *desk_, whole);
  if (pressed == HeadsPressed::kExport) open_export(ui);
  return pressed == HeadsPressed::kOpen ? desk_->open_layer(desk_->head.layer) : nullptr;
}

/// Drawer with the right panel over the others, and its edge, which toggles it.
void TrainDesk::drawer(Ui& ui, const Box& box, const Box& edge) {
  const Theme& theme = ui.theme;
  if (button_area(ui, "train.drawer", edge)) has_drawer_ = !has_drawer_;
  const bool is_hovered = ImGui::IsItemHovered();
  constexpr std::string_view kWords = "Network";
  const float length = text_size(theme, Face::kMedium, kWords).x;
  draw_text_upwards(theme, Face::kMedium,
                    {edge.min.x + theme.px(5), edge.min.y + theme.px(16) + length},
                    is_hovered ? theme.colors().query : theme.colors().secondary, kWords);
  ui.map.say("train.drawer", has_drawer_ ? "open" : "closed");
  if (!has_drawer_) return;
  if (ui.keys.take(GLFW_KEY_ESCAPE)) has_drawer_ = false;
  // A separate window, so that panels below get no mouse input.
  const float right = edge.min.x - theme.px(4);
  const Box shown = box.columns(right - theme.px(kDrawerWidth), right);
  ImGui::SetCursorScreenPos(shown.min);
  ImGui::BeginChild(
      "train.drawn-out", {shown.width(), shown.height()}, false,
      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  fill_box(shown, theme.colors().panel, theme.px(8));
  outline_box(shown, theme.colors().hairline, theme.px(8));
  network_panel(ui, *desk_, shown, network_);
  ImGui::EndChild();
}

void TrainDesk::take_keys(Ui& ui) {
  if (!desk_) return;
  Keyboard& keys = ui.keys;
  TrainingDesk& desk = *desk_;
  if (keys.take(GLFW_KEY_SPACE) || keys.take(GLFW_KEY_SPACE, GLFW_MOD_CONTROL)) {
    if (desk.is_playing()) {
      desk.pause();
    } else {
      desk.play();
    }
  }
  if (keys.take(GLFW_KEY_SPACE, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) desk.train_on_from_here();
  if (keys.take(GLFW_KEY_PERIOD)) desk.step_once();
  if (keys.take(GLFW_KEY_R)) desk.reset();
  if (keys.take(GLFW_KEY_LEFT_BRACKET)) desk.look_at_mark(-1);
  if (keys.take(GLFW_KEY_RIGHT_BRACKET)) desk.look_at_mark(1);
  if (keys.take(GLFW_KEY_LEFT)) desk.look_by(-1);
  if (keys.take(GLFW_KEY_RIGHT)) desk.look_by(1);
  if (keys.take(GLFW_KEY_HOME)) desk.look_at(0);
  if (keys.take(GLFW_KEY_END)) desk.look_live();
  if (keys.take(GLFW_KEY_Z, GLFW_MOD_CONTROL)) desk.undo();
  if (keys.take(GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT) ||
      keys.take(GLFW_KEY_Y, GLFW_MOD_CONTROL)) {
    desk.redo();
  }
  const Sizes& sizes = desk.plan().sizes;
  const auto go_by = [&](Index by) {
    const Index count = sizes.layers * sizes.heads;
    const Index n = (desk.head.layer * sizes.heads + desk.head.head + by + count) % count;
    desk.head.layer = n / sizes.heads;
    desk.head.head = n % sizes.heads;
  };
  if (keys.take(GLFW_KEY_H)) go_by(1);
  if (keys.take(GLFW_KEY_H, GLFW_MOD_SHIFT)) go_by(-1);
  if (keys.take(GLFW_KEY_E, GLFW_MOD_CONTROL)) open_export(ui);
}

void TrainDesk::open_export(Ui& ui) {
  if (desk_) exporter_.open(ui, *desk_, scene_path_);
}

void TrainDesk::copy_picture() {
  if (desk_) exporter_.copy_picture(*desk_);
}

std::string TrainDesk::save_network(Ui& ui) {
  if (!desk_ || desk_->history().last_step() == 0) {
    return "No network has been trained yet: press Play, then Ctrl+S saves it";
  }
  exporter_.open_network(ui, *desk_, scene_path_);
  return "";
}

void TrainDesk::rest() {
  if (desk_) desk_->pause();
}

void training_stage(Ui& ui, TrainingDesk& desk, const Box& box, std::string_view locked) {
  follow_run(ui, desk);
  const Theme& theme = ui.theme;
  ui.stage = StageMode{};
  const float gap = theme.px(10), high = box.height() / theme.scale();
  const float curves = theme.appearance().presenting ? std::round(box.height() / 3)
                                                     : theme.px(high >= 720   ? 190
                                                                : high >= 620 ? 150
                                                                              : 112);
  const float answers = theme.px(high >= 720 ? 170 : 134);
  const Box top = box.above(box.min.y + theme.px(56));
  const Box course = box.rows(top.max.y + gap, top.max.y + gap + curves);
  const Box said = box.below(box.max.y - answers);
  lock_controls(ui, locked);
  transport(ui, desk, top);
  run_curves(ui, desk, course, false);
  lock_controls(ui, {});
  head_cards(ui, desk, box.rows(course.max.y + gap, said.min.y - gap));
  answers_panel(ui, desk, said);
  ui.stage.reset();
  ui.map.add("stage", box.min, box.max);
}

}  // namespace attn::ui
