#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/evaluation/worker.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Preview of a file, as a picture or the first lines of text, made on a worker thread.
class PreviewPane {
 public:
  struct Made {
    int width = 0, height = 0;          ///< size of the picture
    std::vector<unsigned char> rgba{};  ///< pixels until they are uploaded as a texture
    std::vector<std::string> lines{};   ///< lines of a table
    std::string words{};                ///< description of the file
    std::string problem{};              ///< error message
  };

  PreviewPane();
  ~PreviewPane();
  PreviewPane(const PreviewPane&) = delete;
  PreviewPane& operator=(const PreviewPane&) = delete;

  /// Whether a preview is being made; no other can be started.
  bool is_busy() const { return worker_.is_busy(); }
  /// Starts another preview; exceptions of `make` become its error message.
  void make(std::function<Made()> make);
  /// Room for a picture if the pane is drawn in `box`.
  static Box room_in(const Theme& theme, const Box& box);
  /// Draws the latest in `box`; NAME.preview and NAME.picture in the UI map.
  void draw(Ui& ui, std::string_view name, const Box& box);

  /// Error message for the settings; empty if none is known.
  const std::string& problem() const { return shown_.problem; }

 private:
  void take(Ui& ui);
  void draw_picture(Ui& ui, std::string_view name, const Box& room) const;
  void draw_lines(Ui& ui, const Box& room) const;

  Made shown_;
  struct Texture;
  std::unique_ptr<Texture> texture_;
  std::mutex mutex_;
  std::optional<Made> made_;  // guarded by mutex_
  Worker worker_;             // last member: its destructor joins before the others are destroyed
};

/// Preview of an export, as a picture or the first lines of text, made by the code that writes the
/// file.
class ExportPreview {
 public:
  /// Draws the preview in `box`, and updates it after changes.
  void draw(Ui& ui, const Box& box, const std::shared_ptr<const Evaluation>& evaluation,
            const ExportForm& form, const ViewState& state);

  /// Error message for the settings; empty if none is known.
  const std::string& problem() const { return pane_.problem(); }

 private:
  /// Settings that the preview was made for.
  struct MadeFor {
    std::shared_ptr<const Evaluation> evaluation;
    ExportForm form;
    ViewState state;
    int width = 0, height = 0;  ///< size of the box in pixels
    bool operator==(const MadeFor&) const = default;
  };
  static PreviewPane::Made make(const MadeFor& key);

  std::optional<MadeFor> key_;  // of the preview made or being made
  PreviewPane pane_;
};

}  // namespace attn::ui
