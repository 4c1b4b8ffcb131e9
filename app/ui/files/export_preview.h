#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/session/evaluation/worker.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What an export would write, as a picture or the first lines of its text: made on another thread,
/// by the code that writes the file.
class ExportPreview {
 public:
  ExportPreview();
  ~ExportPreview();
  ExportPreview(const ExportPreview&) = delete;
  ExportPreview& operator=(const ExportPreview&) = delete;

  /// Shows it in `box`, anew where something changed.
  void draw(Ui& ui, const Box& box, const std::shared_ptr<const Evaluation>& evaluation,
            const ExportForm& form, const ViewState& state);

  /// What is wrong with what was asked for, in words; empty: nothing, as far as it is known.
  const std::string& problem() const { return shown_.problem; }

 private:
  /// What it was made for.
  struct MadeFor {
    std::shared_ptr<const Evaluation> evaluation;
    ExportForm form;
    ViewState state;
    int width = 0, height = 0;  ///< of the room, in pixels
    bool operator==(const MadeFor&) const = default;
  };
  struct Made {
    int width = 0, height = 0;          // of the picture here
    std::vector<unsigned char> rgba{};  // until it is a texture
    std::vector<std::string> lines{};   // of a table
    std::string words{};                // what the file will be
    std::string problem{};
  };
  static Made make(const MadeFor& key);
  void take(Ui& ui);
  void draw_picture(Ui& ui, const Box& room) const;
  void draw_lines(Ui& ui, const Box& room) const;

  std::optional<MadeFor> key_;  // of what is made or shown
  Made shown_;
  struct Texture;
  std::unique_ptr<Texture> texture_;
  std::mutex mutex_;
  std::optional<Made> made_;  // by mutex_
  Worker worker_;             // the last: it ends before what it uses
};

}  // namespace attn::ui
