#pragma once

#include <set>
#include <string>

#include "app/session/files/session.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/views/view.h"

namespace attn::ui {

/// Lesson stage: the window parts named by its step, in their own layout. Tables and controls are
/// next to the view, or above it in narrow windows; the temperature below the matrix at equal
/// width; the inspector below all.
class StagePanel {
 public:
  /// `view`: the view shown. Call only if look.stage is set.
  DrawnNumbers draw(Ui& ui, Session& session, const Box& box, View& view);

 private:
  struct Rooms;
  Rooms rooms(const Ui& ui, const Workspace& workspace, const Box& box);
  /// Draws tables and controls; tables are at most `most` high.
  void draw_column(Ui& ui, Workspace& workspace, const Box& box, float most);

  float column_height_ = 0;  // its content's height in the last frame
  std::set<std::string> column_parts_;
  /// Largest height that the inspector needed on a stage of that width with these parts: hovering
  /// must not move the layout.
  struct InspectorNeed {
    float width = 0, height = 0;
    std::set<std::string> parts;
  };
  InspectorNeed inspector_;
  /// Cause of a new arrangement. What a learner changes in a step does not move the stage.
  struct ArrangedFor {
    std::set<std::string> parts, hidden;
    std::string tab;
    float width = 0, height = 0;
    bool operator==(const ArrangedFor&) const = default;
  };
  ArrangedFor arranged_;
  int alike_ = 0;          // frames in which the column's height stayed, up to kSettled
  bool is_beside_ = true;  // tables are next to the view, not above it
};

/// Layout of the lesson's text and the stage within `whole`.
struct StageBoxes {
  Box text, stage;
};
StageBoxes stage_boxes(const Theme& theme, const Box& whole);

}  // namespace attn::ui
