#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/gl/heatmap/heatmap.h"
#include "app/session/words/cached_words.h"
#include "app/session/words/highlight.h"
#include "app/session/words/weight_curves.h"
#include "app/ui/theme/theme.h"
#include "app/ui/toolkit/box.h"
#include "app/ui/toolkit/keyboard.h"
#include "app/ui/toolkit/line_edit.h"
#include "app/ui/toolkit/ui_map.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// Number being edited in a table of numbers; at most one at a time.
struct NumberFocus {
  enum class Mode { kNone, kFocused, kPressed, kDragging, kTyping };
  Mode mode = Mode::kNone;
  std::string block;  ///< name of the matrix
  Index row = 0;
  Index column = 0;
  double drag_start = 0;  ///< number at the start of the drag
  LineEdit typing;
  std::string complaint;  ///< error of the last typed text
  bool by_tab = false;    ///< focused by Tab: leaves the table by Tab

  bool is_on(const std::string& name, Index r, Index c) const {
    return mode != Mode::kNone && block == name && row == r && column == c;
  }
  bool is_typing() const { return mode == Mode::kTyping; }
};

/// Typed number whose field lost the focus; its table applies the number when it is drawn next.
struct TypedNumber {
  std::string block;
  Index row = 0, column = 0;
  double value = 0;  ///< unrounded: ranges are checked before rounding
};

/// Control being changed by successive key presses.
struct KeyRun {
  std::string name{};
  double last = 0;  ///< time of the last press in ImGui's seconds
};

/// Keyboard navigation of the open list or menu.
struct LineWalk {
  int at = -1;                                ///< current line; −1: none yet
  int next = 0;                               ///< next line to be drawn; finally their number
  bool is_seen = false;                       ///< keys were used
  bool is_moved = false, is_pressed = false;  ///< in this frame
};

/// Keyboard navigation of the menu bar: Alt or F10, then arrows.
struct MenuBarWalk {
  int open = -1;    ///< index of the open menu; −1: none
  int wanted = -1;  ///< index of the menu to be opened
  int next = 0;     ///< index of the next menu to be drawn; finally their number
  bool closes = false;
};

/// Message on the screen.
struct ToldMessage {
  std::size_t number = 0;  ///< of Notices::told
  double since = 0;        ///< in ImGui's seconds
};

/// Whether the window fills its screen, in presenter mode and else.
struct FillsScreen {
  bool presenting = true, working = false;

  bool& in(const Appearance& appearance) { return appearance.presenting ? presenting : working; }
};

/// Size of type and cells on the screen that the window is on.
struct TypeSize {
  float content_scale = 1;  ///< of the screen
  std::string screen{};     ///< its name; empty if it is not known
  int usual = 100;          ///< percent of the content scale, unless another size was chosen
  int percent = 100;        ///< the chosen one

  /// Pixels per pixel of the design.
  float scale() const { return content_scale * static_cast<float>(percent) / 100; }
};

/// Part of a scrolled panel that was just opened, until the panel has scrolled to it.
struct OpenedPart {
  std::string id{};
  std::optional<float> top{}, bottom{};  ///< in this frame
  std::string_view crowded{};  ///< panel that is too high: other parts that were opened in it close
};

/// Shaped text of the active field in the last frame.
struct FieldPlace {
  float left = 0;         ///< of the text, in pixels
  std::size_t caret = 0;  ///< before this byte
};

/// Hovered control and its tooltip.
struct Hovered {
  std::string name;
  ImVec2 min{}, max{};
  double since = 0;             ///< hovered since, in ImGui's seconds
  bool is_told = false;         ///< a tooltip was drawn in the last frame
  double told_at = -1;          ///< time at which one was last seen
  bool is_seen = false;         ///< in this frame
  std::string_view locked{};    ///< why the control is locked; empty if it is not
  bool is_asked = false;        ///< pressed while locked: show the reason at once
  std::string whole{};          ///< full text of the shortened text under the mouse in this frame;
                                ///< rich_text.h
  ImVec2 cut_min{}, cut_max{};  ///< its bounds
};

