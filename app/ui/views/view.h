#pragma once

#include <optional>
#include <string>

#include "app/document/view/view_kinds.h"
#include "app/session/workspace/access.h"
#include "app/session/workspace/numbers_needed.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/color/colormap.h"

namespace attn::ui {

/// What the colours of a view's matrix mean.
struct ViewLegend {
  const Colormap* colors = nullptr;  ///< as they are on the panels
  std::string low, name, high;
  bool has_masked = false;  ///< it says how masked cells look
};

/// Where a view has room: beside the views' names for what can be done with it as a whole, which is
/// not there in presenter mode, and below them.
struct ViewPlace {
  std::optional<Box> bar;
  Box room;
};

/// What is drawn under a tab (app/document/view/view_kinds.h) in the middle of the window.
class View {
 public:
  /// `kind`, a row of the table, says what is drawn.
  explicit View(const ViewKind& kind) : kind_(kind) {}
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  virtual ~View() = default;

  /// What a person does in it is proposed to the workspace. Answers what it needs as numbers.
  virtual DrawnNumbers draw(Ui& ui, Access access, const ViewPlace& place) = 0;

  /// Where the cells of its matrix were drawn last, where it has one that all is about.
  virtual std::optional<Box> matrix() const { return std::nullopt; }
  /// Its legend, where it was left to the stage.
  virtual std::optional<ViewLegend> legend() const { return std::nullopt; }

  /// Another is shown from now on: lets go of evaluations, which can be large.
  virtual void rest() {}

 protected:
  const ViewKind& kind() const { return kind_; }

 private:
  const ViewKind& kind_;
};

}  // namespace attn::ui
