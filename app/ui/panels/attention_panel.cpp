#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/explain.h"
#include "app/figure/text/visible_text.h"
#include "app/session/measures/temperature_scale.h"
#include "app/session/words/weight_curves.h"
#include "app/ui/numbers/number_field.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/sections.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/trace.h"
#include "engine/attention/weight_bounds.h"
#include "engine/base/clamped.h"

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
  const bool shows_kept = access.look.snapshot.is_chosen();
  const Scene& shown = shows_kept ? access.look.snapshot.kept->scene : access->scene();
  const float now = shown.normalizer.temperature;
  ui.map.say("temperature", temperature_text(now));
  const TemperatureEdit edit = temperature_slider(ui, pen, now);
  if (edit.entry) field_slope(ui, access, "temperature", *edit.entry);
  change_temperature(access, edit);
  complaint_line(ui, pen, access.notices.complaint("temperature"));
  pen.take(ui.theme.px(10));
  return true;
}

/// Draws a key of the row: label, bar and weight; a click pins it.
void bar(Ui& ui, Access access, const Evaluation& evaluation, const Box& line, Cell cell,
         float label_width, float most) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const HeadTrace& head = evaluation.trace.head(access->head());
  const float weight = head.weights(cell.query, cell.key);
  const bool is_masked = head.is_masked(cell.query, cell.key);
  const bool is_shown = access->shown() && access->shown()->key == cell.key;
  if (hit_area(ui, "row." + std::to_string(cell.key), line)) access.look.view.selection = cell;

  const Box label = line.left_of(line.min.x + label_width);
  const Face face = theme.appearance().presenting ? is_shown ? Face::kMedium : Face::kBody
                    : is_shown                    ? Face::kCaption
                                                  : Face::kSmall;
  text_in(ui, label, face, is_shown ? palette.key : palette.text,
          shortened(theme, face, visible_text(evaluation.scene.key_token(cell.key)), label_width),
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
    imgui::list()->AddLine({x, line.min.y}, {x, line.max.y}, palette.faint, theme.px(1));
  }
  const ImVec2 low(start, line.min.y + inset), high(start + length, line.max.y - inset);
  if (weight < 0) {  // hollow if negative
    outline_box({low, high}, color, std::min(theme.px(3), length / 2));
  } else {
    fill_box({low, high}, color, std::min(theme.px(3), length / 2));
  }
  if (is_inside) {
    const bool is_light = is_shown || palette.panel == palette.on_accent;
    text_in(ui, line.left_of(start + length - gap), face,
            is_light ? palette.on_accent : palette.text, number, 1);
  } else {
    text_in(ui, line.right_of(start + length + gap), face,
            is_presenting || is_shown ? palette.text : palette.secondary, number, 0);
  }
}

/// Draws the sink's share of the row, which adds nothing to the output.
void sink_bar(Ui& ui, const Box& line, float share, float label_width) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Face face = theme.appearance().presenting ? Face::kBody : Face::kSmall;
  text_in(ui, line.left_of(line.min.x + label_width), face, palette.secondary, "sink", 1);
  const std::string number = with_minus(fixed(share, 3));
  const float start = line.min.x + label_width + theme.px(8), gap = theme.px(6);
  const float room = line.max.x - start - text_size(theme, face, number).x - gap;
  const float length = std::max(theme.px(1), share * room), inset = theme.px(3);
  fill_box({{start, line.min.y + inset}, {start + length, line.max.y - inset}}, palette.faint,
           std::min(theme.px(3), length / 2));
  text_in(ui, line.right_of(start + length + gap), face, palette.secondary, number, 0);
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

constexpr std::size_t kMostLines = 12;
constexpr std::size_t kNamedLines = 3;

/// Box of the curves: temperature from left to right, weights from the bottom up.
struct CurveField {
  Box box;
  ImVec2 at(float place, float weight) const {
    return {box.min.x + place * box.width(), box.max.y - weight * box.height()};
  }
};

