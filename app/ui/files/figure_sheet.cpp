#include "app/ui/files/figure_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/figure/files/export_endings.h"
#include "app/figure/files/figure.h"
#include "app/figure/page/paper_formats.h"
#include "app/figure/panels/panels_figure.h"
#include "app/session/workspace/export_folder.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/control_lines.h"
#include "app/ui/files/export_told.h"
#include "app/ui/files/export_work.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/toolkit/word_button.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

namespace fs = std::filesystem;

constexpr int kMostColumns = 6;  // limit of the choices

bool stay_vectors(const std::string& ending) { return ending == ".svg" || ending == ".pdf"; }

/// List of "none" and a table's rows; true when `id` changed.
template <typename Rows, typename Label>
bool choose_row(ControlLines& lines, std::string_view word, std::string_view name, const Rows& rows,
                const std::string& none, const Label& label, std::string& id) {
  std::vector<std::string> labels{none};
  int chosen = 0;
  for (const auto& row : rows) {
    if (row.id == id) chosen = static_cast<int>(labels.size());
    labels.push_back(label(row));
  }
  if (!lines.list(word, name, labels, chosen)) return false;
  id = chosen == 0 ? "" : std::string(rows[static_cast<std::size_t>(chosen - 1)].id);
  return true;
}

void choose_columns(ControlLines& lines, FigureFile& figure) {
  std::vector<std::string> labels{"As many as fit"};
  for (int n = 1; n <= std::max(kMostColumns, figure.columns); ++n) {
    labels.push_back(std::to_string(n));
  }
  lines.list("Columns", "figure.columns", labels, figure.columns);
}

void choose_letters(ControlLines& lines, FigureFile& figure) {
  constexpr std::array<std::string_view, 2> kWhether = {"(a) (b) (c)", "None"};
  int chosen = figure.letters ? 0 : 1;
  if (lines.row("Letters", "figure.letters", kWhether, chosen)) figure.letters = chosen == 0;
}

void choose_caption(ControlLines& lines, FigureFile& figure) {
  constexpr std::array<std::string_view, 2> kWhich = {"What was set", "Own"};
  int chosen = figure.is_captioned ? 0 : 1;
  if (lines.row("Caption", "figure.caption-of", kWhich, chosen)) {
    figure.is_captioned = chosen == 0;
    if (figure.is_captioned) figure.caption.clear();
  }
  if (!figure.is_captioned) lines.field("figure.caption", lines.next(""), figure.caption, "none");
}

}  // namespace

void FigureSheet::open(Ui& ui, FileAccess access) {
  leave_number(ui);
  ui.token = {};
  ImGui::SetWindowFocus(nullptr);
  is_open_ = true;
  path_ = first_figure_path(first_export_folder(access->path()), access.figure());
  warning_.clear(), done_.clear(), in_the_way_.clear();
  lines_.mark(access.figure().has_panels()
                  ? std::optional(access.figure().figure().panels.size() - 1)
                  : std::nullopt);
  ui.focus.put_on("figure.save");
}

void FigureSheet::close(Ui& ui) {
  is_open_ = false;
  ui.focus.leave();
}

std::string FigureSheet::ending() const {
  const std::string now = ending_of(path_);
  const auto known = figure_endings();
  return std::ranges::count(known, now) > 0 ? now : "";
}

bool FigureSheet::asks_to_replace(Ui& ui, const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored) || in_the_way_ == path) {
    in_the_way_.clear();
    return false;
  }
  in_the_way_ = path;
  ui.focus.put_on("figure.leave");
  return true;
}

void FigureSheet::save_picture(Ui& ui, FileAccess access) {
  if (worker_.is_busy()) return;
  warning_.clear(), done_.clear();
  if (!access.figure().has_panels()) {
    warning_ = "There is no panel yet";
  } else if (ending().empty()) {
    warning_ = "File: expected a name that ends in " + joined(figure_endings());
  } else {
    warning_ = obstacle_at({path_}, access->path());
  }
  if (!warning_.empty() || asks_to_replace(ui, path_)) return;
  worker_.start([drawn = drawn_, wishes = access.figure().wishes(),
                 page = page_of(access.figure().figure()), path = path_](const Watch&) {
    do_in_dialogs_words([&] {
      const std::lock_guard lock(drawn->mutex);
      write_panels(panels_of(drawn->sources, wishes), page, path);
    });
  });
}

