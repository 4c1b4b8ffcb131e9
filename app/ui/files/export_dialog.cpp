#include "app/ui/files/export_dialog.h"

#include <algorithm>
#include <filesystem>

#include <GLFW/glfw3.h>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/figure/files/export.h"
#include "app/session/workspace/export_folder.h"
#include "app/ui/files/export_controls.h"
#include "app/ui/files/export_told.h"
#include "app/ui/files/export_work.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/toolkit/overlay.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/toolkit/word_button.h"

namespace attn::ui {
namespace {

namespace fs = std::filesystem;

}  // namespace

void ExportDialog::open(Ui& ui, Access access, std::string_view view,
                        std::shared_ptr<const Evaluation> evaluation) {
  leave_number(ui);
  ui.token = {};
  ImGui::SetWindowFocus(nullptr);
  is_open_ = true;
  evaluation_ = std::move(evaluation);
  form_.view = view;
  form_.head.reset();
  form_.all_heads = false;
  const std::optional<Index> dimension = access.look.value_column;
  form_.dimension = dimension ? std::to_string(*dimension) : "";
  form_.path =
      first_path(first_export_folder(access->path()), access->path(), access->scene().title, form_);
  warning_.clear();
  done_.clear();
  in_the_way_.clear();
  ui.focus.put_on("export.start");
}

std::shared_ptr<const Evaluation> ExportDialog::evaluation(const Workspace& workspace) const {
  return evaluation_ ? evaluation_ : workspace.shared_evaluation();
}

/// Whether to ask for replacing existing files that were not confirmed yet.
bool ExportDialog::asks_to_replace(Ui& ui, bool all_views) {
  std::vector<std::string> there = paths_of(form_, all_views);
  std::error_code ignored;
  std::erase_if(there, [&](const std::string& path) { return !fs::exists(path, ignored); });
  const bool was_asked = there == in_the_way_ && all_views == asks_for_all_;
  if (there.empty() || was_asked) {
    in_the_way_.clear();
    return false;
  }
  in_the_way_ = std::move(there);
  asks_for_all_ = all_views;
  ui.focus.put_on("export.keep");
  return true;
}

void ExportDialog::keep_files(Ui& ui) {
  in_the_way_.clear();
  ui.focus.put_on("export.path");
}

void ExportDialog::start(Ui& ui, Access access, bool all_views) {
  if (worker_.is_busy()) return;
  done_.clear();
  warning_ = request_of(form_, access.look.view).problem;
  if (all_views && form_.is_film()) warning_ = "A film is of one view: choose another format";
  if (warning_.empty()) warning_ = obstacle_at(paths_of(form_, all_views), access->path());
  if (!warning_.empty()) return;
  if (asks_to_replace(ui, all_views)) return;
  is_of_all_ = all_views;
  all_paths_.clear();
  const auto shown = evaluation(access);
  worker_.start(
      [this, shown, form = form_, state = access.look.view, all_views](const Watch& watch) {
        if (all_views) {
          all_paths_ = run_export_of_all(shown, form, state, watch);
        } else {
          run_export(shown, form, state, watch);
        }
      });
}

void ExportDialog::follow_work(Ui& ui) {
  const auto end = followed_end(ui, worker_);
  if (!end) return;
  if (end->was_cancelled) {
    warning_ = "Cancelled; nothing was written";
    return;
  }
  if (!end->problem.empty()) {
    warning_ = end->problem;
    return;
  }
  written_ = is_of_all_ && !all_paths_.empty() ? all_paths_.front() : form_.path;
  const std::string folder = fs::path(absolute_path(written_)).parent_path().string();
  keep_export_folder(folder);
  done_ = is_of_all_ ? "Wrote " + std::to_string(all_paths_.size()) + " files to " + folder
                     : "Wrote " + written_;
}

void ExportDialog::take_keys(Ui& ui, Access access) {
  if (!is_open_) return;
  Keyboard& keys = ui.keys;
  // An open list handles its keys; the key that closed it in this frame is not for the dialog.
  const bool has_list = has_open_list();
  if (!has_list && !had_list_ && keys.take(GLFW_KEY_ESCAPE)) {
    if (worker_.is_busy()) {
      worker_.cancel();
    } else if (!in_the_way_.empty()) {
      keep_files(ui);
    } else {
      close(ui);
    }
  }
  if (keys.take(GLFW_KEY_ENTER, GLFW_MOD_CONTROL)) {
    start(ui, access, !in_the_way_.empty() && asks_for_all_);
  }
  if (!has_list && ui.focus.end_frame(keys)) ImGui::SetWindowFocus(nullptr);
  had_list_ = has_list;
  hold_other_keys(keys);
}

void ExportDialog::close(Ui& ui) {
  is_open_ = false;
  evaluation_.reset();
  ui.focus.leave();
}

void ExportDialog::draw(Ui& ui, Access access, const Box& window) {
  follow_work(ui);
  // Closed while a lesson asks for a prediction: previews and films would reveal the answer.
  if (is_open_ && access->lesson() && access->lesson()->play.is_asked() && !worker_.is_busy()) {
    close(ui);
    access.tell("Export comes with your answer");
  }
  if (!is_open_) return;
  ui.focus.begin_frame();  // Tab stays in the dialog
  const Theme& theme = ui.theme;
  const float gap = theme.px(8);
  const float width = std::min(theme.px(1120), window.width() - 2 * gap);
  const float height = std::min(theme.px(680), window.height() - 2 * gap);
  const ImVec2 at(std::round((window.min.x + window.max.x - width) / 2),
                  std::round((window.min.y + window.max.y - height) / 2));
  bool stays = true;
  const Box inside =
      begin_overlay(ui, "export", {at, {at.x + width, at.y + height}}, "Export", stays);
  // A click into a list that extends beyond the dialog is not a click outside.
  const bool closes_list = had_list_ || has_open_list();
  if (!stays && !closes_list && !worker_.is_busy()) close(ui);

  const float line = theme.px(30), small = theme.line_height(Face::kSmall) + theme.px(4);
  const Box foot{{inside.min.x, inside.max.y - line}, inside.max};
  const Box path{{inside.min.x, foot.min.y - theme.px(8) - line},
                 {inside.max.x, foot.min.y - theme.px(8)}};
  const float bottom = path.min.y - small;
  const float left = std::round(std::clamp(0.34F * inside.width(), theme.px(296), theme.px(360)));
  draw_controls(ui, {inside.min, {inside.min.x + left, bottom}}, evaluation(access)->scene);
  preview_.draw(ui, {{inside.min.x + left + theme.px(16), inside.min.y}, {inside.max.x, bottom}},
                evaluation(access), form_, access.look.view);
  draw_path(ui, path);
  draw_foot(ui, access, foot);
  end_overlay();
}

/// Options; scroll if there is not enough room, as in presenter mode.
void ExportDialog::draw_controls(Ui& ui, const Box& box, const Scene& scene) {
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("export.controls", {box.width(), box.height()}, false, ImGuiWindowFlags_NoNav);
  const float bar =
      ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize + ui.theme.px(4) : 0;
  // Room for the focus ring.
  const float ring = ui.theme.px(3);
  Pen pen{{box.min.x + ring, box.min.y + ring - ImGui::GetScrollY()}, box.width() - bar - 2 * ring};
  const ExportForm before = form_;
  const auto focused = export_controls(ui, pen, scene, form_, box.height() < ui.theme.px(520));
  if (form_ != before) in_the_way_.clear(), warning_.clear();
  ImGui::SetCursorScreenPos(pen.at);
  ImGui::Dummy({1, 0});
  if (focused && revealed_ != ui.focus.name()) {
    if (focused->min.y < box.min.y || focused->max.y > box.max.y) {
      ImGui::SetScrollFromPosY(focused->min.y - ImGui::GetWindowPos().y, 0.5F);
    }
  }
  revealed_ = ui.focus.name();
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void ExportDialog::draw_path(Ui& ui, const Box& line) {
  const Theme& theme = ui.theme;
  const Box word{line.min, {line.min.x + theme.px(44), line.max.y}};
  text_in(ui, word, Face::kSmall, theme.colors().secondary, "File", 0);
  const TextEdit edit =
      text_field(ui, "export.path", {{word.max.x, line.min.y}, line.max}, Face::kBody, form_.path);
  if (!edit.changed) return;
  form_.path = edit.text;
  // The file name's ending decides the format.
  const std::string ending = ending_of(form_.path);
  if (std::ranges::count(export_endings(), ending) > 0) form_.ending = ending;
  in_the_way_.clear();
  warning_.clear();
}

void ExportDialog::draw_progress(Ui& ui, const Box& box) const {
  const Theme& theme = ui.theme;
  const float half = theme.px(4), y = (box.min.y + box.max.y) / 2;
  const Box bar{{box.min.x, y - half}, {box.max.x, y + half}};
  const float share = std::clamp(worker_.progress(), 0.F, 1.F);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(bar.min, bar.max, theme.colors().hairline, half);
  list->AddRectFilled(bar.min, {bar.min.x + share * bar.width(), bar.max.y}, theme.colors().query,
                      half);
  ui.map.add("export.progress", bar.min, bar.max);
}

/// Returns the left end of the buttons.
float ExportDialog::draw_buttons(Ui& ui, Access access, const Box& line) {
  float right = line.max.x;
  if (!in_the_way_.empty()) {
    if (word_button_before(ui, "export.keep", "Keep", line, right, true)) {
      keep_files(ui);
    } else if (word_button_before(ui, "export.replace", "Replace", line, right, false)) {
      start(ui, access, asks_for_all_);
    }
    return right;
  }
  const std::string_view verb = form_.is_film() ? "Record" : "Export";
  if (word_button_before(ui, "export.start", verb, line, right, true)) start(ui, access, false);
  if (!form_.is_film() &&
      word_button_before(ui, "export.all", "Export all views", line, right, false)) {
    start(ui, access, true);
  }
  const bool is_panel = !form_.is_film() && !is_table(form_.ending) && !form_.is_bare;
  if (is_panel && word_button_before(ui, "export.panel", "Add to figure", line, right, false)) {
    access.look.panel_wish = {form_.view, evaluation_, panel_settings_of(form_)};
    ui.wake_at = ImGui::GetTime();
  }
  if (!done_.empty() &&
      word_button_before(ui, "export.copy-path", "Copy path", line, right, false)) {
    ImGui::SetClipboardText(written_.c_str());
    done_ = "Copied " + written_;
  }
  return right;
}

void ExportDialog::draw_foot(Ui& ui, Access access, const Box& line) {
  const Theme& theme = ui.theme;
  float right = line.max.x;
  const auto left_of = [&] { return Box{line.min, {right - theme.px(4), line.max.y}}; };
  if (worker_.is_busy()) {
    if (word_button_before(ui, "export.cancel", "Cancel", line, right, true)) worker_.cancel();
    draw_progress(ui, left_of());
    return;
  }
  right = draw_buttons(ui, access, line);
  tell_export(ui, "export", left_of(), {in_the_way_, warning_, done_});
}

}  // namespace attn::ui
