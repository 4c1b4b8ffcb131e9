#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/document/edits/input_edits.h"
#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Tokens next to the rows of a table, for one frame: a click focuses one, dragging it up or down
/// moves it, a double-click (or Enter, F2) renames it in place, the × (or Delete) removes it, Alt
/// with the arrows moves it. Each is one undo step.
class TokenRows {
 public:
  /// `name`: prefix of the controls (NAME[i], NAME[i].remove, NAME[i].name) and of the complaints.
  TokenRows(Ui& ui, Access access, std::string name, TokenList list);

  /// Handles the mouse on the label of a row; returns the box of its text, empty if it is drawn
  /// here.
  Box take_label(Index row, const Box& box);

  /// Call after drawing the table: handles the keys, and proposes the edit.
  void finish();

  /// Appends a token, and starts editing its name.
  void add();

 private:
  const std::vector<std::string>& tokens() const;
  void rename_field(Index row, const Box& box);
  void grab(Index row);
  void drag(Index row, const Box& box);
  void drop();
  void draw_dragged();
  void keys();
  bool take_key(const KeyEvent& event);
  void start_renaming(bool is_new);
  void rename(Index row, const std::string& text);
  void remove(Index row);
  void move(Index from, Index to);

  Ui& ui_;
  Access access_;
  std::string name_;
  TokenList list_;
  std::function<void()> request_;  ///< edit of this frame
  bool was_clicked_ = false;
  std::optional<Box> dragged_;  ///< box of the dragged token
};

}  // namespace attn::ui
