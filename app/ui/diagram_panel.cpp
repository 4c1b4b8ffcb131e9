#include "app/ui/diagram_panel.h"

#include <algorithm>

#include "app/document/numbers.h"
#include "app/document/table_text.h"
#include "app/figure/diagram_kinds.h"
#include "app/figure/number_table.h"
#include "app/figure/table_format.h"
#include "app/figure/visible_text.h"
#include "app/ui/view_tools.h"

namespace attn::ui {
namespace {

Diagram make(std::string_view id, const ViewInput& input) {
  const auto found = std::ranges::find(diagram_kinds(), id, &DiagramKind::id);
  return found != diagram_kinds().end() ? found->make(input) : Diagram{};
}

/// "it → animal  0.83", "P[3, 5] = 0.141".
std::string words_of(const Session& session, const MatrixCell& pointed) {
  const std::string value = pointed.is_masked ? "masked" : brief(pointed.value, 6);
  const auto [i, j] = pointed.cell;
  if (!pointed.is_pairs) {
    return pointed.symbol + "[" + std::to_string(i) + ", " + std::to_string(j) + "] = " + value;
  }
  const Scene& scene = session.scene();
  const auto word = [](const std::vector<std::string>& tokens, Index n) {
    return n < static_cast<Index>(tokens.size()) ? visible_text(tokens[static_cast<std::size_t>(n)])
                                                 : std::string();
  };
  const std::string before = pointed.symbol.empty() ? "" : pointed.symbol + " · ";
  return before + word(scene.query_tokens(), i) + " → " + word(scene.tokens, j) + "  " + value;
}

/// One matrix is copied as it is pasted; where there are several, with their names.
void copy_numbers(Session& session, std::string_view view) {
  try {
    const NumberTable table = number_table(session.shared_evaluation(), view, session.view);
    const std::string text = table.is_stack() ? to_tsv(table) : to_tsv(*table.layers[0].values);
    ImGui::SetClipboardText(text.c_str());
    session.message = "Copied the numbers of " + std::string(view) + " as a table";
  } catch (const NoNumbers& error) {
    session.message = error.what();
  }
}

/// Where the mouse is in `room`, in units from its corner.
std::optional<Point> mouse_in(const Theme& theme, const Box& room) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!room.contains(mouse) ||
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
    return std::nullopt;
  }
  return Point{static_cast<double>((mouse.x - room.min.x) / theme.scale()),
               static_cast<double>((mouse.y - room.min.y) / theme.scale())};
}

}  // namespace

void DiagramPanel::tools(Ui& ui, Session& session, const Box& line) {
  const std::string_view own = own_colormap(session);
  const Colormap& now = chosen_colormap(session, own.empty() ? "indigo" : own);
  const std::string_view view = diagram(session);
  std::vector<ViewTool> tools = {{"export", "Export ↓"}};
  if (has_numbers(view)) tools.push_back({"copy", "Copy"});
  const auto is_signed = range_is_signed(session);
  if (is_signed) tools.push_back(range_tool(session, *is_signed));
  if (!own.empty()) tools.push_back(colormap_tool(now));
  const ToolsInput input = view_tools(ui, line, tools);
  take_export(ui, session, input.clicked, view);
  if (has_numbers(view) && takes_copy(ui, input.clicked)) copy_numbers(session, view);
  if (is_signed) range_menu(ui, session, *is_signed, input.clicked == "range");
  colormap_menu(ui, session, now, input.clicked == "colormap");
  view_hint(ui, line, input.begin, pointed_ ? words_of(session, *pointed_) : hint(session));
}

const Target* DiagramPanel::find_target(std::string_view name) const {
  const auto found = std::ranges::find(diagram_.targets, name, &Target::name);
  return found != diagram_.targets.end() ? &*found : nullptr;
}

void DiagramPanel::draw(Ui& ui, Session& session, const Box& box) {
  const Theme& theme = ui.theme;
  Pen pen{box.min, box.width()};
  tools(ui, session, pen.take(theme.px(24)));
  controls(ui, session, pen);
  const Box room{pen.at, box.max};
  std::optional<PointedCell> pointed;
  if (pointed_ && follows_cells()) pointed = PointedCell{pointed_->matrix, pointed_->cell};
  const Key key{std::string(diagram(session)),
                session.shared_evaluation(),
                session.view,
                room.width(),
                room.height(),
                theme.scale(),
                theme.appearance().presenting,
                session.shown(),
                follows_mouse() ? mouse_in(theme, room) : std::nullopt,
                frame(),
                held(session),
                pointed,
                slide()};
  if (key_ != key) {
    const WindowRuler ruler(theme);
    diagram_ =
        make(key.id,
             {.evaluation = key.evaluation,
              .state = key.state,
              .width = static_cast<double>(room.width() / theme.scale()),
              .height = static_cast<double>(std::max(theme.px(40), room.height()) / theme.scale()),
              .shown = key.shown,
              .mouse = key.mouse,
              .frame = key.frame,
              .held = key.held,
              .pointed = key.pointed,
              .slide = key.slide,
              .ruler = ruler});
    key_ = key;
  }
  const DiagramInput input = view_.draw(ui, room.min, room, diagram_);
  pointed_ = input.hovered_cell;
  session.hovered.reset();
  if (!session.is_like_shown()) return;
  if (input.hovered_cell && input.hovered_cell->is_pairs)
    session.hovered = input.hovered_cell->cell;
  if (input.clicked_cell && input.clicked_cell->is_pairs) {
    session.view.selection = input.clicked_cell->cell;
  }
  take(ui, session, input);
}

}  // namespace attn::ui
