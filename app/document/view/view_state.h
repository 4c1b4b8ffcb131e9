#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/document/view/view_options.h"
#include "engine/attention/trace.h"

namespace attn {

/// State of the window for a scene, stored in the scene's `view`.
struct ViewState {
  std::string tab = "weights";
  std::string colormap;  ///< empty: the view's default
  bool numbers = true;   ///< in cells, if they fit
  Index head = 0;
  std::optional<Cell> selection;  ///< the pinned cell
  std::set<std::string> folded;   ///< folded sections of panels
  /// Sections opened although all values are default, and matrices opened as tables.
  std::set<std::string> opened{};
  /// Sections that stay visible in presenter mode.
  std::set<std::string> pinned = {"row", "temperature"};
  /// Hidden sections of panels, views ("tab.heads"), "inspector".
  std::set<std::string> hidden{};
  std::set<std::string> locked{};  ///< parts that are visible but not editable
  ViewOptions options{};
  bool operator==(const ViewState&) const = default;
};

/// Parses `view` (a JSON object). Missing or invalid members get defaults: a view never prevents a
/// scene from opening.
ViewState parse_view(const std::string& view);

/// `view` with `state` written to it; unknown members are kept.
std::string format_view(const ViewState& state, const std::string& view);

/// Names of view options in a scene's `view`: "heads.of, heads.share, …".
std::string view_settings_in_words();

/// A scene's `view` with NAME=VALUE set: the value in JSON, texts also without quotes. Throws
/// std::invalid_argument with a message if the name is unknown, or the value is invalid.
std::string with_view_setting(const std::string& view, std::string_view setting);

}  // namespace attn
