#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "app/document/formulas/formula_text.h"
#include "app/figure/inspector/explain.h"
#include "app/figure/text/visible_text.h"
#include "app/session/workspace/slope.h"
#include "app/ui/panels/inspector_chain.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

constexpr std::string_view kInspectorId = "inspector";  // id in ViewState::folded

/// Draws "Why does Book attend to Reads?" in `line`, or how to raise the weight; returns its right
/// end.
float title(Ui& ui, const Box& line, const std::string& query, const std::string& key,
            bool is_back) {
  const Palette& palette = ui.theme.colors();
  const float longest = line.width() * 0.16F;
  const float y = (line.min.y + line.max.y - ui.theme.line_height(Face::kTitle)) / 2;
  float x = line.min.x;
  const auto part = [&](std::string_view text, ImU32 color) {
    x = draw_text(ImGui::GetWindowDrawList(), ui.theme, Face::kTitle, {x, y}, color,
                  shortened(ui.theme, Face::kTitle, text, longest));
  };
  part(is_back ? "What makes " : "Why does ", palette.text);
  part(visible_text(query), palette.query);
  part(is_back ? " look more at " : " attend to ", palette.text);
  part(visible_text(key), palette.key);
  part("?", palette.text);
  return x;
}

/// Button that folds or opens the inspector.
void fold_button(Ui& ui, Access access, const Box& box, bool is_folded) {
  if (button_area(ui, "inspector.fold", box)) {
    ViewState& view = access.look.view;
    const std::string id(kInspectorId);
    view.folded.erase(id);
    view.opened.erase(id);
    (is_folded ? view.opened : view.folded).insert(id);
  }
  const ImU32 color = ImGui::IsItemHovered() ? ui.theme.colors().query : ui.theme.colors().faint;
  const ImVec2 middle((box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2);
  const float half = ui.theme.px(5), rise = is_folded ? ui.theme.px(3) : -ui.theme.px(3);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine({middle.x - half, middle.y + rise}, {middle.x, middle.y - rise}, color,
                ui.theme.px(2));
  list->AddLine({middle.x, middle.y - rise}, {middle.x + half, middle.y + rise}, color,
                ui.theme.px(2));
}

/// Draws "Export" at the right end of `line`, for the explanation; returns its left end.
float export_link(Ui& ui, Access access, const Box& line) {
  constexpr std::string_view kWord = "Export";
  const ImVec2 size = text_size(ui.theme, Face::kSmall, kWord);
  const ImVec2 at(line.max.x - size.x - ui.theme.px(10), (line.min.y + line.max.y - size.y) / 2);
  float end = 0;
  if (link(ui, "inspector.export", Face::kSmall, at, kWord, end)) {
    access.look.export_wish = {"inspector", nullptr};
  }
  return at.x;
}

/// Draws the sentence of the term under the mouse on a background; else, faint, a summary of the
/// row.
void sentence(Ui& ui, const Box& room, const std::string& says,
              std::span<const std::string> summaries) {
  const Theme& theme = ui.theme;
  if (says.empty()) {
    text_in(ui, room, Face::kSmall, theme.colors().faint,
            fitting_in(ui, room, Face::kSmall, summaries), 1);
    return;
  }
  const Box inner{{room.min.x + theme.px(10), room.min.y}, {room.max.x - theme.px(10), room.max.y}};
  const std::string text = shortened_rich_in(ui, inner, Face::kSmall, says);
  const float width = rich_size(theme, Face::kSmall, text).x + theme.px(20);
  const Box chip{{room.max.x - width, room.min.y}, room.max};
  ImGui::GetWindowDrawList()->AddRectFilled(chip.min, chip.max, theme.colors().lit, theme.px(5));
  rich_in(ui, chip, Face::kSmall, theme.colors().text, text, 0.5F);
  ui.map.say("inspector.says", plain_text(says));
}

/// Explanation of how to raise the weight, if requested.
std::optional<Explanation> way_back(Access access, Cell cell) {
  const SeenSlope* seen = raised_slope(access, ImGui::IsMouseDown(ImGuiMouseButton_Left));
  if (seen == nullptr || !seen->slope || seen->key->raised != cell) return std::nullopt;
  if (access->evaluated().is_behind())
    return std::nullopt;  // the explanation needs the newest numbers
  return explain_raise(access->evaluation(), access->head(), cell, *seen->slope);
}

void explain_cell(Ui& ui, Access access, Pen& pen, Cell cell, const Box& box) {
  const Theme& theme = ui.theme;
  const Evaluation& evaluation = access->evaluation();
  // A partly loaded evaluation may have more rows than in the last frame.
  if (!access->has_all_numbers()) ui.explanation.forget();
  const std::shared_ptr<const Evaluation> shown = access->evaluated().shared();
  const Explanation& forward =
      ui.explanation.of(shown, access->head(), cell, access.look.value_column);
  const std::optional<Explanation> back = way_back(access, cell);
  const Explanation& explanation = back ? *back : forward;
  if (theme.appearance().presenting) return presented_line(ui, box, explanation);
  const bool is_folded = is_inspector_folded(ui, access);
  const Box line = is_folded ? Box{box.min, {box.max.x, std::max(box.max.y, box.min.y + 1)}}
                             : pen.take(theme.px(26));
  const Box fold{{line.max.x - theme.px(24), line.min.y}, line.max};
  const float title_end =
      title(ui, {line.min, {fold.min.x, line.max.y}}, evaluation.scene.query_token(cell.query),
            evaluation.scene.key_token(cell.key), back.has_value());
  fold_button(ui, access, fold, is_folded);
  const float left = title_end + theme.px(40);
  if (is_folded) {
    const Box rest{{left, line.min.y}, {fold.min.x - theme.px(8), line.max.y}};
    return inspector_line(ui, rest, explanation);
  }
  const float end =
      ui.stage ? fold.min.x : export_link(ui, access, {line.min, {fold.min.x, line.max.y}});
  const Box rest{{left, line.min.y}, {end - theme.px(8), line.max.y}};

  pen.take(theme.px(8));
  const std::string says = inspector_chain(ui, pen, explanation);
  const std::string summaries[] = {explanation.summary, explanation.movement};
  sentence(ui, rest, says, summaries);
  if (forward.contributions.parts.empty()) return;  // no output without values
  const float y = pen.take(theme.px(13)).min.y + theme.px(4);
  ImGui::GetWindowDrawList()->AddLine({pen.at.x, y}, {pen.at.x + pen.width, y},
                                      theme.colors().hairline, 1);
  contributions_bar(ui, access, pen.take(theme.px(46)), cell);
}

}  // namespace

