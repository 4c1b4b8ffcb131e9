#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/views/view.h"
#include "app/ui/window/desks.h"
#include "app/ui/window/first_steps.h"
#include "app/ui/window/overlays.h"
#include "app/ui/window/stage_panel.h"

namespace attn::ui {

/// The whole window's inside: the columns and what is in them, for one frame at a time.
class Workbench {
 public:
  /// Points a new user at what there is to try.
  void point_at_first_steps() { first_steps_ = FirstSteps{}; }
  /// What was kept as hidden from a class.
  void know_hidden(std::set<std::string> parts) { kept_hidden_ = std::move(parts); }
  void frame(Ui& ui, Workspace& workspace);
  /// A file that was dropped or named: a task of one's own on the Train desk, where that is shown
  /// or the file is a text; else a scene, a lesson or a folder of lessons.
  void open(Workspace& workspace, const std::string& path);
  /// Whether in presenter mode there are panels on both sides of the view.
  bool has_both_sides() const { return has_both_sides_; }
  /// Whether the desk that is shown has more to come without being asked for it.
  bool awaits_network() {
    return desks_.shown == Desk::kTrain && desks_.train.desk()->is_awaited();
  }
  /// What the last frame drew of pairs as numbers, or waits for.
  const DrawnNumbers& drawn_numbers() const { return drawn_numbers_; }

 private:
  void columns(Ui& ui, Workspace& workspace, const Box& whole);
  void lesson_on_stage(Ui& ui, Workspace& workspace, const Box& whole);
  void present(Ui& ui, Workspace& workspace, const Box& whole);
  void view(Ui& ui, Workspace& workspace, const ViewPlace& place);
  void grow_inspector(Ui& ui, const Workspace& workspace, float width, float needed);
  float menu(Ui& ui, Workspace& workspace);
  /// Where the lesson is, where there is one: in a column of its own, in the left panel, or there
  /// with the right one too.
  enum class LessonPlace { kElsewhere, kLeft, kAlone };
  static LessonPlace lesson_place(const Theme& theme, bool has_lesson, float width);
  static bool left_panel(Ui& ui, Workspace& workspace, const Box& box, LessonPlace lesson);
  /// `aside` is what was typed where it was open already.
  void dialogs(Ui& ui, Workspace& workspace, const Box& box, Keyboard& aside);
  void shortcuts(Ui& ui, Workspace& workspace);
  void train(Ui& ui, Workspace& workspace, const Box& whole);
  void layers(Ui& ui, Workspace& workspace, const Box& whole);
  /// The desk that is shown: what opens a scene or a lesson shows that.
  Desk shown_desk(Workspace& workspace);

  View& shown_view(const Workspace& workspace);

  std::map<std::string_view, std::unique_ptr<View>> views_;  // those that were looked at, by id
  const View* shown_ = nullptr;                              // of them
  StagePanel stage_;
  Overlays overlays_;
  Desks desks_;
  std::set<std::string> kept_hidden_;
  std::optional<FirstSteps> first_steps_;
  // Sizes of the panels at scale 1, from when they are dragged; before, they follow the window's.
  std::optional<float> left_, right_, below_;
  /// What the inspector took, and of what: in pixels its width, at scale 1 its height.
  struct InspectorHeight {
    float width = 0;
    const ScoreKind* score = nullptr;
    const PositionKind* position = nullptr;
    std::size_t masks = 0;
    Index keys = 0;
    float height = 0;
  } grown_;
  bool has_left_ = true, has_right_ = true;  // in presenter mode only with something pinned
  bool has_both_sides_ = false;
  DrawnNumbers drawn_numbers_;
  float menu_height_ = 0;  // of what comes where the mouse is at the upper edge
};

}  // namespace attn::ui
