#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A word at the right end of a view's first line that does something.
struct ViewTool {
  std::string_view name;  ///< in the UI map
  std::string label;
  bool opens_list = false;
  std::string_view locked{};  ///< why it can't be used; empty where it can
};

/// What was clicked of `tools`, and where they begin.
struct ToolsInput {
  std::string_view clicked{};
  float begin = 0;
};

/// Draws them from the right end of `line` on.
ToolsInput view_tools(Ui& ui, const Box& line, const std::vector<ViewTool>& tools);

/// The tool that opens the list of colour maps, of which `now` is chosen; a view ends its tools
/// with it. The list is drawn by colormap_menu, in each frame.
ViewTool colormap_tool(const Colormap& now);
void colormap_menu(Ui& ui, Access access, const Colormap& now, bool opens);

/// The same for what the colours span; `is_signed`: of numbers below 0 too.
ViewTool range_tool(const Workspace& workspace, bool is_signed);
void range_menu(Ui& ui, Access access, bool is_signed, bool opens);

/// The colour map that was chosen, else the view's own.
const Colormap& chosen_colormap(const Workspace& workspace, std::string_view own);

/// Opens the Export dialog for the figure `view`, of `evaluation` or where that is null of the
/// latest, where the tool "export" was clicked, or by Ctrl+E or the menu.
void take_export(Ui& ui, Access access, std::string_view clicked, std::string_view view,
                 std::shared_ptr<const Evaluation> evaluation = nullptr);

/// Whether the view's numbers are to be copied: by its tool "copy" or by Ctrl+C.
bool takes_copy(Ui& ui, std::string_view clicked);

/// Faint words at the left of a view's first line, that end before its tools.
void view_hint(Ui& ui, const Box& line, float tools_begin, std::string_view words);

}  // namespace attn::ui
