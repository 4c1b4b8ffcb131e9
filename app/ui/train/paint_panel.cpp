#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/document/numbers/numbers.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/train_controls.h"
#include "app/ui/train/train_panels.h"
#include "app/ui/train/weight_picture.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr std::array<Index, 3> kBrushes = {1, 3, 5};

/// Square cells, as many as the task's sequence length.
struct PaintCells {
  ImVec2 at{};
  float cell = 1;
  Index count = 1;

  Box box() const {
    const float size = cell * static_cast<float>(count);
    return {at, {at.x + size, at.y + size}};
  }
  Index index(float from, float to) const {
    return clamped<Index>(static_cast<Index>((to - from) / cell), 0, count - 1);
  }
};

void draw_paper(const Theme& theme, const PaintCells& cells, bool is_causal, ImU32 edge) {
  const Palette& palette = theme.colors();
  const Box box = cells.box();
  fill_box(box, palette.field);
  for (Index row = 0; is_causal && row + 1 < cells.count; ++row) {
    const float y = box.min.y + cells.cell * static_cast<float>(row);
    const float x = box.min.x + cells.cell * static_cast<float>(row + 1);
    fill_box({{x, y}, {box.max.x, y + cells.cell}}, palette.hover);
  }
  outline_box(box.within(-1), edge, theme.px(2));
}

/// The selected row in both matrices.
void draw_row(const Theme& theme, const PaintCells& cells, Index row) {
  const float y = cells.at.y + cells.cell * static_cast<float>(row);
  outline_box({{cells.at.x - 1, y - 1}, {cells.box().max.x + 1, y + cells.cell + 1}},
              theme.colors().query, theme.px(2));
}

/// Paints all cells between the mouse positions of the last and this frame.
void paint_on(TrainingDesk& desk, const PaintCells& cells, PaintBrush& brush, bool begins) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const ImVec2 from = begins ? mouse : brush.last;
  const float length = std::max(std::abs(mouse.x - from.x), std::abs(mouse.y - from.y));
  const int steps = std::max(1, static_cast<int>(std::ceil(length / cells.cell)));
  brush.last = mouse;
  if (!begins && length == 0) return;
  for (int n = begins ? steps : 1; n <= steps; ++n) {
    const float share = static_cast<float>(n) / static_cast<float>(steps);
    const ImVec2 at(from.x + share * (mouse.x - from.x), from.y + share * (mouse.y - from.y));
    if (!cells.box().contains(at)) continue;
    desk.paint({.begins = begins,
                .row = cells.index(cells.at.y, at.y),
                .column = cells.index(cells.at.x, at.x),
                .brush = kBrushes[static_cast<std::size_t>(brush.size)],
                .weight = brush.button == 0 ? brush.weight : 0});
  }
}

/// Left button paints, right button erases.
void take_strokes(Ui& ui, TrainingDesk& desk, const PaintCells& cells, PaintBrush& brush) {
  hit_area(ui, "train.target", cells.box());
  const bool is_hovered = ImGui::IsItemHovered();
  if (brush.button >= 0 && !ImGui::IsMouseDown(brush.button)) brush.button = -1;
  bool begins = false;
  for (int button = 0; button < 2 && is_hovered && brush.button < 0; ++button) {
    if (!ImGui::IsMouseClicked(button)) continue;
    brush.button = button;
    begins = true;
  }
  if (brush.button >= 0) paint_on(desk, cells, brush, begins);
  if (!is_hovered) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Index reach = kBrushes[static_cast<std::size_t>(brush.size)] / 2;
  const Index row = cells.index(cells.at.y, mouse.y), column = cells.index(cells.at.x, mouse.x);
  const auto corner = [&](Index r, Index c) {
    return ImVec2(cells.at.x + cells.cell * static_cast<float>(c),
                  cells.at.y + cells.cell * static_cast<float>(r));
  };
  const Index last = cells.count - 1;
  outline_box({corner(std::max<Index>(0, row - reach), std::max<Index>(0, column - reach)),
               corner(std::min(last, row + reach) + 1, std::min(last, column + reach) + 1)},
              ui.theme.colors().key, ui.theme.px(2), ui.theme.px(1.5F));
}

