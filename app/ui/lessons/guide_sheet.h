#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "app/document/lessons/lesson_markdown.h"
#include "app/ui/files/preview_pane.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// User guide over the window: a list of pages, and one page that scrolls. Keyboard: Up, Down,
/// PgUp, PgDn, Space, Home and End scroll; Left and Right go to the previous and next page; Tab
/// moves through pages and links; Esc closes.
class GuideSheet {
 public:
  void open(Ui& ui);
  bool is_open() const { return is_open_; }
  /// Takes the keyboard while open.
  void take_keys(Keyboard& keys);
  void draw(Ui& ui, const Box& room);

 private:
  void turn_to(std::size_t page);
  void draw_pages(Ui& ui, const Box& box);
  void draw_page(Ui& ui, Pen& pen, float height);
  void draw_picture(Ui& ui, Pen& pen, const MarkdownPart& part);

  bool is_open_ = false;
  std::size_t page_ = 0;
  bool is_turned_ = false;       ///< since the last frame
  float lines_ = 0, pages_ = 0;  ///< to be scrolled by keys, downwards
  struct GuidePicture {
    PreviewPane pane;
    int width = 0;  ///< width of the last preview, in pixels
  };
  std::map<std::string, GuidePicture> pictures_;  ///< by their files
};

}  // namespace attn::ui
