#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document/view/view_state.h"
#include "engine/attention/scene.h"

namespace attn {

/// Kind of view of attention, with its own tab in the middle of the window: a row of the table. Its
/// diagrams (app/figure/files/figure_views.h), and the class with its controls, if any
/// (app/ui/views/view.h), are rows that name it; tests fail if one is missing or unused.
struct ViewKind {
  /// Name of the tab, as a control and as a part of the window (window_parts.h): "tab.ID".
  std::string_view part;
  std::string_view label;
  std::string_view group;  ///< ViewGroup::id
  /// Names in lessons' expressions whose values this view shows: for the scene, and for other
  /// scenes.
  std::string_view shows{}, shows_elsewhere{};
  std::string_view changes{};  ///< parts of the window whose numbers can be edited in this view
  /// Ids of its figures for export and for the window, the default first. Empty: one figure with
  /// the view's own id.
  std::span<const std::string_view> figures{};
  std::string_view hint{};  ///< line of text below the view, if constant
  /// Additions to the label if a lesson's stage shows only this view: a formula, and its owner.
  std::string_view sign{}, of{};
  bool is_heatmap = false;  ///< one matrix of pairs, whose cells lessons highlight by the view's id
  bool is_wide = false;     ///< needs the full width: on a narrow stage tables are above it
  bool takes_picture = false;  ///< a dropped PNG file is the picture behind it
  bool is_by_rows = false;     ///< is drawn with the numbers of visible rows only
  /// Returns whether the tab is offered for the scene; null: for each. The menu of views has all.
  bool (*suits)(const Scene& scene, const ViewOptions& options) = nullptr;
  /// ViewState::tab, and prefix of its controls' names: follows from `part`.
  std::string_view id{};

  std::string_view figure(std::size_t n) const { return figures.empty() ? id : figures[n]; }
};

/// Group of views under one tab.
struct ViewGroup {
  std::string_view id, label;
};

/// All views, in the order of their tabs, grouped.
std::span<const ViewKind> view_kinds();
std::span<const ViewGroup> view_groups();

/// View that the state names, else the default.
const ViewKind& view_kind(const ViewState& state);
/// View with this id; null if there is none.
const ViewKind* find_view_kind(std::string_view id);

/// Name of the view's part of the window, "tab.ID", whether the view exists or not.
std::string view_part(std::string_view id);
/// Id of the view in a part of the window; empty if it is not a view.
std::string_view view_of_part(std::string_view part);

}  // namespace attn
