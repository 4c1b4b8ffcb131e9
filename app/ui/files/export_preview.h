#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/session/workspace/export_form.h"
#include "app/ui/files/preview_pane.h"

namespace attn::ui {

/// What an export would write, as a picture or the first lines of its text, by the code that writes
/// the file.
class ExportPreview {
 public:
  /// Shows it in `box`, anew where something changed.
  void draw(Ui& ui, const Box& box, const std::shared_ptr<const Evaluation>& evaluation,
            const ExportForm& form, const ViewState& state);

  /// What is wrong with what was asked for, in words; empty: nothing, as far as it is known.
  const std::string& problem() const { return pane_.problem(); }

 private:
  /// What it was made for.
  struct MadeFor {
    std::shared_ptr<const Evaluation> evaluation;
    ExportForm form;
    ViewState state;
    int width = 0, height = 0;  ///< of the room, in pixels
    bool operator==(const MadeFor&) const = default;
  };
  static PreviewPane::Made make(const MadeFor& key);

  std::optional<MadeFor> key_;  // of what is made or shown
  PreviewPane pane_;
};

}  // namespace attn::ui
