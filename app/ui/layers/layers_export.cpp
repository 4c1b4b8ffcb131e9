#include "app/ui/layers/layers_export.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/files/user_folders.h"
#include "app/figure/files/figure.h"
#include "app/figure/page/paper_formats.h"
#include "app/figure/text/figure_theme.h"
#include "app/session/workspace/export_folder.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/control_lines.h"
#include "app/ui/files/export_told.h"
#include "app/ui/files/export_work.h"
#include "app/ui/toolkit/overlay.h"
#include "app/ui/toolkit/word_button.h"

namespace attn::ui {
namespace {

/// Default path: "attention.npz" becomes "attention-heads.pdf" in the folder of the last export.
std::string first_overview_path(const ImportedAttention& imported) {
  const std::string stem = std::filesystem::path(imported.name()).stem().string();
  return (std::filesystem::path(first_export_folder("")) /
          ((stem.empty() ? "all" : stem) + "-heads"))
             .string() +
         std::string(figure_endings().front());
}

template <typename Rows, typename Label>
std::vector<std::string> row_labels(const Rows& rows, const Label& label) {
  std::vector<std::string> labels;
  for (const auto& row : rows) labels.push_back(label(row));
  return labels;
}

}  // namespace

void LayersExport::open(Ui& ui, const ImportedAttention& imported) {
  ImGui::SetWindowFocus(nullptr);
  is_open_ = true;
  path_ = with_ending(first_overview_path(imported),
                      figure_endings()[static_cast<std::size_t>(format_)]);
  warning_.clear(), done_.clear(), in_the_way_.clear();
  ui.focus.put_on("layers-export.start");
}

void LayersExport::close(Ui& ui) {
  is_open_ = false;
  ui.focus.leave();
}

void LayersExport::start(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
                         const std::function<bool(Index)>& is_shown) {
  if (worker_.is_busy()) return;
  done_.clear();
  warning_ = obstacle_at({path_}, "");
  if (imported.measured() < imported.head_count()) {
    warning_ = std::to_string(imported.measured()) + " of " +
               std::to_string(imported.head_count()) +
               " heads are measured yet: wait for the others";
  }
  if (!warning_.empty()) return;
  std::error_code ignored;
  if (std::filesystem::exists(path_, ignored) && in_the_way_ != path_) {
    in_the_way_ = path_;
    ui.focus.put_on("layers-export.keep");
    return;
  }
  in_the_way_.clear();
  const FigureTheme& theme = *figure_themes()[static_cast<std::size_t>(theme_)].theme;
  const PaperFormat& paper = paper_formats()[static_cast<std::size_t>(paper_)];
  worker_.start([overview = overview_of(imported, measure, is_shown),
                 words = TrainingWords{.title = imported.title(),
                                       .subtitle = overview_words(imported, measure),
                                       .theme = &theme},
                 &paper, path = path_](const Watch&) {
    do_in_dialogs_words([&] { write_overview(overview, words, paper, path); });
  });
}

void LayersExport::follow_work(Ui& ui) {
  if (const auto end = followed_end(ui, worker_)) tell_end(*end, path_, warning_, done_);
}

void LayersExport::take_keys(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
                             const std::function<bool(Index)>& is_shown) {
  if (!is_open_) return;
  Keyboard& keys = ui.keys;
  const bool is_listing = has_open_list();
  if (!is_listing && !had_list_ && keys.take(GLFW_KEY_ESCAPE)) {
    in_the_way_.empty() ? close(ui) : in_the_way_.clear();
  }
  if (keys.take(GLFW_KEY_ENTER, GLFW_MOD_CONTROL)) start(ui, imported, measure, is_shown);
  if (!is_listing && ui.focus.end_frame(keys)) ImGui::SetWindowFocus(nullptr);
  had_list_ = is_listing;
  hold_other_keys(keys);
}

void LayersExport::draw(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
                        const std::function<bool(Index)>& is_shown, const Box& room) {
  follow_work(ui);
  if (!is_open_) return;
  ui.focus.begin_frame();  // Tab stays in the dialog
  const Theme& theme = ui.theme;
  const float width = std::min(theme.px(560), room.width() - theme.px(16));
  const float height = theme.px(272);
  const ImVec2 at(std::round((room.min.x + room.max.x - width) / 2),
                  std::round((room.min.y + room.max.y - height) / 2));
  bool stays = true;
  const Box inside = begin_overlay(ui, "layers-export", {at, {at.x + width, at.y + height}},
                                   "Export all heads", stays);
  if (!stays && !had_list_ && !has_open_list() && !worker_.is_busy()) close(ui);
  Pen pen{inside.min, inside.width()};
  ControlLines lines(ui, pen, false);
  const auto endings = row_labels(
      figure_endings(), [](std::string_view one) { return capitals(std::string(one.substr(1))); });
  if (lines.list("Format", "layers-export.format", endings, format_)) {
    path_ = with_ending(path_, figure_endings()[static_cast<std::size_t>(format_)]);
    in_the_way_.clear(), warning_.clear();
  }
  lines.list(
      "For", "layers-export.for",
      row_labels(paper_formats(), [](const PaperFormat& one) { return std::string(one.label); }),
      paper_);
  lines.list(
      "Theme", "layers-export.theme",
      row_labels(figure_themes(), [](const FigureThemeRow& one) { return std::string(one.id); }),
      theme_);
  const Box field = lines.next("File");
  const TextEdit edit = text_field(ui, "layers-export.path", field, Face::kBody, path_);
  if (edit.changed) {
    path_ = edit.text;
    in_the_way_.clear(), warning_.clear();
  }
  const Box foot{{inside.min.x, inside.max.y - theme.px(30)}, inside.max};
  float right = foot.max.x;
  std::vector<std::string> asked;
  if (!in_the_way_.empty()) {
    asked.push_back(in_the_way_);
    if (word_button_before(ui, "layers-export.keep", "Keep", foot, right, true)) {
      in_the_way_.clear();
    } else if (word_button_before(ui, "layers-export.replace", "Replace", foot, right, false)) {
      start(ui, imported, measure, is_shown);
    }
  } else if (!worker_.is_busy() &&
             word_button_before(ui, "layers-export.start", "Export", foot, right, true)) {
    start(ui, imported, measure, is_shown);
  }
  // Above the buttons, at full width.
  tell_export(ui, "layers-export",
              {{foot.min.x, foot.min.y - theme.px(30)}, {foot.max.x, foot.min.y - theme.px(6)}},
              {asked, warning_, done_});
  end_overlay();
}

}  // namespace attn::ui
