#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/session/workspace/export_form.h"
#include "app/ui/files/preview_pane.h"

namespace attn::ui {

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