/// The shown key is red; the strongest have labels and lighter accents; the rest are faint.
ImU32 line_color(const Palette& palette, bool is_shown, std::size_t rank) {
  if (is_shown) return palette.key;
  if (rank >= kNamedLines) return with_alpha(palette.faint, 0.5F);
  return mix(palette.query, palette.panel, 0.28F * static_cast<float>(rank));
}

void draw_line(Ui& ui, const CurveField& plot, const WeightCurves& curves,
               const WeightCurves::KeyCurve& line, ImU32 color, float thickness) {
  std::vector<ImVec2> points;
  for (std::size_t n = 0; n < curves.places.size(); ++n) {
    const ImVec2 at = plot.at(curves.places[n], line.weights[n]);
    points.emplace_back(at.x + 0.5F, at.y + 0.5F);  // centre of a pixel, as in AddLine
  }
  // A single polyline, so that its segments join without gaps.
  imgui::stroke_line(points.data(), static_cast<int>(points.size()), color,
                     thickness * ui.theme.scale());
}

void draw_ground(Ui& ui, const CurveField& plot) {
  const Palette& palette = ui.theme.colors();
  const float margin = ui.theme.px(4);
  fill_box(plot.box.rows(plot.box.min.y - margin, plot.box.max.y + margin), palette.field,
           ui.theme.px(5));
  for (const float weight : {0.F, 0.5F, 1.F}) {
    imgui::list()->AddLine(plot.at(0, weight), plot.at(1, weight), palette.hairline, 1);
  }
}

void draw_marker(Ui& ui, const CurveField& plot, const WeightCurves& curves, float place,
                 Index shown, bool is_hovered) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  ImDrawList* list = imgui::list();
  const float margin = theme.px(4), x = plot.at(place, 0).x;
  list->AddLine({x, plot.box.min.y - margin}, {x, plot.box.max.y + margin}, palette.query,
                is_hovered ? theme.px(2) : theme.px(1));
  const auto after = std::ranges::lower_bound(curves.places, place);
  const auto n =
      static_cast<std::size_t>(std::min(after, curves.places.end() - 1) - curves.places.begin());
  for (const WeightCurves::KeyCurve& line : curves.lines) {
    if (line.key != shown) continue;
    const float before = curves.places[n > 0 ? n - 1 : 0], step = curves.places[n] - before;
    const float share = step > 0 ? (place - before) / step : 1;
    const float weight = line.weights[n > 0 ? n - 1 : 0] * (1 - share) + line.weights[n] * share;
    list->AddCircleFilled(plot.at(place, weight), theme.px(4), palette.panel, 16);
    list->AddCircle(plot.at(place, weight), theme.px(4), palette.key, 16, theme.px(2));
  }
}

/// Describes the curves: how many keys have none, and which are the strongest.
std::string words_of(const WeightCurves& curves, const Matrix& scores, const Scene& scene) {
  const auto seen = (scores.array() != kMasked).count();
  std::string words = "weight by temperature, 0 to ∞";
  if (std::ssize(curves.lines) < seen) {
    words += ": " + std::to_string(curves.lines.size()) + " of " + std::to_string(seen) + " keys";
  }
  const char* before = "; from dark to light ";
  for (std::size_t rank = 0; rank < std::min(kNamedLines, curves.lines.size()); ++rank) {
    words += std::exchange(before, ", ") + named_token(scene.tokens, curves.lines[rank].key);
  }
  return words;
}

