#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/explain.h"
#include "app/figure/text/visible_text.h"
#include "app/session/words/weight_curves.h"
#include "app/ui/numbers/number_field.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/kind_sections.h"
#include "app/ui/panels/sections.h"
#include "app/ui/panels/temperature.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/weight_bounds.h"

namespace attn::ui {
namespace {

constexpr float kCurves = 84, kLeastCurves = 48;  // height of the curves below the row's bars
constexpr float kAroundCurves = 22;

/// Draws the section of the temperature; returns whether it is open.
bool temperature_section(Ui& ui, Access access, Pen& pen) {
  const bool has_temperature = takes(*access->scene().normalizer.kind, "temperature");
  const std::string title = has_temperature ? "TEMPERATURE" : "WEIGHTS";
  if (!begin_section(ui, access, pen,
                     {.id = "temperature",
                      .title = ui.theme.appearance().presenting ? "" : title,
                      .tex = has_temperature ? "T" : ""})) {
    return false;
  }
  if (!has_temperature) return true;
  const float now = access->scene().normalizer.temperature;
  const TemperatureEdit edit = temperature_slider(ui, pen, now);
  if (edit.entry) field_slope(ui, access, "temperature", *edit.entry);
  change_temperature(access, edit);
  complaint_line(ui, pen, access.notices.complaint("temperature"));
  pen.take(ui.theme.px(10));
  return true;
}

/// Draws a key of the row: label, bar and weight; a click pins it.
void bar(Ui& ui, Access access, const Box& line, Cell cell, float label_width, float most) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const HeadTrace& head = access->evaluation().trace.head(access->head());
  const float weight = head.weights(cell.query, cell.key);
  const bool is_masked = head.scores(cell.query, cell.key) == kMasked;
  const bool is_shown = access->shown() && access->shown()->key == cell.key;
  if (hit_area(ui, "row." + std::to_string(cell.key), line)) access.look.view.selection = cell;

  ImDrawList* list = ImGui::GetWindowDrawList();
  const Box label{line.min, {line.min.x + label_width, line.max.y}};
  const Face face = theme.appearance().presenting ? is_shown ? Face::kMedium : Face::kBody
                    : is_shown                    ? Face::kCaption
                                                  : Face::kSmall;
  text_in(ui, label, face, is_shown ? palette.key : palette.text,
          shortened(theme, face, visible_text(access->evaluation().scene.key_token(cell.key)),
                    label_width),
          1);
  const bool is_presenting = theme.appearance().presenting;
  const std::string number = is_masked ? "masked" : with_minus(fixed(weight, 3));
  const float words = text_size(theme, face, number).x;
  const float start = label.max.x + theme.px(8), gap = theme.px(6);
  // In presenter mode the number of a long bar is inside it.
  const float room = line.max.x - start - (is_presenting ? 0 : words + gap);
  const float length = std::max(theme.px(1), std::abs(weight) / most * room);
  const bool is_inside = is_presenting && weight >= 0 && length > words + 2 * gap;
  const ImU32 color = is_shown ? palette.key : mix(palette.panel, palette.query, 0.75F);
  const float inset = theme.px(is_presenting ? 4 : 3);
  if (is_presenting) {  // the bars' common 0
    const float x = std::round(start) - theme.px(1) / 2;
    list->AddLine({x, line.min.y}, {x, line.max.y}, palette.faint, theme.px(1));
  }
  const ImVec2 low(start, line.min.y + inset), high(start + length, line.max.y - inset);
  if (weight < 0) {  // hollow if negative
    imgui::stroke_rect(list, low, high, color, std::min(theme.px(3), length / 2), 1);
  } else {
    list->AddRectFilled(low, high, color, std::min(theme.px(3), length / 2));
  }
  if (is_inside) {
    const bool is_light = is_shown || palette.panel == palette.on_accent;
    text_in(ui, {line.min, {start + length - gap, line.max.y}}, face,
            is_light ? palette.on_accent : palette.text, number, 1);
  } else {
    text_in(ui, {{start + length + gap, line.min.y}, line.max}, face,
            is_presenting || is_shown ? palette.text : palette.secondary, number, 0);
  }
}

/// Draws the sink's share of the row, which adds nothing to the output.
void sink_bar(Ui& ui, const Box& line, float share, float label_width) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Face face = theme.appearance().presenting ? Face::kBody : Face::kSmall;
  text_in(ui, {line.min, {line.min.x + label_width, line.max.y}}, face, palette.secondary, "sink",
          1);
  const std::string number = with_minus(fixed(share, 3));
  const float start = line.min.x + label_width + theme.px(8), gap = theme.px(6);
  const float room = line.max.x - start - text_size(theme, face, number).x - gap;
  const float length = std::max(theme.px(1), share * room), inset = theme.px(3);
  ImGui::GetWindowDrawList()->AddRectFilled({start, line.min.y + inset},
                                            {start + length, line.max.y - inset}, palette.faint,
                                            std::min(theme.px(3), length / 2));
  text_in(ui, {{start + length + gap, line.min.y}, line.max}, face, palette.secondary, number, 0);
}

