#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/document/view/view_kinds.h"
#include "app/session/workspace/access.h"
#include "app/session/workspace/numbers_needed.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/color/colormap.h"

namespace attn::ui {

/// Legend of a view's matrix.
struct ViewLegend {
  const Colormap* colors = nullptr;  ///< as drawn on the panels
  ColorRange range{};
  std::string low, name, high;
  bool has_masked = false;  ///< the legend explains masked cells
};

/// Place of a view: next to the views' tabs for commands on the whole view, absent in presenter
/// mode, and below them.
struct ViewPlace {
  std::optional<Box> bar;
  Box room;
};

/// View drawn under a tab (app/document/view/view_kinds.h) in the middle of the window.
class View {
 public:
  /// `kind`: row of the table of views.
  explicit View(const ViewKind& kind) : kind_(kind) {}
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  virtual ~View() = default;

  /// Draws the view, and proposes edits to the workspace. Returns the numbers that it needs.
  virtual DrawnNumbers draw(Ui& ui, Access access, const ViewPlace& place) = 0;

  /// Box of the cells of the view's main matrix in the last frame, if it has one.
  virtual std::optional<Box> matrix() const { return std::nullopt; }
  /// Legend of the view, if a lesson's stage draws it.
  virtual std::optional<ViewLegend> legend() const { return std::nullopt; }

  /// Called when another view is shown: releases evaluations, which can be large.
  virtual void rest() {}

 protected:
  const ViewKind& kind() const { return kind_; }

 private:
  const ViewKind& kind_;
};

/// Segmented control of two choices, the second if `is_second`.
inline void two_way(Ui& ui, std::string_view name, const Box& box,
                    std::span<const std::string_view> labels, bool& is_second) {
  int chosen = is_second ? 1 : 0;
  segmented(ui, name, box.min, box.height(), labels, chosen);
  is_second = chosen == 1;
}

/// Function that creates a view with its own class.
using MakeView = std::unique_ptr<View>(const ViewKind& kind);
MakeView make_compare_view, make_curve_view, make_graph_view, make_heads_view, make_links_view,
    make_outputs_view, make_pair_view, make_patches_view, make_plane_view, make_positions_view,
    make_steps_view, make_symmetry_view;

struct ViewClass {
  std::string_view id;  ///< ViewKind::id
  MakeView* make;
};
std::span<const ViewClass> view_classes();

/// Creates the object that draws the view: of the view's class, or a DiagramPanel if it has none.
std::unique_ptr<View> make_view(const ViewKind& kind);

}  // namespace attn::ui
