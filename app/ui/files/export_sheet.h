#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/evaluation/worker.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Returns whether a list is open over a dialog; it handles its own keys and clicks.
bool has_open_list();

/// Files to write, and how.
struct ExportJob {
  std::vector<std::string> paths{};
  std::string problem{};  ///< reason in words why nothing can be written; else empty
  /// Writes the files, on a background thread, and returns their paths. Throws std::runtime_error.
  std::function<std::vector<std::string>(const Watch&)> write{};
  /// Writes the shown picture as a PNG file, on a background thread; null: there is none.
  std::function<void(const std::string& path, const Watch&)> picture{};
  bool is_quick = false;     ///< runs immediately, on the window's thread
  bool may_replace = false;  ///< without a question
};
/// Creates job `which` of a dialog, counted from 0.
using MakeExportJob = std::function<ExportJob(int which)>;

/// Common frame of dialogs that write files: overlay, file name, question before a file is
/// replaced, progress bar of the background work, and messages. Keyboard: Tab moves, Ctrl+Enter
/// exports, Ctrl+Shift+C copies the picture, Esc cancels or closes.
class ExportSheet {
 public:
  /// Prefix of the controls' names ("export.path"), and names of the two main buttons.
  struct Names {
    std::string sheet, told;
    std::string_view start = "start", leave = "keep", leave_label = "Keep";
  };
  explicit ExportSheet(Names names) : names_(std::move(names)) {}

  bool is_open() const { return is_open_; }
  bool is_busy() const { return worker_.is_busy(); }
  bool asks() const { return !in_the_way_.empty(); }
  void open(Ui& ui);
  void close(Ui& ui);
  /// Clears the messages, after a change of the form.
  void forget_words() { in_the_way_.clear(), warning_.clear(); }
  void start(Ui& ui, const MakeExportJob& make, int which = 0);
  /// Puts the picture of `job` on the clipboard, in the background; also while closed.
  void copy_picture(ExportJob job);

  /// Updates the state of the work, also for a closed sheet; returns whether to draw the sheet.
  bool follow(Ui& ui);
  /// Message of the work that ended while the sheet is closed, once; empty: none.
  std::string take_words();
  /// Begins the overlay with at most this `size`, in units; returns the box above the line of the
  /// file's name.
  Box begin(Ui& ui, const Box& window, ImVec2 size, std::string_view title);
  /// Line of the file's name; returns whether it was changed.
  bool edit_path(Ui& ui, std::string& path);
  /// Buttons at the foot, `others` to the left of the first at the right end; ends the overlay.
  void end(Ui& ui, const MakeExportJob& make, std::string_view verb,
           const std::function<void(const Box& line, float& right)>& others = {});
  /// Handles all keys while the sheet is open. Call it after drawing.
  void take_keys(Ui& ui, const MakeExportJob& make);

 private:
  std::string name(std::string_view part) const { return names_.sheet + "." + std::string(part); }
  void leave_files(Ui& ui);
  void write_now(const ExportJob& job, const std::string& path);
  void draw_question(Ui& ui, const MakeExportJob& make, const Box& line, float& right);
  void draw_progress(Ui& ui, const Box& box) const;
  void draw_words(Ui& ui, const Box& room) const;
  Box foot(const Theme& theme) const;

  Names names_;
  bool is_open_ = false;
  bool had_list_ = false;                // a list was open in the last frame
  Box inside_{};                         // of the overlay
  std::string warning_, done_;           // messages: an error; the written files
  std::vector<std::string> in_the_way_;  // existing files that the export would replace
  int which_ = 0;                        // job that waits for an answer
  std::vector<std::string> written_;     // used by the worker while it is busy
  Worker worker_;                        // last member: stops before the members that it uses
};

}  // namespace attn::ui
