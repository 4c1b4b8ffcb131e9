#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/evaluation/worker.h"
#include "app/session/workspace/access.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_preview.h"

namespace attn::ui {

/// Dialog that exports the present view as a figure, table or film: options, preview, and progress
/// with Cancel. Keyboard: Tab walks, Ctrl+Enter exports, Esc cancels or closes.
class ExportDialog {
 public:
  /// Opens it for a view of `evaluation`, or of the present one if null.
  void open(Ui& ui, Access access, std::string_view view,
            std::shared_ptr<const Evaluation> evaluation);
  bool is_open() const { return is_open_; }

  /// Takes the keyboard while open; call after drawing.
  void take_keys(Ui& ui, Access access);
  void draw(Ui& ui, Access access, const Box& window);

 private:
  std::shared_ptr<const Evaluation> evaluation(const Workspace& workspace) const;
  void close(Ui& ui);
  void start(Ui& ui, Access access, bool all_views);
  bool asks_to_replace(Ui& ui, bool all_views);
  void keep_files(Ui& ui);
  void follow_work(Ui& ui);
  void draw_controls(Ui& ui, const Box& box, const Scene& scene);
  void draw_path(Ui& ui, const Box& line);
  void draw_foot(Ui& ui, Access access, const Box& line);
  float draw_buttons(Ui& ui, Access access, const Box& line);
  void draw_progress(Ui& ui, const Box& box) const;

  bool is_open_ = false;
  std::string revealed_;   // control scrolled to last
  bool had_list_ = false;  // a list was open in the last frame
  ExportForm form_;
  std::shared_ptr<const Evaluation> evaluation_;  // null: the present one
  std::string warning_, done_;                    // error message, success message
  std::string written_;                           // path of the last export
  std::vector<std::string> in_the_way_;           // existing files to be replaced after
                                                  // confirmation
  bool asks_for_all_ = false;                     // the confirmation is for exporting all
  bool is_of_all_ = false;                        // kind of the running export
  std::vector<std::string> all_paths_;            // owned by the worker until it ends
  ExportPreview preview_;
  Worker worker_;
};

}  // namespace attn::ui
