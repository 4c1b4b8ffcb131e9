#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document/view/view_state.h"

namespace attn {

/// One way to look at attention, under a tab of its own in the middle of the window. It is one row:
/// its diagrams (app/figure/files/figure_views.h), and the class with its controls where it has any
/// (app/ui/views/make_view.h), are rows that name it, and tests fail where one is missing or over.
struct ViewKind {
  /// The tab's name, as a control and as a part of the window (window_parts.h): "tab.ID".
  std::string_view part;
  std::string_view label;
  std::string_view group;  ///< of ViewGroup::id
  /// Names of lessons' expressions that it shows: of the scene, and of what other scenes would be.
  std::string_view shows{}, shows_elsewhere{};
  std::string_view changes{};  ///< parts of the window whose numbers it changes
  /// What it can be exported as, and draws in the window: ids of figures, the first one first.
  /// None: one figure, of the view's own id.
  std::span<const std::string_view> figures{};
  std::string_view hint{};  ///< the line of words below it, where that is always the same
  /// Where a lesson's stage has it alone, what stands behind its label: a formula, and of what.
  std::string_view sign{}, of{};
  bool is_heatmap = false;  ///< one matrix of pairs, whose cells lessons light by the view's id
  bool is_wide = false;     ///< it needs the width: on a narrow stage tables stand above it
  bool is_by_rows = false;  ///< it is drawn with the numbers of those rows alone that are seen
  /// ViewState::tab, and how the names of its controls begin: follows from `part`.
  std::string_view id{};

  std::string_view figure(std::size_t n) const { return figures.empty() ? id : figures[n]; }
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
/// The one with this id; null where there is none.
const ViewKind* find_view_kind(std::string_view id);

/// The part of the window that the view of this id is, whether there is one or not: "tab.ID".
std::string view_part(std::string_view id);
/// The id of the view that a part of the window is; empty where it is none.
std::string_view view_of_part(std::string_view part);

}  // namespace attn
