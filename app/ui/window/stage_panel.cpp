#include "app/ui/window/stage_panel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/document/lessons/lesson_parts.h"
#include "app/document/view/view_kinds.h"
#include "app/session/words/window_parts.h"
#include "app/ui/lessons/lesson_panel.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/window/tabs.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// Widths at scale 1: from kWide on, tables are next to the matrix; from kMiddle on, the text has a
/// width of 388.
constexpr float kWide = 1200, kMiddle = 1024;
constexpr float kText = 388, kNarrowText = 300, kPanelGap = 10;
constexpr float kTitle = 30, kSlider = 96, kStageInspector = 280, kFoldedInspector = 40;
constexpr float kWorthBeside = 0.85F;
constexpr int kSettled = 3;    // frames
constexpr float kLow = 0.27F;  // share of the stage's height
constexpr float kAbove = 420;
constexpr float kAllWords = 140;  // width next to a title: text or legend
constexpr float kAround = 112;    // height above a matrix: title, column labels

bool is_there(const Workspace& workspace, std::string_view part) {
  return !workspace.look.is_hidden(std::string(part));
}

/// Views that can be shown now.
std::vector<const ViewKind*> views_there(const Workspace& workspace) {
  std::vector<const ViewKind*> found;
  for (const ViewKind& kind : view_kinds()) {
    if (is_there(workspace, kind.part)) found.push_back(&kind);
  }
  return found;
}

bool names_view(const Workspace& workspace) {
  return std::ranges::any_of(*workspace.look.stage,
                             [](std::string_view part) { return !view_of_part(part).empty(); });
}

/// Returns whether there are tables or controls in addition to those with a separate place.
bool has_column(const Workspace& workspace, bool has_slider) {
  return std::ranges::any_of(*workspace.look.stage, [&](const std::string& part) {
    const bool is_apart = !view_of_part(part).empty() || !part_named_by(part).empty() ||
                          part == "inspector" || (has_slider && part == "temperature");
    return !is_apart && is_there(workspace, part);
  });
}

/// Columns of the widest table.
Index widest_table(const Workspace& workspace) {
  const Scene& scene = workspace.scene();
  Index columns = 0;
  if (is_there(workspace, "embeddings.table")) {
    columns = scene.embeddings->cols() + (scene.values ? (*scene.values)->cols() : 0);
  }
  if (is_there(workspace, "queries")) columns = std::max(columns, scene.query_embeddings().cols());
  if (is_there(workspace, "weights")) {
    columns = std::max(columns, staged_weights(workspace).columns);
  }
  return columns;
}

/// Width of the tables.
float column_width(const Theme& theme, const Workspace& workspace, bool is_wide, bool has_slider,
                   float most) {
  constexpr float kControls = 300, kLabels = 74;
  const float least = is_wide ? 244 : 180, cell = is_wide ? 43 : 42;
  const Index columns = widest_table(workspace);
  float width = columns > 0 ? kLabels + cell * static_cast<float>(columns) : 0;
  for (const char* part : {"inputs", "attention", "temperature", "normalizer", "row", "mask",
                           "heads", "position", "learn", "weights"}) {
    const bool is_apart = has_slider && std::string_view(part) == "temperature";
    if (is_apart || !is_there(workspace, part)) continue;
    // A part of the head alone is no wider than needed.
    if (std::string_view(part) == "weights" && !staged_weights(workspace).is_whole) continue;
    width = std::max(width, kControls);
  }
  return clamped(theme.px(width), theme.px(least), most);
}

/// Whether the view is one large matrix.
bool has_matrix(const Workspace& workspace) { return view_kind(workspace.look.view).is_heatmap; }

/// Approximate cell size of a matrix.
float cell_in(const Theme& theme, const Workspace& workspace, const Box& box, bool has_slider) {
  constexpr float kRowLabels = 84, kLargestCell = 100;
  const Scene& scene = workspace.scene();
  const float width = box.width() - theme.px(kRowLabels);
  const float height = box.height() - theme.px(kAround + (has_slider ? kSlider : 0));
  return std::min({width / static_cast<float>(scene.key_count()),
                   height / static_cast<float>(scene.query_count()), theme.px(kLargestCell)});
}

/// Maximal height of tables above the view.
float most_above(const Theme& theme, const Workspace& workspace, float height, bool has_slider) {
  constexpr float kSmallCell = 60;
  const float share = height * (has_slider ? 0.4F : 0.5F);
  if (!has_matrix(workspace)) return share;
  const auto rows = static_cast<float>(workspace.scene().query_count());
  const float needed = kAround + (has_slider ? kSlider : 0) + kSmallCell * rows;
  return std::max(share, height - theme.px(needed));
}

