#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

/// A list over the view. While it is open, arrows walk in it, Enter and Space choose the marked
/// line, as a click does, and Escape closes it.
class ListPanel {
 public:
  /// `name` is that of its box in the UI map: the lines are "name.0", "name.1", …
  ListPanel(std::string name, std::string title)
      : name_(std::move(name)), title_(std::move(title)) {}

  void toggle() { is_open_ = !is_open_; }
  bool is_open() const { return is_open_; }

  std::optional<std::size_t> marked() const { return lines_.marked; }
  void mark(std::size_t line) { lines_.mark(line); }

  /// Whether the event is its own: all are while it is open, but those that mean the same
  /// everywhere.
  bool take(const KeyEvent& event, std::size_t count,
            const std::function<void(std::size_t)>& choose);
  /// Draws the lines by draw_line(n, box) while it is open; answers which was clicked.
  std::optional<std::size_t> draw(Ui& ui, const Box& room, std::size_t count,
                                  const std::function<void(std::size_t, const Box&)>& draw_line);

 private:
  std::string name_, title_;
  bool is_open_ = false;
  LineList lines_;
};

}  // namespace attn::ui
