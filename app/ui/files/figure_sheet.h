#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/session/files/files.h"
#include "app/ui/files/export_sheet.h"
#include "app/ui/files/preview_pane.h"
#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

/// Dialog for the unfinished figure with several views: its panels, their layout, and a preview by
/// the code that writes the file. The figure is exported as a picture, and saved as a file from
/// which it can be rebuilt. Keyboard: arrows move through the panels, Tab through the controls,
/// Ctrl+Enter exports, Ctrl+S saves, Esc closes.
class FigureSheet {
 public:
  void open(Ui& ui, FileAccess access);
  bool is_open() const { return sheet_.is_open(); }

  /// Draws the sheet, and handles all keys while it is open.
  void draw(Ui& ui, FileAccess access, const Box& window);

 private:
  /// Inputs of the preview, as a cache key.
  struct PreviewOf {
    FigureWork work;
    int source_changes = 0;
    std::string ending;
    int width = 0, height = 0;  ///< of the room, in pixels
    bool operator==(const PreviewOf&) const = default;
  };
  /// Sources of the panels, usable by one thread at a time.
  struct SharedSources {
    std::mutex mutex;
    PanelSources sources{computable_for_panels};
  };

  /// Job that exports the picture, or, if `which` is kKeep, saves the figure's own file.
  ExportJob job(FileAccess access, int which);
  MakeExportJob jobs(FileAccess access) {
    return [this, access](int which) { return job(access, which); };
  }
  void take_keys(Ui& ui, FileAccess access);
  void draw_panels(Ui& ui, CollectedFigure& figure, const Box& box);
  void draw_controls(Ui& ui, CollectedFigure& figure, const Box& box);
  void draw_preview(Ui& ui, CollectedFigure& figure, const Box& box);
  std::string ending() const;

  ExportSheet sheet_{{"figure", "figure.told", "save", "leave", "Leave it"}};
  LineList lines_;
  std::string path_;              // of the picture
  std::optional<PreviewOf> key_;  // of the preview made or being made
  const std::shared_ptr<SharedSources> drawn_ = std::make_shared<SharedSources>();
  PreviewPane preview_;
};

}  // namespace attn::ui