/// Token being named, moved or hovered in a table's list.
struct TokenFocus {
  enum class Mode { kNone, kFocused, kPressed, kDragging, kRenaming };
  Mode mode = Mode::kNone;
  std::string list{};  ///< list of tokens or queries, by its controls' name
  Index row = 0;
  Index target = 0;           ///< drop position
  float dragged = 0;          ///< drag distance in pixels, downwards
  bool has_keyboard = false;  ///< its name field has the focus
  bool is_new = false;        ///< added for the name being typed

  bool is_on(const std::string& name, Index r) const {
    return mode != Mode::kNone && list == name && row == r;
  }
};

/// Layout of window parts on a lesson's stage: no tools, no folding headings, and items drawn by
/// the stage.
struct StageMode {
  bool has_slider = false;    ///< temperature slider below the view
  bool takes_legend = false;  ///< legend below the table
};

/// Context that panels and views draw with.
struct Ui {
  Ui(TypeSize size, Appearance appearance, std::unique_ptr<Fonts> fonts)
      : type_size(std::move(size)), theme(type_size.scale(), appearance, std::move(fonts)) {}

  TypeSize type_size;
  Theme theme;
  UiMap map{};
  Keyboard keys{};
  NumberFocus number{};
  TokenFocus token{};
  std::optional<TypedNumber> number_left{};
  bool number_clicked = false;  ///< clicked in this frame; a click elsewhere ends editing
  Highlight highlight{};
  CachedCurves weight_curves{};
  LastExplanation explanation{};
  CachedCostLines cost_lines{};
  std::map<std::string, std::string, std::less<>> texts_in_work{};  ///< unsaved texts by field name
  FieldPlace field{};

  Focus focus{};
  std::string_view locked{};  ///< why the controls being drawn are locked; empty if they are not
  std::vector<Box> message_boxes{};  ///< boxes of messages and errors in this frame
  KeyRun key_run{};
  LineWalk lines{};
  MenuBarWalk menu_bar{};
  std::string_view panel{};  ///< scrolled panel that is being drawn
  OpenedPart opened{};
  FillsScreen fills_screen{};
  double presented_since = 0;  ///< begin of presenter mode, in ImGui's seconds
  ToldMessage told{};
  Hovered hovered{};
  /// Time of the next frame even without events, in ImGui's seconds.
  std::optional<double> wake_at{};
  /// Wants a frame in that number of seconds at the latest.
  void wake_in(double seconds) {
    const double due = ImGui::GetTime() + seconds;
    wake_at = std::min(wake_at.value_or(due), due);
  }
  double began_at = 0;  ///< GLFW time at which ImGui's time of this frame began

  /// Set while drawing a lesson's stage.
  std::optional<StageMode> stage{};

  /// Scene version whose characters were requested.
  std::optional<std::size_t> glyphs_of{};

  /// Calls `draw` with OpenGL while ImGui's draw list is rendered, at the current position in the
  /// list. `draw` is stored until the frame ends, and may draw within the given clip (left, top,
  /// right, bottom): the list's, or a part to be redrawn. Equal `look` in successive frames means
  /// equal pixels.
  struct GlDraw {
    std::uint64_t look;
    std::function<void(const ImVec4& clip)> draw;
    static const GlDraw& of(const ImDrawCmd& command) {
      return *static_cast<const GlDraw*>(command.UserCallbackData);
    }
  };
  std::deque<GlDraw> gl_draws{};
  void draw_gl(GlDraw draw) {
    gl_draws.push_back(std::move(draw));
    imgui::list()->AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
          GlDraw::of(*command).draw(command->ClipRect);
        },
        &gl_draws.back());
  }
};

}  // namespace attn::ui