void FigureSheet::keep_file(Ui& ui, FileAccess access) {
  if (worker_.is_busy()) return;
  CollectedFigure& figure = access.figure();
  warning_.clear(), done_.clear();
  if (!figure.has_panels()) {
    warning_ = "There is no panel yet";
    return;
  }
  if (path_.empty()) {
    warning_ = "File: expected a name";
    return;
  }
  const std::string path = absolute_path(figure_file_beside(path_));
  if (path == figure.path()) {
    in_the_way_.clear();
  } else if (asks_to_replace(ui, path)) {
    return;
  }
  try {
    figure.save(path);
    done_ = "Kept " + path;
  } catch (const std::exception& error) {
    warning_ = problem_line(path, "", in_words(error));
  }
}

void FigureSheet::follow_work(Ui& ui) {
  if (const auto end = followed_end(ui, worker_)) tell_end(*end, path_, warning_, done_);
}

void FigureSheet::take_keys(Ui& ui, FileAccess access) {
  if (!is_open_) return;
  Keyboard& keys = ui.keys;
  // An open list handles its keys; the key that closed it in this frame is not for the sheet.
  const bool has_list = has_open_list();
  if (!has_list && !had_list_ && keys.take(GLFW_KEY_ESCAPE)) {
    if (!in_the_way_.empty()) {
      in_the_way_.clear();
      ui.focus.put_on("figure.path");
    } else {
      close(ui);
    }
  }
  const bool is_of_file = in_the_way_.ends_with(kFigureFileEnding);
  if (keys.take(GLFW_KEY_S, GLFW_MOD_CONTROL)) keep_file(ui, access);
  if (keys.take(GLFW_KEY_ENTER, GLFW_MOD_CONTROL)) {
    is_of_file ? keep_file(ui, access) : save_picture(ui, access);
  }
  if (!has_list && !ImGui::GetIO().WantTextInput) {
    const std::size_t count = access.figure().figure().panels.size();
    for (const int key : {GLFW_KEY_UP, GLFW_KEY_DOWN}) {
      if (keys.take(key)) lines_.take(KeyEvent{key, 0, {}}, count);
    }
  }
  if (!has_list && ui.focus.end_frame(keys)) ImGui::SetWindowFocus(nullptr);
  had_list_ = has_list;
  hold_other_keys(keys);
}

void FigureSheet::draw(Ui& ui, FileAccess access, const Box& window) {
  follow_work(ui);
  if (!is_open_) return;
  ui.focus.begin_frame();  // Tab stays in the dialog
  const Theme& theme = ui.theme;
  CollectedFigure& figure = access.figure();
  const float gap = theme.px(8);
  const float width = std::min(theme.px(1120), window.width() - 2 * gap);
  const float height = std::min(theme.px(680), window.height() - 2 * gap);
  const ImVec2 at(std::round((window.min.x + window.max.x - width) / 2),
                  std::round((window.min.y + window.max.y - height) / 2));
  std::string title = figure.path().empty()
                          ? "Figure"
                          : "Figure: " + shown(fs::path(figure.path()).filename().string(), 80);
  if (figure.is_changed()) title += " *";
  ui.theme.need_glyphs(title);
  ui.map.say("figure.title", title);
  bool stays = true;
  const Box inside = begin_overlay(ui, "figure", {at, {at.x + width, at.y + height}}, title, stays);
  const bool closes_list = had_list_ || has_open_list();
  if (!stays && !closes_list && !worker_.is_busy()) close(ui);
  const float line = theme.px(30), small = theme.line_height(Face::kSmall) + theme.px(4);
  const Box foot{{inside.min.x, inside.max.y - line}, inside.max};
  const Box path{{inside.min.x, foot.min.y - gap - line}, {inside.max.x, foot.min.y - gap}};
  const float bottom = path.min.y - small;
  const float left = std::round(std::clamp(0.36F * inside.width(), theme.px(304), theme.px(380)));
  const float controls = theme.px(figure.figure().is_captioned ? 228 : 260);
  const float right = inside.min.x + left;
  draw_panels(ui, figure, {inside.min, {right, bottom - controls}});
  draw_controls(ui, figure, {{inside.min.x, bottom - controls}, {right, bottom}});
  draw_preview(ui, figure, {{right + theme.px(16), inside.min.y}, {inside.max.x, bottom}});
  draw_path(ui, path);
  draw_foot(ui, access, foot);
  end_overlay();
}

