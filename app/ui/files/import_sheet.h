#pragma once

#include <optional>
#include <string>

#include "app/session/files/files.h"
#include "app/ui/files/import_controls.h"
#include "app/ui/files/import_picture.h"
#include "app/ui/files/questions.h"

namespace attn::ui {

/// Sheet with the choices of an import, a preview, and the command line of the choice. Enter opens,
/// Esc cancels, Tab moves through the controls; Ctrl+V pastes tokens, Ctrl+C copies the command.
class ImportSheet {
 public:
  /// Returns whether the sheet was drawn in the last frame; it then takes the keyboard.
  bool is_open() const { return is_open_; }
  /// Draws the sheet while an import waits, and handles all keys. `is_covered`: another dialog is
  /// over it.
  void draw(Ui& ui, FileAccess access, const Box& window, bool is_covered);
  /// Returns whether a file of tokens is to be chosen, once.
  bool take_wish_for_tokens() { return controls_.take_wish_for_tokens(); }
  /// Takes the tokens of a file for the import that waits.
  static void take_tokens(FileAccess access, const std::string& path);

 private:
  /// Follows the offer; returns whether the sheet is shown.
  bool follow(Ui& ui, const ImportOffer* offer);
  void draw_parts(Ui& ui, FileAccess access, const Box& inside);
  void draw_title(Ui& ui, const ImportOffer& offer, const Box& line) const;
  void draw_left(Ui& ui, ImportOffer& offer, const Box& box);
  void draw_foot(Ui& ui, FileAccess access, const Box& line);
  void take_keys(Ui& ui, FileAccess access);
  static void accept(FileAccess access, bool shows_layers);

  bool is_open_ = false;
  bool has_layout_ = false;                // the overview of the file was there when it opened
  std::optional<double> awaited_since_{};  // ImGui's time since which the first preview is awaited
  bool had_list_ = false;                  // a list was open in the last frame
  std::string copied_;                     // command that was copied, until it changes
  QuestionFocus focus_;
  ImportControls controls_;
  ImportPicture picture_;
};

}  // namespace attn::ui
