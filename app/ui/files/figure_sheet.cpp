#include "app/ui/files/figure_sheet.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/files/user_folders.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/panels/panels_figure.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_controls.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

namespace fs = std::filesystem;

constexpr int kMostColumns = 6;  // largest number of columns in the list
constexpr int kKeep = 1;         // job that saves the figure's own file

bool stay_vectors(const std::string& ending) { return ending == ".svg" || ending == ".pdf"; }

void choose_columns(ControlLines& lines, FigureFile& figure) {
  std::vector<std::string> labels{"As many as fit"};
  for (int n = 1; n <= std::max(kMostColumns, figure.columns); ++n) {
    labels.push_back(std::to_string(n));
  }
  lines.list("Columns", "figure.columns", labels, figure.columns);
}

void choose_caption(ControlLines& lines, FigureFile& figure) {
  if (lines.either("Caption", "figure.caption-of", "Settings", "Own", figure.is_captioned) &&
      figure.is_captioned) {
    figure.caption.clear();
  }
  if (!figure.is_captioned) lines.field("figure.caption", lines.next(""), figure.caption, "none");
}

}  // namespace

void FigureSheet::open(Ui& ui, FileAccess access) {
  sheet_.open(ui);
  path_ = first_figure_path(first_export_folder(access->file().path), access.files.figure);
  lines_.mark(access.files.figure.has_panels()
                  ? std::optional(access.files.figure.figure().panels.size() - 1)
                  : std::nullopt);
}

std::string FigureSheet::ending() const {
  const std::string now = ending_of(path_);
  const auto known = figure_endings();
  return std::ranges::count(known, now) > 0 ? now : "";
}

ExportJob FigureSheet::job(FileAccess access, int which) {
  CollectedFigure& figure = access.files.figure;
  ExportJob job;
  if (!figure.has_panels()) {
    job.problem = "There is no panel yet";
  } else if (which == kKeep) {
    const std::string path = absolute_path(figure_file_beside(path_));
    job = {.paths = {path}, .is_quick = true, .may_replace = figure.owns(path)};
    if (path_.empty()) job.problem = "File: expected a name";
    job.write = [&figure, path](const Watch&) {
      figure.save(path);
      return std::vector{path};
    };
  } else {
    job.paths = {path_};
    job.problem = ending().empty()
                      ? "File: expected a name that ends in " + joined(figure_endings())
                      : obstacle_at({path_}, access->file().path);
    job.picture = [drawn = drawn_, wishes = figure.wishes(), page = page_of(figure.figure())](
                      const std::string& path, const Watch&) {
      do_in_dialogs_words([&] {
        const std::lock_guard lock(drawn->mutex);
        write_panels(panels_of(drawn->sources, wishes), page, path);
      });
    };
    job.write = [draw = job.picture, path = path_](const Watch& watch) {
      draw(path, watch);
      return std::vector{path};
    };
  }
  return job;
}

void FigureSheet::take_keys(Ui& ui, FileAccess access) {
  Keyboard& keys = ui.keys;
  if (keys.take(GLFW_KEY_S, GLFW_MOD_CONTROL)) sheet_.start(ui, jobs(access), kKeep);
  if (!has_open_list() && !ImGui::GetIO().WantTextInput) {
    const std::size_t count = access.files.figure.figure().panels.size();
    for (const int key : {GLFW_KEY_UP, GLFW_KEY_DOWN}) {
      if (keys.take(key)) lines_.take_key(KeyEvent{key, 0, {}}, count);
    }
  }
  sheet_.take_keys(ui, jobs(access));
}

void FigureSheet::draw(Ui& ui, FileAccess access, const Box& window) {
  if (!sheet_.follow(ui)) return;
  const Theme& theme = ui.theme;
  CollectedFigure& figure = access.files.figure;
  std::string title = figure.path().empty()
                          ? "Figure"
                          : "Figure: " + shown(fs::path(figure.path()).filename().string(), 80);
  if (figure.is_changed()) title += " *";
  ui.theme.need_glyphs(title);
  ui.map.say("figure.title", title);
  const Box room = sheet_.begin(ui, window, {1120, 680}, title);
  const float left = std::round(clamped(0.36F * room.width(), theme.px(304), theme.px(380)));
  const float controls = theme.px(figure.figure().is_captioned ? 228 : 260);
  const float right = room.min.x + left;
  draw_panels(ui, figure, {room.min, {right, room.max.y - controls}});
  draw_controls(ui, figure, {{room.min.x, room.max.y - controls}, {right, room.max.y}});
  draw_preview(ui, figure, room.right_of(right + theme.px(16)));
  sheet_.edit_path(ui, path_);
  sheet_.end(ui, jobs(access), "Save figure", [&](const Box& line, float& end) {
    if (word_button_before(ui, "figure.keep", "Keep", line, end, false)) {
      sheet_.start(ui, jobs(access), kKeep);
    } else if (word_button_before(ui, "figure.copy-picture", "Copy picture", line, end, false)) {
      sheet_.copy_picture(job(access, 0));
    }
  });
  if (is_open()) take_keys(ui, access);
}

