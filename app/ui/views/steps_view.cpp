#include <algorithm>
#include <optional>

#include <GLFW/glfw3.h>

#include "app/figure/steps/pipeline.h"
#include "app/ui/views/diagram_panel.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr double kSlideSeconds = 0.22;

/// Index of the last step of the shown head.
int last_step(const Workspace& workspace) {
  const auto last_head = std::ssize(workspace.scene().heads) - 1;
  const Index head = clamped<Index>(workspace.look.view.head, 0, last_head);
  return pipeline_step_count(workspace.scene(), head) - 1;
}

/// View of the pipeline step by step. Space and Right open the next step, Shift+Space and Left the
/// previous one, a click any; the picture slides there.
class StepsView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override {
    const int last = last_step(workspace);
    const int open = clamped(workspace.look.view.options.steps.open, 0, last);
    const std::string step = std::to_string(open + 1) + " of " + std::to_string(last + 1);
    return "step " + step + " · Space or → opens the next, ← the one before · point at a cell";
  }

  bool follows_cells() const override { return true; }
  double slide() const override { return slide_; }

  void controls(Ui& ui, Access access, Pen&) override {
    int& open = access.look.view.options.steps.open;
    const int last = last_step(access);
    open = clamped(open, 0, last);
    if (takes_keys(ui)) {
      const auto go = [&open, last](int by) { open = clamped(open + by, 0, last); };
      if (ui.keys.take(GLFW_KEY_RIGHT)) go(1);
      if (ui.keys.take(GLFW_KEY_LEFT)) go(-1);
      // Space belongs to a focused control.
      if (ui.focus.name().empty()) {
        if (ui.keys.take(GLFW_KEY_SPACE)) go(1);
        if (ui.keys.take(GLFW_KEY_SPACE, GLFW_MOD_SHIFT)) go(-1);
      }
    }
    move_on(ui, open);
  }

  void take_input(Ui& ui, Access access, const DiagramInput& input) override {
    const auto step = number_in(input.clicked, "steps.step[");
    if (!step) return;
    access.look.view.options.steps.open = clamped(static_cast<int>(*step), 0, last_step(access));
    ui.wake_at = ImGui::GetTime();
  }

 private:
  /// Starts a slide from the current picture to the step `open`.
  void move_on(Ui& ui, int open) {
    const double now = ImGui::GetTime();
    if (open_ && *open_ != open) {
      // From at most one step away: steps between are not shown.
      slide_start_ = clamped(slide_ + *open_ - open, -1.0, 1.0);
      slide_began_ = now;
    }
    open_ = open;
    if (slide_start_ == 0) return;
    const double share = clamped((now - slide_began_) / kSlideSeconds, 0.0, 1.0);
    const double left = (1 - share) * (1 - share) * (1 - share);  // ease out
    slide_ = slide_start_ * left;
    if (share < 1) {
      ui.wake_at = now;
    } else {
      slide_ = slide_start_ = 0;
    }
  }

  std::optional<int> open_;                   // in the last frame
  double slide_ = 0;                          // distance of the picture from the open step
  double slide_began_ = 0, slide_start_ = 0;  // start of the slide in ImGui's seconds, and slide_
                                              // then
};

}  // namespace

std::unique_ptr<View> make_steps_view(const ViewKind& kind) {
  return std::make_unique<StepsView>(kind);
}

}  // namespace attn::ui
