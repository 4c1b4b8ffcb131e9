#include "app/ui/heatmap/heatmap_keys.h"

#include <algorithm>

#include <GLFW/glfw3.h>

namespace attn::ui {
namespace {

/// Moves by `rows` and `columns`; to the first cell if none was shown.
void walk(Access access, Index rows, Index columns) {
  const Scene& scene = access->evaluation().scene;
  const auto from = access.look.walked ? access.look.walked : access->pinned();
  Cell to = from.value_or(Cell{});
  if (from) {
    to.query = std::clamp<Index>(to.query + rows, 0, scene.query_count() - 1);
    to.key = std::clamp<Index>(to.key + columns, 0, scene.key_count() - 1);
  }
  access.look.walked = to;
}

bool walks(Access access, const KeyEvent& event) {
  const Index width = access->evaluation().scene.key_count();
  if (event.is(GLFW_KEY_LEFT)) {
    walk(access, 0, -1);
  } else if (event.is(GLFW_KEY_RIGHT)) {
    walk(access, 0, 1);
  } else if (event.is(GLFW_KEY_UP)) {
    walk(access, -1, 0);
  } else if (event.is(GLFW_KEY_DOWN)) {
    walk(access, 1, 0);
  } else if (event.is(GLFW_KEY_HOME)) {
    walk(access, 0, -width);
  } else if (event.is(GLFW_KEY_END)) {
    walk(access, 0, width);
  } else {
    return false;
  }
  return true;
}

}  // namespace

void take_heatmap_keys(Ui& ui, Access access, bool painting, HeatmapInput& input) {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  const bool takes_mouse = input.hovered && (moved.x != 0 || moved.y != 0);
  if (!input.has_keyboard || takes_mouse) access.look.walked.reset();
  if (!input.has_keyboard) return;
  ui.keys.take_each([&](const KeyEvent& event) { return walks(access, event); });
  if (access.look.walked && Focus::take_press(ui.keys)) {
    if (painting) {
      input.stroke = {.begins = true, .ends = true, .cells = {*access.look.walked}};
    } else {
      access.look.view.selection = access.look.walked;
    }
  }
  const bool is_painting = access.look.painting || access.look.learning.is_painting;
  if (!is_painting && ui.keys.take(GLFW_KEY_ESCAPE)) {
    access.look.walked.reset();
    access.look.view.selection.reset();
  }
}

}  // namespace attn::ui