/// Draws the weights of query `cell.query` as functions of the temperature: one line for each key,
/// over the slider's scale, with a draggable marker at the current temperature. `cell.key` is
/// highlighted. `height` is before the content scale.
TemperatureEdit curves_view(Ui& ui, Access access, const Evaluation& evaluation, Pen& pen,
                            Cell cell, float height) {
  const Theme& theme = ui.theme;
  const auto h = static_cast<std::size_t>(access->head());
  const Matrix scores = evaluation.trace.heads[h].scores.row(cell.query);
  const WeightCurves& curves =
      ui.weight_curves.curves_of(evaluation, h, cell.query, kMostLines, cell.key);
  TemperatureEdit edit;
  if (curves.lines.empty()) {
    const Box line = pen.take(theme.line_height(Face::kSmall) + theme.px(8));
    text_in(ui, line, Face::kSmall, theme.colors().secondary, "This query sees no key.", 0);
    return edit;
  }
  pen.take(theme.px(8));
  const Box area = pen.take(theme.px(height));
  const CurveField plot{area.rows(area.min.y + theme.px(6), area.max.y - theme.px(6))};
  {
    const LockedWith lock(ui, access, {"temperature"});
    hit_area(ui, "row.curves", area);
  }
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  edit.dropped = ImGui::IsItemDeactivated();
  if (ImGui::IsItemActive() || edit.dropped) {  // also in the frame of the release
    edit.value = temperature_at((ImGui::GetIO().MousePos.x - area.min.x) / area.width());
    edit.dragging = true;
  }
  draw_ground(ui, plot);
  for (std::size_t rank = curves.lines.size(); rank-- > 0;) {  // the strongest on top
    const WeightCurves::KeyCurve& line = curves.lines[rank];
    if (line.key == cell.key) continue;
    draw_line(ui, plot, curves, line, line_color(theme.colors(), false, rank),
              rank < kNamedLines ? 1.5F : 1);
  }
  for (const WeightCurves::KeyCurve& line : curves.lines) {
    if (line.key == cell.key) draw_line(ui, plot, curves, line, theme.colors().key, 2);
  }
  {
    const LockedWith lock(ui, access, {"temperature"});
    draw_marker(ui, plot, curves,
                place_of(edit.value.value_or(evaluation.scene.normalizer.temperature)), cell.key,
                is_hovered);
  }
  if (is_hovered) note_cut(ui, area.min, area.max, words_of(curves, scores, evaluation.scene));
  return edit;
}

/// Returns whether the curves are still to be drawn: unless `with_curves` and open.
bool row_section(Ui& ui, Access access, Pen& pen, float most, bool with_curves = true,
                 float curves = kCurves) {
  const Theme& theme = ui.theme;
  const auto shown = access->explained();
  if (!shown) return false;
  const std::shared_ptr<const Evaluation> looked_at = access->looked_at();
  const Evaluation& evaluation = *looked_at;
  const Scene& scene = evaluation.scene;
  const bool is_said_aloud = theme.appearance().presenting || ui.stage;
  const auto h = static_cast<std::size_t>(access->head());
  const RowVector weights = evaluation.trace.heads[h].weights.row(shown->query);
  // Effective number of keys: that many equal weights would have the same entropy, if weights are
  // shares of 1.
  const WeightBounds bounds = weight_bounds(scene, h);
  const bool is_whole = bounds.is_unit() && bounds.row == WeightBounds::Sum::kOne;
  std::string hint = is_whole ? "effectively " + fixed(std::exp(entropy(weights)), 1) + " keys"
                              : "sum " + with_minus(fixed(weights.cast<double>().sum(), 3));
  if (scene.heads.size() > 1) hint = "head " + std::to_string(h) + " · " + hint;
  hint = std::string(access->looked_at_name()) + hint;
  if (!begin_section(ui, access, pen,
                     {.id = "row",
                      .title = is_said_aloud ? "Row of" : "ROW OF",
                      .accent = named_token(scene.query_tokens(), shown->query),
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
  const Matrix scores = evaluation.trace.heads[h].scores.row(shown->query);
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
        bar(ui, access, evaluation, line, {shown->query, j}, label_width, longest);
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
  if (has_curves)
    change_temperature(access, curves_view(ui, access, evaluation, pen, *shown, curves));
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
    const float curves = at_end == 0 ? kCurves : clamped(left, kLeastCurves, kCurves);
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
    change_temperature(
        access, curves_view(ui, access, *access->looked_at(), pen, *access->explained(), kCurves));
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