/// Scrolls the list to the selected key when the selection changes, but not while the user scrolls.
void follow_selected_key(Access access, float line_height) {
  const auto pinned = access->pinned();
  int* before = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("selected key"), -1);
  const int key = pinned ? static_cast<int>(pinned->key) : -1;
  if (std::exchange(*before, key) == key || key < 0) return;
  const float top = static_cast<float>(key) * line_height;
  const float room = ImGui::GetWindowHeight(), scroll = ImGui::GetScrollY();
  if (top >= scroll && top + line_height <= scroll + room) return;
  // Whole lines, with the key in the middle.
  const float above = std::floor((room / line_height - 1) / 2) * line_height;
  ImGui::SetScrollY(std::max(0.F, top - above));
}

/// Returns whether the curves are still to be drawn: unless `with_curves` and open.
bool row_section(Ui& ui, Access access, Pen& pen, float most, bool with_curves = true,
                 float curves = kCurves) {
  const Theme& theme = ui.theme;
  const auto shown = access->explained();
  if (!shown) return false;
  const Scene& scene = access->evaluation().scene;
  std::string query = visible_text(scene.query_token(shown->query));
  const bool is_said_aloud = theme.appearance().presenting || ui.stage;
  if (!is_said_aloud) query = capitals(query);
  const auto h = static_cast<std::size_t>(access->head());
  const RowVector weights = access->evaluation().trace.heads[h].weights.row(shown->query);
  // Effective number of keys: that many equal weights would have the same entropy, if weights are
  // shares of 1.
  const WeightBounds bounds = weight_bounds(scene, h);
  const bool is_whole = bounds.is_unit() && bounds.row == WeightBounds::Sum::kOne;
  std::string hint = is_whole ? "effectively " + fixed(std::exp(entropy(weights)), 1) + " keys"
                              : "sum " + with_minus(fixed(weights.cast<double>().sum(), 3));
  if (scene.heads.size() > 1) hint = "head " + std::to_string(h) + " · " + hint;
  if (!begin_section(ui, access, pen,
                     {.id = "row",
                      .title = is_said_aloud ? "Row of" : "ROW OF",
                      .accent = query,
                      .hint = hint})) {
    return false;
  }

  float label_width = theme.px(28);
  for (const std::string& token : scene.tokens) {
    const Face face = theme.appearance().presenting ? Face::kMedium : Face::kCaption;
    label_width = std::max(label_width, text_size(theme, face, token).x);
    if (label_width > pen.width * 0.36F) break;
  }
  label_width = std::min(label_width, pen.width * 0.36F);

  const bool is_presenting = theme.appearance().presenting;
  const float line_height = is_presenting ? std::round(27.4F * theme.scale()) : theme.px(20);
  const std::optional<float> sink = scene.heads[h].sink;
  const Matrix scores = access->evaluation().trace.heads[h].scores.row(shown->query);
  const Index keys = scene.key_count(), count = keys + (sink ? 1 : 0);
  // Full length is a weight of 1, or the largest absolute weight if that is above 1.
  const float longest = std::max(1.F, weights.cwiseAbs().maxCoeff());
  // A scrolling list shows whole lines.
  const float lines = std::min(static_cast<float>(count), std::floor(most / line_height));
  const float height = std::max(1.F, lines) * line_height;
  const Box box = pen.take(height);
  ImGui::SetCursorScreenPos(box.min);
  ImGui::BeginChild("row", {box.width(), box.height()}, false, ImGuiWindowFlags_NoNav);
  follow_selected_key(access, line_height);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count), line_height);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  while (clipper.Step()) {
    for (int j = clipper.DisplayStart; j < clipper.DisplayEnd; ++j) {
      const float y = origin.y + static_cast<float>(j) * line_height;
      const float right = origin.x + ImGui::GetContentRegionAvail().x;
      const Box line{{origin.x, y}, {right, y + line_height}};
      if (j < keys) {
        bar(ui, access, line, {shown->query, j}, label_width, longest);
      } else {
        const auto shares = sink_shares(scene.normalizer, scores, *sink);
        sink_bar(ui, line, static_cast<float>(shares(0)), label_width);
      }
      ImGui::SetCursorScreenPos({origin.x, y + line_height});
    }
  }
  clipper.End();
  // The clipper leaves a gap between two lines at the end, where there is none.
  ImGui::SetCursorScreenPos({origin.x, origin.y + static_cast<float>(count) * line_height});
  ImGui::Dummy({0, 0});
  ImGui::EndChild();
  pen.take(theme.px(4));
  const bool has_curves = !is_presenting && with_curves && has_weight_curves(scene, h);
  if (has_curves) change_temperature(access, curves_view(ui, access, pen, *shown, curves));
  pen.take(theme.px(10));
  return !is_presenting && !has_curves && has_weight_curves(scene, h);
}

