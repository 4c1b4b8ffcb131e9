#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/figure/diagram/shading.h"
#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Additional entry of a view in its menu.
struct ViewTool {
  std::string_view name;  ///< in the UI map
  std::string label;
  const char* keys = nullptr;  ///< shortcut with the same effect
  std::string_view locked{};   ///< reason why it is disabled; empty: enabled
};

/// Commands on a view as a whole.
struct ViewTools {
  std::vector<ViewTool> own{};
  bool has_numbers = false;          ///< numbers in its cells, which can be hidden
  std::optional<NumberSpan> span{};  ///< span of the numbers, if the colour range can be chosen
  std::string_view usual_range = "fixed";  ///< unless one is chosen
  const Colormap* colormap = nullptr;      ///< in use; null: no choice of colours
  std::string_view running{};  ///< name of the tool that stays active until it is clicked again
  std::string running_label{};
};

/// Draws Export and the view's menu at the right end of `bar`, if there is one, and the menu of the
/// legend, which `opens_legend` opens. Returns the clicked tool of the view, or "export".
std::string_view view_tools(Ui& ui, Access access, const std::optional<Box>& bar,
                            const ViewTools& tools, bool opens_legend);

/// Least width.
float view_tools_width(const Theme& theme);

/// Chosen colour map, else the view's own.
const Colormap& chosen_colormap(const Workspace& workspace, std::string_view own);

/// Opens the Export dialog for the figure `view`, of `evaluation` or if null of the latest, after a
/// click on "export", Ctrl+E or the menu; or copies its picture.
void take_export(Ui& ui, Access access, std::string_view clicked, std::string_view view,
                 std::shared_ptr<const Evaluation> evaluation = nullptr);

/// Returns whether to copy the picture: Ctrl+Shift+C or the menu.
bool takes_picture_copy(Ui& ui, Look& look);

/// Returns whether to copy the view's numbers: by its tool "copy" or Ctrl+C.
bool takes_copy(Ui& ui, std::string_view clicked);

}  // namespace attn::ui