bool is_inspector_folded(const Ui& ui, const Workspace& workspace) {
  constexpr float kRoom = 720;  // least window height, at scale 1, for the open inspector
  const std::string id(kInspectorId);
  const ViewState& view = workspace.look.view;
  if (ui.theme.appearance().presenting || view.folded.contains(id)) return true;
  if (ui.stage || view.opened.contains(id)) return false;
  // A hovered cell is explained in one line, so that the layout does not move under the mouse.
  return !workspace.pinned() || ImGui::GetIO().DisplaySize.y < ui.theme.px(kRoom);
}

float inspector_panel(Ui& ui, Access access, const Box& box) {
  const auto draw = [&](Pen& pen) {
    ui.map.add("inspector", box.min, box.max);
    if (const auto cell = access->explained()) {
      const Box seen{pen.at, {pen.at.x + box.width(), pen.at.y + box.height()}};
      return explain_cell(ui, access, pen, *cell, seen);
    }
    const bool is_folded = is_inspector_folded(ui, access);
    const Box line =
        is_folded ? Box{box.min, box.max} : pen.take(ui.theme.line_height(Face::kBody));
    text_in(ui, line, Face::kBody, ui.theme.colors().faint,
            shortened_in(ui, line, Face::kBody,
                         "Point at a weight to see how it is computed; click to pin it."),
            0);
  };
  return scrolled(ui, "inspector", box, draw) + 2;  // including the space below the last line
}

}  // namespace attn::ui