/// Symbol after the name from `x` on, if there is room.
void draw_sign(Ui& ui, const ViewKind& kind, const Box& line, float x) {
  if (kind.sign.empty()) return;
  const Theme& theme = ui.theme;
  for (const auto& [text, face, color] :
       {std::tuple{"$" + std::string(kind.sign) + "$", Face::kText, theme.colors().text},
        std::tuple{std::string(kind.of), Face::kBody, theme.colors().secondary}}) {
    const float width = rich_size(theme, face, text).x;
    if (x + width > line.max.x) return;
    rich_in(ui, line.right_of(x), face, color, text, 0);
    x += width + theme.px(10);
  }
}

/// Name of the view, or a choice if there are several.
void view_title(Ui& ui, Workspace& workspace, const Box& line) {
  const std::vector<const ViewKind*> kinds = views_there(workspace);
  const ViewKind& now = view_kind(workspace.look.view);
  const float gap = ui.theme.px(8);
  if (kinds.size() < 2) {
    text_in(ui, line, Face::kTextMedium, ui.theme.colors().text, now.label, 0);
    draw_sign(ui, now, line,
              line.min.x + text_size(ui.theme, Face::kTextMedium, now.label).x + gap);
    return;
  }
  std::vector<std::string_view> labels;
  int chosen = -1;
  for (const ViewKind* kind : kinds) {
    if (kind == &now) chosen = static_cast<int>(labels.size());
    labels.push_back(kind->label);
  }
  const float height = ui.theme.px(28);
  const ImVec2 at(line.min.x, (line.min.y + line.max.y - height) / 2);
  if (segmented(ui, "stage.view", at, height, labels, chosen)) {
    workspace.look.view.tab = kinds[static_cast<std::size_t>(chosen)]->id;
  }
  draw_sign(ui, now, line, at.x + segmented_width(ui.theme, labels) + 2 * gap);
}

/// Masked cell, as sample in the legend.
void draw_masked(Ui& ui, const Box& box) {
  const Theme& theme = ui.theme;
  constexpr std::string_view kWords = "masked";
  const float side = theme.px(10), gap = theme.px(6), step = theme.px(4);
  const float wide = side + gap + text_size(theme, Face::kSmall, kWords).x;
  const ImVec2 at(std::round((box.min.x + box.max.x - wide) / 2),
                  std::round((box.min.y + box.max.y - side) / 2));
  const Box swatch{at, {at.x + side, at.y + side}};
  ImDrawList* list = imgui::list();
  list->PushClipRect(swatch.min, swatch.max, true);
  for (float x = step / 2; x < 2 * side; x += step) {
    list->AddLine({at.x + x - side, at.y + side}, {at.x + x, at.y}, theme.colors().faint, 1);
  }
  list->PopClipRect();
  text_in(ui, box.right_of(swatch.max.x + gap), Face::kSmall, theme.colors().secondary, kWords, 0);
}

/// Colour bar as wide as the table above it.
void draw_legend(Ui& ui, const ViewLegend& legend, const Box& box) {
  const Theme& theme = ui.theme;
  const float line = theme.line_height(Face::kSmall);
  const Box words = box.above(box.min.y + line);
  const Box bar = box.rows(words.max.y + theme.px(4), words.max.y + theme.px(14));
  const ImU32 color = theme.colors().secondary;
  text_in(ui, words, Face::kSmall, color, legend.low, 0);
  text_in(ui, words, Face::kSmall, color, legend.name, 0.5F);
  if (legend.has_masked && legend.name.empty()) draw_masked(ui, words);
  text_in(ui, words, Face::kSmall, color, legend.high, 1);
  constexpr std::size_t kSteps = 51;
  for (std::size_t n = 0; n < kSteps; ++n) {
    const auto share = [n](std::size_t more) {
      return static_cast<float>(n + more) / static_cast<float>(kSteps);
    };
    const auto color_at = [&](std::size_t more) {
      const float value = legend.range.low + (legend.range.high - legend.range.low) * share(more);
      const Rgb rgb = color_of(*legend.colors, legend.range, value);
      return IM_COL32(rgb.r, rgb.g, rgb.b, 255);
    };
    const ImU32 a = color_at(0), b = color_at(1);
    imgui::list()->AddRectFilledMultiColor({bar.min.x + share(0) * bar.width(), bar.min.y},
                                           {bar.min.x + share(1) * bar.width(), bar.max.y}, a, b, b,
                                           a);
  }
  outline_box(bar, theme.colors().hairline, theme.px(2));
  ui.map.add("stage.legend", box.min, bar.max);
}

}  // namespace

