#include "app/ui/views/diagram_panel.h"

#include <algorithm>

#include "app/document/files/thread_priority.h"
#include "app/document/json/numbers.h"
#include "app/document/tables/table_text.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/numbers/last_made.h"
#include "app/figure/tables/table_format.h"
#include "app/figure/text/visible_text.h"
#include "app/ui/views/view_tools.h"

namespace attn::ui {
namespace {

Diagram make(std::string_view id, const ViewInput& input) {
  const FigureView* view = find_figure_view(id);
  return view ? view->diagram(input) : Diagram{};
}

/// "it → animal  0.83", "P[3, 5] = 0.141".
std::string words_of(const Workspace& workspace, const MatrixCell& pointed) {
  const std::string value = pointed.is_masked ? "masked" : brief(pointed.value, 6);
  const auto [i, j] = pointed.cell;
  if (!pointed.is_pairs) {
    return pointed.symbol + "[" + std::to_string(i) + ", " + std::to_string(j) + "] = " + value;
  }
  const Scene& scene = workspace.scene();
  const auto word = [](const std::vector<std::string>& tokens, Index n) {
    return n < static_cast<Index>(tokens.size()) ? visible_text(tokens[static_cast<std::size_t>(n)])
                                                 : std::string();
  };
  const std::string before = pointed.symbol.empty() ? "" : pointed.symbol + " · ";
  return before + word(scene.query_tokens(), i) + " → " + word(scene.tokens, j) + "  " + value;
}

/// One matrix is copied as it is pasted; where there are several, with their names.
void copy_numbers(Access access, std::string_view view) {
  try {
    const ViewTable table = view_table(access->shared_evaluation(), view, access.look.view);
    const std::string text = table.is_stack() ? to_tsv(table) : to_tsv(*table.layers[0].values);
    ImGui::SetClipboardText(text.c_str());
    access.tell("Copied the numbers of " + std::string(view) + " as a table");
  } catch (const NoNumbers& error) {
    access.tell(error.what());
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

void DiagramPanel::tools(Ui& ui, Access access, const Box& line) {
  const std::string_view own = own_colormap(access);
  const Colormap& now = chosen_colormap(access, own.empty() ? "indigo" : own);
  const std::string_view view = diagram(access);
  std::vector<ViewTool> tools = {{"export", "Export ↓"}};
  if (has_numbers(view)) tools.push_back({"copy", "Copy"});
  const auto is_signed = range_is_signed(access);
  if (is_signed) tools.push_back(range_tool(access, *is_signed));
  if (!own.empty()) tools.push_back(colormap_tool(now));
  const ToolsInput input = view_tools(ui, line, tools);
  take_export(ui, access, input.clicked, view);
  if (has_numbers(view) && takes_copy(ui, input.clicked)) copy_numbers(access, view);
  if (is_signed) range_menu(ui, access, *is_signed, input.clicked == "range");
  colormap_menu(ui, access, now, input.clicked == "colormap");
  view_hint(ui, line, input.begin, pointed_ ? words_of(access, *pointed_) : hint(access));
}

const Target* DiagramPanel::find_target(std::string_view name) const {
  const auto found = std::ranges::find(diagram_.targets, name, &Target::name);
  return found != diagram_.targets.end() ? &*found : nullptr;
}

bool DiagramPanel::try_make(const Theme& theme, const Key& wanted) {
  const WindowRuler ruler(theme);
  const double scale = static_cast<double>(theme.scale());
  const LaterScope later;
  try {
    diagram_ =
        make(wanted.id, {.evaluation = wanted.evaluation,
                         .state = wanted.state,
                         .width = static_cast<double>(wanted.width) / scale,
                         .height = std::max(40.0, static_cast<double>(wanted.height) / scale),
                         .shown = wanted.shown,
                         .mouse = wanted.mouse,
                         .frame = wanted.frame,
                         .held = wanted.held,
                         .pointed = wanted.pointed,
                         .slide = wanted.slide,
                         .names = !names_panels(),
                         .ruler = ruler});
    key_ = wanted;
    return true;
  } catch (const MadeLater& later_work) {
    if (worker_.is_busy()) return false;
    coming_ = wanted;
    worker_.start([work = later_work.make](const Watch&) {
      let_others_go_first();
      work();
    });
    return false;
  }
}

void DiagramPanel::make_new(Ui& ui, const Key& wanted) {
  if (const auto end = worker_.take_end(); end && coming_) {
    // Something newer may be wanted since: until that is there, this is what can be seen.
    const Key came = *std::exchange(coming_, std::nullopt);
    if (!end->problem.empty()) {
      diagram_ = Diagram{};
      key_ = came;
    } else if (came != wanted && came.id == wanted.id) {
      try_make(ui.theme, came);
    }
  }
  if (key_ == wanted || try_make(ui.theme, wanted)) return;
  if (key_ && key_->id != wanted.id) {  // another diagram's picture would not be the last of this
    diagram_ = Diagram{};
    key_.reset();
  }
  constexpr double kSoon = 0.008;
  const double due = ImGui::GetTime() + kSoon;
  ui.wake_at = std::min(ui.wake_at.value_or(due), due);
}

bool DiagramPanel::fits(const Workspace& workspace) const {
  if (!key_) return false;
  const Scene& drawn = key_->evaluation->scene;
  const Scene& shown = workspace.evaluation().scene;
  return drawn.key_count() == shown.key_count() && drawn.query_count() == shown.query_count() &&
         drawn.heads.size() == shown.heads.size() &&
         drawn.embeddings->cols() == shown.embeddings->cols();
}

void DiagramPanel::draw(Ui& ui, Access access, const Box& box) {
  const Theme& theme = ui.theme;
  Pen pen{box.min, box.width()};
  tools(ui, access, pen.take(theme.px(24)));
  controls(ui, access, pen);
  const Box room{pen.at, box.max};
  std::optional<PointedCell> pointed;
  if (pointed_ && follows_cells()) {
    pointed = PointedCell{pointed_->matrix, pointed_->cell, pointed_->where};
  }
  const Key key{std::string(diagram(access)),
                access->shared_evaluation(),
                access.look.view,
                room.width(),
                room.height(),
                theme.scale(),
                theme.appearance().presenting,
                access->shown(),
                follows_mouse() ? mouse_in(theme, room) : std::nullopt,
                frame(),
                held(access),
                pointed,
                slide()};
  if (key_ != key) make_new(ui, key);
  const DiagramInput input = view_.draw(ui, room.min, room, diagram_);
  pointed_ = input.hovered_cell;
  access.look.hovered.reset();
  if (!access->is_like_shown() || !fits(access)) return;
  if (input.hovered_cell && input.hovered_cell->is_pairs)
    access.look.hovered = input.hovered_cell->cell;
  if (input.clicked_cell && input.clicked_cell->is_pairs) {
    access.look.view.selection = input.clicked_cell->cell;
  }
  take(ui, access, input);
}

}  // namespace attn::ui
