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

/// The figure of several views that is under way: its panels, how they stand, and a preview by the
/// code that writes it. It is written as a picture, and kept as a file from which it can be made
/// again. All of it by keys: arrows walk the panels, Tab the controls, Ctrl+Enter saves the figure,
/// Ctrl+S keeps it, Esc closes.
class FigureSheet {
 public:
  void open(Ui& ui, FileAccess access);
  bool is_open() const { return is_open_; }

  /// While it is open the keyboard is its own; after it was drawn.
  void take_keys(Ui& ui, FileAccess access);
  void draw(Ui& ui, FileAccess access, const Box& window);

 private:
  /// What the preview was made for.
  struct PreviewOf {
    FigureWork work;
    std::string ending;
    int width = 0, height = 0;  ///< of the room, in pixels
    bool operator==(const PreviewOf&) const = default;
  };
  /// What panels are drawn from, for one thread at a time.
  struct SharedSources {
    std::mutex mutex;
    PanelSources sources{computable_for_panels};
  };

  void close(Ui& ui);
  void save_picture(Ui& ui, FileAccess access);
  void keep_file(Ui& ui, FileAccess access);
  /// Whether there is a file of that name, and it was not said yet that it is to be replaced.
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
  std::string path_;              // of the picture
  std::string warning_, done_;    // in words: what is wrong, what was written
  std::string in_the_way_;        // a file that is there: replace it?
  std::optional<PreviewOf> key_;  // of what is made or shown
  const std::shared_ptr<SharedSources> drawn_ = std::make_shared<SharedSources>();
  PreviewPane preview_;
  Worker worker_;
};

}  // namespace attn::ui
