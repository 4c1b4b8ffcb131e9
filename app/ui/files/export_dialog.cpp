#include "app/ui/files/export_dialog.h"

#include <algorithm>
#include <cmath>

#include "app/document/files/file_path.h"
#include "app/figure/files/export.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_controls.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/clamped.h"

namespace attn::ui {

void ExportDialog::open(Ui& ui, Access access, std::string_view view,
                        std::shared_ptr<const Evaluation> evaluation) {
  sheet_.open(ui);
  choose(access, view, std::move(evaluation));
}

void ExportDialog::copy_picture(Access access, std::string_view view,
                                std::shared_ptr<const Evaluation> evaluation) {
  choose(access, view, std::move(evaluation));
  sheet_.copy_picture(jobs(access)(0));
}

void ExportDialog::choose(Access access, std::string_view view,
                          std::shared_ptr<const Evaluation> evaluation) {
  evaluation_ = std::move(evaluation);
  form_.view = view;
  form_.set_word("head", "");
  const std::optional<Index> dimension = access.look.value_column;
  form_.set_word("dimension", dimension ? std::to_string(*dimension) : "");
  form_.scene_folder = folder_of(access->file().path);
  form_.path = first_path(first_export_folder(access->file().path), access->file().path,
                          access->scene().title, form_);
}

std::shared_ptr<const Evaluation> ExportDialog::evaluation(const Workspace& workspace) const {
  return evaluation_ ? evaluation_ : workspace.evaluated().shared();
}

MakeExportJob ExportDialog::jobs(Access access) {
  return [this, access](int which) {
    const bool all_views = which == 1;
    ExportJob job{.paths = paths_of(form_, all_views),
                  .problem = request_of(form_, access.look.view).problem};
    if (all_views && form_.is_film()) job.problem = "A film shows one view: choose another format";
    if (job.problem.empty()) job.problem = obstacle_at(job.paths, access->file().path);
    job.write = [shown = evaluation(access), form = form_, state = access.look.view,
                 all_views](const Watch& watch) {
      if (all_views) return run_export_of_all(shown, form, state, watch);
      run_export(shown, form, state, watch);
      return std::vector{form.path};
    };
    job.picture = [shown = evaluation(access), form = form_, state = access.look.view](
                      const std::string& path, const Watch& watch) mutable {
      form.ending = ".png";
      form.path = path;
      run_export(shown, form, state, watch);
    };
    return job;
  };
}

void ExportDialog::draw(Ui& ui, LessonAccess access, const Box& window) {
  if (!sheet_.follow(ui)) {
    if (std::string words = sheet_.take_words(); !words.empty()) {
      access.notices.tell(std::move(words));
    }
    return evaluation_.reset();
  }
  // The dialog would show every view, and a film could show the answer.
  if (access.course.is_asked() && !sheet_.is_busy()) {
    sheet_.close(ui);
    return access.notices.tell("Export is available after your answer");
  }
  const Theme& theme = ui.theme;
  const Box room = sheet_.begin(ui, window, {1120, 680}, "Export");
  const float left = std::round(clamped(0.34F * room.width(), theme.px(296), theme.px(360)));
  draw_controls(ui, room.left_of(room.min.x + left), evaluation(access)->scene);
  preview_.draw(ui, room.right_of(room.min.x + left + theme.px(16)), evaluation(access), form_,
                access.look.view);
  if (sheet_.edit_path(ui, form_.path)) {
    // The format follows from the name's ending.
    const std::string ending = ending_of(form_.path);
    if (std::ranges::count(export_endings(), ending) > 0) form_.ending = ending;
  }
  sheet_.end(ui, jobs(access), form_.is_film() ? "Record" : "Export",
             [&](const Box& line, float& right) { draw_buttons(ui, access, line, right); });
  sheet_.take_keys(ui, jobs(access));
}

/// Draws the controls; they scroll if not all fit, as in presenter mode.
void ExportDialog::draw_controls(Ui& ui, const Box& box, const Scene& scene) {
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("export.controls", {box.width(), box.height()}, false, ImGuiWindowFlags_NoNav);
  const float bar =
      ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize + ui.theme.px(4) : 0;
  // Space for the focus ring.
  const float ring = ui.theme.px(3);
  Pen pen{{box.min.x + ring, box.min.y + ring - ImGui::GetScrollY()}, box.width() - bar - 2 * ring};
  const ExportForm before = form_;
  const auto focused =
      export_controls(ui, pen, scene, form_, shows_all_, box.height() < ui.theme.px(520));
  if (form_ != before) sheet_.forget_words();
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

void ExportDialog::draw_buttons(Ui& ui, Access access, const Box& line, float& right) {
  if (form_.is_film()) return;
  if (word_button_before(ui, "export.all", "Export all views", line, right, false)) {
    sheet_.start(ui, jobs(access), 1);
  }
  if (word_button_before(ui, "export.copy-picture", "Copy picture", line, right, false)) {
    sheet_.copy_picture(jobs(access)(0));
  }
  const bool is_panel = !is_table(form_.ending) && !form_.is_bare;
  if (is_panel && word_button_before(ui, "export.panel", "Add to figure", line, right, false)) {
    access.look.panel_wish = {form_.view, evaluation_, panel_settings_of(form_)};
    ui.wake_at = ImGui::GetTime();
  }
}

}  // namespace attn::ui
