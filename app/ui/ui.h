#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "app/gl/heatmap.h"
#include "app/ui/keyboard.h"
#include "app/ui/theme.h"
#include "app/ui/ui_map.h"
#include "engine/matrix.h"

namespace attn::ui {

/// The number that is being changed in one of the tables of numbers; only one can be at a time.
struct NumberFocus {
  enum class Mode { kNone, kFocused, kPressed, kDragging, kTyping };
  Mode mode = Mode::kNone;
  std::string block;  ///< the name of the matrix
  Index row = 0;
  Index column = 0;
  double drag_start = 0;  ///< the number when the mouse went down
  float drag_from = 0;    ///< the mouse's x then
  std::string text;       ///< what is being typed
  int frames_typing = 0;
  std::string first_chars;  ///< what opened the typing, to be typed again once the field is there
  std::string complaint;

  bool is_on(const std::string& name, Index r, Index c) const {
    return mode != Mode::kNone && block == name && row == r && column == c;
  }
};

/// What every panel and view draws with.
struct Ui {
  Theme theme;
  UiMap map;
  Keyboard keys;
  NumberFocus number;
  std::string typed;  ///< characters typed since the last frame
  std::map<std::string, std::string, std::less<>> texts_in_work;  ///< by the text field's name

  int frames_wanted = 1;  ///< until the window sleeps

  /// Runs `draw` with OpenGL while ImGui's draw list is rendered, between what is in the list now
  /// and what comes after. It is kept until the frame is over.
  std::deque<std::function<void()>> gl_draws;
  void draw_gl(ImDrawList* list, std::function<void()> draw) {
    gl_draws.push_back(std::move(draw));
    list->AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
          (*static_cast<std::function<void()>*>(command->UserCallbackData))();
        },
        &gl_draws.back());
  }
};

}  // namespace attn::ui