/// Panels in order, and below them the actions on the marked one.
void FigureSheet::draw_panels(Ui& ui, CollectedFigure& figure, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float line = theme.px(28), gap = theme.px(6);
  const Box buttons{{box.min.x, box.max.y - line - gap}, {box.max.x, box.max.y - gap}};
  const Box list{box.min, {box.max.x, buttons.min.y - gap}};
  const std::size_t count = figure.figure().panels.size();
  if (lines_.marked && *lines_.marked >= count) {
    lines_.mark(count > 0 ? std::optional(count - 1) : std::nullopt);
  }
  if (count == 0) {
    const std::string_view words[] = {
        "Nothing is collected yet:", "Add to figure, in the File menu, takes",
        "the view on the screen (Ctrl+Shift+E)"};
    float y = list.min.y;
    for (const std::string_view one : words) {
      const Box room{{list.min.x, y}, {list.max.x, y + theme.px(22)}};
      text_in(ui, room, Face::kBody, palette.secondary, shortened_in(ui, room, Face::kBody, one),
              0);
      y = room.max.y;
    }
  }
  ui.map.say("figure.panels", std::to_string(count));
  const auto click = lines_.draw(
      ui, "figure.list", list, count,
      [](std::size_t n) { return "figure.panel." + std::to_string(n); },
      [&](std::size_t n, const Box& row) {
        const std::string words =
            (figure.figure().letters ? panel_letter(n) : std::to_string(n + 1)) + "  " +
            figure.label_of(n);
        ui.theme.need_glyphs(words);
        ui.map.say("figure.panel." + std::to_string(n), words);
        const Box room{{row.min.x + theme.px(8), row.min.y}, {row.max.x - theme.px(4), row.max.y}};
        text_in(ui, room, Face::kBody, palette.text, shortened_in(ui, room, Face::kBody, words), 0);
      });
  if (click) lines_.mark(click->line);
  float x = buttons.min.x;
  const auto button = [&](std::string_view name, std::string_view label, bool is_enabled) {
    const float width = text_size(theme, Face::kMedium, label).x + theme.px(20);
    const Box place{{x, buttons.min.y}, {x + width, buttons.max.y}};
    x = place.max.x + gap;
    return word_button(ui, name, place, label, false, is_enabled) && is_enabled;
  };
  const std::size_t at = lines_.marked.value_or(0);
  const bool has_mark = lines_.marked.has_value();
  if (button("figure.up", "↑", has_mark && at > 0)) figure.move(at, -1), lines_.mark(at - 1);
  if (button("figure.down", "↓", has_mark && at + 1 < count)) {
    figure.move(at, 1), lines_.mark(at + 1);
  }
  if (button("figure.out", "Take out", has_mark)) figure.take_out(at);
  if (button("figure.difference", "+ B − A", count >= 2)) {
    figure.add_difference();
    lines_.mark(figure.figure().panels.size() - 1);
  }
  if (figure.can_bring_back()) {
    if (button("figure.back", "Back", true)) figure.bring_back(), key_.reset();
  } else if (button("figure.new", "New", count > 0)) {
    figure.begin_anew();
  }
}

