#pragma once

#include <memory>
#include <string>

#include "app/session/lessons/lesson_course.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_sheet.h"
#include "app/ui/files/preview_pane.h"

namespace attn::ui {

/// Dialog that exports the open scene as a figure, a table or a film: options, a preview of the
/// file, and a progress bar with Cancel. Keyboard: Tab moves, Ctrl+Enter exports, Esc cancels or
/// closes.
class ExportDialog {
 public:
  /// Opens the dialog for a view of `evaluation`; null: of the open scene.
  void open(Ui& ui, Access access, std::string_view view,
            std::shared_ptr<const Evaluation> evaluation);
  /// Puts the picture that would be exported on the clipboard, without the dialog.
  void copy_picture(Access access, std::string_view view,
                    std::shared_ptr<const Evaluation> evaluation);
  bool is_open() const { return sheet_.is_open(); }

  /// Draws the dialog, and handles all keys while it is open.
  void draw(Ui& ui, LessonAccess access, const Box& window);

 private:
  void choose(Access access, std::string_view view, std::shared_ptr<const Evaluation> evaluation);
  std::shared_ptr<const Evaluation> evaluation(const Workspace& workspace) const;
  /// Exports of the form's file, and as job 1 of all views to its folder.
  MakeExportJob jobs(Access access);
  void draw_controls(Ui& ui, const Box& box, const Scene& scene);
  void draw_buttons(Ui& ui, Access access, const Box& line, float& right);

  ExportSheet sheet_{{.sheet = "export", .told = "export"}};
  std::string revealed_;  // control last scrolled into view
  ExportForm form_;
  bool shows_all_ = false;                        // the rare options, too
  std::shared_ptr<const Evaluation> evaluation_;  // null: the latest
  ExportPreview preview_;
};

}  // namespace attn::ui