/// Draws the list of panels, and below it the commands for the marked panel.
void FigureSheet::draw_panels(Ui& ui, CollectedFigure& figure, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float line = theme.px(28), gap = theme.px(6);
  const Box buttons = box.rows(box.max.y - line - gap, box.max.y - gap);
  const Box list = box.above(buttons.min.y - gap);
  const std::size_t count = figure.figure().panels.size();
  if (lines_.marked && *lines_.marked >= count) {
    lines_.mark(count > 0 ? std::optional(count - 1) : std::nullopt);
  }
  if (count == 0) {
    const std::string_view words[] = {
        "Nothing is collected yet:", "Add to figure, in the File menu, adds",
        "the view on the screen (Ctrl+Shift+E)"};
    float y = list.min.y;
    for (const std::string_view one : words) {
      const Box room = list.rows(y, y + theme.px(22));
      cut_text_in(ui, room, Face::kBody, palette.secondary, one);
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
        const Box room = row.columns(row.min.x + theme.px(8), row.max.x - theme.px(4));
        cut_text_in(ui, room, Face::kBody, palette.text, words);
      });
  if (click) lines_.mark(click->line);
  float x = buttons.min.x;
  const auto button = [&](std::string_view name, std::string_view label, bool is_enabled) {
    const float width = text_size(theme, Face::kMedium, label).x + theme.px(20);
    const Box place = buttons.columns(x, x + width);
    x = place.max.x + gap;
    return word_button(ui, name, place, label, false, is_enabled) && is_enabled;
  };
  const std::size_t at = lines_.marked.value_or(0);
  const bool has_mark = lines_.marked.has_value();
  if (button("figure.up", "↑", has_mark && at > 0)) figure.move(at, -1), lines_.mark(at - 1);
  if (button("figure.down", "↓", has_mark && at + 1 < count)) {
    figure.move(at, 1), lines_.mark(at + 1);
  }
  if (button("figure.out", "Remove", has_mark)) figure.remove_panel(at);
  if (button("figure.difference", "+ B − A", count >= 2)) {
    figure.add_difference();
    lines_.mark(figure.figure().panels.size() - 1);
  }
  if (figure.can_bring_back()) {
    if (button("figure.back", "Back", true)) figure.bring_back(), key_.reset();
  } else if (button("figure.new", "New", count > 0)) {
    figure.start_new_figure();
  }
}

void FigureSheet::draw_controls(Ui& ui, CollectedFigure& figure, const Box& box) {
  Pen pen{box.min, box.width()};
  ControlLines lines(ui, pen, false);
  figure.edit([&](FigureFile& file) {
    choose_columns(lines, file);
    lines.either("Letters", "figure.letters", "(a) (b) (c)", "None", file.letters);
    choose_option(lines, "figure", figure_option("for"), file.paper);
    choose_option(lines, "figure", figure_option("theme"), file.theme);
    lines.field("figure.title", lines.next("Title"), file.title, "none");
    choose_caption(lines, file);
  });
  int chosen = index_of(figure_endings(), [&](std::string_view one) { return one == ending(); });
  choose_figure_format(lines, sheet_, "figure.format", path_, chosen);
}

void FigureSheet::draw_preview(Ui& ui, CollectedFigure& figure, const Box& box) {
  const Box room = PreviewPane::room_in(ui.theme, box);
  PreviewOf key{figure.work(), figure.source_changes(), ending(), static_cast<int>(room.width()),
                static_cast<int>(room.height())};
  if (const std::unique_lock lock(drawn_->mutex, std::try_to_lock); lock.owns_lock()) {
    figure.set_sources(drawn_->sources.files());
  }
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

}  // namespace attn::ui
