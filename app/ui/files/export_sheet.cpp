#include "app/ui/files/export_sheet.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <GLFW/glfw3.h>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/picture_clipboard.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/theme/imgui.h"
#include "app/ui/toolkit/overlay.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

namespace fs = std::filesystem;

constexpr float kLine = 30, kWordsAbove = 36;  // units
constexpr float kNarrow = 600;                 // narrower sheets have the message above the buttons

/// "a.png already exists. Replace it?"
std::string question_about(const std::vector<std::string>& files) {
  const std::string first = fs::path(files.front()).filename().string();
  if (files.size() == 1) return first + " already exists. Replace it?";
  return std::to_string(files.size()) + " files already exist (" + first + ", …). Replace them?";
}

}  // namespace

bool has_open_list() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

void ExportSheet::open(Ui& ui) {
  leave_number(ui);
  ui.token = {};
  ImGui::SetWindowFocus(nullptr);
  is_open_ = true;
  forget_words();
  done_.clear();
  ui.focus.put_on(name(names_.start));
}

void ExportSheet::close(Ui& ui) {
  is_open_ = false;
  forget_words();
  done_.clear();
  ui.focus.leave();
}

void ExportSheet::leave_files(Ui& ui) {
  in_the_way_.clear();
  ui.focus.put_on(name("path"));
}

void ExportSheet::start(Ui& ui, const MakeExportJob& make, int which) {
  if (worker_.is_busy()) return;
  done_.clear();
  ExportJob job = make(which);
  warning_ = job.problem;
  if (!warning_.empty()) return;
  const std::string path = job.paths.front();
  std::error_code ignored;
  std::erase_if(job.paths, [&](const std::string& one) { return !fs::exists(one, ignored); });
  const bool was_asked = job.paths == in_the_way_ && which == which_;
  in_the_way_.clear();
  if (!job.paths.empty() && !was_asked && !job.may_replace) {
    in_the_way_ = std::move(job.paths);
    which_ = which;
    ui.focus.put_on(name(names_.leave));
    return;
  }
  written_.clear();
  if (job.is_quick) return write_now(job, path);
  worker_.start(
      [this, write = std::move(job.write)](const Watch& watch) { written_ = write(watch); });
}

void ExportSheet::copy_picture(ExportJob job) {
  if (worker_.is_busy()) return;
  forget_words();
  done_.clear();
  written_.clear();
  if (!job.picture) {
    warning_ = job.problem.empty() ? "There is no picture to copy" : job.problem;
    return;
  }
  worker_.start([write = std::move(job.picture)](const Watch& watch) {
    ui::copy_picture([&](const std::string& path) { write(path, watch); });
  });
}

std::string ExportSheet::take_words() {
  const bool is_told = !is_open_ && !worker_.is_busy();
  return is_told ? std::exchange(warning_, "") + std::exchange(done_, "") : "";
}

void ExportSheet::write_now(const ExportJob& job, const std::string& path) try {
  done_ = "Kept " + job.write({}).front();
} catch (const std::exception& error) {
  warning_ = problem_line(path, "", error_message(error));
}

bool ExportSheet::follow(Ui& ui) {
  if (worker_.is_busy()) ui.wake_at = ImGui::GetTime() + 0.02;
  const auto end = worker_.take_end();
  if (end && end->was_cancelled) {
    warning_ = "Cancelled; nothing was written";
  } else if (end && !end->problem.empty()) {
    warning_ = end->problem;
  } else if (end && written_.empty()) {
    done_ = "Copied the picture: paste it into a slide or a document";
  } else if (end) {
    const std::string folder = fs::path(absolute_path(written_.front())).parent_path().string();
    keep_export_folder(folder);
    done_ = written_.size() == 1
                ? "Wrote " + written_.front()
                : "Wrote " + std::to_string(written_.size()) + " files to " + folder;
  }
  return is_open_;
}

