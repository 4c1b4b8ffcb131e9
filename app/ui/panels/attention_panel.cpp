#include <algorithm>
#include <vector>

#include "app/document/json/numbers.h"
#include "app/figure/text/visible_text.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/curves_view.h"
#include "app/ui/panels/kind_sections.h"
#include "app/ui/panels/mask_section.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/temperature.h"

namespace attn::ui {
namespace {

/// Answers whether it is open.
bool temperature_section(Ui& ui, Access access, Pen& pen) {
  if (!begin_section(ui, access, pen, "temperature", "TEMPERATURE")) return false;
  const float now = access->scene().normalizer.temperature;
  const TemperatureEdit edit = temperature_slider(ui, pen, now);
  change_temperature(access, edit);
  complaint_line(ui, pen, access->complaint("temperature"));
  pen.take(ui.theme.px(10));
  return true;
}

/// The temperature, and below it how weights come of scores: on a stage each by itself.
void weights_sections(Ui& ui, Access access, Pen& pen) {
  const bool is_below = ui.stage && ui.stage->has_slider;
  const bool is_open = !is_below && temperature_section(ui, access, pen);
  const bool has_choice = !access.look.is_hidden("normalizer");
  if (ui.stage ? has_choice && begin_section(ui, access, pen, "normalizer", "WEIGHTS")
               : has_choice && is_open) {
    normalizer_section(ui, access, pen);
  }
}

/// One key of the row: its label, its bar, its weight; a click pins it.
void bar(Ui& ui, Access access, const Box& line, Cell cell, float label_width) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const HeadTrace& head =
      access->evaluation().trace.heads[static_cast<std::size_t>(access->head())];
  const float weight = head.weights(cell.query, cell.key);
  const bool is_masked = head.scores(cell.query, cell.key) == kMasked;
  const bool is_shown = access->shown() && access->shown()->key == cell.key;
  if (hit_area(ui, "row." + std::to_string(cell.key), line)) access.look.view.selection = cell;

  ImDrawList* list = ImGui::GetWindowDrawList();
  const Box label{line.min, {line.min.x + label_width, line.max.y}};
  const Face face = is_shown ? Face::kCaption : Face::kSmall;
  text_in(
      ui, label, face, is_shown ? palette.key : palette.text,
      shortened(theme, face,
                visible_text(access->evaluation().scene.tokens[static_cast<std::size_t>(cell.key)]),
                label_width),
      1);
  const float start = label.max.x + theme.px(8);
  const float room = line.max.x - start - theme.px(52);
  const float length = std::max(theme.px(1), weight * room);
  const ImU32 color = is_shown ? palette.key : mix(palette.panel, palette.query, 0.75F);
  const float inset = theme.px(3);
  list->AddRectFilled({start, line.min.y + inset}, {start + length, line.max.y - inset}, color,
                      std::min(theme.px(3), length / 2));
  const Box number{{start + length + theme.px(6), line.min.y}, line.max};
  text_in(ui, number, Face::kSmall, palette.secondary, is_masked ? "masked" : fixed(weight, 3), 0);
}

void row_section(Ui& ui, Access access, Pen& pen, float most) {
  const Theme& theme = ui.theme;
  const auto shown = access->explained();
  if (!shown) return;
  const Scene& scene = access->evaluation().scene;
  const std::string query =
      capitals(visible_text(scene.query_tokens()[static_cast<std::size_t>(shown->query)]));
  const std::string title =
      shortened(theme, Face::kCaption, "ROW: " + query, pen.width - theme.px(56));
  if (!begin_section(ui, access, pen, "row", title)) return;

  float label_width = theme.px(28);
  for (const std::string& token : scene.tokens) {
    label_width = std::max(label_width, text_size(theme, Face::kCaption, token).x);
    if (label_width > pen.width * 0.36F) break;
  }
  label_width = std::min(label_width, pen.width * 0.36F);

  const float line_height = theme.px(20);
  const Index count = scene.key_count();
  const float height = std::min(static_cast<float>(count) * line_height, most);
  const Box box = pen.take(height);
  ImGui::SetCursorScreenPos(box.min);
  ImGui::BeginChild("row", {box.width(), box.height()}, false, ImGuiWindowFlags_NoNav);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count), line_height);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  while (clipper.Step()) {
    for (int j = clipper.DisplayStart; j < clipper.DisplayEnd; ++j) {
      const float y = origin.y + static_cast<float>(j) * line_height;
      const float right = origin.x + ImGui::GetContentRegionAvail().x;
      bar(ui, access, {{origin.x, y}, {right, y + line_height}}, {shown->query, j}, label_width);
      ImGui::SetCursorScreenPos({origin.x, y + line_height});
    }
  }
  clipper.End();
  ImGui::EndChild();
  pen.take(theme.px(4));
  change_temperature(access, curves_view(ui, access, pen, *shown));
  pen.take(theme.px(18));
}

}  // namespace

void attention_sections(Ui& ui, Access access, Pen& pen, float height) {
  score_section(ui, access, pen);
  weights_sections(ui, access, pen);
  row_section(ui, access, pen, height * 0.36F);
  mask_section(ui, access, pen);
  heads_section(ui, access, pen);
  position_section(ui, access, pen);
  lock_controls(ui, {});
}

bool attention_panel(Ui& ui, Access access, const Box& box) {
  ImGui::SetCursorScreenPos(box.min);
  // The scrollbar stands in the panel's margin, so that nothing moves when it appears.
  const float margin = ui.theme.px(12);
  ImGui::BeginChild("attention", {box.width() + margin, box.height()}, false,
                    ImGuiWindowFlags_NoNav);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  Pen pen{origin, box.width()};
  attention_sections(ui, access, pen, box.height());
  ImGui::SetCursorScreenPos({origin.x, pen.at.y});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  return pen.at.y > origin.y;
}

}  // namespace attn::ui