/// Layout of the parts.
struct StagePanel::Rooms {
  Box head, column, title, view, slider, inspector;
  bool is_wide = false, has_view = false, has_column = false, has_slider = false,
       has_inspector = false;
};

StageBoxes stage_boxes(const Theme& theme, const Box& whole) {
  const float gap = theme.px(kPanelGap), width = whole.width() / theme.scale();
  const float text = theme.px(width < kMiddle ? kNarrowText : kText);
  const Box left{{whole.min.x + gap, whole.min.y + gap},
                 {whole.min.x + gap + text, whole.max.y - gap}};
  return {left, left.columns(left.max.x + gap, whole.max.x - gap)};
}

StagePanel::Rooms StagePanel::rooms(const Ui& ui, const Workspace& workspace, const Box& box) {
  const Theme& theme = ui.theme;
  Rooms rooms;
  rooms.is_wide = ImGui::GetIO().DisplaySize.x >= theme.px(kWide);
  rooms.has_view = names_view(workspace);
  rooms.has_slider = rooms.has_view && is_there(workspace, "temperature");
  rooms.has_column = has_column(workspace, rooms.has_slider);
  rooms.has_inspector = is_there(workspace, "inspector");
  const float across = theme.px(rooms.is_wide ? 32 : 20);
  const float down = theme.px(rooms.is_wide ? 22 : 14);
  Box rest{{box.min.x + across, box.min.y + down}, {box.max.x - across, box.max.y - down}};
  rooms.head = rest.above(rest.min.y + theme.px(kTitle));
  if (rooms.has_inspector) {
    const bool is_line = is_inspector_folded(ui, workspace);
    const std::set<std::string>& parts = *workspace.look.stage;
    if (rest.width() != inspector_.width || parts != inspector_.parts) {
      inspector_ = {rest.width(), 0, parts};
    }
    const float most = theme.px(kStageInspector);
    const float needed = inspector_.height > 0 ? std::min(inspector_.height, most) : most;
    const float height =
        std::min(is_line ? theme.px(kFoldedInspector) : needed, rest.height() * 0.4F);
    rooms.inspector = rest.below(rest.max.y - height);
    rest.max.y = rooms.inspector.min.y - theme.px(14);
  }
  if (!rooms.has_view) {
    rooms.column = rest;
    rooms.column.min.y = rooms.head.max.y;
    return rooms;
  }
  Box view = rest;
  if (rooms.has_column) {
    const float beside = theme.px(rooms.is_wide ? 28 : 20), above = theme.px(6);
    const float width = column_width(theme, workspace, rooms.is_wide, rooms.has_slider,
                                     rest.width() * (rooms.is_wide ? 0.42F : 0.46F));
    const float most = most_above(theme, workspace, rest.height(), rooms.has_slider);
    if (*workspace.look.stage != column_parts_) {  // measurements of other parts do not apply
      column_parts_ = *workspace.look.stage;
      column_height_ = 0;
    }
    const float height = clamped(column_height_ + theme.px(4), theme.px(40), most);
    const Box right = rest.right_of(rest.min.x + width + beside);
    const Box below = rest.below(rest.min.y + height + above);
    const float in_right = cell_in(theme, workspace, right, rooms.has_slider);
    const float in_below = cell_in(theme, workspace, below, rooms.has_slider);
    const bool is_cut = column_height_ > most * (is_beside_ ? 0.9F : 1);
    // Hysteresis avoids flickering; in large windows tables are next to the matrix, unless that
    // makes it too small.
    const bool is_low = column_height_ <= rest.height() * (is_beside_ ? 0.9F : 1) * kLow;
    const float favour = (is_beside_ ? 0.95F : 1.05F) * (is_cut ? 0.6F : 1) *
                         (rooms.is_wide && !is_low ? kWorthBeside : 1);
    ArrangedFor now{*workspace.look.stage, workspace.look.view.hidden, workspace.look.view.tab,
                    rest.width(), rest.height()};
    if (now != arranged_) {
      arranged_ = std::move(now);
      alike_ = 0;
    }
    if (alike_ == kSettled) {
      // As it was.
    } else if (has_matrix(workspace)) {
      is_beside_ = in_right > in_below * favour;
    } else if (rooms.is_wide) {
      is_beside_ = !is_low;
    } else {
      is_beside_ = is_cut && !view_kind(workspace.look.view).is_wide;
    }
    view = is_beside_ ? right : below;
    if (is_beside_) {
      rooms.column = rest.left_of(rest.min.x + width);
    } else {
      // Controls are no wider than needed.
      const float across_all = rest.width() - theme.px(kAllWords);
      const float needed =
          column_width(theme, workspace, rooms.is_wide, rooms.has_slider, across_all);
      const float wide = std::min(across_all, std::max(needed, theme.px(kAbove)));
      rooms.column = {rest.min, {rest.min.x + wide, below.min.y - above}};
    }
  }
  // Beside the text at its right end.
  rooms.title = {view.min, {view.max.x - theme.px(kAllWords), view.min.y + theme.px(kTitle)}};
  if (rooms.has_slider) {
    rooms.slider = view.below(view.max.y - theme.px(kSlider));
    view.max.y = rooms.slider.min.y;
  }
  rooms.view = view.below(rooms.title.max.y + theme.px(6));
  return rooms;
}

