#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/figure/diagram/shading.h"
#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A line of a view's menu, of its own.
struct ViewTool {
  std::string_view name;  ///< in the UI map
  std::string label;
  const char* keys = nullptr;  ///< that do the same
  std::string_view locked{};   ///< why it can't be used; empty where it can
};

/// What can be done with a view as a whole.
struct ViewTools {
  std::vector<ViewTool> own{};
  bool has_numbers = false;            ///< in its cells, that can be hidden
  std::optional<NumberSpan> span{};    ///< of the numbers, where the colours' range can be chosen
  const Colormap* colormap = nullptr;  ///< that is used; null: the view has no colours to choose
  std::string_view running{};  ///< the name of the tool that goes on until it is clicked again
  std::string running_label{};
};

/// Draws the word Export and the view's menu at the right end of `bar`, where there is one, and the
/// menu of the legend, which `opens_legend` opens. Answers what was clicked of the view's own
/// tools, or "export".
std::string_view view_tools(Ui& ui, Access access, const std::optional<Box>& bar,
                            const ViewTools& tools, bool opens_legend);

/// How wide they are at least.
float view_tools_width(const Theme& theme);

/// The colour map that was chosen, else the view's own.
const Colormap& chosen_colormap(const Workspace& workspace, std::string_view own);

/// Opens the Export dialog for the figure `view`, of `evaluation` or where that is null of the
/// latest, where the tool "export" was clicked, or by Ctrl+E or the menu.
void take_export(Ui& ui, Access access, std::string_view clicked, std::string_view view,
                 std::shared_ptr<const Evaluation> evaluation = nullptr);

/// Whether the view's numbers are to be copied: by its tool "copy" or by Ctrl+C.
bool takes_copy(Ui& ui, std::string_view clicked);

}  // namespace attn::ui