void FigureSheet::draw_controls(Ui& ui, CollectedFigure& figure, const Box& box) {
  Pen pen{box.min, box.width()};
  ControlLines lines(ui, pen, false);
  figure.edit([&](FigureFile& file) {
    choose_columns(lines, file);
    choose_letters(lines, file);
    choose_row(
        lines, "For", "figure.for", paper_formats(), "no paper: as large as it comes",
        [](const PaperFormat& format) { return std::string(format.label); }, file.paper);
    choose_row(
        lines, "Theme", "figure.theme", figure_themes().subspan(1), "light",
        [](const FigureThemeRow& theme) { return std::string(theme.id); }, file.theme);
    lines.field("figure.title", lines.next("Title"), file.title, "none");
    choose_caption(lines, file);
  });
  std::vector<std::string> labels;
  int chosen = 0;
  for (const std::string_view one : figure_endings()) {
    if (one == ending()) chosen = static_cast<int>(labels.size());
    labels.push_back(capitals(std::string(one.substr(1))));
  }
  if (lines.list("Format", "figure.format", labels, chosen)) {
    path_ = with_ending(path_, figure_endings()[static_cast<std::size_t>(chosen)]);
    in_the_way_.clear(), warning_.clear();
  }
}

void FigureSheet::draw_preview(Ui& ui, const CollectedFigure& figure, const Box& box) {
  const Box room = PreviewPane::room_in(ui.theme, box);
  PreviewOf key{figure.work(), ending(), static_cast<int>(room.width()),
                static_cast<int>(room.height())};
  if (!preview_.is_busy() && key_ != key) {
    key_ = std::move(key);
    preview_.make([drawn = drawn_, wishes = figure.wishes(), page = page_of(figure.figure()),
                   key = *key_] {
      PreviewPane::Made made;
      if (wishes.empty()) return made;
      const bool stay_shapes = stay_vectors(key.ending);
      const std::lock_guard lock(drawn->mutex);
      const std::vector<FigurePanel> panels = panels_of(drawn->sources, wishes);
      FigurePreview seen = preview_panels(panels, page, stay_shapes ? 1 : 2, key.width, key.height);
      made.words = std::to_string(seen.file_width) + " × " + std::to_string(seen.file_height) +
                   (stay_shapes ? " units" : " pixels");
      made.width = seen.width, made.height = seen.height;
      made.rgba = std::move(seen.rgba);
      return made;
    });
  }
  preview_.draw(ui, "figure", box);
}

void FigureSheet::draw_path(Ui& ui, const Box& line) {
  const Theme& theme = ui.theme;
  const Box word{line.min, {line.min.x + theme.px(44), line.max.y}};
  text_in(ui, word, Face::kSmall, theme.colors().secondary, "File", 0);
  const TextEdit edit =
      text_field(ui, "figure.path", {{word.max.x, line.min.y}, line.max}, Face::kBody, path_);
  if (!edit.changed) return;
  path_ = edit.text;
  in_the_way_.clear(), warning_.clear();
}

void FigureSheet::draw_foot(Ui& ui, FileAccess access, const Box& line) {
  float right = line.max.x;
  if (!in_the_way_.empty()) {
    const bool is_of_file = in_the_way_.ends_with(kFigureFileEnding);
    if (word_button_before(ui, "figure.leave", "Leave it", line, right, true)) {
      in_the_way_.clear();
      ui.focus.put_on("figure.path");
    } else if (word_button_before(ui, "figure.replace", "Replace", line, right, false)) {
      is_of_file ? keep_file(ui, access) : save_picture(ui, access);
    }
  } else if (!worker_.is_busy()) {
    if (word_button_before(ui, "figure.save", "Save figure", line, right, true)) {
      save_picture(ui, access);
    }
    if (word_button_before(ui, "figure.keep", "Keep", line, right, false)) keep_file(ui, access);
  }
  const std::vector<std::string> asked =
      in_the_way_.empty() ? std::vector<std::string>{} : std::vector{in_the_way_};
  tell_export(ui, "figure.told", {line.min, {right - ui.theme.px(4), line.max.y}},
              {asked, warning_, done_});
}

}  // namespace attn::ui
