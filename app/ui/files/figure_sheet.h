#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/session/evaluation/worker.h"
#include "app/session/workspace/file_access.h"
#include "app/ui/files/preview_pane.h"
#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

/// Dialog of a figure with several views: panels, their layout, and a preview made by the export
/// code. Saves a picture, or a file to continue from. Keyboard: arrows walk the panels, Tab the
/// controls, Ctrl+Enter saves the picture, Ctrl+S the file, Esc closes.
class FigureSheet {
 public:
  void open(Ui& ui, FileAccess access);
  bool is_open() const { return is_open_; }

  /// Takes the keyboard while open; call after drawing.
  void take_keys(Ui& ui, FileAccess access);
  void draw(Ui& ui, FileAccess access, const Box& window);

 private:
  /// Settings that the preview was made for.
  struct PreviewOf {
    FigureWork work;
    std::string ending;
    int width = 0, height = 0;  ///< size of the box in pixels
    bool operator==(const PreviewOf&) const = default;
  };
  /// Data that panels are drawn from; one thread at a time.
  struct SharedSources {
    std::mutex mutex;
    PanelSources sources{computable_for_panels};
  };

  void close(Ui& ui);
  void save_picture(Ui& ui, FileAccess access);
  void keep_file(Ui& ui, FileAccess access);
  /// Whether to ask for replacing an existing file that was not confirmed yet.
  bool asks_to_replace(Ui& ui, const std::string& path);
  void follow_work(Ui& ui);
  void draw_panels(Ui& ui, CollectedFigure& figure, const Box& box);
  void draw_controls(Ui& ui, CollectedFigure& figure, const Box& box);
  void draw_preview(Ui& ui, const CollectedFigure& figure, const Box& box);
  void draw_path(Ui& ui, const Box& line);
  void draw_foot(Ui& ui, FileAccess access, const Box& line);
  std::string ending() const;

  bool is_open_ = false;
  bool had_list_ = false;  // a list was open in the last frame
  LineList lines_;
  std::string path_;              // path of the picture
  std::string warning_, done_;    // error message, success message
  std::string in_the_way_;        // existing file to be replaced after confirmation
  std::optional<PreviewOf> key_;  // of the preview made or being made
  const std::shared_ptr<SharedSources> drawn_ = std::make_shared<SharedSources>();
  PreviewPane preview_;
  Worker worker_;
};

}  // namespace attn::ui
