#include "app/ui/panels/token_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/figure/text/visible_text.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/numbers/section.h"
#include "app/ui/theme/imgui.h"

namespace attn::ui {
namespace {

using TokenMode = TokenFocus::Mode;

constexpr float kPixelsToDrag = 4;

}  // namespace

TokenRows::TokenRows(Ui& ui, Access access, std::string name, TokenList list)
    : ui_(ui), access_(access), name_(std::move(name)), list_(list) {
  TokenFocus& focus = ui_.token;
  const auto count = std::ssize(tokens());
  if (focus.list == name_ && focus.row >= count) focus = {};
}

const std::vector<std::string>& TokenRows::tokens() const {
  const Scene& scene = access_->scene();
  return list_ == TokenList::kQueries ? scene.queries->tokens : scene.tokens;
}

Box TokenRows::take_label(Index row, const Box& box) {
  const Theme& theme = ui_.theme;
  TokenFocus& focus = ui_.token;
  if (focus.is_on(name_, row) && focus.mode == TokenMode::kRenaming) {
    rename_field(row, box);
    return {box.min, box.min};
  }
  const LockedWith lock(ui_, access_, {"inputs"});
  Box text{{box.min.x + theme.px(10), box.min.y}, {box.max.x - theme.px(6), box.max.y}};
  const std::string control = name_ + "[" + std::to_string(row) + "]";
  const bool is_under_mouse =
      ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
      focus.mode != TokenMode::kDragging && box.contains(ImGui::GetIO().MousePos);
  Box grip = box;
  if (is_under_mouse || focus.is_on(name_, row)) {
    const Box cross{{box.max.x - theme.px(18), box.min.y}, box.max};
    grip.max.x = text.max.x = cross.min.x;
    if (hit_area(ui_, control + ".remove", cross)) {
      request_ = [this, row] { remove(row); };
      was_clicked_ = true;
    }
    const Palette& palette = theme.colors();
    text_in(ui_, cross, Face::kBody, ImGui::IsItemHovered() ? palette.key : palette.faint, "×",
            0.5F);
  }
  hit_area(ui_, control, grip);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  if (ImGui::IsItemActivated()) grab(row);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) start_renaming(false);
  if (focus.is_on(name_, row)) {
    imgui::stroke_rect(ImGui::GetWindowDrawList(), box.min, {box.max.x - theme.px(2), box.max.y},
                       theme.colors().query, theme.px(4), 1.5F);
    drag(row, box);
  }
  if (focus.mode != TokenMode::kDragging || focus.list != name_) return text;
  if (row == focus.target && row != focus.row) {
    const float y = row < focus.row ? box.min.y - theme.px(1) : box.max.y + theme.px(1);
    ImGui::GetWindowDrawList()->AddLine({box.min.x, y}, {box.max.x, y}, theme.colors().query,
                                        theme.px(2));
  }
  if (row != focus.row) return text;
  dragged_ = Box{{box.min.x, box.min.y + focus.dragged}, {box.max.x, box.max.y + focus.dragged}};
  return {box.min, box.min};
}

void TokenRows::rename_field(Index row, const Box& box) {
  TokenFocus& focus = ui_.token;
  if (!focus.has_keyboard) imgui::give_keyboard_to_next();
  const std::string control = name_ + "[" + std::to_string(row) + "].name";
  const TextEdit typed =
      text_field(ui_, control, box, Face::kBody, tokens()[static_cast<std::size_t>(row)]);
  if (typed.committed) request_ = [this, row, text = typed.text] { rename(row, text); };
  if (focus.has_keyboard && !typed.active) {
    focus.mode = TokenMode::kFocused;
    if (!typed.committed) access_.end_gesture();  // a new token keeps its first name
  }
  if (!focus.has_keyboard)
    ui_.wake_at = ImGui::GetTime();  // a tooltip that appears some frames
                                     // later
  if (typed.active) focus.has_keyboard = true;
  if (ImGui::IsMouseClicked(0) && box.contains(ImGui::GetIO().MousePos)) was_clicked_ = true;
}

void TokenRows::grab(Index row) {
  leave_number(ui_);
  was_clicked_ = true;
  ui_.token = {.mode = TokenMode::kPressed, .list = name_, .row = row, .target = row};
}

/// Follows the mouse from the point where it was pressed on the token.
void TokenRows::drag(Index row, const Box& box) {
  TokenFocus& focus = ui_.token;
  if (focus.mode != TokenMode::kPressed && focus.mode != TokenMode::kDragging) return;
  const ImGuiIO& io = ImGui::GetIO();
  focus.dragged = io.MousePos.y - io.MouseClickedPos[0].y;
  if (std::abs(focus.dragged) >= kPixelsToDrag * ui_.theme.scale())
    focus.mode = TokenMode::kDragging;
  const float pitch = box.height() + ui_.theme.px(2);
  const auto steps = static_cast<Index>(std::lround(focus.dragged / pitch));
  focus.target = std::clamp<Index>(row + steps, 0, std::ssize(tokens()) - 1);
}

