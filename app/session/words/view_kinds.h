#pragma once

#include <span>
#include <string_view>

#include "app/document/view/view_state.h"

namespace attn {

/// One way to look at attention, under a tab of its own in the middle of the window.
struct ViewKind {
  std::string_view id;    ///< ViewState::tab
  std::string_view part;  ///< its tab's name as a part of the window (window_parts.h): "tab.ID"
  std::string_view label;
  std::string_view group;  ///< of ViewGroup::id
  /// Names of lessons' expressions that it shows: of the scene, and of what other scenes would be.
  std::string_view shows, shows_elsewhere{};
  bool is_by_rows = false;     ///< it is drawn with the numbers of those rows alone that are seen
  std::string_view changes{};  ///< parts of the window whose numbers it changes
};

/// Views that stand under one name.
struct ViewGroup {
  std::string_view id, label;
};

/// All, in the order of their tabs, those of a group together.
std::span<const ViewKind> view_kinds();
std::span<const ViewGroup> view_groups();

/// The one that the state names, else the one that a new state does.
const ViewKind& view_kind(const ViewState& state);

}  // namespace attn
