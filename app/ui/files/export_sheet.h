#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/evaluation/worker.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Whether a list is open over a dialog: it takes its own keys and clicks.
bool has_open_list();

/// Files to write, and how.
struct ExportJob {
  std::vector<std::string> paths{};
  std::string problem{};  ///< why nothing can be written, in words
  /// Writes, in the background, and answers the paths of the files. Throws in words.
  std::function<std::vector<std::string>(const Watch&)> write{};
  bool is_quick = false;     ///< kept at once, in this thread
  bool may_replace = false;  ///< without a question
};
/// Makes job `which` of a dialog, from 0.
using MakeExportJob = std::function<ExportJob(int which)>;

/// The frame of each dialog that writes files: the overlay, the line with the file's name, the
/// question before a file is replaced, the work in the background with its bar, and what is said of
/// it. All of it by keys: Tab walks, Ctrl+Enter exports, Esc cancels or closes.
class ExportSheet {
 public:
  /// The names of what is drawn, "export.path", and of the two main buttons.
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
  /// Something else is asked for: what was said holds no more.
  void forget_words() { in_the_way_.clear(), warning_.clear(); }
  void start(Ui& ui, const MakeExportJob& make, int which = 0);

  /// Follows the work, also of a closed sheet; answers whether the sheet is to be drawn.
  bool follow(Ui& ui);
  /// Begins the overlay, `size` units large at most; answers the room above the file's name.
  Box begin(Ui& ui, const Box& window, ImVec2 size, std::string_view title);
  /// The line of the file's name; answers whether it was changed.
  bool edit_path(Ui& ui, std::string& path);
  /// Buttons at the foot, `others` to the left of the first at the right end; ends the overlay.
  void end(Ui& ui, const MakeExportJob& make, std::string_view verb,
           const std::function<void(const Box& line, float& right)>& others = {});
  /// While it is open the keyboard is its own; after it was drawn.
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
  std::string warning_, done_;           // in words: what is wrong, what was written
  std::vector<std::string> in_the_way_;  // files that are there: replace them?
  int which_ = 0;                        // the job that is asked about
  std::vector<std::string> written_;     // by the worker, until its end
  Worker worker_;                        // the last: it ends before what it uses
};

}  // namespace attn::ui
