#pragma once

#include <optional>
#include <string>

#include "app/document/view/view_kinds.h"
#include "app/session/workspace/access.h"
#include "app/session/workspace/numbers_needed.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/color/colormap.h"

namespace attn::ui {

/// Legend of a view's matrix.
struct ViewLegend {
  const Colormap* colors = nullptr;  ///< as drawn on the panels
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

}  // namespace attn::ui
