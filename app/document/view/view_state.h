#pragma once

#include <optional>
#include <set>
#include <string>

#include "app/document/view/view_options.h"
#include "engine/attention/trace.h"

namespace attn {

/// What the window shows of a scene, kept in the scene's `view`.
struct ViewState {
  std::string tab = "weights";
  std::string colormap;  ///< empty: the view's own
  bool numbers = true;   ///< in cells, where they fit
  Index head = 0;
  std::optional<Cell> selection;  ///< the pinned cell
  std::set<std::string> folded;   ///< parts of the panels of which only the heading shows
  /// Parts that stand open though nothing was chosen in them, and matrices that are shown as a
  /// table.
  std::set<std::string> opened{};
  /// Parts of the panels that presenter mode leaves on the screen.
  std::set<std::string> pinned = {"row", "temperature"};
  /// What is not on the screen: parts of the panels, views ("tab.heads"), "inspector".
  std::set<std::string> hidden{};
  std::set<std::string> locked{};  ///< likewise, what is there but can't be changed
  ViewOptions options{};
  bool operator==(const ViewState&) const = default;
};

/// The state that `view` (a JSON object) describes. What it doesn't say, or says in a way that is
/// not understood, is the default: a view never keeps a scene from opening.
ViewState parse_view(const std::string& view);

/// `view` with `state` put in; members that this program does not know are kept.
std::string format_view(const ViewState& state, const std::string& view);

}  // namespace attn