void TokenRows::drop() {
  TokenFocus& focus = ui_.token;
  if (focus.list != name_ || ImGui::IsMouseDown(0)) return;
  if (focus.mode != TokenMode::kPressed && focus.mode != TokenMode::kDragging) return;
  const bool moves = focus.mode == TokenMode::kDragging && focus.target != focus.row;
  focus.mode = TokenMode::kFocused;
  if (moves) request_ = [this, from = focus.row, to = focus.target] { move(from, to); };
}

void TokenRows::keys() {
  if (ImGui::GetIO().WantTextInput || ui_.number.mode != NumberFocus::Mode::kNone) return;
  ui_.keys.take_each([this](const KeyEvent& event) {
    return ui_.token.list == name_ && ui_.token.mode == TokenMode::kFocused && take_key(event);
  });
}

bool TokenRows::take_key(const KeyEvent& event) {
  TokenFocus& focus = ui_.token;
  const Index row = focus.row, last = std::ssize(tokens()) - 1;
  if (event.is(GLFW_KEY_F2) || event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER)) {
    start_renaming(false);
  } else if (event.is(GLFW_KEY_DELETE)) {
    request_ = [this, row] { remove(row); };
  } else if (event.is(GLFW_KEY_UP)) {
    focus.row = std::max<Index>(row - 1, 0);
  } else if (event.is(GLFW_KEY_DOWN)) {
    focus.row = std::min(row + 1, last);
  } else if (event.is(GLFW_KEY_UP, GLFW_MOD_ALT)) {
    if (row > 0) request_ = [this, row] { move(row, row - 1); };
  } else if (event.is(GLFW_KEY_DOWN, GLFW_MOD_ALT)) {
    if (row < last) request_ = [this, row] { move(row, row + 1); };
  } else if (event.is(GLFW_KEY_ESCAPE)) {
    focus = {};
  } else {
    return false;
  }
  return true;
}

/// Draws the dragged token on top.
void TokenRows::draw_dragged() {
  if (!dragged_) return;
  const Theme& theme = ui_.theme;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  list->AddRectFilled(dragged_->min, dragged_->max, theme.colors().panel, theme.px(4));
  imgui::stroke_rect(list, dragged_->min, dragged_->max, theme.colors().query, theme.px(4), 1.5F);
  const std::string& text = tokens()[static_cast<std::size_t>(ui_.token.row)];
  const float x = dragged_->min.x + theme.px(10);
  const float y = dragged_->min.y + (dragged_->height() - theme.line_height(Face::kBody)) / 2;
  draw_text(list, theme, Face::kBody, {x, y}, theme.colors().text,
            shortened(theme, Face::kBody, visible_text(text), dragged_->max.x - x));
}

void TokenRows::finish() {
  draw_dragged();
  drop();
  keys();
  const bool clicked_elsewhere = ImGui::IsMouseClicked(0) && !was_clicked_;
  if (clicked_elsewhere && ui_.token.list == name_) ui_.token = {};
  if (request_) std::exchange(request_, nullptr)();
}

void TokenRows::start_renaming(bool is_new) {
  ui_.token.mode = TokenMode::kRenaming;
  ui_.token.has_keyboard = false;
  ui_.token.is_new = is_new;
}

void TokenRows::add() {
  const auto at = std::ssize(tokens());
  access_.propose(name_, "Add a token", name_ + ".add",
                  [&](Scene& scene) { insert_token(scene, list_, at, "token"); });
  if (access_.notices.complaint(name_) != nullptr) return;
  ui_.token = {.list = name_, .row = at, .target = at};
  start_renaming(true);
}

/// A new token gets the vector of its final name, in the undo step that added it.
void TokenRows::rename(Index row, const std::string& text) {
  if (text.empty()) {
    access_.notices.complain(name_, "expected a word");
    return;
  }
  const bool is_new = std::exchange(ui_.token.is_new, false);
  access_.propose(name_, is_new ? "Add a token" : "Rename a token", is_new ? name_ + ".add" : "",
                  [&](Scene& scene) {
                    if (!is_new) return rename_token(scene, list_, row, text);
                    remove_token(scene, list_, row);
                    insert_token(scene, list_, row, text);
                  });
  access_.end_gesture();
}

void TokenRows::remove(Index row) {
  access_.propose(name_, "Remove a token", "",
                  [&](Scene& scene) { remove_token(scene, list_, row); });
  if (ui_.token.list == name_) {
    ui_.token.row = std::min(ui_.token.row, std::ssize(tokens()) - 1);
  }
}

void TokenRows::move(Index from, Index to) {
  access_.propose(name_, "Move a token", "",
                  [&](Scene& scene) { move_token(scene, list_, from, to); });
  if (access_.notices.complaint(name_) == nullptr) ui_.token.row = to;
}

}  // namespace attn::ui