void is_and_wanted(Ui& ui, TrainingDesk& desk, Pen& pen, PaintBrush& brush) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const HeadPlace head = desk.painted_head();
  const float between = theme.px(28);
  PaintCells is{{}, 1, desk.plan().task->length};
  is.cell = whole_cell((pen.width - between) / 2, is.count);
  const float size = is.cell * static_cast<float>(is.count);
  const Box words = pen.take(theme.line_height(Face::kSmall) + theme.px(2));
  is.at = {std::round(pen.at.x) + 1, std::round(pen.at.y) + 1};
  PaintCells wanted = is;
  wanted.at.x = std::round(std::min(pen.at.x + size + between, pen.at.x + pen.width - size - 1));
  text_in(ui, words.left_of(words.min.x + size), Face::kSmall, palette.secondary, "is", 0);
  text_in(ui, words.columns(wanted.at.x, wanted.at.x + size), Face::kSmall, palette.query,
          "should be", 0);
  pen.take(size + theme.px(8));
  const float gap = is.cell > 4 ? 1 : 0;
  const bool is_causal = desk.plan().sizes.is_causal;
  draw_paper(theme, is, is_causal, palette.hairline);
  draw_paper(theme, wanted, is_causal, palette.query);
  if (const NetworkPicture* picture = desk.picture()) {
    const Matrix& weights = picture->weights(head.layer, head.head);
    weight_picture(ui, is.at, is.cell, gap, weights);
    draw_row(theme, is, desk.query.value_or(weights.rows() - 1));
    draw_row(theme, wanted, desk.query.value_or(weights.rows() - 1));
  }
  if (desk.has_painted())
    weight_picture(ui, wanted.at, wanted.cell, gap, desk.painted_target().rows);
  take_strokes(ui, desk, wanted, brush);
  const float middle = is.at.y + size / 2, left = is.at.x + size + theme.px(7);
  const float right = wanted.at.x - theme.px(7), wing = theme.px(4);
  if (right > left) {
    imgui::list()->AddLine({left, middle}, {right, middle}, palette.faint, theme.px(1.4F));
    const ImVec2 tip[] = {
        {right - wing, middle - wing}, {right, middle}, {right - wing, middle + wing}};
    imgui::stroke_line(tip, 3, palette.faint, theme.px(1.4F));
  }
}

void brush_controls(Ui& ui, TrainingDesk& desk, Pen& pen, PaintBrush& brush) {
  const Theme& theme = ui.theme;
  const Box line = control_line(ui, pen, "Brush");
  constexpr std::array<std::string_view, 3> kLabels = {"1", "3", "5"};
  segmented(ui, "train.brush", line.min, line.height(), kLabels, brush.size);
  const Box weight = control_line(ui, pen, "Weight");
  const std::string shown = fixed(static_cast<double>(brush.weight), 2);
  const float number = text_size(theme, Face::kMonoSmall, "0.00").x + theme.px(8);
  const SliderEdit moved = slider(ui, "train.brush-weight", weight.left_of(weight.max.x - number),
                                  (brush.weight - 0.1F) / 0.85F, 1.F / 17);
  if (moved.place) brush.weight = 0.1F + std::round(*moved.place * 17) * 0.05F;
  text_in(ui, weight.right_of(weight.max.x - number), Face::kMonoSmall, theme.colors().text, shown,
          1);
  ui.map.say("train.brush-weight", shown);
  TrainingPlan plan = desk.plan();
  const Box strength = control_line(ui, pen, kTypedAim.label);
  const TypedSetting aim =
      log_control(ui, "train.aim", strength, plan.aim, kLeastAim, kMostAim, kTypedAim);
  if (!aim.problem.empty()) desk.set_message(aim.problem);
  if (aim.number) {
    plan.aim = *aim.number;
    desk.change(plan, "another strength");
  }
}

/// Distance "0.77 nats" to the painted target on the current sequence.
std::string distance_words(TrainingDesk& desk) {
  const NetworkPicture* picture = desk.picture();
  if (picture == nullptr || !desk.has_painted()) return "";
  const HeadPlace head = desk.painted_head();
  const double apart = distance(desk.painted_target(), picture->weights(head.layer, head.head));
  return std::isfinite(apart) ? fixed(apart, 2) + " nats" : "∞";
}

}  // namespace

void paint_panel(Ui& ui, TrainingDesk& desk, Pen& pen, PaintBrush& brush) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  is_and_wanted(ui, desk, pen, brush);
  const Box told = pen.take(theme.line_height(Face::kSmall) + theme.px(10));
  const std::string apart = distance_words(desk);
  ui.map.say("train.distance", apart);
  if (apart.empty()) {
    const std::string ways[] = {"Paint where each token should look", "Paint at the right"};
    fitted_text_in(ui, told, Face::kSmall, palette.faint, ways);
  } else {
    theme.need_glyphs(apart);
    const float end = draw_text(theme, Face::kSmall, told.min, palette.secondary, "distance ");
    const float after = draw_text(theme, Face::kMonoSmall, {end, told.min.y}, palette.text, apart);
    const Box rest{{after + theme.px(8), told.min.y},
                   {told.max.x, told.min.y + theme.line_height(Face::kSmall)}};
    const std::string ways[] = {"blank rows: no target", "blank: free"};
    fitted_text_in(ui, rest, Face::kSmall, palette.faint, ways, 1);
  }
  brush_controls(ui, desk, pen, brush);
  const Box line = pen.take(theme.px(28));
  const bool is_aimed = desk.plan().is_aimed;
  ui.map.say("train.aimed", is_aimed ? "on" : "");
  const float half = std::round((line.width() - theme.px(8)) * 0.6F);
  if (word_button(ui, "train.to-target", line.left_of(line.min.x + half),
                  is_aimed ? "Drop target" : "Use target", !is_aimed, desk.has_painted())) {
    desk.train_to_painted(!is_aimed);
  }
  if (word_button(ui, "train.clear-target", line.right_of(line.min.x + half + theme.px(8)), "Clear",
                  false, desk.has_painted())) {
    desk.clear_painted();
  }
  pen.take(theme.px(14));
}

}  // namespace attn::ui
