#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/evaluation/worker.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What a file will be, as a picture or the first lines of its text: made on another thread.
class PreviewPane {
 public:
  struct Made {
    int width = 0, height = 0;          ///< of the picture
    std::vector<unsigned char> rgba{};  ///< until it is a texture
    std::vector<std::string> lines{};   ///< of a table
    std::string words{};                ///< what the file will be
    std::string problem{};              ///< why it can't be, in words
  };

  PreviewPane();
  ~PreviewPane();
  PreviewPane(const PreviewPane&) = delete;
  PreviewPane& operator=(const PreviewPane&) = delete;

  /// Whether one is being made, and no other can be begun.
  bool is_busy() const { return worker_.is_busy(); }
  /// Begins to make another; what `make` throws is its problem.
  void make(std::function<Made()> make);
  /// The room for a picture where the pane is drawn in `box`.
  static Box room_in(const Theme& theme, const Box& box);
  /// Shows the latest in `box`; to the map as NAME.preview, its picture as NAME.picture.
  void draw(Ui& ui, std::string_view name, const Box& box);

  /// What is wrong with what was asked for, in words; empty: nothing, as far as it is known.
  const std::string& problem() const { return shown_.problem; }

 private:
  void take(Ui& ui);
  void draw_picture(Ui& ui, std::string_view name, const Box& room) const;
  void draw_lines(Ui& ui, const Box& room) const;

  Made shown_;
  struct Texture;
  std::unique_ptr<Texture> texture_;
  std::mutex mutex_;
  std::optional<Made> made_;  // by mutex_
  Worker worker_;             // the last: it ends before what it uses
};

}  // namespace attn::ui
