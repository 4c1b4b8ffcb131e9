#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A panel on top of the others, for as long as `is_open`: a click outside of it closes it. What it
/// says is drawn between this and end_overlay(); answers where. Only while it is open.
Box begin_overlay(Ui& ui, std::string_view name, const Box& box, std::string_view title,
                  bool& is_open);
void end_overlay();

/// Whether the event is one that means the same whatever has the keyboard: undo, save and the like.
bool is_of_window(const KeyEvent& event);

/// A list of lines of which one is marked. However long it is, only what is on the screen is drawn.
class LineList {
 public:
  /// The marked line; none where the list is empty or nothing was marked yet.
  std::optional<std::size_t> marked;

  /// Marks `line`, and scrolls to it when it is drawn.
  void mark(std::optional<std::size_t> line);
  /// Whether the event is one that walks in a list of `count` lines: arrows up and down, pages,
  /// Home and End.
  bool take(const KeyEvent& event, std::size_t count);

  struct Click {
    std::size_t line = 0;
    bool twice = false;
  };
  /// Draws the lines by draw_line(n, box); answers which was clicked. `name_of` names them.
  std::optional<Click> draw(Ui& ui, std::string_view name, const Box& box, std::size_t count,
                            const std::function<std::string(std::size_t)>& name_of,
                            const std::function<void(std::size_t, const Box&)>& draw_line);

 private:
  bool reveals_ = false;
  std::size_t page_ = 10;  ///< lines that fit, when it was drawn last
};

}  // namespace attn::ui
