#include "app/ui/views/diagram_panel.h"

#include <algorithm>

#include "app/document/formulas/formula_text.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "app/document/tables/table_text.h"
#include "app/figure/numbers/last_made.h"
#include "app/figure/tables/table_format.h"
#include "app/figure/text/visible_text.h"
#include "app/platform/process.h"
#include "app/ui/views/view_tools.h"
#include "engine/attention/lookup.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// Copies the numbers: a single matrix as a plain table, several with their names.
void copy_numbers(Access access, std::string_view view) {
  try {
    const ViewTable table = view_table(access->evaluated().shared(), view, access.look.view);
    const std::string text = table.is_stack() ? to_tsv(table) : to_tsv(*table.layers[0].values);
    ImGui::SetClipboardText(text.c_str());
    access.notices.tell("Copied the numbers of " + std::string(view) + " as a table");
  } catch (const NoNumbers& error) {
    access.notices.tell(error.what());
  }
}

/// Mouse position in `room`, in units from its corner.
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

std::string DiagramPanel::words_of(const Workspace& workspace, const MatrixCell& pointed) const {
  const std::string value = pointed.is_masked ? "masked" : brief(pointed.value, 6);
  const auto [i, j] = pointed.cell;
  if (!pointed.is_pairs) {
    const std::string cell = "[" + std::to_string(i) + ",\\," + std::to_string(j) +
                             "] = " + (pointed.is_masked ? "\\text{masked}" : tex_number(value)) +
                             "$";
    // The index belongs to the symbol, if there is one.
    const bool is_symbol = pointed.symbol.ends_with('$');
    return is_symbol ? pointed.symbol.substr(0, pointed.symbol.size() - 1) + cell
                     : pointed.symbol + " $" + cell;
  }
  const std::string before = pointed.symbol.empty() ? "" : pointed.symbol + " · ";
  return before + pair_words(workspace.scene(), pointed.cell) + "  " + with_minus(value);
}

void DiagramPanel::tools(Ui& ui, Access access, const std::optional<Box>& bar) {
  const FigureView& drawn = figure_view(access);
  ViewTools tools;
  if (drawn.table) tools.own.push_back({"copy", "Copy the numbers", "Ctrl+C"});
  if (drawn.has(Choice::colormap)) tools.colormap = &chosen_colormap(access, drawn.colormap());
  if (drawn.has(Choice::range)) tools.span = span_of(drawn, access->scene());
  tools.usual_range = drawn.traits.usual_range;
  const std::string_view clicked =
      view_tools(ui, access, bar, tools, std::exchange(opens_legend_, false));
  take_export(ui, access, clicked, drawn.id);
  if (drawn.table && takes_copy(ui, clicked)) copy_numbers(access, drawn.id);
}

const FigureView& DiagramPanel::figure_view(const Workspace& workspace) const {
  return row_of(figure_view_table(), kind().figure(figure(workspace)));
}

const Target* DiagramPanel::find_target(std::string_view name) const {
  const auto found = std::ranges::find(diagram_.targets, name, &Target::name);
  return found != diagram_.targets.end() ? &*found : nullptr;
}

bool DiagramPanel::try_make(const Theme& theme, const DrawnFor& wanted) {
  const WindowRuler ruler(theme);
  const double scale = static_cast<double>(theme.scale());
  const LaterScope later;
  try {
    diagram_ = wanted.figure->diagram(
        {.evaluation = wanted.evaluation,
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
         .choices = true,
         .picture = wanted.picture,
         .ruler = ruler});
    key_ = wanted;
    return true;
  } catch (const MadeLater& later_work) {
    if (worker_.is_busy()) return false;
    coming_ = wanted;
    worker_.start([work = later_work.make](const Watch&) {
      lower_thread_priority();
      work();
    });
    return false;
  }
}

void DiagramPanel::make_new(Ui& ui, const DrawnFor& wanted) {
  if (const auto end = worker_.take_end(); end && coming_) {
    // The inputs may have changed since the start; this diagram is shown until the newer one is
    // complete.
    const DrawnFor came = *std::exchange(coming_, std::nullopt);
    if (!end->problem.empty()) {
      diagram_ = Diagram{};
      key_ = came;
    } else if (came != wanted && came.figure == wanted.figure) {
      try_make(ui.theme, came);
    }
  }
  if (key_ == wanted || try_make(ui.theme, wanted)) return;
  if (key_ && key_->figure != wanted.figure) {  // never shows another view's diagram
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

DrawnNumbers DiagramPanel::draw(Ui& ui, Access access, const ViewPlace& place) {
  const Theme& theme = ui.theme;
  const Box& box = place.room;
  Pen pen{box.min, box.width()};
  tools(ui, access, place.bar);
  controls(ui, access, pen);
  Box room{pen.at, box.max};
  if (place.bar) {
    const float height = theme.line_height(Face::kSmall);
    room.max.y -= height + theme.px(8);
    const Box line = box.below(box.max.y - height);
    const std::string words = pointed_ ? words_of(access, *pointed_) : hint(access);
    cut_rich_in(ui, line, Face::kSmall, theme.colors().secondary, words);
  }
  std::optional<PointedCell> pointed;
  if (pointed_ && follows_cells()) {
    pointed = PointedCell{pointed_->matrix, pointed_->cell, pointed_->where};
  }
  const DrawnFor key{&figure_view(access),
                     access->evaluated().shared(),
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
                     slide(),
                     picture()};
  if (key_ != key) make_new(ui, key);
  const DiagramInput input = view_.draw(ui, room.min, room, diagram_);
  pointed_ = input.hovered_cell;
  if (input.clicked == "legend") {
    opens_legend_ = true;
    ui.wake_at = ImGui::GetTime();
  }
  access.look.hovered.reset();
  if (!access->is_like_shown() || !fits(access)) return {};
  if (input.hovered_cell && input.hovered_cell->is_pairs)
    access.look.hovered = input.hovered_cell->cell;
  if (input.clicked_cell && input.clicked_cell->is_pairs) {
    access.look.view.selection = input.clicked_cell->cell;
  }
  take_input(ui, access, input);
  return {};
}

void DiagramPanel::point_at(Access access, Cell pair) {
  access.look.hovered = pair;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

Index shown_head(const Workspace& workspace) {
  const auto count = std::ssize(workspace.evaluation().trace.heads);
  return clamped<Index>(workspace.look.view.head, 0, count - 1);
}

const HeadTrace& shown_trace(const Workspace& workspace) {
  return workspace.evaluation().trace.head(shown_head(workspace));
}

Cell pinned_or_last(const Workspace& workspace) {
  return workspace.pinned().value_or(Cell{workspace.scene().query_count() - 1, 0});
}

std::string pair_words(const Scene& scene, Cell pair) {
  const auto word = [](const std::vector<std::string>& tokens, Index n) {
    return n < std::ssize(tokens) ? visible_text(tokens[static_cast<std::size_t>(n)])
                                  : std::string();
  };
  return as_words(word(scene.query_tokens(), pair.query) + " → " + word(scene.tokens, pair.key));
}

std::optional<std::pair<Index, Index>> numbers_in(std::string_view name, std::string_view before) {
  const auto first = number_in(name, before);
  const std::size_t between = name.find("][");
  if (!first || between == std::string_view::npos) return std::nullopt;
  const auto second = number_in(name.substr(between), "][");
  return second ? std::optional(std::pair(*first, *second)) : std::nullopt;
}

bool takes_keys(const Ui& ui) {
  return !ImGui::GetIO().WantTextInput && !ui.number.is_typing() &&
         !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

}  // namespace attn::ui
