#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/session/files/files.h"
#include "app/ui/files/export_sheet.h"
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
  bool is_open() const { return sheet_.is_open(); }

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

  /// The picture, or as job kKeep the figure's own file.
  ExportJob job(FileAccess access, int which);
  MakeExportJob jobs(FileAccess access) {
    return [this, access](int which) { return job(access, which); };
  }
  void draw_panels(Ui& ui, CollectedFigure& figure, const Box& box);
  void draw_controls(Ui& ui, CollectedFigure& figure, const Box& box);
  void draw_preview(Ui& ui, const CollectedFigure& figure, const Box& box);
  std::string ending() const;

  ExportSheet sheet_{{"figure", "figure.told", "save", "leave", "Leave it"}};
  LineList lines_;
  std::string path_;              // of the picture
  std::optional<PreviewOf> key_;  // of what is made or shown
  const std::shared_ptr<SharedSources> drawn_ = std::make_shared<SharedSources>();
  PreviewPane preview_;
};

}  // namespace attn::ui
