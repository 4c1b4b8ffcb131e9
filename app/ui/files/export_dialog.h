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

/// Exports what is open as a figure, a table or a film: its choices, a preview of what will be
/// written, and a bar with Cancel while it is written. All of it by keys: Tab walks, Ctrl+Enter
/// exports, Esc cancels or closes.
class ExportDialog {
 public:
  /// Opens it for a view: of `evaluation`, or where that is null, of what is open then.
  void open(Ui& ui, Access access, std::string_view view,
            std::shared_ptr<const Evaluation> evaluation);
  bool is_open() const { return is_open_; }

  /// While it is open the keyboard is its own; after it was drawn.
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
  std::string revealed_;   // the control that was scrolled to last
  bool had_list_ = false;  // a list was open in the last frame
  ExportForm form_;
  bool shows_all_ = false;  // the rare options, too
  std::shared_ptr<const Evaluation> evaluation_;  // null: the latest
  std::string warning_, done_;                    // in words: what is wrong, what was written
  std::string written_;                           // the path of the last export
  std::vector<std::string> in_the_way_;           // files that are there: replace them?
  bool asks_for_all_ = false;                     // the question is of an export of all
  bool is_of_all_ = false;                        // the work that goes on
  std::vector<std::string> all_paths_;            // by the worker, until its end
  ExportPreview preview_;
  Worker worker_;
};

}  // namespace attn::ui
