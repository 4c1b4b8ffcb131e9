#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/lessons/lesson_course.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_preview.h"
#include "app/ui/files/export_sheet.h"

namespace attn::ui {

/// Exports what is open as a figure, a table or a film: its choices, a preview of what will be
/// written, and a bar with Cancel while it is written. All of it by keys: Tab walks, Ctrl+Enter
/// exports, Esc cancels or closes.
class ExportDialog {
 public:
  /// Opens it for a view: of `evaluation`, or where that is null, of what is open then.
  void open(Ui& ui, Access access, std::string_view view,
            std::shared_ptr<const Evaluation> evaluation);
  bool is_open() const { return sheet_.is_open(); }

  /// While it is open the keyboard is its own; after it was drawn.
  void take_keys(Ui& ui, Access access);
  void draw(Ui& ui, LessonAccess access, const Box& window);

 private:
  std::shared_ptr<const Evaluation> evaluation(const Workspace& workspace) const;
  /// The file of the form, or all views beside it.
  ExportJob job(Access access, bool all_views);
  MakeExportJob jobs(Access access);
  void draw_controls(Ui& ui, const Box& box, const Scene& scene);
  void draw_buttons(Ui& ui, Access access, const Box& line, float& right);

  ExportSheet sheet_{{.sheet = "export", .told = "export"}};
  std::string revealed_;  // the control that was scrolled to last
  ExportForm form_;
  bool shows_all_ = false;                        // the rare options, too
  std::shared_ptr<const Evaluation> evaluation_;  // null: the latest
  ExportPreview preview_;
};

}  // namespace attn::ui