/// Folded sections stay at the bottom of `box`, the visible part of the panel before scrolling. A
/// long row shrinks first, then its curves, which come last.
void panel_sections(Ui& ui, Access access, Pen& pen, const Box& box) {
  const Theme& theme = ui.theme;
  const bool is_presenting = theme.appearance().presenting;
  // An open section is the main one and comes first.
  const bool learns = !is_section_folded(access, learn_head(access));
  if (learns) learn_section(ui, access, pen, true);
  score_section(ui, access, pen);
  if (is_presenting) row_section(ui, access, pen, box.height() - theme.px(180));
  const Box heading = heading_line(ui, pen);
  const bool is_open = temperature_section(ui, access, pen);
  if (is_open && (!is_presenting || access->is_lesson()) && !access.look.is_hidden("normalizer")) {
    normalizer_section(ui, access, pen, heading);
  }
  const float at_end = is_presenting ? 0 : folded_at_end(ui, access);
  const float foot = theme.px(3);
  bool has_curves_below = false;
  if (!is_presenting) {
    constexpr float kHeading = 23, kLeastRow = 120;
    const float room = box.max.y - pen.at.y - theme.px(kHeading) - at_end;
    // Space for the curves; the lines at the bottom start slightly higher than their height.
    const float left = (room - foot) / theme.scale() - kLeastRow - kAroundCurves;
    const bool has_room = at_end == 0 || left >= kLeastCurves;
    const float curves = at_end == 0 ? kCurves : std::clamp(left, kLeastCurves, kCurves);
    const float bars = room - theme.px(has_room ? kAroundCurves + curves : 14);
    has_curves_below =
        row_section(ui, access, pen, std::max(theme.px(kLeastRow), bars), has_room, curves);
  }
  if (at_end > 0) pen.at.y = std::max(pen.at.y, box.max.y - at_end - foot);
  scale_section(ui, access, pen);
  mask_section(ui, access, pen);
  heads_section(ui, access, pen);
  position_section(ui, access, pen);
  if (!learns) learn_section(ui, access, pen);
  lock_controls(ui, {});
  if (!is_presenting) cost_line(ui, access, pen);
  if (has_curves_below && access->explained()) {
    pen.take(theme.px(14));
    change_temperature(access, curves_view(ui, access, pen, *access->explained(), kCurves));
  }
}

}  // namespace

void attention_sections(Ui& ui, Access access, Pen& pen, float height) {
  score_section(ui, access, pen);
  scale_section(ui, access, pen);
  if (!ui.stage->has_slider) temperature_section(ui, access, pen);
  const Box heading = heading_line(ui, pen);
  if (begin_section(ui, access, pen, {.id = "normalizer", .title = "NORMALIZER"})) {
    normalizer_section(ui, access, pen, heading);
  }
  row_section(ui, access, pen, height * 0.36F);
  mask_section(ui, access, pen);
  heads_section(ui, access, pen);
  position_section(ui, access, pen);
  learn_section(ui, access, pen);
  lock_controls(ui, {});
}

bool attention_panel(Ui& ui, Access access, const Box& box) {
  const auto draw = [&](Pen& pen) {
    // The scroll position does not affect the layout.
    panel_sections(ui, access, pen, {pen.at, {pen.at.x + box.width(), pen.at.y + box.height()}});
  };
  return scrolled(ui, "attention", box, draw) > 0;
}

}  // namespace attn::ui
