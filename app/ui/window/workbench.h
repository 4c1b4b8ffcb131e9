#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/files/session.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/views/view.h"
#include "app/ui/window/desks.h"
#include "app/ui/window/first_steps.h"
#include "app/ui/window/overlays.h"
#include "app/ui/window/stage_panel.h"

namespace attn::ui {

/// Contents of the window: columns and panels, one frame at a time.
class Workbench {
 public:
  /// Enables the hints for new users.
  void enable_first_steps() { first_steps_ = FirstSteps{}; }
  /// Sets the stored parts hidden in presenter mode.
  void set_kept_hidden(std::set<std::string> parts) { kept_hidden_ = std::move(parts); }
  void frame(Ui& ui, Session& session);
  /// Opens a dropped or named file: as a task if the Train desk is shown or the file is a text; a
  /// picture behind the patches if they are shown; else as a scene, lesson or folder of lessons.
  void open(Session& session, const std::string& path);
  /// Keeps the shown desk although another scene was opened, by no choice of the user's.
  void stay_at_desk(const Session& session) {
    if (desks_.shown != Desk::kScene) desks_.scene = session.workspace.change_number();
  }
  /// Whether presenter mode has panels on both sides of the view.
  bool has_both_sides() const { return has_both_sides_; }
  /// Whether the current desk will change without events.
  bool awaits_network() {
    return desks_.shown == Desk::kTrain && desks_.train.desk()->is_awaited();
  }
  TrainDesk& train_desk() { return desks_.train; }
  /// Pairs drawn as numbers in the last frame, or awaited.
  const DrawnNumbers& drawn_numbers() const { return drawn_numbers_; }

 private:
  void columns(Ui& ui, Session& session, const Box& whole);
  void lesson_on_stage(Ui& ui, Session& session, const Box& whole);
  void present(Ui& ui, Session& session, const Box& whole);
  void view(Ui& ui, Session& session, const ViewPlace& place);
  void grow_inspector(Ui& ui, const Workspace& workspace, float width, float needed);
  float menu(Ui& ui, Session& session);
  /// Place of a lesson: kElsewhere: own column, or no lesson; kLeft: left panel next to the right
  /// one; kAlone: left panel without the right one.
  enum class LessonPlace { kElsewhere, kLeft, kAlone };
  static LessonPlace lesson_place(const Theme& theme, bool has_lesson, float width);
  static bool left_panel(Ui& ui, Session& session, const Box& box, LessonPlace lesson);
  /// `aside`: keyboard input typed while a dialog was open.
  void dialogs(Ui& ui, Session& session, const Box& box, Keyboard& aside);
  void shortcuts(Ui& ui, Session& session);
  void train(Ui& ui, Session& session, const Box& whole);
  void layers(Ui& ui, Session& session, const Box& whole);
  /// Current desk; opening a scene or lesson switches it.
  Desk shown_desk(Session& session);

  View& shown_view(const Workspace& workspace);

  std::map<std::string_view, std::unique_ptr<View>> views_;  // views shown so far, by id
  const View* shown_ = nullptr;                              // the view shown
  StagePanel stage_;
  Overlays overlays_;
  Desks desks_;
  std::set<std::string> kept_hidden_;
  std::optional<FirstSteps> first_steps_;
  // Sizes of panels at scale 1 once dragged; before, they follow the window.
  std::optional<float> left_, right_, below_;
  /// Height of the inspector at scale 1, with the inputs of the measurement: width in pixels,
  /// kinds, numbers of masks and keys.
  struct InspectorHeight {
    float width = 0;
    const ScoreKind* score = nullptr;
    const PositionKind* position = nullptr;
    std::size_t masks = 0;
    Index keys = 0;
    float height = 0;
  } grown_;
  bool has_left_ = true, has_right_ = true;  // in presenter mode only if something is pinned
  bool has_both_sides_ = false;
  DrawnNumbers drawn_numbers_;
  float menu_height_ = 0;  // of the menu that appears at the upper edge
};

}  // namespace attn::ui
