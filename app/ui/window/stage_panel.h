#pragma once

#include <set>
#include <string>

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/views/view.h"

namespace attn::ui {

/// A lesson's stage: those parts of the window that its step names, each drawn as ever, in a room
/// of their own. Tables and controls stand beside the view, or above it where the window is narrow;
/// the temperature runs below the matrix, as wide as that; the inspector below all.
class StagePanel {
 public:
  /// `view` is the one that is shown. Only while look.stage is there.
  DrawnNumbers draw(Ui& ui, Workspace& workspace, const Box& box, View& view);

 private:
  struct Rooms;
  Rooms rooms(const Ui& ui, const Workspace& workspace, const Box& box);
  /// Tables in it are at most `most` high.
  void draw_column(Ui& ui, Workspace& workspace, const Box& box, float most);

  float column_height_ = 0;  // of what is in it, in the last frame
  std::set<std::string> column_parts_;
  /// What the inspector needed at most on a stage of that width with these parts: what is only
  /// pointed at does not make it lower, else all would move under the mouse.
  struct InspectorNeed {
    float width = 0, height = 0;
    std::set<std::string> parts;
  };
  InspectorNeed inspector_;
  bool is_beside_ = true;  // tables stand beside the view, not above it
};

/// Where the lesson's text and the stage are within `whole`.
struct StageBoxes {
  Box text, stage;
};
StageBoxes stage_boxes(const Theme& theme, const Box& whole);

}  // namespace attn::ui
