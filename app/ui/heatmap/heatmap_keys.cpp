#include "app/ui/heatmap/heatmap_keys.h"

#include <algorithm>

#include <GLFW/glfw3.h>

namespace attn::ui {
namespace {

/// To the cell so many rows and columns on; where none was shown, to the first.
void walk(Session& session, Index rows, Index columns) {
  const Scene& scene = session.evaluation().scene;
  const auto from = session.walked ? session.walked : session.pinned();
  Cell to = from.value_or(Cell{});
  if (from) {
    to.query = std::clamp<Index>(to.query + rows, 0, scene.query_count() - 1);
    to.key = std::clamp<Index>(to.key + columns, 0, scene.key_count() - 1);
  }
  session.walked = to;
}

bool walks(Session& session, const KeyEvent& event) {
  const Index width = session.evaluation().scene.key_count();
  if (event.is(GLFW_KEY_LEFT)) {
    walk(session, 0, -1);
  } else if (event.is(GLFW_KEY_RIGHT)) {
    walk(session, 0, 1);
  } else if (event.is(GLFW_KEY_UP)) {
    walk(session, -1, 0);
  } else if (event.is(GLFW_KEY_DOWN)) {
    walk(session, 1, 0);
  } else if (event.is(GLFW_KEY_HOME)) {
    walk(session, 0, -width);
  } else if (event.is(GLFW_KEY_END)) {
    walk(session, 0, width);
  } else {
    return false;
  }
  return true;
}

}  // namespace

void take_heatmap_keys(Ui& ui, Session& session, bool painting, HeatmapInput& input) {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  const bool takes_mouse = input.hovered && (moved.x != 0 || moved.y != 0);
  if (!input.has_keyboard || takes_mouse) session.walked.reset();
  if (!input.has_keyboard) return;
  ui.keys.take_each([&](const KeyEvent& event) { return walks(session, event); });
  if (session.walked && Focus::take_press(ui.keys)) {
    if (painting) {
      input.stroke_begins = input.stroke_ends = true;
      input.painted = {*session.walked};
    } else {
      session.view.selection = session.walked;
    }
  }
  if (!session.painting && ui.keys.take(GLFW_KEY_ESCAPE)) {
    session.walked.reset();
    session.view.selection.reset();
  }
}

}  // namespace attn::ui
