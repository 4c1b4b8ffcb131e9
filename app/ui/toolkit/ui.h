#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/gl/heatmap/heatmap.h"
#include "app/session/words/cost_lines.h"
#include "app/session/words/highlight.h"
#include "app/session/words/last_explanation.h"
#include "app/session/words/weight_curves.h"
#include "app/ui/theme/theme.h"
#include "app/ui/toolkit/box.h"
#include "app/ui/toolkit/focus.h"
#include "app/ui/toolkit/keyboard.h"
#include "app/ui/toolkit/line_edit.h"
#include "app/ui/toolkit/ui_map.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// The number that is being changed in one of the tables of numbers; only one can be at a time.
struct NumberFocus {
  enum class Mode { kNone, kFocused, kPressed, kDragging, kTyping };
  Mode mode = Mode::kNone;
  std::string block;  ///< the name of the matrix
  Index row = 0;
  Index column = 0;
  double drag_start = 0;  ///< the number when the mouse went down
  LineEdit typing;
  std::string complaint;  ///< of the text that was typed last
  bool by_tab = false;    ///< came by Tab, by which it goes on to the control after the table

  bool is_on(const std::string& name, Index r, Index c) const {
    return mode != Mode::kNone && block == name && row == r && column == c;
  }
  bool is_typing() const { return mode == Mode::kTyping; }
};

/// A number that was typed and then left: its table takes it the next time that it is drawn.
struct TypedNumber {
  std::string block;
  Index row = 0, column = 0;
  double value = 0;  ///< not rounded yet: a range is checked on what was written
};

/// The control that keys change now, press after press.
struct KeyRun {
  std::string name{};
  double last = 0;  ///< when it was pressed last, in ImGui's seconds
};

/// Where the keys are in the list or menu that is open.
struct LineWalk {
  int at = -1;           ///< the line; -1: on none yet
  int next = 0;          ///< the line that is drawn next; at the end how many there are
  bool is_seen = false;  ///< keys were used
  bool is_moved = false, is_pressed = false;  ///< in this frame
};

/// The control under the mouse, which says what it does when the mouse rests on it.
struct Hovered {
  std::string name;
  ImVec2 min{}, max{};
  double since = 0;           ///< when the mouse came to it, in ImGui's seconds
  bool is_seen = false;       ///< in this frame
  std::string_view locked{};  ///< why it can't be changed; empty where it can
  bool is_asked = false;      ///< it was pressed, and is locked: the answer is not waited for
  std::string whole{};  ///< of what stands shortened under the mouse, in this frame; rich_text.h
  ImVec2 cut_min{}, cut_max{};  ///< where that stands
};

/// The token that is being named, moved or pointed at beside one of the tables.
struct TokenFocus {
  enum class Mode { kNone, kFocused, kPressed, kDragging, kRenaming };
  Mode mode = Mode::kNone;
  std::string list{};  ///< of the tokens or the queries, by its controls' name
  Index row = 0;
  Index target = 0;           ///< where it would be dropped
  float dragged = 0;          ///< pixels down from where it was grabbed
  bool has_keyboard = false;  ///< the field for its name
  bool is_new = false;        ///< it was added for the name that is typed now

  bool is_on(const std::string& name, Index r) const {
    return mode != Mode::kNone && list == name && row == r;
  }
};

/// How parts of the window stand on a lesson's stage: without tools, headings that fold, and what
/// the stage draws itself.
struct StageMode {
  bool has_slider = false;    ///< the temperature runs below the view
  bool takes_legend = false;  ///< the legend stands below the table
};

/// What every panel and view draws with.
struct Ui {
  Ui(float content_scale, Appearance appearance, std::unique_ptr<Fonts> fonts)
      : theme(content_scale, appearance, std::move(fonts)) {}

  Theme theme;
  UiMap map{};
  Keyboard keys{};
  NumberFocus number{};
  TokenFocus token{};
  std::optional<TypedNumber> number_left{};
  bool number_clicked = false;  ///< in this frame; a click anywhere else leaves the number
  Highlight highlight{};
  CachedCurves weight_curves{};
  LastExplanation explanation{};
  CachedCostLines cost_lines{};
  std::map<std::string, std::string, std::less<>> texts_in_work{};  ///< by the text field's name

  Focus focus{};
  std::string_view locked{};  ///< why the controls that are drawn now can't be changed; or empty
  std::vector<Box> told{};    ///< where this frame tells what happened or is wrong
  KeyRun key_run{};
  LineWalk lines{};
  Hovered hovered{};
  /// When the next frame is wanted even where nothing happens, in ImGui's seconds.
  std::optional<double> wake_at{};
  double began_at = 0;  ///< the frame that ImGui's time is of, in GLFW's seconds

  /// While what is drawn is on a lesson's stage.
  std::optional<StageMode> stage{};

  /// The change of the scene whose words the fonts have.
  std::optional<std::size_t> glyphs_of{};

  /// Runs `draw` with OpenGL while ImGui's draw list is rendered, between what is in the list now
  /// and what comes after. It is kept until the frame is over, and may draw within the clip
  /// (left, top, right, bottom) that it is given: the list's, or the part of it that is drawn anew.
  /// Where a frame's drawing has the `look` of the frame before it, it draws the same.
  struct GlDraw {
    std::uint64_t look;
    std::function<void(const ImVec4& clip)> draw;
    static const GlDraw& of(const ImDrawCmd& command) {
      return *static_cast<const GlDraw*>(command.UserCallbackData);
    }
  };
  std::deque<GlDraw> gl_draws{};
  void draw_gl(ImDrawList* list, GlDraw draw) {
    gl_draws.push_back(std::move(draw));
    list->AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
          GlDraw::of(*command).draw(command->ClipRect);
        },
        &gl_draws.back());
  }
};

}  // namespace attn::ui
