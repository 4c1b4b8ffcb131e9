#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/figure/text/visible_text.h"
#include "app/session/measures/temperature_scale.h"
#include "app/session/words/weight_curves.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/sections.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/attention/trace.h"

namespace attn::ui {
namespace {

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
  ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), color,
                                          ImDrawFlags_None, thickness * ui.theme.scale());
}

void draw_ground(Ui& ui, const CurveField& plot) {
  const Palette& palette = ui.theme.colors();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float margin = ui.theme.px(4);
  list->AddRectFilled({plot.box.min.x, plot.box.min.y - margin},
                      {plot.box.max.x, plot.box.max.y + margin}, palette.field, ui.theme.px(5));
  for (const float weight : {0.F, 0.5F, 1.F}) {
    list->AddLine(plot.at(0, weight), plot.at(1, weight), palette.hairline, 1);
  }
}

void draw_marker(Ui& ui, const CurveField& plot, const WeightCurves& curves, float place,
                 Index shown, bool is_hovered) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  ImDrawList* list = ImGui::GetWindowDrawList();
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
    const auto key = static_cast<std::size_t>(curves.lines[rank].key);
    words += std::exchange(before, ", ") + visible_text(scene.tokens[key]);
  }
  return words;
}

}  // namespace

TemperatureEdit curves_view(Ui& ui, Access access, Pen& pen, Cell cell, float height) {
  const Theme& theme = ui.theme;
  const Evaluation& evaluation = access->evaluation();
  const auto h = static_cast<std::size_t>(access->head());
  const Matrix scores = evaluation.trace.heads[h].scores.row(cell.query);
  const WeightCurves& curves = ui.weight_curves.of(evaluation, h, cell.query, kMostLines, cell.key);
  TemperatureEdit edit;
  if (curves.lines.empty()) {
    const Box line = pen.take(theme.line_height(Face::kSmall) + theme.px(8));
    text_in(ui, line, Face::kSmall, theme.colors().secondary, "This query sees no key.", 0);
    return edit;
  }
  pen.take(theme.px(8));
  const Box area = pen.take(theme.px(height));
  const CurveField plot{
      {{area.min.x, area.min.y + theme.px(6)}, {area.max.x, area.max.y - theme.px(6)}}};
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

}  // namespace attn::ui