void ExportSheet::take_keys(Ui& ui, const MakeExportJob& make) {
  if (!is_open_) return;
  Keyboard& keys = ui.keys;
  // An open list handles its own keys; a key that closed a list in this frame is not handled again.
  const bool has_list = has_open_list();
  if (!has_list && !had_list_ && keys.take(GLFW_KEY_ESCAPE)) {
    if (worker_.is_busy()) {
      worker_.cancel();
    } else {
      asks() ? leave_files(ui) : close(ui);
    }
  }
  if (keys.take(GLFW_KEY_ENTER, GLFW_MOD_CONTROL)) start(ui, make, asks() ? which_ : 0);
  if (keys.take(GLFW_KEY_C, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) copy_picture(make(0));
  if (!has_list && ui.focus.end_frame(keys)) ImGui::SetWindowFocus(nullptr);
  had_list_ = has_list;
  // Consumes all other keys except those that end the program or start presenter mode.
  keys.take_each([](const KeyEvent& event) {
    return !event.is(GLFW_KEY_Q, GLFW_MOD_CONTROL) && !event.is(GLFW_KEY_F5);
  });
}

Box ExportSheet::begin(Ui& ui, const Box& window, ImVec2 size, std::string_view title) {
  ui.focus.begin_frame();  // Tab stays in here
  const Theme& theme = ui.theme;
  const float width = std::min(theme.px(size.x), window.width() - theme.px(16));
  const float height = std::min(theme.px(size.y), window.height() - theme.px(16));
  const ImVec2 at(std::round((window.min.x + window.max.x - width) / 2),
                  std::round((window.min.y + window.max.y - height) / 2));
  bool stays = true;
  inside_ = begin_overlay(ui, names_.sheet, {at, {at.x + width, at.y + height}}, title, stays);
  // A click on a list that extends beyond the dialog does not count as a click outside.
  const bool closes_list = had_list_ || has_open_list();
  if (!stays && !closes_list && !worker_.is_busy()) close(ui);
  const float small = theme.line_height(Face::kSmall) + theme.px(4);
  return inside_.above(foot(theme).min.y - theme.px(kLine) - small);
}

/// Box of the buttons, including the message above them if it does not fit next to them.
Box ExportSheet::foot(const Theme& theme) const {
  const bool is_narrow = inside_.width() < theme.px(kNarrow);
  const float height = kLine + (is_narrow ? kWordsAbove : 8);
  return inside_.below(inside_.max.y - theme.px(height));
}

bool ExportSheet::edit_path(Ui& ui, std::string& path) {
  const Theme& theme = ui.theme;
  const float bottom = foot(theme).min.y;
  const Box line = inside_.rows(bottom - theme.px(kLine), bottom);
  const Box word = line.left_of(line.min.x + theme.px(44));
  text_in(ui, word, Face::kSmall, theme.colors().secondary, "File", 0);
  const TextEdit edit = text_field(ui, name("path"), line.right_of(word.max.x), Face::kBody, path);
  if (!edit.changed) return false;
  path = edit.text;
  forget_words();
  return true;
}

void ExportSheet::draw_progress(Ui& ui, const Box& box) const {
  const Theme& theme = ui.theme;
  const float half = theme.px(4), y = (box.min.y + box.max.y) / 2;
  const Box bar = box.rows(y - half, y + half);
  const float share = clamped(worker_.progress(), 0.F, 1.F);
  fill_box(bar, theme.colors().hairline, half);
  fill_box(bar.left_of(bar.min.x + share * bar.width()), theme.colors().query, half);
  ui.map.add(name("progress"), bar.min, bar.max);
}

/// Draws the message: the question whether to replace files, an error, or the result; otherwise the
/// keys.
void ExportSheet::draw_words(Ui& ui, const Box& room) const {
  const Palette& palette = ui.theme.colors();
  const std::string words = one_line(asks()             ? question_about(in_the_way_)
                                     : warning_.empty() ? done_
                                                        : warning_,
                                     kMaxProblemBytes);
  ui.theme.need_glyphs(words);
  ui.map.say(names_.told, words);
  if (!words.empty()) note_message_box(ui, room);
  cut_text_in(ui, room, Face::kSmall,
              asks() || !warning_.empty() ? palette.warning
              : !done_.empty()            ? palette.good
                                          : palette.faint,
              words.empty() ? "Tab moves · Ctrl+Enter exports · Esc closes" : words);
}

void ExportSheet::draw_question(Ui& ui, const MakeExportJob& make, const Box& line, float& right) {
  if (word_button_before(ui, name(names_.leave), names_.leave_label, line, right, true)) {
    leave_files(ui);
  } else if (word_button_before(ui, name("replace"), "Replace", line, right, false)) {
    start(ui, make, which_);
  }
}

void ExportSheet::end(Ui& ui, const MakeExportJob& make, std::string_view verb,
                      const std::function<void(const Box& line, float& right)>& others) {
  const Theme& theme = ui.theme;
  const Box line = inside_.below(inside_.max.y - theme.px(kLine));
  float right = line.max.x;
  if (worker_.is_busy()) {
    if (word_button_before(ui, name("cancel"), "Cancel", line, right, true)) worker_.cancel();
    draw_progress(ui, line.left_of(right - theme.px(4)));
    return end_overlay();
  }
  if (asks()) {
    draw_question(ui, make, line, right);
  } else {
    if (word_button_before(ui, name(names_.start), verb, line, right, true)) start(ui, make);
    if (others) others(line, right);
    if (!done_.empty() && !written_.empty() &&
        word_button_before(ui, name("copy-path"), "Copy path", line, right, false)) {
      ImGui::SetClipboardText(written_.front().c_str());
      done_ = "Copied " + written_.front();
    }
  }
  const bool is_above = foot(theme).height() > theme.px(kLine + 8);
  draw_words(ui, is_above ? line.rows(line.min.y - theme.px(30), line.min.y - theme.px(6))
                          : line.left_of(right - theme.px(4)));
  end_overlay();
}

}  // namespace attn::ui