void StagePanel::draw_column(Ui& ui, Workspace& workspace, const Box& box, float most) {
  const float before = column_height_;
  column_height_ = scrolled(ui, "stage.column", box, [&](Pen& pen) {
    inputs_sections(ui, workspace, pen, most);
    attention_sections(ui, workspace, pen, most);
    // Remove the gap below the last part.
    pen.at.y -= ui.theme.px(8);
  });
  if (column_height_ != before) ui.wake_at = ImGui::GetTime();  // the layout depends on it
  if (alike_ < kSettled) alike_ = column_height_ == before ? alike_ + 1 : 0;
}

DrawnNumbers StagePanel::draw(Ui& ui, Session& session, const Box& box, View& view) {
  Workspace& workspace = session.workspace;
  const Theme& theme = ui.theme;
  ui.stage = StageMode{};  // parts are drawn as on a stage
  const Rooms rooms = this->rooms(ui, workspace, box);
  const float legend_height = theme.px(32), gap = theme.px(12);
  const float tables_end = rooms.column.min.y + column_height_ + gap;
  const bool is_above = rooms.has_column && rooms.has_view && !is_beside_;
  const bool takes_legend = is_above || (rooms.has_column && rooms.has_view &&
                                         tables_end + legend_height <= rooms.column.max.y);
  ui.stage = StageMode{.has_slider = rooms.has_slider, .takes_legend = takes_legend};
  take_tab_keys(ui, workspace);
  if (rooms.has_column) draw_column(ui, workspace, rooms.column, box.height());
  bool is_withheld = false;
  DrawnNumbers numbers;
  if (rooms.has_view) {
    view_title(ui, workspace, rooms.title);
    is_withheld = withheld_view(ui, session.course, rooms.view);
    if (!is_withheld) {
      numbers = view.draw(ui, workspace, {.bar = std::nullopt, .room = rooms.view});
    }
  }
  const std::optional<Box> matrix = is_withheld ? std::nullopt : view.matrix();
  if (rooms.has_slider) {
    Box room = rooms.slider;
    // The slider follows a matrix that is smaller than its space, unless the legend of masked cells
    // is between them.
    if (matrix && workspace.scene().masks.empty()) {
      room.min.y = std::min(room.min.y, matrix->max.y + gap);
    }
    stage_temperature(ui, workspace, room, matrix.value_or(rooms.view));
  }
  if (const auto legend = view.legend(); legend && takes_legend && !is_withheld) {
    const float bottom = std::max(tables_end + legend_height, matrix ? matrix->max.y : 0);
    const float wide = std::min(rooms.column.width(), theme.px(300));
    const Box below_tables{{rooms.column.min.x, bottom - legend_height},
                           {rooms.column.min.x + wide, bottom}};
    const Box beside_title{{rooms.title.max.x + theme.px(10), rooms.title.min.y},
                           {rooms.view.max.x, rooms.title.min.y + legend_height}};
    draw_legend(ui, *legend, is_above ? beside_title : below_tables);
  }
  if (rooms.has_inspector) {
    const float y = rooms.inspector.min.y - theme.px(8);
    imgui::list()->AddLine({rooms.inspector.min.x, y}, {rooms.inspector.max.x, y},
                           theme.colors().hairline, 1);
    const float needed = inspector_panel(ui, workspace, rooms.inspector);
    if (!is_inspector_folded(ui, workspace)) {
      inspector_.height = std::max(inspector_.height, needed);
    }
  }
  ui.stage.reset();
  ui.map.add("stage", box.min, box.max);
  if (theme.appearance().presenting) return numbers;
  constexpr std::string_view kWords = "Show all controls";
  const float left = rooms.head.max.x - text_size(theme, Face::kBody, kWords).x;
  if (link_in(ui, "stage.all", Face::kBody, rooms.head.right_of(left), kWords)) {
    session.course.show_all_controls(true);
  }
  return numbers;
}

}  // namespace attn::ui
